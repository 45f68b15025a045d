"""The Python package of a wiki: its files, and what each of their templates needs."""

from collections import Counter
from collections.abc import Iterator, Sequence

from specloom import model
from specloom.rendering.render import Copy, Output, View
from specloom.safe import Python, py_docstring, py_identifier, py_literal
from specloom.views.python.layout import (
    Brackets,
    Tree,
    assignment,
    entry,
    flat,
    import_from,
    keyword,
    laid_out,
    literal,
    parenthesized,
)
from specloom.views.python.mediawiki_module import module_view
from specloom.views.python.mediawiki_names import PUBLIC, Names, names_of
from specloom.views.python.mediawiki_readme import readme_output
from specloom.views.python.mediawiki_rule import rule
from specloom.views.python.mediawiki_types import (
    RecordView,
    Scope,
    ValueListView,
    ordered_records,
    record,
    set_apart,
    value_list,
)
from specloom.views.python.package import package_files, source_folder

TEMPLATES = "python/mediawiki"


class TypesView(View, frozen=True):
    """`values.py` and `records.py`."""

    doc: Python
    imports: tuple[Python, ...]
    value_lists: tuple[ValueListView, ...]
    records: tuple[RecordView, ...]


class RulesView(View, frozen=True):
    """`rules.py`: rules that several modules share."""

    imports: tuple[Python, ...]
    rules: tuple[Python, ...]


class ProtocolView(View, frozen=True):
    """`protocol.py`: how this wiki is called."""

    doc: Python
    imports: tuple[Python, ...]
    protocol: Python


class ClientView(View, frozen=True):
    """`client.py` and `async_client.py`; apart, because asyncio takes long to import."""

    doc: Python
    title: Python


class TestingView(View, frozen=True):
    """`testing.py`, the same for every package."""


class InitView(View, frozen=True):
    """`__init__.py`: every public name, loaded when it is first used."""

    doc: Python
    version: Python
    imports: tuple[Python, ...]
    homes: tuple[Python, ...]


def outputs(api: model.Api) -> list[Output | Copy]:
    """Every file of the package."""
    names = names_of(api)
    shared = _shared_rules(api)
    source = source_folder(api)
    files: list[Output | Copy] = [*package_files(api), readme_output(api, names)]
    views: list[tuple[str, str, View]] = [
        ("__init__.py", "__init__.py", _init(api, names)),
        ("client.py", "client.py", _client(api)),
        ("async_client.py", "async_client.py", _client(api)),
        ("protocol.py", "protocol.py", _protocol(api, names)),
        ("testing.py", "testing.py", TestingView()),
        *(
            (
                f"modules/{names.files[one.id]}.py",
                "modules/module.py",
                module_view(api, names, one, shared),
            )
            for one in api.operations
        ),
    ]
    for path, types in (("values.py", _values(api, names)), ("records.py", _records(api, names))):
        if types.value_lists or types.records:
            views.append((path, "types.py", types))
    if shared:
        views.append(("rules.py", "rules.py", _rules(names, shared)))
    files += [
        Output(f"{source}/{path}", f"{TEMPLATES}/{name}.j2", view) for path, name, view in views
    ]
    files.append(Copy(f"{source}/modules/__init__.py", b'"""One file for each query module."""\n'))
    return files


# --- What modules share ----------------------------------------------------------------------------


def _shared_rules(api: model.Api) -> dict[model.Rule, str]:
    """Rules of several modules that do not fit on a line, with the names they get."""
    uses = Counter(one for operation in api.operations for one in operation.rules)
    scope = Scope(Names({}, {}, {}), "rules")
    found: dict[model.Rule, str] = {}
    for one, count in uses.items():
        if count > 1 and len(flat(rule(scope, one))) > 90:
            name = f"{'_'.join(one.terms)}_{one.kind}".upper()
            plain = "".join(letter if letter.isalnum() else "_" for letter in name)
            taken = sum(each.startswith(plain) for each in found.values())
            found[one] = f"{plain}_{taken + 1}" if taken else plain
    return found


def _rules(names: Names, shared: dict[model.Rule, str]) -> RulesView:
    scope = Scope(names, "rules")
    lines = [assignment(py_identifier(name), rule(scope, one)) for one, name in shared.items()]
    return RulesView(scope.imports(), tuple(lines))


def _values(api: model.Api, names: Names) -> TypesView:
    scope = Scope(names, "values")
    lists = [
        value_list(scope, one)
        for one in sorted(api.types, key=lambda one: names.types[one.name].name)
        if isinstance(one, model.Enumeration) and names.types[one.name].module == "values"
    ]
    doc = py_docstring("Lists of values that several parameters share.")
    return TypesView(doc, scope.imports(), tuple(lists), ())


