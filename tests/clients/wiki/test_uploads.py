"""A file is sent at once or in chunks, continues where the wiki wants, and is saved once."""

import hashlib
import re
from collections.abc import Callable
from email import message_from_bytes
from io import BufferedReader, StringIO
from pathlib import Path
from typing import Any

import pytest
from wiki_query import (
    Exists,
    NotDone,
    ParameterError,
    RightsError,
    ServerError,
    TransportError,
    Uncertain,
)

from tests.clients.seller.script import reset
from tests.clients.wiki.either import Either
from tests.clients.wiki.scripted import Answer, Reply, ScriptedWiki, WikiRequest, part, refusal

AT = "2026-01-02T03:04:05Z"
CONTENT = bytes(range(256)) * 10
LOST = Reply(b"<title>Bad Gateway</title>", 502)


def info(content: bytes = CONTENT) -> dict[str, Any]:
    address = "https://w.test/Oak.png"
    return {
        "timestamp": AT,
        "user": "Me",
        "size": len(content),
        "width": 1,
        "height": 1,
        "url": address,
        "descriptionurl": address,
        "sha1": hashlib.sha1(content).hexdigest(),
        "mime": "image/png",
        "comment": "An oak",
        "html": "beside",
    }


def upload_reply(result: str, **more: Any) -> dict[str, Any]:
    return {"upload": {"result": result, **more}}


SAVED = upload_reply("Success", filename="Oak.png", imageinfo=info())
RESULT = {"filename": "Oak.png", **{key: value for key, value in info().items() if key != "html"}}
KEPT = upload_reply("Success", filekey="whole", imageinfo=info())


def fields(request: WikiRequest) -> dict[str, bytes | str]:
    """The parameters of a request, whatever its body is."""
    if "multipart" not in request.headers.get("Content-Type", ""):
        return dict(request.params)
    whole = f"Content-Type: {request.headers['Content-Type']}\r\n\r\n".encode() + request.body
    values: dict[str, bytes | str] = {}
    for piece in message_from_bytes(whole).walk():
        name = piece.get_param("name", header="Content-Disposition")
        if isinstance(name, str):
            content = piece.get_payload(decode=True)
            assert isinstance(content, bytes)
            values[name] = content if piece.get_filename() else content.decode()
    return values


class Store:
    """A wiki that keeps chunks and publishes them, as MediaWiki does."""

    def __init__(self, *, before: Callable[[str, int], Answer | None] = lambda kind, count: None):
        self.content = b""
        self.key = "k1"
        self.files: list[bytes] = []
        self.older: list[dict[str, Any]] = []
        """Versions from before."""
        self.newer: list[dict[str, Any]] = []
        """Versions that others have saved since."""
        self.warnings: dict[str, Any] = {}
        self.counts: dict[str, int] = {}
        self.before = before
        """May answer in place of the wiki, before or after that has done it."""

    def __call__(self, request: WikiRequest) -> Answer:
        values = fields(request)
        if values.get("meta") == "tokens":
            return part(tokens={"csrftoken": "t+\\"})
        kind = "chunk" if "chunk" in values else "publication" if "filekey" in values else "read"
        kind = "file" if "file" in values else kind
        self.counts[kind] = self.counts.get(kind, 0) + 1
        instead = self.before(kind, self.counts[kind])
        if instead is not None and instead is not DONE:
            return instead
        answer = getattr(self, kind)(values)
        return LOST if instead is DONE else answer

    def chunk(self, values: dict[str, Any]) -> Answer:
        offset, size, piece = int(values["offset"]), int(values["filesize"]), values["chunk"]
        if offset == 0:
            self.content, self.key = b"", f"k{self.counts['chunk']}"
        elif values.get("filekey") != self.key:
            return refusal("uploadstash-file-not-found")
        if offset != len(self.content):
            return refusal("stashfailed", data={"offset": str(len(self.content))})
        self.content += piece
        if len(self.content) < size:
            return upload_reply("Continue", offset=len(self.content), filekey=self.key)
        self.key = f"whole{self.counts['chunk']}"
        return upload_reply("Success", filekey=self.key, imageinfo=info(self.content))

    def publication(self, values: dict[str, Any]) -> Answer:
        if values["filekey"] != self.key:
            return refusal("uploadstash-file-not-found")
        if self.warnings and "ignorewarnings" not in values:
            return upload_reply("Warning", warnings=self.warnings, filekey=self.key)
        if any(version["sha1"] == info(self.content)["sha1"] for version in self.older):
            return refusal("fileexists-no-change")
        self.files.append(self.content)
        self.key = "gone"
        return upload_reply("Success", filename="Oak.png", imageinfo=info(self.content))

    def file(self, values: dict[str, Any]) -> Answer:
        self.content, self.key = values["file"], "small"
        return self.publication({"filekey": "small", **values})

    def read(self, values: dict[str, Any]) -> Answer:
        page: dict[str, Any] = {"ns": 6, "title": "File:Oak.png", "missing": True}
        versions_uploaded = [info(content) for content in reversed(self.files)]
        if versions := [*self.newer, *versions_uploaded, *self.older]:
            page = {"ns": 6, "title": "File:Oak.png", "imageinfo": versions}
        assert values["titles"] == "File:Oak.png"
        return {"curtimestamp": AT, **part(pages=[page], userinfo={"id": 1, "name": "Me"})}


