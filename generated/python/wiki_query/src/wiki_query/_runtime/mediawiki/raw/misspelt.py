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
    """Refuse a parameter that the modules of a call lack if its name is very like one that they have."""
    action = reveal(params.get("action", protocol.fixed["action"]))
    known_names = _known_parameters(params, action, protocol)
    if known_names is None:
        return
    for name in params.keys() - set(known_names):
        suggestion = nearest(name, known_names, _LIKENESS)
        if suggestion is not None and not _is_templated(name, known_names):
            text = f"{action} has no parameter {name!r}; did you mean {suggestion!r}?"
            text += " If the wiki knows it all the same, set `fatal` to other codes than unrecognizedparams"
            raise ParameterError(text, code="unrecognizedparams", module=action, parameter=name)


def _known_parameters(params: Params, action: str, protocol: Protocol) -> list[str] | None:
    """Names of the parameters of a call; None if one of its modules is unknown."""
    modules = module_classes(protocol.package)
    modules_used = list(_modules_in(params, protocol))
    is_query = action == protocol.fixed["action"]
    if not is_query and action not in protocol.actions:
        return None
    if any(name not in modules for _, name in modules_used):
        return None
    main = protocol.actions.get("main", _NOTHING).parameters
    parameters = protocol.parameters if is_query else protocol.actions[action].parameters
    groups = [*protocol.groups.values(), protocol.generator_parameter] if is_query else []
    of_modules = [name for lead, module in modules_used for name in _names(modules[module], lead)]
    return [*protocol.fixed, *main, *parameters, *groups, *of_modules]


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


def _is_templated(name: str, known_names: Iterable[str]) -> bool:
    """Return whether a name is one that a template parameter may have."""
    forms = [_SLOT.sub(".+", re.escape(form)) for form in known_names if "{" in form]
    return any(re.fullmatch(form, name) for form in forms)
