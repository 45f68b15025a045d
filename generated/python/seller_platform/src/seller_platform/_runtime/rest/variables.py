"""Variables in the addresses of servers: `https://{region}.example.org`."""

import re
from collections.abc import Mapping

_VARIABLE = re.compile(r"\{([^{}]*)\}")


def variables_of(address: str) -> tuple[str, ...]:
    """The names in braces, each once."""
    return tuple(dict.fromkeys(_VARIABLE.findall(address)))


def filled_address(address: str, texts: Mapping[str, str]) -> str:
    """An address with texts in place of its variables; a variable without a text stays in braces."""
    return _VARIABLE.sub(lambda match: texts.get(match[1], match[0]), address)


def forbidden_signs(address: str, variable: str) -> str:
    """Signs that no text for a variable may have, because another host would be called with them."""
    before, _, after = address.partition(f"{{{variable}}}")
    _, has_scheme, host = before.partition("://")
    if has_scheme:
        return "" if "/" in host else "/?#@\\"
    return ":/?#@\\" if after.startswith("://") else ""
