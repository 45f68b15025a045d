"""Identifiers of a wiki's package: which class, record, argument and file each part of the model becomes."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

import msgspec

from specloom.model import naming
from specloom.model import structs as model
from specloom.model.module_parameters import ANY_NAME, all_parameters, chooses_pages, is_page_size
from specloom.model.query_part import without_actions
from specloom.model.sent import sent_by_clients
from specloom.model.type_use import result_names, with_inner
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


class Place(msgspec.Struct, frozen=True):
    """Where a type or class is defined, below the package."""

    module: str
    """`values`, `records`, `modules.allpages`."""
    name: str


class ResultNames(msgspec.Struct, frozen=True):
    """Records that are made for the result of a module, beside those of the model."""

    item: str | None = None
    """The record of an item with the fields of the group around it; None: the result has no groups."""
    beside: str | None = None
    """The record of what stands beside the result; None: nothing does."""
    replaced: tuple[str, ...] = ()
    """The model's names of the records in whose place `item` stands."""


class FolderNames(msgspec.Struct, frozen=True):
    """Every name of one folder of a package: that of the query modules, or that of the actions."""

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
    results: dict[str, ResultNames]
    """Operation's id → the records that are made for its result."""
    folder: str = "modules"
    """Where the files of the operations are."""

    def home(self, operation: model.Operation) -> str:
        """The module below the package that has an operation's class."""
        return f"{self.folder}.{self.files[operation.id]}"

    def types_beside(self, operation: model.Operation) -> list[str]:
        """The types that the file of an operation defines beside its class, in order."""
        result = self.results[operation.id]
        kept = (
            self.types[named.name].name
            for named in self.homes.get(self.home(operation), ())
            if named.name not in result.replaced
        )
        return sorted([*kept, *(name for name in (result.item, result.beside) if name)])


class WikiNames(msgspec.Struct, frozen=True):
    """Every name of one package."""

    query: FolderNames
    actions: FolderNames
    arguments: dict[tuple[str, str], dict[str, str]]
    """Group and id of an operation → wire name → Python name of each parameter that is the caller's business."""

    def class_name(self, operation: model.Operation) -> str:
        """The class of a query module or an action."""
        folder = self.actions if operation.group == model.ACTION_GROUP else self.query
        return folder.classes[operation.id]

    def arguments_of(self, operation: model.Operation) -> dict[str, str]:
        """Wire name → Python name of each parameter that is the caller's business."""
        return self.arguments[operation.group, operation.id]


def wiki_names(api: model.Api) -> WikiNames:
    """Decide every name of a package."""
    query = _of_modules(without_actions(api))
    return WikiNames(
        query,
        _of_actions(api, query),
        {
            (operation.group, operation.id): _arguments(operation)
            for operation in (*api.operations, *api.actions)
        },
    )


def _of_modules(api: model.Api) -> FolderNames:
    """The names of query modules; a type that one module alone uses stands in its file."""
    ids = [operation.id for operation in api.operations]
    files = dict(zip(ids, naming.distinct(map(naming.module_name, ids)), strict=True))
    candidates = [
        *(
            _free(operation.class_name or naming.class_name(operation.id), "Module")
            for operation in api.operations
        ),
        *(_free(named.name, _ENDINGS[type(named)]) for named in api.types),
    ]
    names = naming.distinct(candidates)
    classes = dict(zip(ids, names[: len(ids)], strict=True))
    users = type_users(api)
    types: dict[str, Place] = {}
    for named, name in zip(api.types, names[len(ids) :], strict=True):
        using = users.get(named.name, set())
        shared = "values" if isinstance(named, model.Enumeration) else "records"
        alone = len(using) == 1 and "" not in using
        home = f"modules.{files[next(iter(using))]}" if alone else shared
        types[named.name] = Place(home, name)
    return _folder(api, api.operations, files, classes, types, "modules")


