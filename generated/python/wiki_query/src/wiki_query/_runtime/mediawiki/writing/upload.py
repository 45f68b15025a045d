"""Uploads a file: at once if it is small, else in chunks that the wiki keeps and then publishes.

What is sent again, and why no file is saved twice: a chunk says where it belongs, and the wiki answers a second one with
the place that it wants; a kept file is gone once it is published; and a file with the same content as the present version is refused. After
a publication without an answer, the wiki is asked for its versions: one with this content counts if it is of this account and
no older than the upload. Without one, the file is sent again, and the wiki says of it what it would have said at first.
"""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, TypeAlias, TypedDict, cast

import msgspec

from ...core.deadline import deadline_in
from ...core.frames import call_user
from ...core.steps import Upload, Wait
from ..actions.act import carry_out, posted
from ..errors import (
    BusyError,
    CallTimeoutError,
    Exists,
    Filtered,
    NotDone,
    ResponseError,
    ServerError,
    SessionError,
    TransportError,
    Uncertain,
    WikiError,
    with_doubt,
)
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
from ..results.times import parse_time
from ..session.calls import ask
from ..session.context import Context, Quiet
from .arguments import optional_params
from .content import Content
from .doubt import doubtful, still_uncertain

UploadProgress: TypeAlias = Callable[[int, int], object]
"""Called with the number of bytes that the wiki has, and of all."""

_GONE = frozenset({"uploadstash-file-not-found", "uploadstash-bad-path", "uploadstash-no-such-key"})
"""Codes that say that the wiki no longer keeps a file: it was published, or its time is over."""
_OF_THE_FILE = (Exists, Filtered, NotDone)
"""Refusals of a file, which the wiki gives whenever it is sent."""
_MISPLACED = "stashfailed"
_MAX_CORRECTIONS = 5
"""Highest number of corrections of the offset, or new beginnings, for one chunk."""
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 15.0
"""Seconds between two questions whether the wiki is done."""
_MAX_LOOKS, _SHORT_LOOK = 3, 2.0
"""Highest number of look-ups of a file, until one takes no more than so many seconds."""
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
    """Width in pixels; 0 if it is not an image."""
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
    """A request to upload a file."""

    filename: str
    more: Mapping[str, str]
    """Further parameters of its publication, such as `comment`, by their wire names."""
    ignore: frozenset[str]
    """Names of the warnings in spite of which it is saved."""
    chunk_bytes: int
    in_background: bool
    """True if the wiki puts chunks together and publishes them in jobs."""
    progress: UploadProgress | None

    def report(self, bytes_sent: int, size: int) -> None:
        """Report the progress."""
        if self.progress is not None:
            call_user(self.progress, bytes_sent, size)


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
    """Check the arguments of an upload."""
    if not is_file(file):
        raise refused("upload", "file", "a path, an open file or bytes", file)
    checked_title("upload", "filename", filename)
    checked_text("upload", "comment", comment)
    checked_whole_number("upload", "chunk_bytes", chunk_bytes, least=1)
    if progress is not None and not callable(cast("object", progress)):
        raise refused("upload", "progress", "a function or None", progress)
    check_flags("upload", in_background=in_background)
    more = optional_params("upload", protocol, tags=tags, watchlist=watchlist, text=text)
    request = FileUpload(
        filename=filename,
        more={"comment": comment, **more},
        ignore=frozenset(checked_names("upload", "ignore", ignore)),
        chunk_bytes=chunk_bytes,
        in_background=in_background,
        progress=progress,
    )
    return Content(file_content("file", file)), request


class _Beginning:
    """When the first publication of an upload was sent, by the client's clock, and the names that it may have."""

    def __init__(self, filename: str) -> None:
        self.at: float | None = None
        """None: nothing was published yet."""
        self.names = [filename]

    def note(self, context: Context) -> None:
        """Note that a publication is about to be sent."""
        if self.at is None:
            self.at = context.clock()

    def note_warnings(self, warnings: JSON) -> None:
        """Note the name under which the wiki saves a file of which it does not take the name."""
        name = warnings.get("badfilename")
        if isinstance(name, str) and name not in self.names:
            self.names.append(name)


def upload(context: Context, content: Content, request: FileUpload) -> Quiet[SavedFile]:
    """Upload a file, and return what the wiki saved."""
    doubt: Uncertain | None = None
    doubts, key = 0, None
    begun = _Beginning(request.filename)
    while True:
        failure: WikiError | None = None
        try:
            if key is None and (doubt is not None or content.size > request.chunk_bytes):
                key = yield from _stashed(context, content, request)
            saved = yield from _published(context, content, request, key, begun)
            return _checked(saved, content)
        except Uncertain as error:
            doubt, doubts = error, doubts + 1
        except WikiError as error:
            if doubt is None:
                raise
            failure = error  # perhaps since the file is saved already
        with doubtful(doubt):
            version = yield from _version_of_this_upload(context, content, begun)
        if version is not None:
            return version
        if isinstance(failure, ServerError) and failure.code in _GONE:
            key, doubts = None, doubts + 1
        elif isinstance(failure, _OF_THE_FILE):
            raise failure
        elif failure is not None:
            raise still_uncertain(doubt, failure)
        if doubts > context.settings.options.retries:
            raise doubt


