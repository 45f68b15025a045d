"""Names of a wiki package: which class, record and file each part of the model becomes."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

import msgspec

from specloom.model import naming
from specloom.model import structs as model
from specloom.model.sent import sent_by_clients
from specloom.model.type_use import result_names, with_inner
from specloom.rendering.render import View
from specloom.runtime.mediawiki.modules.field import PAGE_SIZE

PUBLIC = {
    "async_client": ("AsyncClient",),
    "client": ("Client",),
    "_runtime.mediawiki.errors": (
        "AbsentError",
        "BusyError",
        "CallTimeoutError",
        "ConnectError",
        "ContinuationError",
        "LoginError",
        "ParameterError",
        "ResponseError",
        "ResponseTooLargeError",
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
    "_runtime.mediawiki.queries.explain": ("ExplainedRequest", "Explanation"),
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
PUBLIC_OF_ACTIONS = {
    "_runtime.mediawiki.errors": (
        "Blocked",
        "Captcha",
        "EditConflict",
        "Excluded",
        "Exists",
        "Filtered",
        "NotDone",
        "Partial",
        "Protected",
        "Uncertain",
    ),
    "_runtime.mediawiki.writing.change_page": ("SavedPage",),
    "_runtime.mediawiki.actions.reply": ("ActReply",),
    "_runtime.mediawiki.writing.page_sets": ("PurgedPage", "WatchedPage"),
    "_runtime.mediawiki.writing.upload": ("SavedFile",),
}
"""What the package of a wiki with actions offers as well."""


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_TYPES = _names("""
    All Expiry Forced Many Maximum NamespaceNumber Namespaces PageSize Text Time Timestamp Title User
    """)
_BUILTINS = _names("bool dict float int list str")
IMPORTED = _TYPES | _names("""
    Annotated Any BY_SETTING Beside Count DEPRECATED DUPLICATES Deprecated ENFORCED ExtraNamespaces Generator
    HiddenBy Internal Kind Length Limit ListModule Literal MUST_EXIST Mapping MetaModule Name
    NotRequired Note Parameters Prop PropModule Rules SENSITIVE Subtypes TypeAlias TypedDict When
    """)
"""What the templates import, so that nothing of a wiki may have such a name."""

IMPORTED_BY_ACTIONS = IMPORTED | _names("ActionModule File")

_OFFERED = [*PUBLIC.values(), *PUBLIC_OF_ACTIONS.values()]
_TAKEN = IMPORTED | {name for names in _OFFERED for name in names}
_TAKEN_BY_ACTIONS = IMPORTED_BY_ACTIONS | _TAKEN
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
    named: dict[str, model.NamedType]
    """Name of a model's type → the type, for each that is somewhere."""
    homes: dict[str, list[model.NamedType]]
    """Module below the package → the types that it defines, in the order of the model."""
    folder: str = "modules"
    """Where the files of the operations are."""


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
    return Names(files, classes, types, *_placed(api, types))


def names_of_actions(api: model.Api, query: Names) -> Names:
    """Decide the names of a package's actions, which may be those of query modules.

    Types that query modules use stand with these; those of one action stand in its file.
    """
    ids = [action.id for action in api.actions]
    shared = ("records", "values")
    files = naming.distinct([*shared, *map(naming.module_name, ids)])[len(shared) :]
    users = type_users(api, api.actions)
    own = [named for named in api.types if named.name in users and named.name not in query.types]
    wanted = [
        *(action.class_name or naming.class_name(action.id) for action in api.actions),
        *(named.name for named in own),
    ]
    taken = sorted({*_TAKEN_BY_ACTIONS, *(place.name for place in query.types.values())})
    given = naming.distinct([*taken, *wanted])[len(taken) :]
    by_id = dict(zip(ids, files, strict=True))
    types = dict(query.types)
    for named, name in zip(own, given[len(ids) :], strict=True):
        using = users[named.name]
        home = by_id[next(iter(using))] if len(using) == 1 else shared[_is_list(named)]
        types[named.name] = Place(f"actions.{home}", name)
    classes = dict(zip(ids, given[: len(ids)], strict=True))
    return Names(by_id, classes, types, *_placed(api, types), "actions")


