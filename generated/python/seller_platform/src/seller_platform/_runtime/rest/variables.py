"""Variables in the addresses of servers: `https://{region}.example.org`."""

import re
from collections.abc import Mapping

from .operation import ServerVariable

_VARIABLE = re.compile(r"\{([^{}]*)\}")


def variables_of(address: str) -> tuple[str, ...]:
    """The names in braces, each once."""
    return tuple(dict.fromkeys(_VARIABLE.findall(address)))


def filled_address(address: str, texts: Mapping[str, str]) -> str:
    """An address with texts in place of its variables; a variable without a text stays in braces."""
    return _VARIABLE.sub(lambda match: texts.get(match[1], match[0]), address)


def variable_problem(address: str, variable: ServerVariable, text: str) -> str | None:
    """The reason why a text cannot stand for a variable: another host would be called; None if it can."""
    signs = set(_forbidden_signs(address, variable)) & set(text)
    if signs:
        return f"contains `{min(signs)}`, which cannot be in this part of `{address}`"
    if variable.default.startswith("/") and text and not text.startswith("/"):
        return f"must begin with `/` in `{address}`"
    return None


def _forbidden_signs(address: str, variable: ServerVariable) -> str:
    """Signs that no text for a variable may have; a slash may follow a host if the default has one."""
    before, _, after = address.partition(f"{{{variable.name}}}")
    _, has_scheme, host = before.partition("://")
    if has_scheme:
        return "" if "/" in host else "?#@\\" if "/" in variable.default else "/?#@\\"
    return ":/?#@\\" if after.startswith("://") else ""
