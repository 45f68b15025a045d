"""A query module or an action as a value: the parameters that the caller gave, and nothing else.

No name here may collide with a parameter of some wiki's module, so the base classes have none but
double-underscored ones; what works on modules are functions.
"""

import warnings
from collections.abc import Mapping
from types import GenericAlias
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Literal,
    Self,
    TypeAlias,
    TypeGuard,
    TypeVar,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from ...core.secret import Sealed, is_sealed
from ..errors import ParameterError
from .field import PAGE_SIZE, Field, nearest, read_field
from .rules import Rule

ResultT_co = TypeVar("ResultT_co", covariant=True)
ItemT = TypeVar("ItemT")
BesideT_co = TypeVar("BesideT_co", covariant=True)
ModuleT = TypeVar("ModuleT", bound="Module[Any]")

Where: TypeAlias = Literal["query", "page", "top-level"]


class Wire(msgspec.Struct, frozen=True):
    """Names of a module on the wire, and the place of its result in a reply."""

    name: str
    prefix: str
    group: str
    """`list`, `prop`, `meta` or `action`."""
    where: Where
    key: str | None
    """Key of the result; None if its fields are among those around it."""
    items: str | None
    """Member that holds the items, where the result is an object around them."""
    nested: str | None
    """Member that holds the items of one group, where they come in groups."""
    selector: str
    """The parameter whose values bring fields of the result."""
    read: bool
    """True if the right to read is needed."""
    write: bool
    post: bool
    """True if the server requires a POST."""
    deprecated: bool
    internal: bool
    token: str | None
    """Of an action: the kind of token that it wants."""
    media_type: str | None
    """Of an action: what it answers with where that is not JSON."""


class _Signature:
    """The signature of a class of a module, for help at run time: made whenever somebody asks."""

    def __get__(self, instance: object, module: "type[AnyModule]") -> object:
        from inspect import Parameter, Signature  # slow to import

        hints = get_type_hints(module)
        parameters = [
            Parameter(
                name,
                Parameter.KEYWORD_ONLY,
                default=Parameter.empty if field.required else getattr(module, name),
                annotation=hints[name],
            )
            for name, field in fields_of(module).items()
        ]
        return Signature(parameters)


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Module(Generic[ResultT_co]):
    """Base of all modules. A parameter without a value is not sent: the server's default holds."""

    __group__: ClassVar[str] = ""
    __where__: ClassVar[Where] = "query"
    __wire__: ClassVar[Wire]
    __rules__: ClassVar[tuple[Rule, ...]] = ()
    __continue__: ClassVar[tuple[str, ...]] = ()
    """Wire names with which the server continues."""
    __fields__: ClassVar[Mapping[str, Field]]
    __signature__ = _Signature()

    def __init_subclass__(
        cls,
        *,
        name: str = "",
        prefix: str = "",
        key: str | None = "",
        where: Where | None = None,
        items: str | None = None,
        nested: str | None = None,
        selector: str = "prop",
        read: bool = True,
        write: bool = False,
        post: bool = False,
        deprecated: bool = False,
        internal: bool = False,
        token: str | None = None,
        media_type: str | None = None,
        **options: Any,
    ) -> None:
        super().__init_subclass__(**options)
        if name:
            cls.__wire__ = Wire(
                name,
                prefix,
                cls.__group__,
                where or cls.__where__,
                name if key == "" else key,
                items,
                nested,
                selector,
                read,
                write,
                post,
                deprecated,
                internal,
                token,
                media_type,
            )

    if not TYPE_CHECKING:  # to checkers the constructor is that of a dataclass

        def __init__(self, *unnamed, **values):
            if unnamed:
                raise TypeError(
                    f"{type(self).__name__} takes parameters by name, not {unnamed[0]!r}"
                )
            _fill(self, values)

        def __setattr__(self, name, value):
            raise AttributeError(f"{type(self).__name__} cannot be changed; make a new one")

        __delattr__ = __setattr__

    def __replace__(self, **changes: Any) -> Self:
        return type(self)(**{**vars(self), **changes})

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), *sorted(vars(self).items())))

    def __repr__(self) -> str:
        fields = fields_of(type(self))
        arguments = (
            f"{name}={'…' if 'sensitive' in fields[name].flags else shown_value(value)}"
            for name, value in vars(self).items()
        )
        return f"{type(self).__name__}({', '.join(arguments)})"


class ListModule(Module[list[ItemT]], Generic[ItemT]):
    """A module that lists: its result is a list of items."""

    __group__ = "list"


class PropModule(Module[ResultT_co], Generic[ResultT_co]):
    """A module that tells something of each page."""

    __group__ = "prop"
    __where__ = "page"


class MetaModule(Module[ResultT_co], Generic[ResultT_co]):
    """A module that tells something of the wiki or of the account."""

    __group__ = "meta"


class ActionModule(Module[ResultT_co], Generic[ResultT_co]):
    """Something that a wiki does beside queries: `Client.act` carries it out."""

    __group__ = "action"
    __where__ = "top-level"


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Parameters:
    """Marks the modules whose annotations are their parameters.

    Type checkers know that of `Module`; jedi does not, since it looks into no base with a type in brackets.
    """


class Generator:
    """Marks the modules that may choose the pages of a query."""


class Beside(Generic[BesideT_co]):
    """Marks the modules that tell something beside their result; the type says what."""


