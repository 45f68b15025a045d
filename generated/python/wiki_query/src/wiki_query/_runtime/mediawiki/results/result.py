"""Results of modules: the server's own data, and their places in a reply."""

from collections.abc import Iterable, Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, NotRequired, Union, cast, get_args, get_origin, is_typeddict

from ..errors import AbsentError
from ..modules.field import nearest
from ..modules.marks import HiddenBy, Prop, When
from ..modules.module import AnyModule, Beside, ListModule, default_of, fields_of, result_type
from ..plain import JSON, is_list, is_object, object_in
from .form import check_form


class Result(dict[str, Any]):
    """A part of an answer: the dictionary that the server sent, which explains what it lacks."""

    __slots__ = ("_kind", "_module")

    def __init__(self, data: Mapping[str, Any], module: AnyModule, kind: Any) -> None:
        """Take what was sent, who was asked, and the type that describes it."""
        super().__init__(data)
        self._module = module
        self._kind = kind
        for key, hint in _explaining(kind).items():
            if key in self:
                self[key] = _explained(self[key], hint, module)

    def __missing__(self, key: str) -> Any:
        raise AbsentError(_why_absent(key, self._module, self._kind, self), key)

    def __reduce__(self) -> tuple[Any, ...]:
        return Result, (dict(self), self._module, self._kind)


def _why_absent(key: str, module: AnyModule, kind: Any, data: Mapping[str, Any]) -> str:
    name, fields = type(module).__name__, _fields(kind)
    if key not in fields:
        near = nearest(str(key), fields)
        hint = f"; did you mean {near!r}?" if near else ""
        return f"there is no {key!r} in this result of {name}{hint}"
    marks = _marks(fields[key])
    for mark in marks:
        if isinstance(mark, HiddenBy) and data.get(mark.field):
            return f"the wiki withholds {key!r} from this account: {mark.field!r} is set"
    holder = _holder_of(key, fields)
    if holder is not None and holder in fields_of(type(module)):
        if holder in data:
            return f"{key!r} lies in {holder!r}: [{holder!r}][…][{key!r}]"
        call = f"{name}({type(module).__wire__.selector}={key!r}, {holder}=…)"
        return f"{key!r} was not requested: {call} brings it, in [{holder!r}][…][{key!r}]"
    for mark in marks:
        if isinstance(mark, Prop) and not set(mark.values) & set(asked_values(module)):
            options = " or ".join(repr(value) for value in mark.values)
            selector = type(module).__wire__.selector
            return f"{key!r} was not requested: {name}({selector}=…) with {options} brings it"
    for mark in marks:
        if isinstance(mark, When):
            return f"the wiki sent no {key!r} here; {name} brings it when {mark.text}"
    return f"the wiki sent no {key!r} here; {name} does not always bring it"


def _holder_of(key: str, fields: Mapping[str, Any]) -> str | None:
    """The field with a map of records, of which each has the key as well."""
    for name, hint in fields.items():
        kind = _plain(hint)
        if get_origin(kind) is dict and key in _fields(_plain(get_args(kind)[1])):
            return name
    return None


_EXPLAINING: dict[Any, Mapping[str, Any]] = {}


def _explaining(kind: Any) -> Mapping[str, Any]:
    """The fields of a record that hold records, and their types."""
    if kind not in _EXPLAINING:
        _EXPLAINING[kind] = {
            name: hint for name, hint in _fields(kind).items() if _explains(_plain(hint))
        }
    return _EXPLAINING[kind]


def _explains(hint: Any) -> bool:
    """Return whether a type is a record, or is made of records."""
    return is_typeddict(hint) or any(_explains(_plain(part)) for part in get_args(hint))


def _explained(value: Any, hint: Any, module: AnyModule) -> Any:
    """A value inside of a result, its records explaining what they lack."""
    kind = _plain(hint)
    if get_origin(kind) in (Union, UnionType):
        kind = next(filter(_explains, get_args(kind)))
    arguments = get_args(kind)
    if is_list(value) and arguments:
        return [_explained(item, arguments[-1], module) for item in value]
    if not is_object(value):
        return value
    if arguments:
        return {key: _explained(item, arguments[-1], module) for key, item in value.items()}
    return Result(value, module, kind)


def _fields(kind: Any) -> Mapping[str, Any]:
    """The fields of a record and their annotations; none for other types."""
    return getattr(kind, "__annotations__", {}) if is_typeddict(kind) else {}


def _plain(hint: Any) -> Any:
    """A type without what is said beside it."""
    while get_origin(hint) in (NotRequired, Annotated):
        hint = get_args(hint)[0]
    return hint


def _marks(hint: Any) -> tuple[Any, ...]:
    if get_origin(hint) is NotRequired:
        (hint,) = get_args(hint)
    marks: tuple[Any, ...] = getattr(hint, "__metadata__", ())
    return marks


def asked_values(module: AnyModule) -> tuple[str, ...]:
    """Values of the parameter that selects the data of a module."""
    cls = type(module)
    selector = cls.__wire__.selector
    if selector not in fields_of(cls):
        return ()
    arguments: Mapping[str, object] = vars(module)
    chosen = arguments.get(selector, default_of(cls, selector))
    if chosen == fields_of(cls)[selector].all_specifier:
        return tuple(str(value) for value in fields_of(cls)[selector].values)
    if isinstance(chosen, tuple):
        return tuple(str(value) for value in cast("tuple[object, ...]", chosen))
    return () if chosen is None else (str(chosen),)


def record_of(module: type[AnyModule]) -> Any:
    """The type of one record of a module's result; something else where it has none."""
    kind = result_type(module)
    return get_args(kind)[-1] if get_origin(kind) in (list, dict) else kind


