"""What modules told: the server's own data, and where in a reply it lies."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NotRequired, cast, get_args, get_origin

from .errors import AbsentError
from .field import nearest
from .marks import HiddenBy, Prop
from .module import AnyModule, Beside, ListModule, default_of, fields_of, result_type
from .plain import JSON, is_list, is_object


class Result(dict[str, Any]):
    """A part of an answer: the dictionary that the server sent, which explains what it lacks."""

    __slots__ = ("_module",)

    def __init__(self, data: Mapping[str, Any], module: AnyModule) -> None:
        super().__init__(data)
        self._module = module

    def __missing__(self, key: str) -> Any:
        raise AbsentError(_why_absent(key, self._module, self), key)

    def __reduce__(self) -> tuple[Any, ...]:
        return Result, (dict(self), self._module)


def _why_absent(key: str, module: AnyModule, data: Mapping[str, Any]) -> str:
    cls = type(module)
    hiding = _hiding(cls).get(key)
    if hiding is not None and data.get(hiding):
        return f"the wiki withholds {key!r} from this account: {hiding!r} is set"
    brought = bringing(cls)
    if key not in brought:
        near = nearest(str(key), brought)
        hint = f"; did you mean {near!r}?" if near else ""
        return f"there is no {key!r} in this result of {cls.__name__}{hint}"
    selector = cls.__wire__.selector
    wanted = brought[key]
    if wanted and not set(wanted) & set(asked_values(module)):
        shown = " or ".join(repr(value) for value in wanted)
        return f"{key!r} was not asked for: {cls.__name__}({selector}=…) with {shown} brings it"
    return f"the wiki sent no {key!r} here; {cls.__name__} does not always bring it"


def _hiding(module: type[AnyModule]) -> Mapping[str, str]:
    """Field of a module's result → the field that says it is withheld."""
    found: dict[str, str] = {}
    for name, hint in _hints(module).items():
        for mark in _marks(hint):
            if isinstance(mark, HiddenBy):
                found[name] = mark.field
    return found


def asked_values(module: AnyModule) -> tuple[str, ...]:
    """The values of the parameter that selects what a module tells."""
    cls = type(module)
    selector = cls.__wire__.selector
    if selector not in fields_of(cls):
        return ()
    given: Mapping[str, object] = vars(module)
    chosen = given.get(selector, default_of(cls, selector))
    if chosen == fields_of(cls)[selector].all_specifier:
        return tuple(str(value) for value in fields_of(cls)[selector].values)
    if isinstance(chosen, tuple):
        return tuple(str(value) for value in cast("tuple[object, ...]", chosen))
    return () if chosen is None else (str(chosen),)


_BRINGING: dict[type[AnyModule], Mapping[str, tuple[str, ...]]] = {}


def bringing(module: type[AnyModule]) -> Mapping[str, tuple[str, ...]]:
    """Field of a module's result → the values that bring it; none where no value is needed."""
    if module not in _BRINGING:
        _BRINGING[module] = _bringing(module)
    return _BRINGING[module]


def _bringing(module: type[AnyModule]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name, hint in _hints(module).items():
        marks = (mark for mark in _marks(hint) if isinstance(mark, Prop))
        found[name] = next((mark.values for mark in marks), ())
    return found


def _hints(module: type[AnyModule]) -> Mapping[str, Any]:
    kind = result_type(module)
    if get_origin(kind) in (list, dict):
        kind = get_args(kind)[-1]
    hints: Mapping[str, Any] = getattr(kind, "__annotations__", {})
    return hints


def _marks(hint: Any) -> Iterable[Any]:
    if get_origin(hint) is NotRequired:
        (hint,) = get_args(hint)
    marks: Iterable[Any] = getattr(hint, "__metadata__", ())
    return marks


def at(around: Mapping[str, Any], path: str) -> Any:
    """What lies under a key, or under a path of keys; None where there is nothing."""
    if path in around:
        return around[path]
    found: Any = around
    for step in path.split("."):
        if not is_object(found):
            return None
        found = found.get(step)
    return found


def items_of(reply: Mapping[str, Any], module: AnyModule) -> Iterator[Result]:
    """The items that a list module found, from a whole reply; those in groups one by one."""
    wire = type(module).__wire__
    around: JSON = dict(reply) if wire.where == "top-level" else reply.get("query") or {}
    found: object = around if wire.key is None else at(around, wire.key)
    if wire.items is not None and is_object(found):
        found = found.get(wire.items)
    for one in _records(found):
        if wire.nested is None:
            yield Result(one, module)
            continue
        group = {key: value for key, value in one.items() if key != wire.nested}
        for inner in _records(one.get(wire.nested)):
            yield Result({**group, **inner}, module)


def _records(found: object) -> Iterator[JSON]:
    if is_list(found):
        for one in found:
            yield one if is_object(one) else {"value": one} if one != [] else {}
    elif is_object(found):
        yield found


def shown(data: object, module: AnyModule) -> Any:
    """Data of a prop or meta module as the caller gets it.

    An empty object arrives as an empty array where PHP cannot tell them apart.
    """
    kind = get_origin(result_type(type(module)))
    if data == [] and kind is not list and result_type(type(module)) is not Any:
        data = {}
    if is_object(data):
        if kind is dict:
            return {key: _explained(value, module) for key, value in data.items()}
        return Result(data, module)
    return [_explained(one, module) for one in data] if is_list(data) else data


def _explained(value: object, module: AnyModule) -> Any:
    value = {} if value == [] else value
    return Result(value, module) if is_object(value) else value


def nothing(module: AnyModule) -> Any:
    """What a module that found nothing tells: an empty list or map; None where that cannot be said."""
    kind = result_type(type(module))
    if isinstance(module, ListModule) or get_origin(kind) is list:
        return []
    return {} if get_origin(kind) is dict else None


class Spread:
    """Which keys of an object belong to which of the modules that spread their fields into it."""

    def __init__(self, modules: Iterable[AnyModule], own: Iterable[str]) -> None:
        several = list(modules)
        keys = {type(one).__wire__.key for one in several}
        beside = {name for one in several for name in beside_fields(type(one))}
        self._taken = {*own, *(key for key in keys if key is not None), *beside}
        self._known = {
            type(one): frozenset(bringing(type(one)))
            for one in several
            if type(one).__wire__.key is None
        }

    def part(self, around: Mapping[str, Any], module: type[AnyModule]) -> JSON:
        """The fields of one module; what nobody is known for goes to each."""
        mine = self._known.get(module, frozenset())
        others = {key for one, keys in self._known.items() if one is not module for key in keys}
        return {
            key: value
            for key, value in around.items()
            if key in mine or (key not in self._taken and key not in others)
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
    return tuple(getattr(beside_type(module), "__annotations__", ()))


def beside(around: Mapping[str, Any], module: AnyModule) -> Result:
    """What a module tells beside its result."""
    wire = type(module).__wire__
    if wire.items is not None and wire.key is not None:
        found = at(around, wire.key)
        return Result(found if is_object(found) else {}, module)
    names = beside_fields(type(module))
    return Result({name: around[name] for name in names if name in around}, module)
