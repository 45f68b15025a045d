"""Paths of requests, which may hold variables in braces."""

import re
from collections.abc import Iterable, Iterator

from specloom.diagnostics import Code
from specloom.documents.suggestion import did_you_mean_or_all
from specloom.model.naming import is_path

VARIABLE = re.compile(r"\{([^{}]*)\}")
"""A name in braces."""


def variables(text: str) -> list[str]:
    """The names in braces, in order."""
    return VARIABLE.findall(text)


def problems(path: str, parameters: Iterable[str]) -> Iterator[tuple[Code, str, str | None]]:
    """What is wrong with the path of an operation with these parameters, and what would be right."""
    names = variables(path)
    if not path.startswith("/"):
        yield "malformed-path", f"the path `{path}` must begin with `/`", f"write `/{path}`"
    if re.search(r"[{}]", VARIABLE.sub("", path)) or "" in names:
        message = f"the braces in `{path}` do not enclose names"
        yield "malformed-path", message, "write `/items/{id}`"
        return
    if not is_path(path):
        message = f"`{path}` would lead elsewhere: it has an empty segment or one of dots"
        yield "malformed-path", message, "write `/items/{id}`"
    if re.search(r"[?#\s\\]", path):
        message = f"`{path}` holds a character that a path cannot hold"
        yield "malformed-path", message, "list parameters under `parameters`"
    known = list(parameters)
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield "malformed-path", f"`{{{name}}}` stands twice in the path", None
        if name not in known:
            message = f"the path names `{{{name}}}`, which is not among the parameters"
            yield "unknown-name", message, did_you_mean_or_all(name, known)
