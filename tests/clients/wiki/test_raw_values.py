"""Values of raw calls: files, paths and times where they make sense, and an error before sending elsewhere."""

import asyncio
import gzip
import io
import os
import tracemalloc
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest
from wiki_query import AsyncClient, Client, ParameterError, Secret, TransportError

from tests.clients.wiki.either import Either, with_defaults
from tests.clients.wiki.scripted import ScriptedWiki, WikiRequest, part, refusal
from tests.http_server import LocalServer, QuietHandler

CONTENT = b"\x89PNG\r\n\xff\x00" * 30_000
DONE = {"upload": {"result": "Success"}}
TOKEN = part(tokens={"csrftoken": "t+\\"})
UPLOAD: dict[str, Any] = {"action": "upload", "filename": "A.png", "token": "csrf"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "a.png"
    path.write_bytes(CONTENT)
    return path


def parts_of(request: WikiRequest) -> dict[str, Any]:
    """The parts of a form by name."""
    whole = message_from_bytes(
        f"Content-Type: {request.headers['Content-Type']}\r\n\r\n".encode() + request.body
    )
    message: Any = whole.get_payload()
    return {part.get_param("name", header="content-disposition"): part for part in message}


class OddPath:
    """A path of another library."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __fspath__(self) -> str:
        return str(self._path)


def read_to_the_end(path: Path) -> io.BytesIO:
    file = io.BytesIO(path.read_bytes())
    file.read()
    return file


def packed(path: Path) -> Any:
    return gzip.open(io.BytesIO(gzip.compress(path.read_bytes())))


FILES: dict[str, Callable[[Path], Any]] = {
    "bytes": lambda path: path.read_bytes(),
    "path": lambda path: path,
    "another path": OddPath,
    "open file": lambda path: path.open("rb"),
    "in memory": lambda path: io.BytesIO(path.read_bytes()),
    "read to its end": read_to_the_end,
    "unpacked while read": packed,
}


@pytest.mark.promise(
    "A `Path` is sent as a file, which `filename` names",
    "from its beginning and stays open; bytes are taken, too",
)
@pytest.mark.parametrize("make", FILES.values(), ids=FILES)
def test_a_file_is_taken_in_any_form(
    wiki: Either, scripted: ScriptedWiki, path: Path, make: Callable[[Path], Any]
) -> None:
    scripted.answers(TOKEN, DONE)
    file = make(path)
    assert wiki.raw(**UPLOAD, file=file) == DONE
    request = scripted.requests[-1]
    parts = parts_of(request)
    assert parts["file"].get_payload(decode=True) == CONTENT
    assert parts["file"].get_filename() == "A.png"
    assert request.headers["Content-Length"] == str(len(request.body))
    if hasattr(file, "close"):
        assert not file.closed
        file.close()


@pytest.mark.promise("from its beginning and stays open; bytes are taken, too")
@pytest.mark.parametrize("make", FILES.values(), ids=FILES)
def test_a_file_is_whole_when_it_is_sent_again(
    wiki: Either, scripted: ScriptedWiki, path: Path, make: Callable[[Path], Any]
) -> None:
    scripted.answers(TOKEN, refusal("readonly"), TOKEN, refusal("badtoken"), TOKEN, DONE)
    file = make(path)
    wiki.raw(**UPLOAD, file=file)
    whole = [parts_of(request)["file"] for request in scripted.requests if b"PNG" in request.body]
    assert len(whole) > 1
    assert {part.get_payload(decode=True) for part in whole} == {CONTENT}
    if hasattr(file, "close"):
        file.close()


class Swallowing(QuietHandler):
    """Reads what comes, and keeps none of it."""

    def serve(self) -> None:
        remaining = int(self.headers["Content-Length"])
        while remaining:
            remaining -= len(self.rfile.read(min(remaining, 65536)))
        self.answer(b'{"upload": {"result": "Success"}}', 200, {"Content-Type": "application/json"})


@pytest.fixture
def swallowing() -> Iterator[str]:
    with LocalServer(Swallowing) as running:
        yield f"{running.url}/api.php"


@pytest.mark.promise(
    "The file is read while it is sent, so a large one is never in memory as a whole"
)
@pytest.mark.parametrize("kind", ["path", "open file"])
@pytest.mark.parametrize("is_async", [False, True], ids=["sync", "async"])
def test_a_large_file_is_read_while_it_is_sent(
    swallowing: str, tmp_path: Path, kind: str, is_async: bool
) -> None:
    path, size = tmp_path / "large", 64 * 1024 * 1024
    path.touch()
    os.truncate(path, size)

    async def upload(file: Any) -> None:
        async with AsyncClient(swallowing, **with_defaults({})) as wiki:
            await wiki.raw(action="upload", filename="A", file=file)

    with path.open("rb") as file:
        value = path if kind == "path" else file
        tracemalloc.start()
        if is_async:
            asyncio.run(upload(value))
        else:
            with Client(swallowing, **with_defaults({})) as wiki:
                wiki.raw(action="upload", filename="A", file=value)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert peak < size / 8


def test_a_file_that_fails_while_it_is_read_is_told(wiki: Either, scripted: ScriptedWiki) -> None:
    class Failing(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            raise OSError("the disk is gone")

    scripted.answers(TOKEN, DONE)
    with pytest.raises(TransportError, match="the disk is gone") as caught:
        wiki.raw(**UPLOAD, file=Failing(CONTENT))
    assert (caught.value.kind, caught.value.retryable) == ("unsendable", False)


@pytest.mark.promise("a time in UTC")
@pytest.mark.parametrize(
    ("time", "text"),
    [
        (datetime(2026, 5, 4, 3, 2, 1, tzinfo=UTC), "2026-05-04T03:02:01Z"),
        (datetime(2026, 5, 4, tzinfo=timezone(timedelta(hours=2))), "2026-05-03T22:00:00Z"),
        ([datetime(2026, 5, 4, tzinfo=UTC), 5, "x"], "2026-05-04T00:00:00Z|5|x"),
    ],
)
def test_times_are_sent_as_the_wiki_reads_them(
    wiki: Either, scripted: ScriptedWiki, time: Any, text: str
) -> None:
    wiki.raw(list="recentchanges", rcstart=time)
    wiki.raw_all(list="recentchanges", rcstart=time)
    assert scripted.params("rcstart") == [(text,), (text,)]


class Pipe(io.BytesIO):
    """A file that can be read once."""

    def seekable(self) -> bool:
        return False


class Closed(io.BytesIO):
    """A file that cannot be read any more."""

    def __init__(self) -> None:
        super().__init__()
        self.close()


REFUSED: dict[str, tuple[Callable[[], dict[str, Any]], str]] = {
    "naive time": (
        lambda: {"rcstart": datetime(2026, 1, 1, tzinfo=UTC).replace(tzinfo=None)},
        "rcstart: .* aware of its zone",
    ),
    "date": (lambda: {"rcstart": date(2026, 1, 1)}, "rcstart: .* a datetime, .* got date"),
    "float": (lambda: {"rclimit": 1.5}, "rclimit: .*got float"),
    "object": (lambda: {"titles": object()}, "titles: .*got object"),
    "mapping": (lambda: {"titles": {"A": 1}}, "titles: .*got dict"),
    "several secrets": (lambda: {"titles": [Secret("hidden")]}, "got one with Secret"),
    "none of several": (lambda: {"titles": ["A", None]}, "titles: .*got one with NoneType"),
    "half a character": (lambda: {"titles": "\ud800"}, "titles: .*half of a character"),
    "file of a query": (lambda: {"titles": Path("A")}, "titles: query takes no file"),
    "path for text": (
        lambda: {"action": "edit", "text": Path("A")},
        r"text: edit takes no file here; give its text, for example path.read_text\(\)",
    ),
    "bytes for text": (lambda: {"action": "edit", "text": b"A"}, "text: edit takes no file"),
    "no such file": (lambda: {**UPLOAD, "file": Path("/no/such")}, "file: /no/such: No such file"),
    "folder": (lambda: {**UPLOAD, "file": Path("/")}, "file: /: Is a directory"),
    "text file": (lambda: {**UPLOAD, "file": io.StringIO("A")}, "open it with mode 'rb'"),
    "pipe": (lambda: {**UPLOAD, "file": Pipe(b"A")}, "give what it holds: file.read"),
    "closed file": (
        lambda: {**UPLOAD, "file": Closed()},
        "cannot be read: I/O operation on closed",
    ),
}


@pytest.mark.promise(
    "A `Path` for a parameter that takes no file is a `ParameterError`",
    "Anything else is a `ParameterError` before anything is sent",
)
@pytest.mark.parametrize(("values", "message"), REFUSED.values(), ids=REFUSED)
def test_anything_else_is_refused_before_it_is_sent(
    wiki: Either, scripted: ScriptedWiki, values: Callable[[], dict[str, Any]], message: str
) -> None:
    with pytest.raises(ParameterError, match=message):
        wiki.raw(values())
    assert scripted.requests == []


def test_parameters_are_a_mapping(wiki: Either) -> None:
    with pytest.raises(ParameterError, match="expected a mapping of parameters, got list"):
        wiki.raw([("action", "query")])


@pytest.mark.promise("Actions that must be posted, such as `purge`, are posted")
@pytest.mark.parametrize("action", ["purge", "clearhasmsg", "watch", "logout"])
def test_what_must_be_posted_is_posted(wiki: Either, scripted: ScriptedWiki, action: str) -> None:
    wiki.raw(action=action)
    (request,) = scripted.requests
    assert (request.method, request.params["action"]) == ("POST", action)
    assert "Promise-Non-Write-API-Action" not in request.headers


@pytest.mark.parametrize("action", ["query", "parse", "someextension"])
def test_other_actions_are_not_posted_for_nothing(
    wiki: Either, scripted: ScriptedWiki, action: str
) -> None:
    wiki.raw(action=action)
    assert [request.method for request in scripted.requests] == ["GET"]


@pytest.mark.promise("So are more than 50 titles or ids, or 500 for accounts with high limits")
@pytest.mark.parametrize("action", ["query", "purge"])
@pytest.mark.parametrize("joined", [False, True], ids=["list", "joined"])
def test_more_titles_than_a_request_takes_are_refused(
    client: Callable[..., Either], scripted: ScriptedWiki, action: str, joined: bool
) -> None:
    stranger = client(scripted.api_url)
    account = client(scripted.api_url, access_token="a-token")  # may have high limits
    for wiki, limit in ((stranger, 50), (account, 500)):
        for name in ("titles", "pageids"):
            many = [str(number) for number in range(limit + 1)]
            value: Any = "|".join(many) if joined else many
            with pytest.raises(
                ParameterError, match=f"{name}: {limit + 1} values; .* {limit}: make"
            ):
                wiki.raw({"action": action, name: value})
            wiki.raw({"action": action, name: many[:limit]})
    assert len(scripted.requests) == 4
