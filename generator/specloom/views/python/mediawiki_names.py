"""Names of a wiki package: which class, record and file each part of the model becomes."""

from collections.abc import Iterator

from specloom import model, naming
from specloom.rendering.render import View

TYPES = (
    *(
        "All",
        "Forced",
        "Many",
        "Maximum",
        "NamespaceNumber",
        "Namespaces",
        "PageSize",
        "Text",
        "Time",
    ),
    *("Timestamp", "Title", "User"),
)
MARKS = (
    *(
        "Count",
        "Deprecated",
        "ExtraNamespaces",
        "HiddenBy",
        "Internal",
        "Kind",
        "Length",
        "Limit",
        "Name",
    ),
    *("Note", "Prop", "Subtypes", "When"),
    *("DEPRECATED", "DUPLICATES", "ENFORCED", "MUST_EXIST", "SENSITIVE"),
)
BASES = ("Beside", "Generator", "ListModule", "MetaModule", "PropModule")
TYPING = ("Annotated", "Any", "Literal", "NotRequired", "TypeAlias", "TypedDict")
BUILTINS = ("bool", "dict", "float", "int", "list", "str")

PAGE_SIZE = "page_size"
"""What the parameter is called that tells how much one request brings."""

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
    "_runtime.mediawiki.changes": ("UNATTENDED",),
    "_runtime.mediawiki.catalogue": ("Difference",),
    "_runtime.mediawiki.context": ("WikiWarning",),
    "_runtime.mediawiki.explain": ("Explanation",),
    "_runtime.mediawiki.module": ("replace",),
    "_runtime.mediawiki.namespace": ("Namespace",),
    "_runtime.mediawiki.order": ("Asked", "Redirect"),
    "_runtime.mediawiki.page": ("Combined", "Page"),
    "_runtime.mediawiki.session": ("LoginStep",),
    "_runtime.mediawiki.times": ("parse_time",),
    "_runtime.mediawiki.types": ("Forced",),
}
"""What every wiki package offers beside its own classes, by where it stands."""

_TAKEN = frozenset(
    [
        *TYPES,
        *MARKS,
        *BASES,
        *TYPING,
        "Mapping",
        "Rules",
        *(one for names in PUBLIC.values() for one in names),
    ]
)
_ENDINGS: dict[type[model.NamedType], str] = {model.Enumeration: "Values", model.Record: "Record"}
_TAKEN_PARAMETERS = frozenset([*_TAKEN, *BUILTINS])


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
    files = dict(
        zip(
            (one.id for one in api.operations),
            naming.distinct(naming.module_name(one.id) for one in api.operations),
            strict=True,
        )
    )
    wanted = [
        *(_free(one.class_name or naming.class_name(one.id), "Module") for one in api.operations),
        *(_free(one.name, _ENDINGS[type(one)]) for one in api.types),
    ]
    given = naming.distinct(wanted)
    count = len(api.operations)
    classes = dict(zip((one.id for one in api.operations), given[:count], strict=True))
    users = type_users(api)
    types: dict[str, Place] = {}
    for one, name in zip(api.types, given[count:], strict=True):
        using = users.get(one.name, set())
        shared = "values" if isinstance(one, model.Enumeration) else "records"
        alone = len(using) == 1 and "" not in using
        home = f"modules.{files[next(iter(using))]}" if alone else shared
        types[one.name] = Place(home, name)
    return Names(files, classes, types)


def parameter_names(operation: model.Operation) -> dict[str, str]:
    """Wire name → Python name of every parameter that is the caller's business."""
    own = [one for one in all_parameters(operation) if one.name != "continue"]
    wanted = (_parameter_name(one) for one in own)
    return dict(zip((one.name for one in own), naming.distinct(wanted), strict=True))


def all_parameters(operation: model.Operation) -> Iterator[model.Parameter]:
    """Plain and templated ones, in the catalogue's order."""
    yield from operation.parameters
    yield from operation.templated_parameters


def is_page_size(parameter: model.Parameter) -> bool:
    """Whether a parameter tells how much one request brings."""
    return parameter.name == "limit" and parameter.type == "limit"


def _parameter_name(parameter: model.Parameter) -> str:
    if is_page_size(parameter):
        return PAGE_SIZE
    name = naming.identifier(parameter.name)
    return f"{name}_" if name in _TAKEN_PARAMETERS or name == PAGE_SIZE else name


def _free(name: str, ending: str) -> str:
    return f"{name}{ending}" if name in _TAKEN else name


def type_users(api: model.Api) -> dict[str, set[str]]:
    """Name of a type → ids of the operations that use it; `` for the query itself."""
    records = {one.name: one for one in api.types if isinstance(one, model.Record)}
    users: dict[str, set[str]] = {}

    def use(expression: model.TypeExpression, user: str) -> None:
        for name in model.references(expression):
            if user not in users.setdefault(name, set()):
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
        for one in result.siblings:
            yield one.type
        if result.group is not None:
            yield model.Reference(name=result.group)
