"""Checks calls against the rules between parameters, before anything is sent."""

from collections.abc import Mapping, Sequence

import msgspec

from ..errors import ParameterError
from ..session.context import Context
from .breaches import Breach, Call, breaches
from .field import several_of
from .module import AnyModule, default_of, fields_of, is_module

QUERY = "query"


class Selection(msgspec.Struct, frozen=True):
    """The inputs of a query, as far as rules check them."""

    inputs: Mapping[str, object]
    """Parameters of the query itself."""
    single_page: bool | None
    """None: it cannot be known, as with a generator."""


NO_PAGES = Selection({}, None)


def check_call(
    context: Context,
    modules: Sequence[AnyModule],
    generator: AnyModule | None = None,
    selection: Selection = NO_PAGES,
) -> None:
    """Refuse calls that the server would refuse, or would answer wrongly without a warning."""
    _check_repeated(modules)
    for module, chooses in [
        *((module_, False) for module_ in modules),
        *_generator_modules(generator),
    ]:
        cls = type(module)
        for breach in breaches(cls.__rules__, _call_of(module, chooses, selection)):
            raise _error(cls.__name__, cls.__wire__.name, breach)
        _check_counts(context, module)
    for breach in breaches(context.protocol.rules, _call_of_query(modules, selection)):
        raise _error(QUERY, QUERY, breach)


def check_action(context: Context, action: AnyModule) -> None:
    """Refuse actions that the server would refuse, also because of the module that chooses their pages."""
    arguments: Mapping[str, object] = vars(action)
    chooser = arguments.get("generator")
    generator: AnyModule | None = chooser if is_module(chooser) else None
    for module, chooses in [(action, False), *_generator_modules(generator)]:
        cls = type(module)
        for breach in breaches(cls.__rules__, _call_of(module, chooses, NO_PAGES)):
            raise _error(cls.__name__, cls.__wire__.name, breach)
        _check_counts(context, module)


def _generator_modules(generator: AnyModule | None) -> list[tuple[AnyModule, bool]]:
    return [] if generator is None else [(generator, True)]


def _check_repeated(modules: Sequence[AnyModule]) -> None:
    names: set[str] = set()
    for module in modules:
        name = type(module).__wire__.name
        if name in names:
            text = f"{type(module).__name__} is asked twice in one query"
            raise ParameterError(text, code=None, module=name)
        names.add(name)


def _call_of(module: AnyModule, chooses: bool, selection: Selection) -> Call:
    cls = type(module)
    arguments: Mapping[str, object] = vars(module)
    names = {field.wire: name for name, field in fields_of(cls).items()}
    values = {wire: arguments[name] for wire, name in names.items() if name in arguments}
    values |= {f"{QUERY}.{name}": value for name, value in selection.inputs.items()}
    defaults = {wire: default_of(cls, name) for wire, name in names.items()}
    return Call(values, defaults, chooses, selection.single_page, names=names)


def _call_of_query(modules: Sequence[AnyModule], selection: Selection) -> Call:
    values: dict[str, object] = {}
    for name, value in selection.inputs.items():
        values[name] = values[f"{QUERY}.{name}"] = value
    for module in modules:
        cls = type(module)
        arguments: Mapping[str, object] = vars(module)
        for name, field in fields_of(cls).items():
            if name in arguments:
                values[f"{cls.__wire__.name}.{field.wire}"] = arguments[name]
    return Call(values, {}, single_page=selection.single_page)


def _check_counts(context: Context, module: AnyModule) -> None:
    if may_have_high_limits(context):
        return
    cls = type(module)
    arguments: Mapping[str, object] = vars(module)
    for name, value in arguments.items():
        field = fields_of(cls)[name]
        count = sum(1 for _ in several_of(value)) if field.multiple else 0
        if count > field.amount.limit:
            text = (
                f"{cls.__name__}.{name}: {count} values; this account may give {field.amount.limit}"
            )
            raise ParameterError(
                text, code="toomanyvalues", module=cls.__wire__.name, parameter=name
            )


def may_have_high_limits(context: Context) -> bool:
    """Return whether the account has high limits, or may have them as far as is known."""
    state = context.state
    if state.high_limits is None:
        return state.has_account
    return state.high_limits


def _error(name: str, module: str, breach: Breach) -> ParameterError:
    return ParameterError(f"{name}: {breach.text}", code=breach.code, module=module)