DONE: Answer = {"done": "and the reply is lost"}


def once(kind: str, number: int, answer: Answer) -> Callable[[str, int], Answer | None]:
    """One request of a kind is answered so."""
    return lambda met, count: answer if (met, count) == (kind, number) else None


# --- At once and in chunks ---------------------------------------------------------------------------


@pytest.mark.promise("A file that is no larger than a chunk is one request")
def test_a_small_file_is_one_request(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(part(tokens={"csrftoken": "t+\\"}), SAVED)
    reports: list[tuple[int, int]] = []
    saved = wiki.upload(
        CONTENT, "oak.png", comment="An oak", text="Text", progress=lambda *now: reports.append(now)
    )
    assert saved == RESULT
    values = fields(scripted.requests[1])
    assert values["file"] == CONTENT
    assert (values["filename"], values["comment"], values["text"]) == ("oak.png", "An oak", "Text")
    assert "ignorewarnings" not in values
    assert reports == [(2560, 2560)]


@pytest.mark.parametrize("kind", ["path", "bytes", "file", "raw file"])
@pytest.mark.promise("A path, a file that you opened in binary mode, or bytes")
def test_a_larger_one_is_sent_in_chunks(
    wiki: Either, scripted: ScriptedWiki, tmp_path: Path, kind: str
) -> None:
    path = tmp_path / "oak.png"
    path.write_bytes(CONTENT)
    store = Store()
    scripted.answers_by(store)
    reports: list[tuple[int, int]] = []
    with path.open("rb", buffering=0 if kind == "raw file" else -1) as opened:
        file = {"path": path, "bytes": CONTENT}.get(kind, opened)
        assert not isinstance(file, BufferedReader) or file.read(
            10
        )  # it is read from its beginning
        wiki.upload(
            file,
            "Oak.png",
            chunk_bytes=1000,
            comment="c",
            progress=lambda *now: reports.append(now),
        )
    assert store.files == [CONTENT]
    assert reports == [(1000, 2560), (2000, 2560), (2560, 2560)]
    *chunks, publication = [fields(request) for request in scripted.requests[1:]]
    assert [(chunk["offset"], chunk["filesize"], chunk["stash"]) for chunk in chunks] == [
        ("0", "2560", "1"),
        ("1000", "2560", "1"),
        ("2000", "2560", "1"),
    ]
    assert publication["comment"] == "c"
    assert "ignorewarnings" not in publication


def test_a_file_that_becomes_shorter_is_told(
    wiki: Either, scripted: ScriptedWiki, tmp_path: Path
) -> None:
    path = tmp_path / "oak.png"
    path.write_bytes(CONTENT)
    scripted.answers_by(Store())
    with pytest.raises(ParameterError, match="became shorter while it was sent"):
        wiki.upload(
            path, "Oak.png", chunk_bytes=1000, progress=lambda *now: path.write_bytes(b"x") and None
        )


# --- Warnings ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("chunk_bytes", [1000, 5000])
@pytest.mark.promise("only if you have named every one of them")
def test_a_file_is_saved_in_spite_of_warnings_only_if_all_are_named(
    wiki: Either, scripted: ScriptedWiki, chunk_bytes: int
) -> None:
    store = Store()
    store.warnings = {"exists": "Oak.png", "duplicate": ["Elm.png"]}
    scripted.answers_by(store)
    with pytest.raises(NotDone, match=r"Warning.*exists, duplicate") as caught:
        wiki.upload(CONTENT, "Oak.png", ignore="exists", chunk_bytes=chunk_bytes)
    assert caught.value.result["warnings"] == store.warnings
    assert store.files == []
    ignored = ["exists", "duplicate", "nochange"]
    wiki.upload(CONTENT, "Oak.png", ignore=ignored, chunk_bytes=chunk_bytes)
    assert store.files == [CONTENT]


# --- Trouble -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("trouble", [LOST, DONE], ids=["not done", "done"])
@pytest.mark.promise("continues at the offset that the wiki names")
def test_a_chunk_without_an_answer_is_sent_again(
    wiki: Either, scripted: ScriptedWiki, number: int, trouble: Answer
) -> None:
    store = Store(before=once("chunk", number, trouble))
    scripted.answers_by(store)
    assert wiki.upload(CONTENT, "Oak.png", chunk_bytes=1000) == RESULT
    assert store.files == [CONTENT]
    # The answer to the last chunk has the key of the whole: without it, all are sent again.
    assert store.counts["chunk"] == (7 if trouble is DONE and number == 3 else 4)


@pytest.mark.parametrize("chunk_bytes", [1000, 5000])
@pytest.mark.parametrize("trouble", [LOST, DONE], ids=["not done", "done"])
@pytest.mark.promise("asks the wiki whether it has the file")
def test_a_file_is_saved_once_without_an_answer(
    wiki: Either, scripted: ScriptedWiki, trouble: Answer, chunk_bytes: int
) -> None:
    kind = "publication" if chunk_bytes == 1000 else "file"
    store = Store(before=once(kind, 1, trouble))
    scripted.answers_by(store)
    assert wiki.upload(CONTENT, "Oak.png", chunk_bytes=chunk_bytes) == RESULT
    assert store.files == [CONTENT]
    assert store.counts["read"] == 1


OTHERS: dict[str, dict[str, Any]] = {
    "an older version": {"timestamp": "2026-01-02T03:00:00Z"},
    "a version of another account": {"user": "Other"},
    "a version of a hidden account": {"userhidden": True},
}


@pytest.mark.parametrize("chunk_bytes", [1000, 5000])
@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
@pytest.mark.promise("of your account, and not from before the upload")
def test_a_version_of_somebody_else_or_from_before_is_not_taken_for_this_upload(
    wiki: Either, scripted: ScriptedWiki, other: dict[str, Any], chunk_bytes: int
) -> None:
    kind = "publication" if chunk_bytes == 1000 else "file"
    store = Store(before=once(kind, 1, LOST))
    store.older = [{**info(), "comment": "Before", **other}]
    scripted.answers_by(store)
    with pytest.raises(Exists, match="fileexists-no-change") as caught:
        wiki.upload(CONTENT, "Oak.png", chunk_bytes=chunk_bytes, ignore=["exists", "duplicate"])
    assert not caught.value.maybe_sent
    assert store.files == []
    requests = [fields(request) for request in scripted.requests]
    publications = [
        values for values in requests if values.get("action") == "upload" and "stash" not in values
    ]
    assert len(publications) == 2
    assert not any("ignorewarnings" in values for values in publications)


def test_an_upload_is_found_among_later_versions(wiki: Either, scripted: ScriptedWiki) -> None:
    store = Store(before=once("file", 1, DONE))
    store.newer = [{**info(b"other"), "user": "Other", "timestamp": "2026-01-02T03:04:06Z"}]
    store.older = [{**info(b"before"), "timestamp": "2025-01-02T03:04:05Z"}]
    scripted.answers_by(store)
    assert wiki.upload(CONTENT, "Oak.png") == RESULT
    assert store.files == [CONTENT]


FAILED_LOOKS: dict[str, Answer] = {
    "unavailable": Reply(b"", 503),
    "reset": reset,
    "lag": refusal("maxlag"),
    "a lost session": refusal("assertuserfailed"),
    "a proxy": Reply(b"<html>", 403),
    "an answer that does not help": part(pages=[]),
}


@pytest.mark.parametrize("trouble", [LOST, DONE], ids=["not done", "done"])
@pytest.mark.parametrize("answer", FAILED_LOOKS.values(), ids=FAILED_LOOKS)
@pytest.mark.promise("`error.reason` says why the client could not find it out")
def test_an_upload_that_cannot_be_looked_up_is_uncertain(
    client: Callable[..., Either], scripted: ScriptedWiki, answer: Answer, trouble: Answer
) -> None:
    def before(kind: str, count: int) -> Answer | None:
        if kind == "read":
            return answer
        return trouble if (kind, count) == ("file", 1) else None

    store = Store(before=before)
    scripted.answers_by(store)
    with pytest.raises(Uncertain, match="then it failed") as caught:
        client(scripted.api_url, retries=0).upload(CONTENT, "Oak.png")
    assert (caught.value.retryable, caught.value.maybe_sent) == (False, True)
    assert caught.value.reason.operation == "prop=imageinfo"
    assert store.counts["file"] == 1


@pytest.mark.parametrize("answer", [Reply(b"", 503), reset, refusal("ratelimited")])
def test_an_upload_that_cannot_be_sent_again_is_uncertain(
    client: Callable[..., Either], scripted: ScriptedWiki, answer: Answer
) -> None:
    store = Store(
        before=lambda kind, count: {"file": LOST, "chunk": answer}.get(kind),
    )
    scripted.answers_by(store)
    with pytest.raises(Uncertain) as caught:
        client(scripted.api_url, retries=1, backoff=0.001).upload(CONTENT, "Oak.png")
    assert (caught.value.retryable, caught.value.maybe_sent) == (False, True)


def test_a_publication_that_was_late_is_found(wiki: Either, scripted: ScriptedWiki) -> None:
    """The wiki is still at work when it is asked; then what it kept is gone, and the file is there."""
    store = Store()

    def before(kind: str, count: int) -> Answer | None:
        if (kind, count) == ("publication", 1):
            return LOST
        if (kind, count) == ("publication", 2):
            store.publication({"filekey": store.key})  # that of the first
        return None

    store.before = before
    scripted.answers_by(store)
    assert wiki.upload(CONTENT, "Oak.png", chunk_bytes=1000) == RESULT
    assert store.files == [CONTENT]


def test_it_does_not_try_for_ever(client: Callable[..., Either], scripted: ScriptedWiki) -> None:
    store = Store(before=lambda kind, count: LOST if kind == "publication" else None)
    scripted.answers_by(store)
    with pytest.raises(Uncertain, match="carried out all the same"):
        client(scripted.api_url, retries=2).upload(CONTENT, "Oak.png", chunk_bytes=1000)
    assert store.counts["publication"] == 3
    gone = Store(
        before=lambda kind, count: refusal("uploadstash-file-not-found") if count > 1 else None
    )
    scripted.answers_by(gone)
    with pytest.raises(ServerError, match="uploadstash-file-not-found"):
        client(scripted.api_url).upload(CONTENT, "Oak.png", chunk_bytes=1000)
    assert gone.counts["chunk"] < 10


@pytest.mark.parametrize(
    ("code", "data"),
    [("permissiondenied", {}), ("chunk-too-small", {}), ("stashfailed", {"offset": "nonsense"})],
)
def test_a_chunk_that_is_refused_ends_the_upload(
    wiki: Either, scripted: ScriptedWiki, code: str, data: dict[str, str]
) -> None:
    store = Store(before=once("chunk", 2, refusal(code, data=data)))
    scripted.answers_by(store)
    with pytest.raises(RightsError if code == "permissiondenied" else ServerError, match=code):
        wiki.upload(CONTENT, "Oak.png", chunk_bytes=1000)


@pytest.mark.promise("compares the SHA-1 hash")
def test_what_did_not_arrive_as_it_was_sent_is_not_published(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    damaged = upload_reply("Success", filekey="whole", imageinfo=info(b"damaged"))
    store = Store(before=once("chunk", 3, damaged))
    scripted.answers_by(store)
    with pytest.raises(NotDone, match=r"another content than was sent.*nothing is saved"):
        wiki.upload(CONTENT, "Oak.png", chunk_bytes=1000)
    assert store.files == []


# --- In the job queue --------------------------------------------------------------------------------


class Slow(Store):
    """A wiki that puts chunks together and publishes in jobs."""

    polls = 0
    late: Answer

    def __call__(self, request: WikiRequest) -> Answer:
        values = fields(request)
        if "checkstatus" in values:
            self.polls += 1
            return upload_reply("Poll", stage="queued") if self.polls % 2 else self.late
        self.late = super().__call__(request)
        is_last = "chunk" in values and self.key.startswith("whole")
        is_job = is_last or ("filekey" in values and "chunk" not in values)
        if not is_job:
            return self.late
        assert values["async"] == "1"
        return upload_reply("Poll", stage="queued", filekey=values["filekey"])


@pytest.mark.promise("`in_background=True` lets the wiki do both in its job queue")
def test_an_upload_in_the_background_is_waited_for(
    client: Callable[..., Either], scripted: ScriptedWiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wiki_query._runtime.mediawiki.writing.upload._FIRST_PAUSE", 0.01)
    store = Slow()
    scripted.answers_by(store)
    saved = client(scripted.api_url).upload(
        CONTENT, "Oak.png", chunk_bytes=1000, in_background=True
    )
    assert saved == RESULT
    assert store.polls == 4


def test_a_job_that_takes_too_long_is_told(
    client: Callable[..., Either], scripted: ScriptedWiki
) -> None:
    scripted.answers_by(Slow())
    hurried = client(scripted.api_url, deadline=0.9)
    with pytest.raises(TransportError, match=r"not done its job.* within the deadline") as caught:
        hurried.upload(CONTENT, "Oak.png", chunk_bytes=1000, in_background=True)
    assert (caught.value.retryable, caught.value.maybe_sent) == (True, False)


# --- What is refused before anything is sent ---------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (("oak.png", "Oak.png"), {}, "file: expected a path, an open file or bytes, got str"),
        ((CONTENT, 5), {}, "filename: expected text, got int"),
        (
            (CONTENT, "Oak.png"),
            {"chunk_bytes": 0},
            "chunk_bytes: expected a whole number from 1 on",
        ),
        ((CONTENT, "Oak.png"), {"ignore": [5]}, "ignore: expected text, got int"),
        ((Path("no such file"), "Oak.png"), {}, "no such file"),
        ((StringIO("text"), "Oak.png"), {}, "the file is open as text"),
    ],
)
def test_what_cannot_be_right_is_refused(
    wiki: Either, scripted: ScriptedWiki, arguments: Any, options: Any, message: str
) -> None:
    with pytest.raises(ParameterError, match=re.escape(message)):
        wiki.upload(*arguments, **options)
    assert scripted.requests == []