# --- The kept file -----------------------------------------------------------------------------------


def _stashed(context: Context, content: Content, request: FileUpload) -> Quiet[str]:
    """Send all chunks; returns the key of the whole file, which the wiki keeps for some hours."""
    offset, corrections = 0, 0
    key: str | None = None
    while True:
        try:
            reply = yield from _chunk(context, content, request, offset, key)
        except ServerError as error:
            corrections += 1
            place = _corrected_offset(error, offset)
            if place is None or corrections > _MAX_CORRECTIONS:
                raise
            offset, key = place, key if place else None
            continue
        corrections = 0
        key = str(reply.get("filekey", key))
        if reply.get("result") == "Continue":
            offset = int(reply["offset"])
            request.report(offset, content.size)
            continue
        if reply.get("result") == "Poll":
            reply = yield from _polled(context, key, saves=False)
        _check(reply, content, is_saved=False)
        request.report(content.size, content.size)
        return str(reply.get("filekey", key))


def _chunk(
    context: Context, content: Content, request: FileUpload, offset: int, key: str | None
) -> Quiet[JSON]:
    params: Params = {
        "filename": request.filename,
        "stash": "1",
        "filesize": str(content.size),
        "offset": str(offset),
        "ignorewarnings": "1",  # nothing is saved yet; the publication has the warnings
    }
    if key is not None:
        params["filekey"] = key
    if request.in_background:
        params["async"] = "1"
    piece = content.piece(offset, request.chunk_bytes)
    part = Upload(parameter="chunk", filename=request.filename, content=piece)
    return (yield from _upload_reply(context, params, (part,), saves=False))


def _corrected_offset(error: ServerError, offset: int) -> int | None:
    """The offset at which the wiki asks to continue; 0 to begin anew, None if it refuses the upload."""
    if error.code in _GONE and offset > 0:
        return 0
    offset_text = str(error.data.get("offset", ""))  # text, on all wikis so far
    if error.code != _MISPLACED or not offset_text.isdecimal() or int(offset_text) == offset:
        return None
    return int(offset_text)


def _upload_reply(
    context: Context, params: Params, uploads: tuple[Upload, ...], *, saves: bool
) -> Quiet[JSON]:
    """The wiki's reply to an upload. A request that saves nothing yet may be repeated."""
    call = posted("upload", params, kind="csrf", uploads=uploads, idempotent=not saves, paced=saves)
    answer: JSON = yield from carry_out(context, call)
    upload_data: object = answer.get("upload")
    if is_object(upload_data):
        return upload_data
    text = with_doubt("the answer has no `upload`", maybe_sent=saves)
    raise ResponseError(text, status=200, maybe_sent=saves, operation="upload")


# --- The publication ---------------------------------------------------------------------------------


def _published(
    context: Context, content: Content, request: FileUpload, key: str | None, begun: _Beginning
) -> Quiet[JSON]:
    """Save the file; in spite of warnings only if `ignore` names all of them."""
    begun.note(context)
    try:
        return (yield from _publication(context, content, request, key, {}))
    except NotDone as refusal:
        warnings: object = refusal.data.get("warnings")
        stash_key: object = refusal.data.get("filekey", key)
        if not is_object(warnings) or not warnings or not isinstance(stash_key, str):
            raise
        if not request.ignore.issuperset(warnings):
            raise
        begun.note_warnings(warnings)
    return (yield from _publication(context, content, request, stash_key, {"ignorewarnings": "1"}))


def _publication(
    context: Context,
    content: Content,
    request: FileUpload,
    key: str | None,
    more: Mapping[str, str],
) -> Quiet[JSON]:
    params: Params = {"filename": request.filename, **request.more, **more}
    uploads: tuple[Upload, ...] = ()
    if key is None:
        whole = content.piece(0, content.size)
        uploads = (Upload(parameter="file", filename=request.filename, content=whole),)
    else:
        params["filekey"] = key
        if request.in_background:
            params["async"] = "1"
    reply = yield from _upload_reply(context, params, uploads, saves=True)
    if reply.get("result") == "Poll":
        reply = yield from _published_in_job(context, params, str(reply.get("filekey", key)))
    if key is None:
        request.report(content.size, content.size)
    return reply


