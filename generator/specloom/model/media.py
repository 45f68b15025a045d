"""Media types of bodies: their notation, and which of them are texts."""

import re
from typing import Annotated, TypeAlias

from msgspec import Meta

from specloom.runtime.rest.events import EVENT_STREAM as EVENT_STREAM
from specloom.runtime.rest.events import LINES
from specloom.runtime.rest.operation import MULTIPART as MULTIPART

MediaType: TypeAlias = Annotated[str, Meta(pattern="^[a-z]+/[a-z0-9.+-]+$")]
"""Media type of a body: `text/html`."""
ResultMediaType: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z]+/([a-z0-9.+-]+|\*)$")]
"""Media type of what a call returns if that is not JSON, or a range such as `image/*`."""
ReplyMediaType: TypeAlias = Annotated[str, Meta(pattern=r"^([a-z]+/[a-z0-9.+-]+|[a-z]+/\*|\*/\*)$")]
"""Media type of the body of a reply, or a range such as `image/*`; `*/*`: any, of which JSON is read."""
_RANGE = "[!-~]+/[!-~]+( *; *[!-~]+)*"
MediaRange: TypeAlias = Annotated[str, Meta(pattern=f"^{_RANGE}$")]
"""Media type of a body as a document writes it, also with parameters: `text/csv; header=present`."""
ANY = "*/*"
"""The range of all media types."""
JSON = "application/json"
"""The usual media type of JSON."""
FORM = "application/x-www-form-urlencoded"
"""The media type of a form without files."""
BYTES = "application/octet-stream"
"""The media type of bytes of which nothing is known."""
_TEXT = re.compile(
    r"text/.*|application/(.*\+)?(xml|yaml|csv|x-yaml|x-ndjson|jsonl|javascript|graphql)"
)
_SOUND = re.compile(r"[a-z]+/[a-z0-9.+-]+")
_RANGE_OF_ONE = re.compile(r"[a-z]+/\*")


def is_media_range(text: str) -> bool:
    """Return whether the model holds a text as a media type with its parameters."""
    return re.fullmatch(_RANGE, text) is not None


def is_json(media: str) -> bool:
    """Return whether a body of a media type is JSON, as one of any type is."""
    return media == ANY or media.endswith(("/json", "+json"))


def is_text(media: str) -> bool:
    """Return whether a body of a media type is a text."""
    return _TEXT.fullmatch(media) is not None


def is_sequence(media: str) -> bool:
    """Return whether a body of a media type comes as items, one after the other."""
    return media == EVENT_STREAM or media in LINES


def essence(media: str) -> str:
    """A media type without its parameters; that of unknown bytes for a range such as `image/*`."""
    name = media.partition(";")[0].strip().lower()
    return name if _SOUND.fullmatch(name) else BYTES


def reply_essence(media: str) -> str:
    """A media type of a reply without its parameters, or a range such as `image/*`, which a request can ask for."""
    name = media.partition(";")[0].strip().lower()
    return name if _RANGE_OF_ONE.fullmatch(name) else essence(media)
