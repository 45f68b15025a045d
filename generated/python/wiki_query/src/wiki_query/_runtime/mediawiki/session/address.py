"""Checks of the wiki's address and the user agent, before anything is sent."""

import httpx2

from ...core.header import value_fault
from ..errors import ParameterError

_EXAMPLE = "https://wiki.example.org/w/api.php"
_CONTACTS = ("@", "http://", "https://", "User:")


def checked_address(text: str) -> str:
    """The address of `api.php`, as far as its text tells whether it is one."""
    problem = _problem(text)
    if problem is None and ("?" in text or "#" in text):
        problem = "continues after the path"
    if problem is not None:
        raise _refused("api_url", f"api_url {problem}; expected one like {_EXAMPLE!r}")
    return text


def checked_page(text: str) -> str:
    """The address of a page of a wiki, without what follows its path."""
    problem = _problem(text)
    if problem is not None:
        raise _refused("page_url", f"page_url {problem}; it is the address of any page of the wiki")
    return text.partition("#")[0].partition("?")[0]


def _problem(text: object) -> str | None:
    """The fault of an address. The text does not repeat it: it may contain a password."""
    if not isinstance(text, str):
        return f"is {type(text).__name__}, not text"
    if not text:
        return "is empty"
    if any(character.isspace() or not character.isprintable() for character in text):
        return "holds a blank or another character that no address has"
    scheme, separator, _ = text.partition("://")
    if not separator or scheme.lower() not in ("http", "https"):
        return "does not begin with https:// or http://"
    try:
        url = httpx2.URL(text)
    except httpx2.InvalidURL:
        return "cannot be read"
    if not url.host or set(url.host) & set("[]%"):
        return "names no host"
    if url.userinfo:
        return 'holds a user or a password, which belong into headers={"Authorization": …}'
    return None


def checked_user_agent(text: object) -> str:
    """The user agent, which must contain a way to reach the program's operator."""
    if not isinstance(text, str) or not any(mark in text for mark in _CONTACTS):
        example = "'my-tool/1.0 (https://example.org/my-tool; me@example.org)'"
        text_ = f"user_agent must name the program and how to reach who runs it: {example}"
        raise _refused("user_agent", text_)
    if fault := value_fault(text):
        raise _refused("user_agent", f"user_agent {fault}")
    return text


def _refused(parameter: str, text: str) -> ParameterError:
    return ParameterError(text, code=None, module="client", parameter=parameter)