AnyModule: TypeAlias = Module[Any]
"""A module of any kind."""


AnyAction: TypeAlias = ActionModule[Any]
"""An action of any kind."""


def is_module(value: object) -> TypeGuard[AnyModule]:
    """Return whether a value is a module of any kind."""
    return isinstance(value, Module)


def is_action(value: object) -> TypeGuard[AnyAction]:
    """Return whether a value is an action."""
    return isinstance(value, ActionModule)


def fields_of(module: type[AnyModule]) -> Mapping[str, Field]:
    """The parameters of a class, read from its annotations at first use."""
    if "__fields__" not in vars(module):  # not by getattr(), which finds those of a base
        fields: dict[str, Field] = {}
        bases = cast("tuple[type[object], ...]", module.__mro__)
        for name, hint in (
            parameter for base in reversed(bases) for parameter in _parameters(base)
        ):
            required = not hasattr(module, name)
            wire = module.__wire__.name
            fields[name] = read_field(name, wire, module.__name__, hint, required=required)
        module.__fields__ = fields
    return module.__fields__


def _parameters(base: type[object]) -> list[tuple[str, object]]:
    """The annotations of a module class itself, without those of its bases."""
    if "__wire__" not in vars(base):
        return []
    hints: Mapping[str, object] = base.__annotations__  # from Python 3.14 on, not among its vars
    return [(name, hint) for name, hint in hints.items() if not name.startswith("__")]


def default_of(module: type[AnyModule], name: str) -> object:
    """The server's default of a parameter, in its checked form."""
    field = fields_of(module)[name]
    if field.kind == "limit":
        return field.limit.default
    return getattr(module, name, None)


def result_type(module: type[AnyModule]) -> Any:
    """The type of a module's result, from the arguments of its base class."""
    for base in module.__mro__:
        generics: tuple[Any, ...] = vars(base).get("__orig_bases__", ())
        for generic in generics:
            if get_origin(generic) in (ListModule, PropModule, MetaModule, ActionModule):
                (item,) = get_args(generic)
                return GenericAlias(list, (item,)) if get_origin(generic) is ListModule else item
    return Any


def shown_value(value: object) -> str:
    """A value in a `repr`; of what a file holds, how much it is."""
    return f"<{len(value)} bytes>" if isinstance(value, bytes) else repr(value)


def _fill(module: AnyModule, values: dict[str, object]) -> None:
    cls = type(module)
    fields, arguments = fields_of(cls), vars(module)
    for name in values:
        if name in fields and "sensitive" in fields[name].flags:
            values[name] = _hidden(values[name])  # also for the frame of the constructor
    if cls.__wire__.deprecated:
        _warn(f"{cls.__name__} is deprecated")
    for name, value in values.items():
        field = fields.get(name)
        if field is None:
            raise _unknown(cls, name)
        if value is None or (value is False and field.kind == "boolean"):
            continue  # to a wiki, a flag that is sent at all is set
        arguments[name] = _checked(field, value) if is_sealed(value) else field.check(value)
        if field.deprecated is not None and (old := field.old(arguments[name])):
            _warn(f"{cls.__name__}: {old} is deprecated")
        for doubt in field.doubts(arguments[name]) if field.open else ():
            _warn(f"{cls.__name__}.{name}: {doubt}", UserWarning)
    for name, field in fields.items():
        if field.required and arguments.get(name, ()) == ():  # an empty list gives nothing
            text = f"{cls.__name__} needs {name}"
            raise ParameterError(
                text, code="missingparam", module=cls.__wire__.name, parameter=name
            )


def _hidden(value: object) -> object:
    return value if value is None or value is False or is_sealed(value) else Sealed(value)


def _checked(field: Field, value: Sealed[object]) -> Sealed[object]:
    """A checked secret value; messages about it do not contain it."""
    try:
        return Sealed(field.check(value.reveal()))
    except ParameterError as error:
        code, module = error.code, error.module
    # Outside of `except`, since the other error tells the value.
    text = f"{field.owner}.{field.name}: the server would not take this value"
    raise ParameterError(text, code=code, module=module, parameter=field.name)


def _warn(text: str, category: type[Warning] = DeprecationWarning) -> None:
    """Warn at the line that made the module, or replaced something in it."""
    from inspect import currentframe  # slow to import, and few need it

    level, frame = 1, currentframe()
    while frame is not None and frame.f_globals is globals():
        level, frame = level + 1, frame.f_back
    warnings.warn(text, category, stacklevel=level)


def _unknown(module: type[AnyModule], name: str) -> ParameterError:
    fields, prefix = fields_of(module), module.__wire__.prefix
    wire = {field.wire: name for name, field in fields.items()}
    near = wire.get(name) or wire.get(name.removeprefix(prefix)) or nearest(name, fields)
    hint = f"; did you mean {near!r}?" if near else f"; there are: {', '.join(fields)}"
    if near == PAGE_SIZE:
        hint = (
            f"; {near!r} is how many one request brings, max_items of the call how many come in all"
        )
    return ParameterError(
        f"{module.__name__} has no parameter {name!r}{hint}",
        code="unrecognizedparams",
        module=module.__wire__.name,
        parameter=name,
    )


def replace(module: ModuleT, **changes: object) -> ModuleT:
    """A copy of a module with other parameters; None removes a parameter."""
    return type(module)(**{**vars(module), **changes})
