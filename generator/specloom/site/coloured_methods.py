"""Colours for the methods of requests: `GET /books` has a mark for `GET`."""

import re

_METHOD = re.compile(r"(?<=<code>)(GET|POST|PUT|PATCH|DELETE)(?= /)")


def with_colours(html: str) -> str:
    """A page with the marks; the text stays."""
    return _METHOD.sub(
        lambda method: f'<span class="sl-{method[1].lower()}">{method[1]}</span>', html
    )
