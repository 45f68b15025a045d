"""The page about an API's Python package: every public name."""

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from msgspec.structs import replace

from specloom.model.event_calls import events_of
from specloom.model.keys import caller_parameters
from specloom.model.naming import distribution_name
from specloom.model.structs import Alias, Api, Error, Group, Record, errors_of
from specloom.naming.mediawiki import PUBLIC, PUBLIC_OF_ACTIONS, WikiNames
from specloom.naming.rest import RestNames
from specloom.rendering.render import View
from specloom.views.reference.places import OperationLink, Places, is_action, path_to
from specloom.views.reference.source import Member, Named, defined, named

RUNTIME = "_runtime."
ERRORS = "mediawiki.errors"
ARGUMENTS = (
    (
        "mediawiki.modules.module",
        ("ListModule", "PropModule", "MetaModule", "Generator", "Beside", "AnyModule"),
    ),
    ("mediawiki.queries.selection", ("Titles", "Ids")),
    ("mediawiki.queries.bounds", ("PerPage",)),
    ("mediawiki.session.session", ("FurtherSteps",)),
    ("mediawiki.raw.raw_value", ("Raw", "File")),
    ("mediawiki.plain", ("JSON",)),
)
"""Types of arguments and results, by where the runtime defines them."""
CLIENTS = (("Client", "client", ""), ("AsyncClient", "async_client", "Async"))


class TypeName(View, frozen=True):
    """A class of records, or a type of values, and the page about it."""

    name: str
    address: str
    fragment: str


class ModuleNames(View, frozen=True):
    """The class of a module, and the types that it alone has."""

    link: OperationLink
    class_name: str
    types: tuple[TypeName, ...]


class MethodCall(View, frozen=True):
    """A method of a REST client."""

    text: str
    """The call, with the attribute of the client: `items.get(item_id)`."""
    when_absent: str
    """The second method, which returns nothing where nothing is there; empty: it has none."""
    link: OperationLink


class ResourceMethods(View, frozen=True):
    """The methods of a part of a REST client."""

    group: Group
    attribute: str
    """Of the client."""
    methods: tuple[MethodCall, ...]


class PythonPage(View, frozen=True, kw_only=True):
    """Everything that a program can import."""

    api: Api
    distribution: str
    clients: tuple[Named, ...]
    settings: Named
    """Further keyword arguments of the clients."""
    results: tuple[Named, ...] = ()
    """Results of calls; nothing to import."""
    arguments: tuple[Named, ...] = ()
    """Types that signatures name; nothing to import."""
    modules: tuple[ModuleNames, ...] = ()
    actions: tuple[ModuleNames, ...] = ()
    resources: tuple[ResourceMethods, ...] = ()
    types: tuple[TypeName, ...]
    """Types that are not of one module alone."""
    errors: tuple[Named, ...]
    documented: tuple[Error, ...] = ()
    others: tuple[Named, ...]
    testing: tuple[Named, ...] = ()
    record_words: tuple[str, ...] = ()
    """Names of the records of the sandbox as part of a method's: `item` of `add_item`."""


def python_page(places: Places) -> PythonPage:
    """The page of a wiki's package, or of a REST API's."""
    match places.names:
        case RestNames() as of_rest:
            return _rest(places, of_rest)
        case WikiNames() as of_wiki:
            return _wiki(places, of_wiki)
        case _:
            assert_never(places.names)


def _wiki(places: Places, names: WikiNames) -> PythonPage:
    api = places.api
    return PythonPage(
        api=api,
        distribution=distribution_name(api.package),
        clients=tuple(
            _renamed(named(f"mediawiki.{module}", f"{before}Wiki"), name)
            for name, module, before in CLIENTS
        ),
        settings=_with_defaults(named("mediawiki.session.changes", "Changes")),
        results=tuple(
            named("mediawiki.client", name) for name in ("ListItems", "Pages", "PropItems")
        ),
        arguments=tuple(named(module, name) for module, names in ARGUMENTS for name in names),
        modules=tuple(_modules(places, names)),
        actions=tuple(_actions(places, names)) if api.actions else (),
        types=tuple(
            type_name
            for type_name, home in _types(places, names)
            if not home.startswith("modules.")
        ),
        errors=tuple(_errors(_wiki_errors(api), ERRORS, root="WikiError")),
        others=tuple(
            named(home.removeprefix(RUNTIME), name)
            for home, names in (PUBLIC | (PUBLIC_OF_ACTIONS if api.actions else {})).items()
            if home.startswith(RUNTIME) and home != RUNTIME + ERRORS
            for name in names
        ),
        testing=tuple(named("mediawiki.testing", name) for name in ("FakeWiki", "Recording")),
    )