def _records(api: model.Api, names: Names) -> TypesView:
    own = [
        one
        for one in api.types
        if isinstance(one, model.Record) and names.types[one.name].module == "records"
    ]
    scope = Scope(names, "records", records=frozenset(one.name for one in own))
    shown = [record(scope, one) for one in ordered_records(own)]
    doc = py_docstring("Parts of results that several modules share.")
    return TypesView(doc, scope.imports(), (), set_apart(shown, after_values=False))


# --- The client ------------------------------------------------------------------------------------


def _client(api: model.Api) -> ClientView:
    return ClientView(py_docstring(f"{api.title}, asked from Python."), py_literal(api.title))


def _protocol(api: model.Api, names: Names) -> ProtocolView:
    scope = Scope(names, "protocol")
    made = Scope(names, "protocol").constant("_runtime.mediawiki.protocol", "Protocol")
    scope.constant("_runtime.mediawiki.protocol", "Protocol")
    value = Brackets(
        Python(f"{made}("), [*_protocol_parts(scope, api)], Python(")"), own_lines=True
    )
    return ProtocolView(
        py_docstring("How the wiki's query modules are called."),
        scope.imports(),
        assignment(Python(f"PROTOCOL: {made}"), value),
    )


def _protocol_parts(scope: Scope, api: model.Api) -> Iterator[Tree]:
    wire = api.wire
    if wire is None:
        raise ValueError(f"{api.id}: the protocol is not described")
    yield keyword("package", py_literal(api.package))
    yield keyword("version", py_literal(api.version))
    yield keyword("fixed", _mapping(wire.fixed_parameters))
    yield keyword("groups", _mapping(wire.group_parameters))
    yield keyword("generator_parameter", py_literal(wire.generator_parameter))
    yield keyword("generator_prefix", py_literal(wire.generator_prefix))
    yield keyword("separator", py_literal(wire.separator))
    yield keyword("alternative_separator", py_literal(wire.alternative_separator))
    yield keyword("post_above_bytes", py_literal(wire.post_above_bytes))
    yield keyword("post_header", py_literal(wire.post_header))
    yield keyword("error_header", py_literal(wire.error_header))
    batches = [
        entry(
            one.name,
            py_literal((one.multiple.low_limit or one.multiple.limit, one.multiple.high_limit)),
        )
        for one in wire.parameters
        if one.multiple is not None and one.multiple.high_limit is not None
    ]
    yield keyword("batches", _braces(batches))
    names = [py_literal(one.name) for one in wire.parameters]
    yield keyword("parameters", parenthesized(names))
    resolutions = [py_literal(one.name) for one in wire.resolutions]
    yield keyword("resolutions", parenthesized(resolutions))
    page = next(
        (one for one in api.types if isinstance(one, model.Record) and one.name == wire.page), None
    )
    fields = [py_literal(one.name) for one in page.fields] if page is not None else []
    yield keyword("page_fields", parenthesized(fields))
    for name, when in (("retry_later", "later"), ("retry_after_login", "after-login")):
        codes = [py_literal(one.code) for one in api.errors if one.retry == when]
        yield keyword(name, parenthesized(codes))
    yield keyword("rules", parenthesized([rule(scope, one) for one in wire.rules]))


def _mapping(values: dict[str, str]) -> Tree:
    return _braces([entry(key, py_literal(value)) for key, value in values.items()])


def _braces(entries: Sequence[Tree]) -> Tree:
    return Brackets(Python("{"), entries, Python("}"), own_lines=True)


# --- The package's face ----------------------------------------------------------------------------


def _init(api: model.Api, names: Names) -> InitView:
    homes = public_names(api, names)
    return InitView(
        doc=py_docstring(f"{api.title}.\n\n{api.summary}"),
        version=py_literal(api.version),
        imports=tuple(
            import_from(
                Python(f".{home}"), [Python(f"{name} as {name}") for name in offered], indent=4
            )
            for home, offered in homes.items()
        ),
        homes=tuple(
            laid_out(entry(home, literal(" ".join(offered))), indent=12, after=1)
            for home, offered in homes.items()
        ),
    )


def public_names(api: model.Api, names: Names) -> dict[str, list[str]]:
    """File below the package → the names it offers, both in order."""
    homes: dict[str, set[str]] = {home: set(offered) for home, offered in PUBLIC.items()}
    for operation in api.operations:
        home = f"modules.{names.files[operation.id]}"
        class_name = names.classes[operation.id]
        homes.setdefault(home, set()).add(class_name)
        result = operation.result
        if result is not None and result.nested_key is not None:
            homes[home].add(f"{class_name}Item")
        if result is not None and result.siblings and result.items_key is None:
            homes[home].add(f"{class_name}Beside")
    groups = {one.result.group for one in api.operations if one.result is not None}
    for one in api.types:
        if one.name not in groups:
            place = names.types[one.name]
            homes.setdefault(place.module, set()).add(place.name)
    return {home: sorted(homes[home]) for home in sorted(homes)}
