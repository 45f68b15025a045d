"""Finds misspelt parameters of raw calls, before they are sent.

Only what resembles a known parameter is refused: raw calls are there for what the package does not know, such as
parameters of extensions and of newer wikis.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from ...core.secret import reveal
from ..errors import ParameterError
from ..modules.catalogue import module_classes
from ..modules.encode import Params
from ..modules.field import nearest
from ..modules.module import AnyModule, fields_of
from ..modules.protocol import Action, Protocol

_LIKENESS = 0.8
_SLOT = re.compile(r"\\\{.*?\\\}")
_NOTHING = Action(parameters=())


def check_spelling(params: Params, protocol: Protocol) -> None:
    """Refuse a parameter that the modules of a call do not have, but one that is very like it."""
    action = reveal(params.get("action", protocol.fixed["action"]))
    known = _known(params, action, protocol)
    if known is None:
        return
    for name in params.keys() - set(known):
        meant = nearest(name, known, _LIKENESS)
        if meant is not None and not _is_templated(name, known):
            text = f"{action} has no parameter {name!r}; did you mean {meant!r}?"
            text += " If the wiki knows it all the same, set `fatal` to other codes than unrecognizedparams"
            raise ParameterError(text, code="unrecognizedparams", module=action, parameter=name)


def _known(params: Params, action: str, protocol: Protocol) -> list[str] | None:
    """The parameters of a call; None where one of its modules is not known."""
    modules = module_classes(protocol.package)
    named = list(_modules_in(params, protocol))
    is_query = action == protocol.fixed["action"]
    if not is_query and action not in protocol.actions:
        return None
    if any(name not in modules for _, name in named):
        return None
    main = protocol.actions.get("main", _NOTHING).parameters
    own = protocol.parameters if is_query else protocol.actions[action].parameters
    groups = [*protocol.groups.values(), protocol.generator_parameter] if is_query else []
    of_modules = [name for lead, module in named for name in _names(modules[module], lead)]
    return [*protocol.fixed, *main, *own, *groups, *of_modules]


def _modules_in(params: Params, protocol: Protocol) -> Iterator[tuple[str, str]]:
    """The query modules that a call names, each with what stands before their prefixes."""
    for parameter in protocol.groups.values():
        for name in _values(params, parameter, protocol):
            yield "", name
    for name in _values(params, protocol.generator_parameter, protocol):
        yield protocol.generator_prefix, name


def _values(params: Mapping[str, object], name: str, protocol: Protocol) -> list[str]:
    text = params.get(name)
    if not isinstance(text, str):
        return []
    separator = protocol.separator
    if text.startswith(protocol.alternative_separator):
        text, separator = text[1:], protocol.alternative_separator
    return [value for value in text.split(separator) if value]


def _names(module: type[AnyModule], lead: str) -> Iterator[str]:
    prefix = lead + module.__wire__.prefix
    for field in fields_of(module).values():
        yield prefix + field.wire
    yield prefix + "continue"


def _is_templated(name: str, known: Iterable[str]) -> bool:
    """Whether it is one of those whose names another parameter decides."""
    forms = [_SLOT.sub(".+", re.escape(form)) for form in known if "{" in form]
    return any(re.fullmatch(form, name) for form in forms)