def _with_defaults(changes: Named) -> Named:
    """Settings of a wiki's client, each with its default."""
    known = {
        member.name: member.signature
        for home, name in (("core.options", "Options"), ("mediawiki.session.settings", "Settings"))
        for member in named(home, name).members
    }
    members = (
        replace(
            member, signature=member.signature + "".join(known[member.name].partition(" = ")[1:])
        )
        for member in changes.members
    )
    return replace(changes, members=tuple(members))


def _rest(places: Places, names: RestNames) -> PythonPage:
    api, page = places.api, places.page("python")
    class_names = names.classes - {error.name for error in api.errors}
    return PythonPage(
        api=api,
        distribution=distribution_name(api.package),
        clients=tuple(
            _constructed(
                _renamed(named(f"rest.{module}", f"{before}BaseClient"), name), api, names, before
            )
            for name, module, before in CLIENTS
        ),
        settings=named("core.options", "Options"),
        results=tuple(_streams(api)),
        resources=tuple(
            ResourceMethods(
                group,
                names.groups[group.name],
                tuple(
                    _method(names, api, link)
                    for link in places.links(page)
                    if link.operation.group == group.name
                ),
            )
            for group in api.groups
        ),
        types=tuple(
            _type(
                places,
                type_.name,
                f"models.{type_.name}" if type_.name in names.hidden_classes else type_.name,
            )
            for type_ in api.types
            if type_.name in class_names
        ),
        errors=tuple(_errors(_rest_errors(api), "rest.errors", root="Error")),
        documented=api.errors,
        others=(
            named("core.options", "Attempt"),
            named("rest.decode", "OddRow"),
            named("core.steps", "Reply"),
            named("rest.response", "Response"),
        ),
        testing=(_sandbox(api),),
        record_words=tuple(
            names.words[table.record]
            for table in (() if api.sandbox is None else api.sandbox.tables)
        ),
    )


def _method(names: RestNames, api: Api, link: OperationLink) -> MethodCall:
    operation = link.operation
    arguments = names.arguments[operation.id]
    passed = [arguments[parameter.name] for parameter in caller_parameters(api, operation)]
    name = f"{names.groups[operation.group]}.{names.methods[operation.id]}"
    is_absent = any(error.absence for error in errors_of(api, operation))
    when_absent = names.absent_methods.get(operation.id, "") if is_absent else ""
    return MethodCall(f"{name}({', '.join(passed)})", when_absent, link)


_REST_ERRORS = frozenset(
    error.name for module in ("core.errors", "rest.errors") for error in defined(module)
) - {"AnsweredError", "ClientError", "ClosedError", "OtherLoopError"}


def _rest_errors(api: Api) -> frozenset[str]:
    """Names of the errors that the package of a REST API exports."""
    unused = set[str]()
    if all(error.status is None for error in api.errors):
        unused.add("StatusError")
    if not any(error.is_redirect for error in api.errors):
        unused.add("RedirectError")
    return _REST_ERRORS - unused


def _wiki_errors(api: Api) -> frozenset[str]:
    """Names of the errors that the package of a wiki exports."""
    of_actions = PUBLIC_OF_ACTIONS[RUNTIME + ERRORS] if api.actions else ()
    return frozenset((*PUBLIC[RUNTIME + ERRORS], *of_actions))


def _errors(public: frozenset[str], module: str, *, root: str) -> Iterator[Named]:
    """The public errors, each without the members of its public bases; `root` is what a package calls `Error`."""
    errors = {error.name: error for name in ("core.errors", module) for error in defined(name)}
    names = {name: root if name == "Error" else name for name in errors}
    for error in errors.values():
        if names[error.name] in public:
            bases = tuple(_public_bases(error, errors, public | {"Error"}))
            inherited = {
                (member.name, member.text)
                for base in bases
                if base in errors
                for member in errors[base].members
            }
            members = tuple(
                member for member in error.members if (member.name, member.text) not in inherited
            )
            yield replace(
                error,
                name=names[error.name],
                signature="",
                bases=tuple(names.get(base, base) for base in bases),
                members=members,
            )


def _public_bases(error: Named, errors: dict[str, Named], public: frozenset[str]) -> Iterator[str]:
    """Bases of an error; in place of one that a package does not export, the bases of that."""
    for base in error.bases:
        if base in public or base not in errors:
            yield base
        elif base != "ClientError":
            yield from _public_bases(errors[base], errors, public)


def _renamed(class_: Named, name: str) -> Named:
    """A class of the runtime under the name that a package gives it."""
    signature = class_.signature.replace(f"{class_.name}(", f"{name}(", 1)
    return replace(class_, name=name, signature=signature, bases=())


def _constructed(client: Named, api: Api, names: RestNames, before: str) -> Named:
    """A client with the arguments of the package's own constructor."""
    own_arguments = tuple(_client_arguments(api, names, before))
    lines = (
        f"{names.address}: str | None = None",
        "*",
        *own_arguments,
        f"transport: httpx2.{before}BaseTransport | None = None",
        "allow_http: bool = False",
        "**options: Unpack[OptionFields]",
    )
    call, *other_members = client.members
    signature = f"{client.name}({_on_lines(lines)})"
    text = api.subtitle or f"{api.title}: Python client."
    members = (call, _with_options(names.key, own_arguments), *other_members)
    return replace(client, signature=signature, text=text, members=members)


