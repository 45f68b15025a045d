"""Whether a call keeps to the rules between parameters, before anything is sent."""

from collections.abc import Mapping, Sequence

import msgspec

from ..errors import ParameterError
from ..session.context import Context
from .breaches import Breach, Given, breaches
from .field import several_of
from .module import AnyModule, default_of, fields_of, is_module

QUERY = "query"


class Selection(msgspec.Struct, frozen=True):
    """What a query says of its pages, as far as rules ask for it."""

    given: Mapping[str, object]
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
    """Refuse what the server would refuse, or would answer wrongly without a word."""
    _check_repeated(modules)
    for module, chooses in [*((asked, False) for asked in modules), *_listed(generator)]:
        cls = type(module)
        for breach in breaches(cls.__rules__, _given(module, chooses, selection)):
            raise _error(cls.__name__, cls.__wire__.name, breach)
        _check_counts(context, module)
    for breach in breaches(context.protocol.rules, _given_of_query(modules, selection)):
        raise _error(QUERY, QUERY, breach)


def check_action(context: Context, action: AnyModule) -> None:
    """Refuse what the server would refuse of an action, and of the module that chooses its pages."""
    given: Mapping[str, object] = vars(action)
    chooser = given.get("generator")
    generator: AnyModule | None = chooser if is_module(chooser) else None
    for module, chooses in [(action, False), *_listed(generator)]:
        cls = type(module)
        for breach in breaches(cls.__rules__, _given(module, chooses, NO_PAGES)):
            raise _error(cls.__name__, cls.__wire__.name, breach)
        _check_counts(context, module)


def _listed(generator: AnyModule | None) -> list[tuple[AnyModule, bool]]:
    return [] if generator is None else [(generator, True)]


def _check_repeated(modules: Sequence[AnyModule]) -> None:
    seen: set[str] = set()
    for module in modules:
        name = type(module).__wire__.name
        if name in seen:
            text = f"{type(module).__name__} is asked twice in one query"
            raise ParameterError(text, code=None, module=name)
        seen.add(name)


def _given(module: AnyModule, chooses: bool, selection: Selection) -> Given:
    cls = type(module)
    own: Mapping[str, object] = vars(module)
    names = {field.wire: name for name, field in fields_of(cls).items()}
    values = {wire: own[name] for wire, name in names.items() if name in own}
    values |= {f"{QUERY}.{name}": value for name, value in selection.given.items()}
    defaults = {wire: default_of(cls, name) for wire, name in names.items()}
    return Given(values, defaults, chooses, selection.single_page, names=names)


def _given_of_query(modules: Sequence[AnyModule], selection: Selection) -> Given:
    values: dict[str, object] = {}
    for name, value in selection.given.items():
        values[name] = values[f"{QUERY}.{name}"] = value
    for module in modules:
        cls = type(module)
        own: Mapping[str, object] = vars(module)
        for name, field in fields_of(cls).items():
            if name in own:
                values[f"{cls.__wire__.name}.{field.wire}"] = own[name]
    return Given(values, {}, single_page=selection.single_page)


def _check_counts(context: Context, module: AnyModule) -> None:
    if may_have_high_limits(context):
        return
    cls = type(module)
    given: Mapping[str, object] = vars(module)
    for name, value in given.items():
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
    """Whether the account has high limits, or may have them as far as is known."""
    state = context.state
    if state.high_limits is None:
        return state.has_account
    return state.high_limits


def _error(shown: str, module: str, breach: Breach) -> ParameterError:
    return ParameterError(f"{shown}: {breach.text}", code=breach.code, module=module)