def _of_actions(api: model.Api, query: FolderNames) -> FolderNames:
    """The names of actions, which may be those of query modules.

    Types that query modules use stand with these; those of one action stand in its file.
    """
    ids = [action.id for action in api.actions]
    shared = ("records", "values")
    files = naming.distinct([*shared, *map(naming.module_name, ids)])[len(shared) :]
    users = type_users(api, api.actions)
    own = [named for named in api.types if named.name in users and named.name not in query.types]
    candidates = [
        *(action.class_name or naming.class_name(action.id) for action in api.actions),
        *(named.name for named in own),
    ]
    taken = sorted({*_TAKEN_BY_ACTIONS, *(place.name for place in query.types.values())})
    names = naming.distinct([*taken, *candidates])[len(taken) :]
    by_id = dict(zip(ids, files, strict=True))
    types = dict(query.types)
    for named, name in zip(own, names[len(ids) :], strict=True):
        using = users[named.name]
        home = by_id[next(iter(using))] if len(using) == 1 else shared[_is_list(named)]
        types[named.name] = Place(f"actions.{home}", name)
    classes = dict(zip(ids, names[: len(ids)], strict=True))
    return _folder(api, api.actions, by_id, classes, types, "actions")


def _folder(
    api: model.Api,
    operations: Sequence[model.Operation],
    files: dict[str, str],
    classes: dict[str, str],
    types: dict[str, Place],
    folder: str,
) -> FolderNames:
    named, homes = _placed(api, types)
    results = {
        operation.id: _of_result(
            operation, classes[operation.id], f"{folder}.{files[operation.id]}", types, named
        )
        for operation in operations
    }
    return FolderNames(files, classes, types, named, homes, results, folder)


def _of_result(
    operation: model.Operation,
    class_name: str,
    home: str,
    types: Mapping[str, Place],
    named: Mapping[str, model.NamedType],
) -> ResultNames:
    """The records that the file of a module defines for its result."""
    result = operation.result
    if result is None or result.assumed:
        return ResultNames()
    has_beside = result.items_key is None and bool(result.siblings)
    beside = f"{class_name}Beside" if has_beside else None
    group = result.group if result.nested_key is not None else None
    reference = result.type.items if isinstance(result.type, model.ListOf) else result.type
    item = named.get(reference.name) if isinstance(reference, model.Reference) else None
    around = named.get(group) if group is not None else None
    if not isinstance(item, model.Record) or not isinstance(around, model.Record):
        return ResultNames(beside=beside)
    is_own = types[item.name].module == home
    replaced = (item.name, around.name) if is_own else (around.name,)
    return ResultNames(f"{class_name}Item", beside, replaced)


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


def _arguments(operation: model.Operation) -> dict[str, str]:
    every = all_parameters(operation)
    parameters = [parameter for parameter in every if not sent_by_clients(operation, parameter)]
    is_action = operation.group == model.ACTION_GROUP
    candidates = (_parameter_name(parameter, is_action) for parameter in parameters)
    names = (parameter.name for parameter in parameters)
    return dict(zip(names, naming.distinct(candidates), strict=True))


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
    if operations is None:
        wire = model.wire_of(api)
        fields = (model.references(field.type) for field in wire.resolutions)
        for name in with_inner(records, (wire.page, *chain.from_iterable(fields))):
            users.setdefault(name, set()).add("")
    return users


def types_of_operation(
    types: Mapping[str, model.NamedType], operation: model.Operation
) -> Iterator[str]:
    """Every type that the file of an operation may name, of its result and of its parameters."""
    yield from with_inner(types, result_names(operation.result))
    for parameter in all_parameters(operation):
        if parameter.reference is not None and not chooses_pages(parameter):
            yield parameter.reference


def shared_rules(api: model.Api, names: FolderNames) -> dict[model.Rule, str]:
    """Named rules that several modules have, with their constants.

    A wiki that lacks a parameter in one module only has two forms of the rule, so two constants.
    """
    uses = Counter(rule for operation in api.operations for rule in operation.rules)
    shared = {rule: rule.name for rule, count in uses.items() if rule.name and count > 1}
    taken = [*names.classes.values(), *(place.name for place in names.types.values())]
    wanted = [_free(name, "_RULE") for name in shared.values()]
    return dict(zip(shared, naming.distinct([*taken, *wanted])[len(taken) :], strict=True))
