"""What a server sent, in words that a terminal and a log may show."""

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
    """What came back, in a few words, without secrets."""
    kind = reply.headers.get("content-type", "").partition(";")[0] or "no content type"
    told = [kind[:80], f"{len(reply.body)} bytes"]
    text = scrubbed(reply.text[: _LOOKED_AT + _LONGEST_SECRET], secrets)[:_LOOKED_AT]
    keys, fault = _keys(reply)
    if found := _TITLE.search(text):
        told.append(f"titled {found[1].strip()!r}")
    elif fault is not None:
        told.append(fault)
    elif keys:
        told.append(f"JSON with {', '.join(map(repr, keys))}")
    elif excerpt := _excerpt(text):
        told.append(f"beginning with {excerpt!r}")
    return escaped(scrubbed(", ".join(told), secrets))


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
    """The first of what a reader would see, without tokens of which nobody said that they are secret."""
    seen = _UNSEEN.sub(" ", text) if text.lstrip().startswith("<") else text
    return _TOKEN.sub(r"\1***", seen).strip()[:LONGEST_EXCERPT]
