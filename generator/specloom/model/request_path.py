"""Paths of requests, which may hold variables in braces."""

import re
from collections.abc import Iterable, Iterator

from specloom.documents.document import Finding
from specloom.documents.position import Pointer
from specloom.documents.suggestion import Meant
from specloom.model.naming import is_path

VARIABLE = re.compile(r"\{([^{}]*)\}")
"""A name in braces."""
_FRAGMENT = re.compile(r"[A-Za-z0-9._~!$&'()*+,;=:@/?%-]+")
"""A fragment of RFC 3986: `overload=stream`."""
_LONGEST = 1000
"""Characters of a path, as of any key of YAML with what stands around it."""
_FIXED_QUERY = re.compile(r"[^{}?=\s\\][^{}?\s\\]*")


def variables(text: str) -> list[str]:
    """The names in braces, in order."""
    return VARIABLE.findall(text)


def _is_fixed_query(text: str) -> bool:
    """Return whether a text is the same query for every call: `beta=true`, `kind=a&full`."""
    return _FIXED_QUERY.fullmatch(text) is not None


def faults(at: Pointer, path: str, parameters: Iterable[str]) -> Iterator[Finding]:
    """Faults in the path of an operation with these parameters."""
    path, sign, fragment = path.partition("#")
    path, mark, query = path.partition("?")
    names = variables(path)
    if sign and not _FRAGMENT.fullmatch(fragment):
        message = f"`{fragment}` after `#` cannot be the fragment of an address"
        yield Finding(at, "malformed-path", message, "use letters, digits, `_`, `-` and `.`")
    if mark and not _is_fixed_query(query):
        message = f"`{query}` after `?` is not a query of fixed values, such as `beta=true`"
        yield Finding(at, "malformed-path", message, "list parameters under `parameters`")
    if not path.startswith("/"):
        message = f"the path `{path}` must begin with `/`"
        yield Finding(at, "malformed-path", message, f"write `/{path}`")
    if re.search(r"[{}]", VARIABLE.sub("", path)) or "" in names:
        message = f"the braces in `{path}` do not enclose names"
        yield Finding(at, "malformed-path", message, "write `/items/{id}`")
        return
    if not is_path(path):
        message = f"`{path}` would lead elsewhere: it has an empty segment or one of dots"
        yield Finding(at, "malformed-path", message, "write `/items/{id}`")
    if re.search(r"[\s\\]", path):
        message = f"`{path}` holds a character that a path cannot hold"
        yield Finding(at, "malformed-path", message, "list parameters under `parameters`")
    if len(path) > _LONGEST:
        message = f"`{path[:20]}…` is too long for a path: at most {_LONGEST:,} characters"
        yield Finding(at, "malformed-path", message, "write `/items/{id}`")
    known_names = list(parameters)
    for name in dict.fromkeys(names):
        if name not in known_names:
            message = f"the path names `{{{name}}}`, which is not among the parameters"
            yield Finding(at, "unknown-name", message, Meant(name, known_names, or_all=True))