def _client_arguments(api: Api, names: RestNames, before: str) -> Iterator[str]:
    """Arguments of a client for the parts of its address and the credentials of callers."""
    if names.key is not None:
        yield f"{names.key}: str | None = None"
    for argument in names.server_variables.values():
        yield f"{argument}: str | None = None"
    function = f"{before}KeyFunction"
    for scheme in api.schemes:
        argument = names.credentials[scheme.name]
        if scheme.type == "basic":
            yield f"{names.users[scheme.name]}: str | None = None"
            yield f"{argument}: str | None = None"
        elif scheme.type == "oauth2":
            yield f"{argument}: str | ClientCredentials | {function} | None = None"
        else:
            yield f"{argument}: str | {function} | None = None"


def _on_lines(parameters: Iterable[str]) -> str:
    """Parameters of a signature, each on a line of its own."""
    return "\n" + "".join(f"    {parameter},\n" for parameter in parameters)


def _streams(api: Api) -> Iterator[Named]:
    """Replies that callers read piece by piece."""
    yield _stream("Download")
    if any(map(events_of, api.operations)):
        yield _stream("Stream")
        yield named("rest.events", "ServerSentEvent")


def _stream(name: str) -> Named:
    entry = named("rest.stream", name)
    text = f"{entry.text}\n\n`AsyncClient` returns `Async{name}`, with the same names."
    return replace(entry, text=text)


def _with_options(key: str | None, own_arguments: Sequence[str]) -> Member:
    """The method that the package's own client adds."""
    name, what = "with_options", "A client with other options"
    lines = ("*", *own_arguments) if own_arguments else ()
    parameters = (*lines, "**options: Unpack[OptionFields]")
    is_short = len(parameters) < 4
    taken = ", ".join(parameters) if is_short else _on_lines(parameters)
    other = ", or another key," if key is not None else ", or another address or credential,"
    return Member(
        name,
        f"{name}({taken}) -> Self",
        f"{what}{other if own_arguments else ''} over the same connections; closing it leaves them open.",
        is_attribute=False,
    )


def _sandbox(api: Api) -> Named:
    if api.sandbox is None:
        base = named("rest.examples.sandbox", "ExampleSandbox")
        signature = "Sandbox()"
    else:
        base = named("rest.sandbox.double", "BaseSandbox")
        signature = "Sandbox(database: str | None = None, *, error_status: int = 200)"
    base = _renamed(base, "Sandbox")
    methods = (
        Member("client", "client() -> Client", "A client of this sandbox.", False),
        Member(
            "async_client",
            "async_client() -> AsyncClient",
            "An asynchronous client of this sandbox.",
            False,
        ),
    )
    text = "A stand-in for the API that needs no network."
    return replace(base, signature=signature, text=text, members=(*methods, *base.members))


def _modules(places: Places, names: WikiNames) -> Iterator[ModuleNames]:
    type_names = {entry.name: entry for entry, _ in _types(places, names)}
    for link in places.links(places.page("python")):
        if not is_action(link.operation):
            types = tuple(
                type_names.get(name, TypeName(name, link.address, "result"))
                for name in names.query.types_beside(link.operation)
            )
            yield ModuleNames(link, names.class_name(link.operation), types)


def _actions(places: Places, names: WikiNames) -> Iterator[ModuleNames]:
    for link in places.links(places.page("python")):
        if is_action(link.operation):
            home = names.actions.home(link.operation)
            types = tuple(
                _type(places, name, place.name)
                for name, place in names.actions.types.items()
                if place.module == home
            )
            yield ModuleNames(link, names.class_name(link.operation), types)


def _types(places: Places, names: WikiNames) -> Iterator[tuple[TypeName, str]]:
    """Each type with its name in Python, and the module of the package that defines it."""
    for name, place in names.query.types.items():
        yield _type(places, name, place.name), place.module


def _type(places: Places, name: str, in_python: str) -> TypeName:
    page, type_ = places.page("python"), places.types[name]
    if isinstance(type_, Alias):
        return TypeName(in_python, path_to(page, places.types_page(name)), f"type-{name}")
    if isinstance(type_, Record):
        standing = type_ in places.standing_records
        home = places.types_page(name) if standing else places.operation(places.users[name][0])
        return TypeName(in_python, path_to(page, home), f"type-{name}")
    if type_ in places.shared_enumerations:
        return TypeName(in_python, path_to(page, places.page("values")), f"values-{name}")
    user = places.users[name][0]
    parameter = next(parameter_ for parameter_ in user.parameters if parameter_.reference == name)
    return TypeName(in_python, path_to(page, places.operation(user)), f"param-{parameter.name}")
