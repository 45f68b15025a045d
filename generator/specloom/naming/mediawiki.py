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
"""Names that every wiki package offers beside its own classes, by module."""
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
"""Names that the package of a wiki with actions offers as well."""


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
"""Names that the templates import, and which names of a wiki must avoid."""

IMPORTED_BY_ACTIONS = IMPORTED | _names("ActionModule File")

_OFFERED = [*PUBLIC.values(), *PUBLIC_OF_ACTIONS.values()]
_TAKEN = IMPORTED | {name for names in _OFFERED for name in names}
_TAKEN_BY_ACTIONS = IMPORTED_BY_ACTIONS | _TAKEN
_TAKEN_PARAMETERS = _TAKEN | _BUILTINS
TAKEN_MEMBERS = _TYPES | _BUILTINS
"""Names of types that a class of a record could not use any more after a member of that name."""

_ENDINGS: dict[type[model.NamedType], str] = {
    model.Alias: "Type",
    model.Enumeration: "Values",
    model.Record: "Record",
}


class Place(msgspec.Struct, frozen=True):
    """Module and name of a type or class, below the package."""

    module: str
    """`values`, `records`, `modules.allpages`."""
    name: str


class ResultNames(msgspec.Struct, frozen=True):
    """Records that are made for the result of a module, beside those of the model."""

    item: str | None = None
    """The record of an item with the fields of the group around it; None: the result does not have groups."""
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
    """Folder for the files of the operations."""

    def home(self, operation: model.Operation) -> str:
        """The module below the package that has an operation's class."""
        return f"{self.folder}.{self.files[operation.id]}"

    def types_beside(self, operation: model.Operation) -> list[str]:
        """The types that the file of an operation defines beside its class, in order."""
        result = self.results[operation.id]
        kept_names = (
            self.types[type_.name].name
            for type_ in self.homes.get(self.home(operation), ())
            if type_.name not in result.replaced
        )
        return sorted([*kept_names, *(name for name in (result.item, result.beside) if name)])


class WikiNames(msgspec.Struct, frozen=True):
    """Every name of one package."""

    query: FolderNames
    actions: FolderNames
    arguments: dict[tuple[str, str], dict[str, str]]
    """Group and id of an operation → wire name → Python name of each parameter that is the caller's business."""
    server_variables: dict[str, str] = {}
    """Empty: the address of a wiki is given as a whole."""

    def class_name(self, operation: model.Operation) -> str:
        """The class of a query module or an action."""
        folder = self.actions if operation.group == model.ACTION_GROUP else self.query
        return folder.classes[operation.id]

    def method_when_absent(self, operation: model.Operation) -> str:
        """Empty: modules lack a second method."""
        return ""

    def event_method(self, operation: model.Operation) -> str:
        """Empty: replies of wikis do not come as items."""
        return ""

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
    """The names of query modules; a type that only one module uses is in its file."""
    ids = [operation.id for operation in api.operations]
    files = dict(zip(ids, naming.distinct(map(naming.module_name, ids)), strict=True))
    candidates = [
        *(
            _free(operation.module.class_name or naming.class_name(operation.id), "Module")
            for operation in api.operations
        ),
        *(_free(type_.name, _ENDINGS[type(type_)]) for type_ in api.types),
    ]
    names = naming.distinct(candidates)
    classes = dict(zip(ids, names[: len(ids)], strict=True))
    users = type_users(api)
    types: dict[str, Place] = {}
    for type_, name in zip(api.types, names[len(ids) :], strict=True):
        using = users.get(type_.name, set())
        shared = "values" if isinstance(type_, model.Enumeration) else "records"
        alone = len(using) == 1 and "" not in using
        home = f"modules.{files[next(iter(using))]}" if alone else shared
        types[type_.name] = Place(home, name)
    return _folder(api, api.operations, files, classes, types, "modules")


def _of_actions(api: model.Api, query: FolderNames) -> FolderNames:
    """The names of actions, which may be equal to those of query modules.

    Types that query modules use are with these; those of one action are in its file.
    """
    ids = [action.id for action in api.actions]
    shared = ("records", "values")
    files = naming.distinct([*shared, *map(naming.module_name, ids)])[len(shared) :]
    users = type_users(api, api.actions)
    action_types = [
        type_ for type_ in api.types if type_.name in users and type_.name not in query.types
    ]
    candidates = [
        *(action.module.class_name or naming.class_name(action.id) for action in api.actions),
        *(type_.name for type_ in action_types),
    ]
    used_names = sorted({*_TAKEN_BY_ACTIONS, *(place.name for place in query.types.values())})
    names = naming.distinct([*used_names, *candidates])[len(used_names) :]
    by_id = dict(zip(ids, files, strict=True))
    types = dict(query.types)
    for type_, name in zip(action_types, names[len(ids) :], strict=True):
        using = users[type_.name]
        home = (
            by_id[next(iter(using))]
            if len(using) == 1
            else shared[isinstance(type_, model.Enumeration)]
        )
        types[type_.name] = Place(f"actions.{home}", name)
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
    types_by_name, homes = _types_with_place(api, types)
    results = {
        operation.id: _of_result(
            operation,
            classes[operation.id],
            f"{folder}.{files[operation.id]}",
            types,
            types_by_name,
        )
        for operation in operations
    }
    return FolderNames(files, classes, types, types_by_name, homes, results, folder)


def _of_result(
    operation: model.Operation,
    class_name: str,
    home: str,
    types: Mapping[str, Place],
    types_by_name: Mapping[str, model.NamedType],
) -> ResultNames:
    """The records that the file of a module defines for its result."""
    result = operation.result
    if result is None or result.assumed:
        return ResultNames()
    has_beside = result.items_key is None and bool(result.siblings)
    beside = f"{class_name}Beside" if has_beside else None
    group = result.group if result.nested_key is not None else None
    reference = result.type.items if isinstance(result.type, model.ListOf) else result.type
    item = types_by_name.get(reference.name) if isinstance(reference, model.Reference) else None
    around = types_by_name.get(group) if group is not None else None
    if not isinstance(item, model.Record) or not isinstance(around, model.Record):
        return ResultNames(beside=beside)
    is_own = types[item.name].module == home
    replaced = (item.name, around.name) if is_own else (around.name,)
    return ResultNames(f"{class_name}Item", beside, replaced)


def _types_with_place(
    api: model.Api, types: Mapping[str, Place]
) -> tuple[dict[str, model.NamedType], dict[str, list[model.NamedType]]]:
    """The types that have a place, by name and by module."""
    types_by_name = {type_.name: type_ for type_ in api.types if type_.name in types}
    homes: dict[str, list[model.NamedType]] = {}
    for type_ in types_by_name.values():
        homes.setdefault(types[type_.name].module, []).append(type_)
    return types_by_name, homes


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
    """Rules that several modules share, with the names of their constants.

    A wiki that lacks a parameter in one module only has two forms of the rule, so two constants.
    """
    uses = Counter(rule for operation in api.operations for rule in operation.rules)
    shared = {rule: rule.name for rule, count in uses.items() if rule.name and count > 1}
    used_names = [*names.classes.values(), *(place.name for place in names.types.values())]
    rule_names = [_free(name, "_RULE") for name in shared.values()]
    return dict(
        zip(shared, naming.distinct([*used_names, *rule_names])[len(used_names) :], strict=True)
    )