def _placed(
    api: model.Api, types: Mapping[str, Place]
) -> tuple[dict[str, model.NamedType], dict[str, list[model.NamedType]]]:
    """The types that have a place, by name and by module."""
    named = {known.name: known for known in api.types if known.name in types}
    homes: dict[str, list[model.NamedType]] = {}
    for known in named.values():
        homes.setdefault(types[known.name].module, []).append(known)
    return named, homes


def _is_list(named: model.NamedType) -> bool:
    return isinstance(named, model.Enumeration)


def parameter_names(operation: model.Operation) -> dict[str, str]:
    """Wire name → Python name of every parameter that is the caller's business."""
    every = all_parameters(operation)
    own = [parameter for parameter in every if not sent_by_clients(operation, parameter)]
    is_action = operation.group == model.ACTION_GROUP
    wanted = (_parameter_name(parameter, is_action) for parameter in own)
    names = (parameter.name for parameter in own)
    return dict(zip(names, naming.distinct(wanted), strict=True))


ANY_NAME = "{name}"
"""The parameter that stands for those of any name, on the wire."""
_FURTHER = model.Parameter(
    name=ANY_NAME,
    type="string",
    template_variables={"name": ""},
    sensitive=True,
    summary="Further fields that the wiki asks for, by their names, such as `username`. They are never shown.",
)


def all_parameters(operation: model.Operation) -> Iterator[model.Parameter]:
    """Plain and templated ones, in the catalogue's order; last what stands for those that only the wiki knows."""
    yield from operation.parameters
    yield from operation.templated_parameters
    if operation.group == model.ACTION_GROUP and operation.dynamic_parameters:
        yield _FURTHER


def is_page_size(parameter: model.Parameter) -> bool:
    """Whether a parameter of a query module tells how much one request brings."""
    return parameter.name == "limit" and parameter.type == "limit"


def chooses_pages(parameter: model.Parameter) -> bool:
    """Whether a parameter of an action takes a query module that chooses the pages."""
    return parameter.name == "generator" and parameter.submodules is not None


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


def _parameter_name(parameter: model.Parameter, is_action: bool) -> str:
    if parameter.name == ANY_NAME:
        return "fields"
    if is_page_size(parameter) and not is_action:
        return PAGE_SIZE
    name = naming.identifier(parameter.name)
    return f"{name}_" if name in _TAKEN_PARAMETERS or name == PAGE_SIZE else name


def _free(name: str, ending: str) -> str:
    return f"{name}{ending}" if name in _TAKEN else name


def type_users(
    api: model.Api, operations: Sequence[model.Operation] | None = None
) -> dict[str, set[str]]:
    """Name of a type → ids of the operations that use it; `` for the query itself.

    Of other operations than the query modules, the query is none.
    """
    users: dict[str, set[str]] = {}
    records = model.records_of(api)
    for operation in api.operations if operations is None else operations:
        for name in types_of_operation(records, operation):
            users.setdefault(name, set()).add(operation.id)
    if api.wire is not None and operations is None:
        fields = (model.references(field.type) for field in api.wire.resolutions)
        for name in with_inner(records, (api.wire.page, *chain.from_iterable(fields))):
            users.setdefault(name, set()).add("")
    return users


def types_of_operation(
    types: Mapping[str, model.NamedType], operation: model.Operation
) -> Iterator[str]:
    """Every type that the file of an operation may name, of its result and of its parameters."""
    yield from with_inner(types, result_names(operation.result))
    for parameter in all_parameters(operation):
        if parameter.enumeration is not None and not chooses_pages(parameter):
            yield parameter.enumeration


def shared_rules(api: model.Api, names: Names) -> dict[model.Rule, str]:
    """Named rules that several modules have, with their constants.

    A wiki that lacks a parameter in one module only has two forms of the rule, so two constants.
    """
    uses = Counter(rule for operation in api.operations for rule in operation.rules)
    shared = {rule: rule.name for rule, count in uses.items() if rule.name and count > 1}
    taken = [*names.classes.values(), *(place.name for place in names.types.values())]
    wanted = [_free(name, "_RULE") for name in shared.values()]
    return dict(zip(shared, naming.distinct([*taken, *wanted])[len(taken) :], strict=True))
