"""Queries with variables, which documents write into their paths: `/search?q={term}`."""

import re

_VARIABLE = re.compile(r"([^{}=&]+)=\{([^{}]+)\}")
"""A parameter that has the value of a variable."""


def split_path(path: str) -> tuple[str, dict[str, str]]:
    """Return a path without the variables of its query, and variable → parameter: `/a?x=1&q={term}` is `/a?x=1`
    with `{"term": "q"}`."""
    address, sign, fragment = path.partition("#")
    address, mark, query = address.partition("?")
    pairs = query.split("&") if mark else []
    matches = [_VARIABLE.fullmatch(pair) for pair in pairs]
    fixed = "&".join(pair for pair, match in zip(pairs, matches, strict=True) if match is None)
    variables = {match[2]: match[1] for match in matches if match is not None}
    return f"{address}{mark if fixed else ''}{fixed}{sign}{fragment}", variables
