"""Addresses of servers, to which clients add paths."""

import keyword
import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from specloom.documents.document import Finding
from specloom.documents.position import Pointer
from specloom.runtime.rest.loopback import is_loopback

_ADDRESS = re.compile(
    r"(?i:https?)://[^/\s\x00-\x20\x7f\"<>?#\\^`{|}]+(/[^\s\x00-\x20\x7f\"<>?#\\^`{|}]*)?"
)


_VARIABLE = re.compile(r"\{([^{}]*)\}")
_NO_VARIABLES = frozenset(
    {"allow_http", "api_key", "key", "options", "secret", "self", "token", "transport"}
)
"""Arguments that every client has."""


def variable_of(url: str) -> str | None:
    """The name in braces, of which a sound address has at most one; None without braces."""
    match = _VARIABLE.search(url)
    return None if match is None else match[1]


def is_unencrypted(address: str) -> bool:
    """Return whether clients take an address with `allow_http` only: it begins with `http://`, and leads to another machine."""
    return address.startswith("http://") and not is_loopback(_host(address))


def _host(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:  # brackets without an address of IPv6
        return ""


def faults(at: Pointer, url: str, example: str | None) -> Iterator[Finding]:
    """Faults in the `url` of a server at `at`, and in the `example` for its variable."""
    variable = variable_of(url)
    of_url = (*at, "url")
    if len(_VARIABLE.findall(url)) > 1 or re.search(r"[{}]", _VARIABLE.sub("", url)):
        message = "the address may hold one variable, in braces"
        yield Finding(of_url, "wrong-value", message, "write `{base_url}` or `https://{host}/v1`")
    elif variable is None:
        if (fault := problem(url)) is not None:
            yield Finding(of_url, "wrong-value", *fault)
    elif not _is_argument(variable):
        hint = "use letters, digits and underscores; take no word of Python and no argument of every client"
        yield Finding(of_url, "invalid-name", f"`{variable}` cannot be a variable", hint)
    elif re.match(r"\{[^{}]*\}[^/]", url):
        # It is a whole address, and with what follows the host would be another one.
        message = f"`{{{variable}}}` holds the host, so nothing but a path can follow it"
        hint = f"write `{{{variable}}}` or `{{{variable}}}/v1`"
        yield Finding(of_url, "wrong-value", message, hint)
    elif example is None:
        message = f"`server` needs an `example`, because its address has the variable `{variable}`"
        yield Finding(at, "missing-key", message)
    elif (fault := _example_problem(url, variable, example)) is not None:
        yield Finding((*at, "example"), "wrong-value", *fault)


def _is_argument(name: str) -> bool:
    return (
        name.isidentifier()
        and name.isascii()
        and not keyword.iskeyword(name)
        and name not in _NO_VARIABLES
    )


def _example_problem(url: str, variable: str, example: str) -> tuple[str, str] | None:
    address = url.replace("{" + variable + "}", example)
    fault = problem(address)
    if fault is None and address.count("://") == 1:
        return None
    message = fault[0] if fault else f"`{address}` is not a server address"
    return f"with it, {message}", f"give the text for `{variable}` alone"


def problem(address: str) -> tuple[str, str] | None:
    """Fault and remedy of an address; None if it is sound."""
    if "@" in address.partition("//")[2].partition("/")[0]:
        # Not repeated, since logs of build services may be public.
        message = "the address holds a user or a password, which every client and page would show"
        return message, "leave both out: clients are given what is secret when they are made"
    if _is_right(address):
        return None
    return (
        f"`{address}` is not a server address",
        "write `https://`, a host, and at most a path",
    )


def _is_right(address: str) -> bool:
    try:
        return _ADDRESS.fullmatch(address) is not None and urlsplit(address).port != 0
    except ValueError:  # a port that is no number
        return False