def _published_in_job(context: Context, params: Params, key: str) -> Quiet[JSON]:
    """Poll until the wiki has published a file in a job; failures to poll become `Uncertain`."""
    try:
        return (yield from _polled(context, key, saves=True))
    except (TransportError, ResponseError, BusyError, SessionError) as error:
        failure = error
    params_sent = posted("upload", params, kind="csrf").visible_params()
    raise Uncertain(failure, sent=params_sent, operation="upload")


def _polled(context: Context, key: str, *, saves: bool) -> Quiet[JSON]:
    """Poll until the wiki's job is done, within the deadline of a call."""
    params: Params = {"checkstatus": "1", "filekey": key}
    ends = deadline_in(context.settings.options.deadline, context.clock)
    pause = _FIRST_PAUSE
    while ends is None or ends.remaining() > pause:
        yield Wait(pause)
        reply = yield from _upload_reply(context, params, (), saves=False)
        if reply.get("result") != "Poll":
            return reply
        pause = min(2 * pause, _LONGEST_PAUSE)
    text = f"the wiki has not done its job for {key} within the deadline"
    raise CallTimeoutError(
        with_doubt(text, maybe_sent=saves),
        kind="deadline",
        retryable=not saves,
        maybe_sent=saves,
        operation="upload",
    )


# --- Looking an upload up ----------------------------------------------------------------------------


def _version_of_this_upload(
    context: Context, content: Content, begun: _Beginning
) -> Quiet[SavedFile | None]:
    """The version of the file that this upload has saved; None if there is none.

    One with the content that was sent, of the account that asks, and not saved before the upload was sent.
    """
    data, answered = yield from _look(context, begun)
    query: object = data.get("query")
    account: object = query.get("userinfo") if is_object(query) else None
    now = parse_time(str(data.get("curtimestamp", "")))
    if not is_object(query) or not is_object(account) or now is None or begun.at is None:
        text = "the answer does not say when it was made, and for whom"
        raise ResponseError(text, status=200, operation="prop=imageinfo")
    # The wiki's time when the upload was sent, at the earliest; in whole seconds, as versions have it.
    earliest = (now - timedelta(seconds=answered - begun.at)).replace(microsecond=0)
    for page in objects(query.get("pages")):
        for info in objects(page.get("imageinfo")):
            saved_at = parse_time(str(info.get("timestamp", "")))
            is_ours = info.get("user") == account.get("name") and "userhidden" not in info
            if info.get("sha1") == content.sha1() and is_ours and saved_at and saved_at >= earliest:
                name = str(page["title"]).partition(":")[2].replace(" ", "_")
                return _saved(name, info)
    return None


def _look(context: Context, begun: _Beginning) -> Quiet[tuple[JSON, float]]:
    """The versions of a file, newest first, with the account, the wiki's time and the time of the reply."""
    separator = context.protocol.separator
    params: Params = {
        "prop": "imageinfo",
        "meta": "userinfo",
        "titles": separator.join(f"File:{name}" for name in begun.names),
        "iiprop": _ABOUT,
        "iilimit": "max",
        "curtimestamp": "1",
    }
    looks = 0
    while True:
        looks += 1
        start = context.clock()
        data = yield from ask(context, params, label="prop=imageinfo")
        answered = context.clock()
        # After a longer wait nobody knows when the wiki has looked at its clock.
        if answered - start <= _SHORT_LOOK or looks == _MAX_LOOKS:
            return data, answered


def _checked(reply: Mapping[str, Any], content: Content) -> SavedFile:
    """The version of the file in the reply to a publication."""
    info: object = reply.get("imageinfo")
    filename = reply.get("filename")
    if not is_object(info) or not isinstance(filename, str) or not info.keys() >= _REQUIRED:
        text = with_doubt("the answer lacks the file that is saved", maybe_sent=True)
        failure = ResponseError(text, status=200, maybe_sent=True, operation="upload")
        raise Uncertain(failure, sent={}, operation="upload")
    _check(reply, content, is_saved=True)
    return _saved(filename, info)


def _check(reply: Mapping[str, Any], content: Content, *, is_saved: bool) -> None:
    """Refuse a reply whose size or hash differs from what was sent."""
    info: object = reply.get("imageinfo")
    sha1 = info.get("sha1") if is_object(info) else None
    if isinstance(sha1, str) and sha1 != content.sha1():
        state = "it is saved" if is_saved else "nothing is saved"
        text = f"the wiki has another content than was sent, with the SHA-1 hash {sha1}; {state}"
        raise NotDone(
            "upload-sha1",
            text,
            module="upload",
            data=dict(reply),
            maybe_sent=is_saved,
            operation="upload",
        )


_REQUIRED = frozenset(
    {"timestamp", "size", "width", "height", "url", "descriptionurl", "sha1", "mime"}
)
"""Members of a version that each wiki sends."""


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
