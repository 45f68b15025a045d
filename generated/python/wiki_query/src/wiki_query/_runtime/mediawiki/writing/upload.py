"""Uploads a file: at once if it is small, else in chunks that the wiki keeps and then publishes.

What is sent again, and why no file is saved twice: a chunk says where it belongs, and the wiki answers a second one with
the place that it wants; a kept file is gone once it is published; and a file with the same content as the present version is refused. After
a publication without an answer, the wiki is asked whether it has the file.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypedDict, cast

import msgspec

from ...core.deadline import deadline_in
from ...core.frames import called
from ...core.steps import Upload, Wait
from ..actions.act import carry_out, posted
from ..errors import NotDone, ResponseError, ServerError, TransportError, Uncertain
from ..modules.arguments import (
    check_flags,
    checked_names,
    checked_text,
    checked_title,
    checked_whole_number,
    refused,
)
from ..modules.encode import Params
from ..modules.field import is_file
from ..modules.protocol import Protocol
from ..modules.types import Many
from ..plain import JSON, is_object, objects
from ..raw.raw_value import File, file_content
from ..session.calls import ask
from ..session.context import Context, Quiet
from .arguments import further
from .content import Content

UploadProgress: TypeAlias = Callable[[int, int], object]
"""Called with the number of bytes that the wiki has, and of all."""

_GONE = frozenset({"uploadstash-file-not-found", "uploadstash-bad-path", "uploadstash-no-such-key"})
"""Codes that say that the wiki no longer keeps a file: it was published, or its time is over."""
_MISPLACED = "stashfailed"
_MOST_CORRECTIONS = 5
"""How often the wiki may want another place, or a new beginning, before it takes a chunk."""
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 15.0
"""Seconds between two questions whether the wiki is done."""
_ABOUT = "timestamp|user|size|sha1|url|mime|comment"


class SavedFile(TypedDict):
    """A file that is saved, by the names of the wiki."""

    filename: str
    """Without its namespace, as the wiki writes it in addresses."""
    timestamp: str
    """When it was saved, as ISO 8601 with Z."""
    user: str
    size: int
    """Bytes."""
    width: int
    """Pixels; 0 if it is no image."""
    height: int
    url: str
    """Address of the file."""
    descriptionurl: str
    """Address of its page."""
    sha1: str
    """In hexadecimal; compared with that of what was sent."""
    mime: str
    comment: str


class FileUpload(msgspec.Struct, frozen=True, kw_only=True):
    """What is to become of a file."""

    filename: str
    more: Mapping[str, str]
    """Further parameters of its publication, such as `comment`, by their wire names."""
    ignore: frozenset[str]
    """Names of the warnings in spite of which it is saved."""
    chunk_bytes: int
    in_background: bool
    """Whether the wiki puts chunks together and publishes them in jobs."""
    progress: UploadProgress | None

    def tell(self, sent: int, size: int) -> None:
        """Say how far it is."""
        if self.progress is not None:
            called(self.progress, sent, size)


def file_upload(
    file: File,
    filename: str,
    *,
    protocol: Protocol,
    comment: str,
    text: str | None,
    tags: Many[str],
    watchlist: str | None,
    ignore: Many[str],
    chunk_bytes: int,
    in_background: bool,
    progress: UploadProgress | None,
) -> tuple[Content, FileUpload]:
    """What a caller asks for, once it is checked."""
    if not is_file(file):
        raise refused("upload", "file", "a path, an open file or bytes are wanted", file)
    checked_title("upload", "filename", filename)
    checked_text("upload", "comment", comment)
    checked_whole_number("upload", "chunk_bytes", chunk_bytes, least=1)
    if progress is not None and not callable(cast("object", progress)):
        raise refused("upload", "progress", "a function is wanted, or None", progress)
    check_flags("upload", in_background=in_background)
    more = further("upload", protocol, tags=tags, watchlist=watchlist, text=text)
    wanted = FileUpload(
        filename=filename,
        more={"comment": comment, **more},
        ignore=frozenset(checked_names("upload", "ignore", ignore)),
        chunk_bytes=chunk_bytes,
        in_background=in_background,
        progress=progress,
    )
    return Content(file_content("file", file)), wanted


def upload(context: Context, content: Content, wanted: FileUpload) -> Quiet[SavedFile]:
    """Upload a file, and return what the wiki saved."""
    doubt: Uncertain | None = None
    doubts, key = 0, None
    while True:
        refusal: ServerError | None = None
        try:
            if key is None and (doubt is not None or content.size > wanted.chunk_bytes):
                key = yield from _stashed(context, content, wanted)
            saved = yield from _published(context, content, wanted, key)
            return _checked(saved, content)
        except Uncertain as error:
            doubt, doubts = error, doubts + 1
        except ServerError as error:
            if doubt is None:
                raise
            refusal = error  # perhaps since the file is saved already
        if (found := (yield from _found(context, content, wanted))) is not None:
            return found
        if refusal is not None:
            if refusal.code not in _GONE:
                raise refusal
            key = None
        if doubts > context.settings.options.retries:
            raise doubt


# --- The kept file -----------------------------------------------------------------------------------


def _stashed(context: Context, content: Content, wanted: FileUpload) -> Quiet[str]:
    """Send all chunks; the key of the whole file, which the wiki keeps for some hours."""
    offset, corrections = 0, 0
    key: str | None = None
    while True:
        try:
            told = yield from _chunk(context, content, wanted, offset, key)
        except ServerError as error:
            corrections += 1
            place = _wanted_place(error, offset)
            if place is None or corrections > _MOST_CORRECTIONS:
                raise
            offset, key = place, key if place else None
            continue
        corrections = 0
        key = str(told.get("filekey", key))
        if told.get("result") == "Continue":
            offset = int(told["offset"])
            wanted.tell(offset, content.size)
            continue
        if told.get("result") == "Poll":
            told = yield from _polled(context, key, saves=False)
        _check(told, content, "nothing is saved")
        wanted.tell(content.size, content.size)
        return str(told.get("filekey", key))


def _chunk(
    context: Context, content: Content, wanted: FileUpload, offset: int, key: str | None
) -> Quiet[JSON]:
    params: Params = {
        "filename": wanted.filename,
        "stash": "1",
        "filesize": str(content.size),
        "offset": str(offset),
        "ignorewarnings": "1",  # nothing is saved yet; the publication has the warnings
    }
    if key is not None:
        params["filekey"] = key
    if wanted.in_background:
        params["async"] = "1"
    piece = content.piece(offset, wanted.chunk_bytes)
    part = Upload(parameter="chunk", filename=wanted.filename, content=piece)
    return (yield from _sent(context, params, (part,), saves=False))


def _wanted_place(error: ServerError, offset: int) -> int | None:
    """Where the wiki wants the upload to go on; 0 to begin anew, None if it refuses it."""
    if error.code in _GONE and offset > 0:
        return 0
    told = str(error.data.get("offset", ""))  # text, on all wikis so far
    if error.code != _MISPLACED or not told.isdecimal() or int(told) == offset:
        return None
    return int(told)


def _sent(
    context: Context, params: Params, uploads: tuple[Upload, ...], *, saves: bool
) -> Quiet[JSON]:
    """What the wiki says of an upload. What saves nothing yet is harmless twice."""
    call = posted(
        "upload", params, kind="csrf", uploads=uploads, harmless_twice=not saves, paced=saves
    )
    answer: JSON = yield from carry_out(context, call)
    told: object = answer.get("upload")
    if is_object(told):
        return told
    text = "the answer has no `upload`"
    raise ResponseError(text, status=200, retry=False, maybe_sent=saves, operation="upload")


# --- The publication ---------------------------------------------------------------------------------


def _published(
    context: Context, content: Content, wanted: FileUpload, key: str | None
) -> Quiet[JSON]:
    """Save the file, in spite of a warning only if all of them were named."""
    try:
        return (yield from _publication(context, content, wanted, key, {}))
    except NotDone as refusal:
        warnings: object = refusal.data.get("warnings")
        kept: object = refusal.data.get("filekey", key)
        if not is_object(warnings) or not warnings or not isinstance(kept, str):
            raise
        if not wanted.ignore.issuperset(warnings):
            raise
    return (yield from _publication(context, content, wanted, kept, {"ignorewarnings": "1"}))


def _publication(
    context: Context,
    content: Content,
    wanted: FileUpload,
    key: str | None,
    more: Mapping[str, str],
) -> Quiet[JSON]:
    params: Params = {"filename": wanted.filename, **wanted.more, **more}
    uploads: tuple[Upload, ...] = ()
    if key is None:
        whole = content.piece(0, content.size)
        uploads = (Upload(parameter="file", filename=wanted.filename, content=whole),)
    else:
        params["filekey"] = key
        if wanted.in_background:
            params["async"] = "1"
    told = yield from _sent(context, params, uploads, saves=True)
    if told.get("result") == "Poll":
        told = yield from _polled(context, str(told.get("filekey", key)), saves=True)
    if key is None:
        wanted.tell(content.size, content.size)
    return told


def _polled(context: Context, key: str, *, saves: bool) -> Quiet[JSON]:
    """Ask until the wiki has done what it does in jobs, for as long as a call may take."""
    params: Params = {"checkstatus": "1", "filekey": key}
    ends = deadline_in(context.settings.options.deadline, context.clock)
    pause = _FIRST_PAUSE
    while ends is None or ends.left() > pause:
        yield Wait(pause)
        told = yield from _sent(context, params, (), saves=False)
        if told.get("result") != "Poll":
            return told
        pause = min(2 * pause, _LONGEST_PAUSE)
    text = f"the wiki has not done its job for {key} within the deadline"
    raise TransportError(
        text, kind="deadline", retry=not saves, maybe_sent=saves, operation="upload"
    )


def _found(context: Context, content: Content, wanted: FileUpload) -> Quiet[SavedFile | None]:
    """The present version of the file, if it is what was sent."""
    params = {
        "prop": "imageinfo",
        "titles": f"File:{wanted.filename}",
        "iiprop": _ABOUT,
    }
    data = yield from ask(context, params, label="prop=imageinfo")
    query: object = data.get("query")
    for page in objects(query.get("pages") if is_object(query) else None):
        for info in objects(page.get("imageinfo")):
            if info.get("sha1") == content.sha1():
                name = str(page["title"]).partition(":")[2].replace(" ", "_")
                return _saved(name, info)
    return None


def _checked(told: Mapping[str, Any], content: Content) -> SavedFile:
    _check(told, content, "it is saved")
    return _saved(told["filename"], told["imageinfo"])


def _check(told: Mapping[str, Any], content: Content, state: str) -> None:
    """Refuse what did not arrive as it was sent."""
    info: object = told.get("imageinfo")
    sha1 = info.get("sha1") if is_object(info) else None
    if isinstance(sha1, str) and sha1 != content.sha1():
        text = f"the wiki has another content than was sent, with the SHA-1 hash {sha1}; {state}"
        raise NotDone("upload-sha1", text, module="upload", data=dict(told), operation="upload")


def _saved(filename: str, info: Mapping[str, Any]) -> SavedFile:
    return SavedFile(
        filename=filename,
        timestamp=info["timestamp"],
        user=info.get("user", ""),
        size=info["size"],
        width=info["width"],
        height=info["height"],
        url=info["url"],
        descriptionurl=info["descriptionurl"],
        sha1=info["sha1"],
        mime=info["mime"],
        comment=info.get("comment", ""),
    )