def at(around: Mapping[str, Any], path: str) -> Any:
    """The value under a key, or under a path of keys; None if absent."""
    if path in around:  # a key may have dots in it
        return around[path]
    value: Any = around
    for step in path.split("."):
        if not is_object(value):
            return None
        value = value.get(step)
    return value


def items_of(reply: Mapping[str, Any], module: AnyModule) -> Iterator[Result]:
    """The items of a list module in a reply; items in groups one by one."""
    wire = type(module).__wire__
    around: JSON = dict(reply)
    if wire.where != "top-level":
        around = object_in(around, "query")
    data: object = around if wire.key is None else at(around, wire.key)
    if data is not None or (wire.key is not None and wire.key in around):
        check_form(data, module)
    if wire.items is not None and is_object(data):
        data = data.get(wire.items)
    kind = record_of(type(module))
    for item in _records(data):
        if wire.nested is None:
            yield Result(item, module, kind)
            continue
        group = {key: value for key, value in item.items() if key != wire.nested}
        for inner in _records(item.get(wire.nested)):
            yield Result({**group, **inner}, module, kind)


def _records(data: object) -> Iterator[JSON]:
    if is_list(data):
        for item in data:
            # PHP writes an empty object as an empty list.
            yield item if is_object(item) else {"value": item} if item != [] else {}
    elif is_object(data):
        yield data


def shown_data(data: object, module: AnyModule) -> Any:
    """Data of a prop or meta module in the form that callers get.

    An empty object arrives as an empty array where PHP cannot tell them apart.
    """
    whole, record = result_type(type(module)), record_of(type(module))
    if data == [] and get_origin(whole) is not list and whole is not Any:
        data = {}
    if is_object(data):
        if get_origin(whole) is dict:
            return {key: _item(value, module, record) for key, value in data.items()}
        return Result(data, module, record)
    if is_list(data):
        return [_item(item, module, record) for item in data]
    check_form(data, module)
    return data


def _item(value: object, module: AnyModule, record: Any) -> Any:
    value = {} if value == [] else value
    return Result(value, module, record) if is_object(value) else value


def nothing(module: AnyModule) -> Any:
    """The result of a module without data: an empty list or map; None if that is unknown."""
    kind = result_type(type(module))
    if isinstance(module, ListModule) or get_origin(kind) is list:
        return []
    return {} if get_origin(kind) is dict else None


def is_unknown(module: type[AnyModule]) -> bool:
    """Return whether a module's data about pages are undescribed, so that any key may be its own."""
    return module.__wire__.key is None and result_type(module) is Any


def _own_keys(module: type[AnyModule]) -> frozenset[str]:
    """Keys that belong to a module which spreads its fields; a key with its name is one of them."""
    return frozenset({module.__wire__.name} if is_unknown(module) else _fields(record_of(module)))


def odd_members(around: Mapping[str, object], known_names: Iterable[str]) -> list[str]:
    """Names of lists and objects that no module is known to return."""
    names = set(known_names)
    return [
        name
        for name, value in around.items()
        if name not in names and (is_list(value) or is_object(value)) and value
    ]


class Spread:
    """Assigns the keys of an object to the modules that spread their fields into it."""

    def __init__(self, modules: Iterable[AnyModule], module_keys: Iterable[str]) -> None:
        module_list = list(modules)
        keys = {type(module).__wire__.key for module in module_list}
        beside = {name for module in module_list for name in beside_fields(type(module))}
        self._assigned = {*module_keys, *(key for key in keys if key is not None), *beside}
        self._keys = {
            type(module): _own_keys(type(module))
            for module in module_list
            if type(module).__wire__.key is None
        }
        self._unknown = any(is_unknown(type(module)) for module in module_list)

    def odd(self, around: Mapping[str, Any]) -> list[str]:
        """Lists and objects that belong to none of the modules; none if one of them spreads its fields."""
        return [] if self._keys else odd_members(around, self._assigned)

    def part(self, around: Mapping[str, Any], module: type[AnyModule]) -> JSON:
        """The fields of one module; keys that no module is known for go to each, or to each undescribed one."""
        rest = is_unknown(module) or not self._unknown
        mine = self._keys.get(module, frozenset())
        other_keys = {
            key for other, keys in self._keys.items() if other is not module for key in keys
        }
        return {
            key: value
            for key, value in around.items()
            if key in mine or (rest and key not in self._assigned and key not in other_keys)
        }


def beside_type(module: type[AnyModule]) -> Any:
    """The type of what a module tells beside its result; None where it tells nothing."""
    for base in module.__mro__:
        generics: tuple[Any, ...] = vars(base).get("__orig_bases__", ())
        for generic in generics:
            if get_origin(generic) is Beside:
                return get_args(generic)[0]
    return None


def beside_fields(module: type[AnyModule]) -> tuple[str, ...]:
    """Keys beside a module's result that belong to it."""
    if module.__wire__.items is not None:
        return ()
    return tuple(_fields(beside_type(module)))


def beside_keys(module: type[AnyModule]) -> tuple[str, ...]:
    """Members of `query` that hold what a module tells beside its items."""
    wire = module.__wire__
    if wire.items is None or wire.key is None:
        return beside_fields(module)
    return (wire.key.partition(".")[0],)


def beside(around: Mapping[str, Any], module: AnyModule) -> Result:
    """Data of a module besides its result."""
    wire, kind = type(module).__wire__, beside_type(type(module))
    if wire.items is not None and wire.key is not None:
        data = at(around, wire.key)
        members = data.items() if is_object(data) else ()
        return Result({key: value for key, value in members if key != wire.items}, module, kind)
    names = beside_fields(type(module))
    return Result({name: around[name] for name in names if name in around}, module, kind)
