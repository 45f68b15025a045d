"""Short descriptions of replies, safe for terminals and logs."""

import re
from collections.abc import Sequence

from ...core.escape import escaped
from ...core.json_text import TooDeepError
from ...core.secret import Secret, scrubbed
from ...core.steps import Reply
from ..plain import is_object

UNAUTHORIZED = 401
ASKS_FOR_BASIC_AUTH = 'asks for a name and a password; headers={"Authorization": Secret("Basic …")} gives them to the server'
"""Said of a server in front of a wiki that answers with status 401."""
LONGEST_EXCERPT = 120
_LOOKED_AT = 5000
_LONGEST_SECRET = 20_000
"""Characters that are read beyond, so that a secret at the end is seen whole."""
_TITLE = re.compile(r"<title[^>]*>\s*([^<]{1,80})", re.IGNORECASE)
_UNSEEN = re.compile(r"(?is)<(script|style)\b.*?</\1>|<!--.*?-->|<[^>]*(?:>|\Z)")
_TOKEN = re.compile(r"""(?i)(\w*(?:token|password)\w*["']?\s*[:=]\s*["']?)[^"'\s,&}]+""")


def described(reply: Reply, secrets: Sequence[Secret]) -> str:
    """A short description of a reply, without secrets."""
    kind = reply.headers.get("content-type", "").partition(";")[0] or "no content type"
    parts = [kind[:80], f"{len(reply.body)} bytes"]
    text = scrubbed(reply.text[: _LOOKED_AT + _LONGEST_SECRET], secrets)[:_LOOKED_AT]
    keys, fault = _keys(reply)
    if title_match := _TITLE.search(text):
        parts.append(f"titled {title_match[1].strip()!r}")
    elif fault is not None:
        parts.append(fault)
    elif keys:
        parts.append(f"JSON with {', '.join(map(repr, keys))}")
    elif excerpt := _excerpt(text):
        parts.append(f"beginning with {excerpt!r}")
    return escaped(scrubbed(", ".join(parts), secrets))


def _keys(reply: Reply) -> tuple[list[str], str | None]:
    """The first members of an object of JSON, and why JSON cannot be read."""
    try:
        data = reply.json()
    except TooDeepError as error:
        return [], str(error)
    except ValueError:
        return [], None
    return list(data)[:5] if is_object(data) else [], None


def _excerpt(text: str) -> str:
    """The beginning of the visible text, without anything that looks like a token."""
    visible_text = _UNSEEN.sub(" ", text) if text.lstrip().startswith("<") else text
    return _TOKEN.sub(r"\1***", visible_text).strip()[:LONGEST_EXCERPT]
