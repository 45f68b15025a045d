"""Names of a wiki package: which class, record and file each part of the model becomes."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from specloom.model import naming
from specloom.model import structs as model
from specloom.rendering.render import View
from specloom.runtime.mediawiki.modules.field import PAGE_SIZE

PUBLIC = {
    "async_client": ("AsyncClient",),
    "client": ("Client",),
    "_runtime.mediawiki.errors": (
        "AbsentError",
        "BusyError",
        "ContinuationError",
        "LoginError",
        "ParameterError",
        "ResponseError",
        "RightsError",
        "ServerError",
        "SessionError",
        "TransportError",
        "WarningError",
        "WikiError",
    ),
    "_runtime.core.options": ("Attempt",),
    "_runtime.core.secret": ("Secret",),
    "_runtime.mediawiki.session.changes": ("UNATTENDED",),
    "_runtime.mediawiki.modules.catalogue": ("Difference",),
    "_runtime.mediawiki.session.context": ("WikiWarning",),
    "_runtime.mediawiki.queries.explain": ("Explanation",),
    "_runtime.mediawiki.modules.module": ("replace",),
    "_runtime.mediawiki.modules.namespace": ("Namespace",),
    "_runtime.mediawiki.queries.order": ("Asked", "Redirect"),
    "_runtime.mediawiki.results.page": ("Combined", "Page"),
    "_runtime.mediawiki.session.oauth": ("OAuth1",),
    "_runtime.mediawiki.session.session": ("LoginStep",),
    "_runtime.mediawiki.results.times": ("parse_time",),
    "_runtime.mediawiki.modules.types": ("Forced",),
}
"""What every wiki package offers beside its own classes, by where it stands."""


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_TYPES = _names("""
    All Forced Many Maximum NamespaceNumber Namespaces PageSize Text Time Timestamp Title User
    """)
_BUILTINS = _names("bool dict float int list str")
IMPORTED = _TYPES | _names("""
    Annotated Any Beside Count DEPRECATED DUPLICATES Deprecated ENFORCED ExtraNamespaces Generator
    HiddenBy Internal Kind Length Limit ListModule Literal MUST_EXIST Mapping MetaModule Name
    NotRequired Note Parameters Prop PropModule Rules SENSITIVE Subtypes TypeAlias TypedDict When
    """)
"""What the templates import, so that nothing of a wiki may have such a name."""

_TAKEN = IMPORTED | {name for names in PUBLIC.values() for name in names}
_TAKEN_PARAMETERS = _TAKEN | _BUILTINS
TAKEN_MEMBERS = _TYPES | _BUILTINS
"""Names of types that a class of a record could not use any more after a member of that name."""

_ENDINGS: dict[type[model.NamedType], str] = {model.Enumeration: "Values", model.Record: "Record"}


class Place(View, frozen=True):
    """Where a type or class is defined, below the package."""

    module: str
    """`values`, `records`, `modules.allpages`."""
    name: str


class Names(View, frozen=True):
    """Every name of one package."""

    files: dict[str, str]
    """Operation's id → file name without its ending."""
    classes: dict[str, str]
    """Operation's id → class name."""
    types: dict[str, Place]
    """Name of a model's type → where it is."""


def names_of(api: model.Api) -> Names:
    """Decide every name of a package; a type that one module alone uses stands in its file."""
    ids = [operation.id for operation in api.operations]
    files = dict(zip(ids, naming.distinct(map(naming.module_name, ids)), strict=True))
    wanted = [
        *(
            _free(operation.class_name or naming.class_name(operation.id), "Module")
            for operation in api.operations
        ),
        *(_free(named.name, _ENDINGS[type(named)]) for named in api.types),
    ]
    given = naming.distinct(wanted)
    classes = dict(zip(ids, given[: len(ids)], strict=True))
    users = type_users(api)
    types: dict[str, Place] = {}
    for named, name in zip(api.types, given[len(ids) :], strict=True):
        using = users.get(named.name, set())
        shared = "values" if isinstance(named, model.Enumeration) else "records"
        alone = len(using) == 1 and "" not in using
        home = f"modules.{files[next(iter(using))]}" if alone else shared
        types[named.name] = Place(home, name)
    return Names(files, classes, types)


def parameter_names(operation: model.Operation) -> dict[str, str]:
    """Wire name → Python name of every parameter that is the caller's business."""
    # The client continues by itself.
    own = [parameter for parameter in all_parameters(operation) if parameter.name != "continue"]
    wanted = map(_parameter_name, own)
    names = (parameter.name for parameter in own)
    return dict(zip(names, naming.distinct(wanted), strict=True))


def all_parameters(operation: model.Operation) -> Iterator[model.Parameter]:
    """Plain and templated ones, in the catalogue's order."""
    yield from operation.parameters
    yield from operation.templated_parameters


def is_page_size(parameter: model.Parameter) -> bool:
    """Whether a parameter tells how much one request brings."""
    return parameter.name == "limit" and parameter.type == "limit"


def default_page_size(parameter: model.Parameter) -> str | int | None:
    """The most the account may have; the server's own default where that says something.

    A module without a default decides by itself, and one that brings one item brings one on purpose.
    """
    if parameter.default is msgspec.UNSET:
        return None
    return 1 if parameter.default == 1 else "max"


def decides_by_size(parameter: model.Parameter) -> bool:
    """Whether a module brings something else when it is told how much, so that it must be told."""
    return is_page_size(parameter) and default_page_size(parameter) != "max"


def _parameter_name(parameter: model.Parameter) -> str:
    if is_page_size(parameter):
        return PAGE_SIZE
    name = naming.identifier(parameter.name)
    return f"{name}_" if name in _TAKEN_PARAMETERS or name == PAGE_SIZE else name


def _free(name: str, ending: str) -> str:
    return f"{name}{ending}" if name in _TAKEN else name


def type_users(api: model.Api) -> dict[str, set[str]]:
    """Name of a type → ids of the operations that use it; `` for the query itself."""
    records = model.records_of(api)
    users: dict[str, set[str]] = {}

    def use(expression: model.TypeExpression, user: str) -> None:
        for name in model.references(expression):
            if user not in users.setdefault(name, set()):  # records may hold each other
                users[name].add(user)
                for field in records[name].fields if name in records else ():
                    use(field.type, user)

    for operation in api.operations:
        for expression in _result_types(operation.result):
            use(expression, operation.id)
        for parameter in all_parameters(operation):
            if parameter.enumeration is not None:
                users.setdefault(parameter.enumeration, set()).add(operation.id)
    if api.wire is not None:
        use(model.Reference(name=api.wire.page), "")
        for field in api.wire.resolutions:
            use(field.type, "")
    return users


def _result_types(result: model.Result | None) -> Iterator[model.TypeExpression]:
    if result is not None:
        yield result.type
        for sibling in result.siblings:
            yield sibling.type
        if result.group is not None:
            yield model.Reference(name=result.group)


def shared_rules(api: model.Api, names: Names) -> dict[model.Rule, str]:
    """Named rules that several modules have, with their constants.

    A wiki that lacks a parameter in one module only has two forms of the rule, so two constants.
    """
    uses = Counter(rule for operation in api.operations for rule in operation.rules)
    shared = {rule: rule.name for rule, count in uses.items() if rule.name and count > 1}
    taken = [*names.classes.values(), *(place.name for place in names.types.values())]
    wanted = [_free(name, "_RULE") for name in shared.values()]
    return dict(zip(shared, naming.distinct([*taken, *wanted])[len(taken) :], strict=True))
