"""Replies that come as items, and bodies that are not held in memory: with both clients, over HTTP."""

import asyncio
import importlib
import io
import json
import os
import re
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from specloom.cli.app import main
from tests.clients.checking import CHECKERS, findings
from tests.sampling import sampled

from .event_server import EVENT_STREAM, PIECE, EventServer, serving

DOCUMENT = Path(__file__).with_name("events.openapi.yaml")
PARTS = (
    b'data: {"delta": "one"}\n\n',
    b'data: {"delta": "two"}\n\n',
    b"data: [DONE]\n\n",
)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the package."""
    root = tmp_path_factory.mktemp("events")
    assert main(["init", "--openapi", str(DOCUMENT), str(root)]) == 0
    config = str(root / "spec/apis.yaml")
    assert main(["generate", "--only", "python", "--quiet", "--config", config]) == 0
    return root / "generated/python/event/src"


@pytest.fixture(scope="module")
def package(source: Path) -> Iterator[ModuleType]:
    sys.path.insert(0, str(source))
    yield importlib.import_module("event")
    sys.path.remove(str(source))


@pytest.fixture(scope="module")
def running() -> Iterator[EventServer]:
    server = EventServer()
    with serving(server):
        yield server


@pytest.fixture
def server(running: EventServer) -> EventServer:
    """The server, as if nothing had been asked."""
    running.scripts = {"chats": PARTS}
    running.media = EVENT_STREAM
    running.failures.clear()
    running.received.clear()
    running.left.clear()
    return running


class Run:
    """Does the same with one of the two clients."""

    def __init__(self, package: ModuleType, server: EventServer, *, is_async: bool) -> None:
        self._package, self._server, self._is_async = package, server, is_async

    def __call__(self, use: Callable[[Any], Any], **options: Any) -> Any:
        """The result of a function of a client, or what it awaits."""

        async def awaited() -> Any:
            async with self._package.AsyncClient(self._server.url, **options) as client:
                return await use(client)

        options = {"token": "t", "retries": 0, **options}
        if self._is_async:
            return asyncio.run(awaited())
        with self._package.Client(self._server.url, **options) as client:
            return use(client)

    def items(self, opened: Callable[[Any], Any], **options: Any) -> list[Any]:
        """Items of a stream, or chunks of a download."""
        return [item for item, _ in self.with_events(opened, **options)]

    def with_events(self, opened: Callable[[Any], Any], **options: Any) -> list[tuple[Any, Any]]:
        """Items of a stream, each with its event."""

        async def awaited(client: Any) -> list[tuple[Any, Any]]:
            async with opened(client) as reply:
                return [(item, getattr(reply, "event", None)) async for item in reply]

        def direct(client: Any) -> list[tuple[Any, Any]]:
            with opened(client) as reply:
                return [(item, getattr(reply, "event", None)) for item in reply]

        pairs: list[tuple[Any, Any]] = self(awaited if self._is_async else direct, **options)
        return pairs

    def entered(
        self, opened: Callable[[Any], Any], use: Callable[[Any], Any], **options: Any
    ) -> Any:
        """Return the result of a function of an open reply, awaited if need be."""

        async def awaited(client: Any) -> Any:
            async with opened(client) as reply:
                result = use(reply)
                return await result if asyncio.iscoroutine(result) else result

        def direct(client: Any) -> Any:
            with opened(client) as reply:
                return use(reply)

        return self(awaited if self._is_async else direct, **options)

    def first(self, opened: Callable[[Any], Any]) -> Any:
        """The first item, after which the reply is closed."""
        return self.entered(
            opened, lambda reply: anext(reply) if self._is_async else next(iter(reply))
        )


@pytest.fixture(params=["sync", "async"])
def run(request: pytest.FixtureRequest, package: ModuleType, server: EventServer) -> Run:
    return Run(package, server, is_async=request.param == "async")


# --- Items -------------------------------------------------------------------------------------------


@pytest.mark.promise("Each item is of the described type", "it is set to true in the request")
def test_an_operation_answers_with_json_or_with_events(
    run: Run, package: ModuleType, server: EventServer
) -> None:
    question = package.Question(text="?")
    assert run(lambda client: client.chats.create(question)) == package.Answer(id=1, text="yes")
    parts = run.items(lambda client: client.chats.create_stream(question))
    assert parts == [package.Part(delta="one"), package.Part(delta="two")]
    accepts = [headers["accept"] for _, headers, _ in server.received]
    assert accepts == ["application/json", EVENT_STREAM]
    assert server.received[1][2] == b'{"text":"?","stream":true}'
    with pytest.raises(
        package.ResponseError, match="expected a stream of `text/event-stream`"
    ) as raised:
        run.items(lambda client: client.chats.create_stream(question.replace(stream=False)))
    assert raised.value.maybe_sent
    assert raised.value.reply.json() == {"id": 1, "text": "yes"}


def test_server_sent_events_are_read_as_the_standard_says(run: Run, server: EventServer) -> None:
    text = (
        "\ufeff: comment\r\n\r\nevent: first\rid: 7\rretry: 1500\rdata: ä\rdata:  b\rdata\r\r"
        "data: é€😀\r\nunknown: x\r\nretry: soon\r\n\r\nevent: empty\n\nid\ndata:c\n\ndata: lost"
    ).encode()
    expected = [
        ("first", "ä\n b\n", "7", 1500),
        ("message", "é€😀", "7", 1500),
        ("message", "c", "", 1500),
    ]
    for size in (1, 2, 3, 7, len(text)):
        server.scripts["chats"] = [text[at : at + size] for at in range(0, len(text), size)]
        events = run.items(lambda client: client.chats.list_pings())
        assert [(each.event, each.data, each.id, each.retry) for each in events] == expected


@pytest.mark.promise("is the event of the latest item")
def test_events_of_several_types_are_told_apart(
    run: Run, package: ModuleType, server: EventServer
) -> None:
    server.scripts["7"] = (
        b'event: part\nid: a\ndata: {"delta":\ndata: "one"}\n\n',
        b'event: answer\ndata: {"id": 2, "text": "no"}\n\nevent: done\ndata: [DONE]\n\nevent: part\n\n',
    )
    items = run.with_events(lambda client: client.chats.watch("7"))
    assert [item for item, _ in items] == [
        package.Part(delta="one"),
        package.Answer(id=2, text="no"),
    ]
    assert [(event.event, event.id) for _, event in items] == [("part", "a"), ("answer", "a")]


@pytest.mark.promise("A line of JSON is an item")
def test_lines_of_json(run: Run, package: ModuleType, server: EventServer) -> None:
    server.media = "application/x-ndjson"
    server.scripts["chats"] = (b'{"id": 1, "te', b'xt": "a"}\r\n\n{"id": 2, "text": "b"}')
    answers = [package.Answer(id=1, text="a"), package.Answer(id=2, text="b")]
    assert run.items(lambda client: client.answers.export(limit=2)) == answers
    server.media = "application/json-seq"
    server.scripts["chats"] = (
        b'\x1e{"id": 1,\n',
        b'"text": "a"}\n',
        b'\x1e{"id": 2, "text": "b"}\n',
    )
    assert run.items(lambda client: client.answers.sequence()) == answers


def test_an_item_comes_before_the_next_one_is_sent(
    run: Run, package: ModuleType, server: EventServer
) -> None:
    server.scripts["7"] = (b'data: {"delta": "one"}\r\n\r', 30.0)
    assert run.first(lambda client: client.chats.watch("7")) == package.Part(delta="one")
    assert server.left.wait(10)
    server.left.clear()
    server.media = "application/json-seq"
    server.scripts["chats"] = (b'\x1e{"id": 1, "text": "a"}\n', 30.0)
    first = run.first(lambda client: client.answers.sequence())
    assert first == package.Answer(id=1, text="a")
    assert server.left.wait(10)


@pytest.mark.promise("item that does not fit is a `DecodeError`")
def test_an_item_that_does_not_fit(run: Run, package: ModuleType, server: EventServer) -> None:
    server.media = "application/x-ndjson"
    for line, path in ((b'{"id": "x", "text": ""}', "$.id"), (b"{", "$"), (b'"\xff"', "$")):
        server.scripts["chats"] = (line, b'\n{"id": 2, "text": "b"}\n')
        with pytest.raises(package.DecodeError) as raised:
            run.items(lambda client: client.answers.export())
        assert (raised.value.path, raised.value.reply.body) == (path, line)
        assert raised.value.maybe_sent


def _collector(items: list[Any]) -> Callable[[Any], Any]:
    """A function that adds each item of a stream to a list, up to an error."""

    def collect(reply: Any) -> Any:
        async def collected() -> None:
            async for item in reply:
                items.append(item)  # noqa: PERF401 - those before the error are to be there

        if hasattr(reply, "__anext__"):
            return collected()
        items.extend(iter(reply.__next__, None))
        return None

    return collect


@pytest.mark.promise("An item that is an error of the API, by a member `error`, is a `StatusError`")
@pytest.mark.parametrize(
    ("problem", "message"),
    [
        (b'{"message": "Too many tokens.", "type": "rate_limit"}', "Too many tokens."),
        (b'"overloaded"', "overloaded"),
        (b'true, "message": "No tokens left."', "No tokens left."),
        (b'{"code": 7}', "the API sent an error in place of an item"),
    ],
)
def test_an_item_that_is_an_error(
    run: Run, package: ModuleType, server: EventServer, problem: bytes, message: str
) -> None:
    item = b'{"error": ' + problem + b"}"
    server.scripts["chats"] = (PARTS[0], b"data: " + item + b"\n\n", PARTS[2])
    items: list[Any] = []
    with pytest.raises(package.StatusError) as raised:
        run.entered(
            lambda client: client.chats.create_stream(package.Question(text="?")), _collector(items)
        )
    error = raised.value
    assert (error.message, error.status, error.retryable) == (message, 200, False)
    assert (error.body, error.maybe_sent) == (json.loads(item), True)
    assert items == [package.Part(delta="one")]


@pytest.mark.parametrize("value", [b"0.25", b"[1, 2]", b"false", b"null"])
def test_an_item_with_another_value_called_error_is_one_that_does_not_fit(
    run: Run, package: ModuleType, server: EventServer, value: bytes
) -> None:
    server.scripts["chats"] = (b'data: {"error": ' + value + b"}\n\n",)
    with pytest.raises(package.DecodeError):
        run.items(lambda client: client.chats.create_stream(package.Question(text="?")))


@pytest.mark.promise("A connection that breaks in the middle is a `TransportError`")
def test_a_broken_stream_is_no_end(run: Run, package: ModuleType, server: EventServer) -> None:
    server.scripts["7"] = (*PARTS[:2], RuntimeError)
    items: list[Any] = []
    with pytest.raises(package.TransportError) as raised:
        run.entered(lambda client: client.chats.watch("7"), _collector(items))
    assert items == [package.Part(delta="one"), package.Part(delta="two")] or not items
    assert (raised.value.operation, raised.value.maybe_sent) == ("chats.watch", True)
    assert raised.value.retryable
    with pytest.raises(package.TransportError) as raised:
        server.scripts["chats"] = (RuntimeError,)
        run.items(lambda client: client.chats.create_stream(package.Question(text="?")))
    assert not raised.value.retryable


@pytest.mark.promise("Errors of the reply are raised where the block begins")
def test_an_error_before_the_stream(run: Run, package: ModuleType, server: EventServer) -> None:
    server.failures[:] = [429]
    with pytest.raises(package.TooManyRequestsError) as raised:
        run.items(lambda client: client.chats.create_stream(package.Question(text="?")))
    assert raised.value.body == package.models.Problem(message="too many")
    server.failures[:] = [503, 503]
    items = run.items(lambda client: client.chats.list_pings(), retries=2, backoff=0.0)
    assert [item.data for item in items][-1] == "[DONE]"
    assert len(server.received) == 4


@pytest.mark.promise(
    "`timeout` is the longest wait for the next bytes", "`deadline` ends when the reply begins"
)
def test_a_silent_stream_ends_with_a_timeout(
    run: Run, package: ModuleType, server: EventServer
) -> None:
    server.scripts["7"] = (PARTS[0], 30.0)
    with pytest.raises(package.CallTimeoutError) as raised:
        run.items(lambda client: client.chats.watch("7"), timeout=0.1)
    assert raised.value.kind == "timeout"
    server.scripts["7"] = (PARTS[0], 0.3, PARTS[1])
    assert len(run.items(lambda client: client.chats.watch("7"), deadline=0.25, timeout=9.0)) == 2


def test_an_item_has_a_largest_size(run: Run, package: ModuleType, server: EventServer) -> None:
    pieces = [b"data: " + b"x" * 50 + b"\n"] * 5
    for script in ([b"data: ", *[b"x" * 50] * 5], pieces, [*pieces, b"\n"]):
        server.scripts["chats"] = script
        with pytest.raises(package.ResponseTooLargeError):
            run.items(lambda client: client.chats.list_pings(), max_response_bytes=200)


def test_a_reply_is_read_inside_with_and_once(run: Run, package: ModuleType) -> None:
    streams: list[Any] = []

    def opened(client: Any) -> Any:
        streams.append(client.chats.list_pings())
        return streams[-1]

    run.items(opened)
    with pytest.raises(RuntimeError, match="a reply is read once"):
        run.items(lambda client: streams[0])
    with pytest.raises(RuntimeError, match="the reply is not open"):
        _ = package.Client(token="t").chats.list_pings().status
    assert repr(streams[0]).endswith("(status=200)")


def _downloading(name: str) -> Callable[[Any], Any]:
    return lambda client: client.download(client.files.download, name)


def _replacing(content: object) -> Callable[[Any], Any]:
    return lambda client: client.files.replace("a", content)


# --- Downloads ---------------------------------------------------------------------------------------


@pytest.mark.promise(
    "reads the reply piece by piece instead", "is called with the bytes that have come"
)
def test_a_download_is_read_or_saved(run: Run, package: ModuleType, tmp_path: Path) -> None:
    chunks = run.items(lambda client: client.download(client.files.download, "3"))
    assert b"".join(chunks) == PIECE * 3
    seen: list[tuple[int, int | None]] = []
    place = tmp_path / "file.bin"

    def save(reply: Any) -> Any:
        assert (reply.status, reply.size, reply.etag) == (200, 3 * len(PIECE), '"1"')
        assert reply.header("Content-Length", int) == reply.size
        return reply.save(place, progress=lambda *progress: seen.append(progress))

    size = run.entered(lambda client: client.download(client.files.download, "3"), save)
    assert size == len(PIECE) * 3
    assert place.read_bytes() == PIECE * 3
    assert seen[-1] == (size, size)
    assert seen == sorted(seen)
    file = io.BytesIO()
    run.entered(
        lambda client: client.download(client.files.download, "0"), lambda reply: reply.save(file)
    )
    assert file.getvalue() == b""


@pytest.mark.promise("The file appears at the path only when it is complete")
def test_a_broken_download_leaves_no_file(
    run: Run, package: ModuleType, server: EventServer, tmp_path: Path
) -> None:
    place = tmp_path / "file.bin"
    place.write_bytes(b"before")
    server.scripts = {"broken": (PIECE, RuntimeError), "short": (b"x" * 500,)}
    for name in ("broken", "short"):
        with pytest.raises(package.TransportError) as raised:
            run.entered(
                _downloading(name),
                lambda reply: reply.save(place),
            )
        assert (raised.value.operation, raised.value.maybe_sent) == ("files.download", True)

    def refuse(*_: object) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        run.entered(
            lambda client: client.download(client.files.download, "3"),
            lambda reply: reply.save(place, progress=refuse),
        )
    assert [path.name for path in tmp_path.iterdir()] == ["file.bin"]
    assert place.read_bytes() == b"before"


RANGES = {"Accept-Ranges": "bytes"}
TAGGED = {**RANGES, "ETag": '"1"'}
DATED = {**RANGES, "Last-Modified": "Thu, 01 Jan 2026 00:00:00 GMT"}


@pytest.mark.promise("A download that breaks continues where it stopped")
@pytest.mark.parametrize("headers", [TAGGED, DATED], ids=["tag", "time"])
def test_a_broken_download_goes_on(
    run: Run, server: EventServer, tmp_path: Path, headers: dict[str, str]
) -> None:
    parts = [(len(PIECE), headers), (0, headers), (100, headers), (None, headers)]
    server.parts = [*parts]
    seen: list[tuple[int, int | None]] = []

    def save(reply: Any) -> Any:
        assert (reply.status, reply.size) == (200, len(PIECE) * 3)
        return reply.save(place, progress=lambda *progress: seen.append(progress))

    place = tmp_path / "file.bin"
    size = run.entered(_downloading("cut"), save, retries=2, backoff=0.0)
    assert (size, place.read_bytes()) == (len(PIECE) * 3, PIECE * 3)
    assert seen == sorted(set(seen))
    assert seen[-1] == (size, size)
    version = headers.get("ETag") or headers["Last-Modified"]
    sent = [(each.get("range"), each.get("if-range")) for _, each, _ in server.received]
    starts = (len(PIECE), len(PIECE), len(PIECE) + 100)
    assert sent == [(None, None), *((f"bytes={start}-", version) for start in starts)]
    server.parts = [*parts]
    assert b"".join(run.items(_downloading("cut"), retries=2, backoff=0.0)) == PIECE * 3


@pytest.mark.promise("never has parts of two versions")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (TAGGED, {**RANGES, "ETag": '"2"'}),
        (TAGGED, {**TAGGED, "Content-Range": "bytes 0-99/100"}),
        (TAGGED, {**TAGGED, "Content-Range": f"bytes {len(PIECE)}-{len(PIECE) * 4}/*"}),
        (TAGGED, {**TAGGED, "Content-Encoding": "unknown"}),
        (DATED, {**RANGES, "Last-Modified": "Fri, 02 Jan 2026 00:00:00 GMT"}),
        ({**RANGES, "ETag": 'W/"1"'}, None),
        ({"ETag": '"1"'}, None),
        ({**DATED, "Last-Modified": "Thu, 01 Jan 2099 00:00:00 GMT"}, None),
        ({**DATED, "Last-Modified": "today"}, None),
        (RANGES, None),
    ],
)
def test_a_broken_download_of_another_version_is_an_error(
    run: Run,
    package: ModuleType,
    server: EventServer,
    tmp_path: Path,
    first: dict[str, str],
    second: dict[str, str] | None,
) -> None:
    server.parts = [(len(PIECE), first), *([] if second is None else [(None, second)])]
    with pytest.raises(package.TransportError) as raised:
        run.entered(
            _downloading("cut"), lambda reply: reply.save(tmp_path / "a"), retries=2, backoff=0.0
        )
    assert raised.value.operation == "files.download"
    assert (server.parts, [*tmp_path.iterdir()]) == ([], [])


def test_a_download_without_retries_is_not_resumed(
    run: Run, package: ModuleType, server: EventServer
) -> None:
    server.parts = [(len(PIECE), TAGGED)]
    with pytest.raises(package.TransportError):
        run.items(_downloading("cut"), retries=0)
    server.parts = [(0, TAGGED)] * 4
    with pytest.raises(package.TransportError):
        run.items(_downloading("cut"), retries=3, backoff=0.0)
    assert len(server.received) == 5


def test_a_download_that_is_refused(run: Run, package: ModuleType) -> None:
    with pytest.raises(package.NotFoundError, match="no such file"):
        run.items(lambda client: client.download(client.files.download, "missing"))
    with pytest.raises(TypeError):
        run.items(lambda client: client.download(client.chats.list_pings))


# --- Uploads -----------------------------------------------------------------------------------------


def _sources(path: Path) -> Iterator[Any]:
    yield path
    yield path.open("rb")
    yield io.BytesIO(path.read_bytes())
    yield path.read_bytes()
    yield memoryview(path.read_bytes())


@pytest.mark.promise("a `Path`, or a file that is open for bytes")
def test_a_body_of_bytes_may_be_a_file(
    run: Run, package: ModuleType, server: EventServer, tmp_path: Path
) -> None:
    path = tmp_path / "file.bin"
    path.write_bytes(PIECE * 3)
    for content in _sources(path):
        server.failures[:] = [503]
        size = run(_replacing(content), retries=1, backoff=0.0)
        assert size == package.Size(bytes=len(PIECE) * 3)
    for _, headers, beginning in server.received:
        assert headers["content-length"] == str(len(PIECE) * 3)
        assert headers["content-type"] == "application/octet-stream"
        assert beginning == PIECE[:1000]
    for wrong in ("text", io.StringIO("text"), 7):
        with pytest.raises(package.ParameterError, match="bytes, a Path, or a file"):
            run(_replacing(wrong))
    with pytest.raises(package.TransportError, match="No such file"):
        run(lambda client: client.files.replace("a", tmp_path / "missing"))


@pytest.mark.promise("A file that cannot be rewound, such as a pipe, is sent once")
def test_a_pipe_is_not_sent_twice(run: Run, package: ModuleType, server: EventServer) -> None:
    def piped(call: Callable[[Any, Any], Any], *failures: int) -> Any:
        server.failures[:] = failures
        server.received.clear()
        reading, writing = os.pipe()
        with os.fdopen(reading, "rb") as file:
            with os.fdopen(writing, "wb") as end:
                end.write(b"0123456789")
            return run(lambda client: call(client, file), retries=3, backoff=0.0)

    def replace(client: Any, file: Any) -> Any:
        return client.files.replace("a", file)

    assert piped(replace) == package.Size(bytes=10)
    assert server.received[0][1]["transfer-encoding"] == "chunked"
    for call in (replace, lambda client, file: client.files.create(("a.txt", file))):
        with pytest.raises(package.HttpError):
            piped(call, 503)
        assert len(server.received) == 1


@pytest.mark.promise(
    "`on_upload` is called while the body is sent", "An upload that is tried again begins at 0"
)
def test_an_upload_shows_its_progress(
    run: Run, package: ModuleType, server: EventServer, tmp_path: Path
) -> None:
    path = tmp_path / "file.bin"
    path.write_bytes(PIECE * 3)
    seen: list[tuple[int, int | None]] = []

    def hook(*progress: Any) -> None:
        seen.append(progress)

    def create(client: Any) -> Any:
        return client.files.create(path.read_bytes(), title="ä")

    for call in (
        *map(_replacing, _sources(path)),
        lambda client: client.files.create(path),
        create,
    ):
        seen.clear()
        sent = run(call, on_upload=hook).bytes
        assert seen[-1] == (sent, sent)
        assert server.received[-1][1]["content-length"] == str(sent)
        assert len(seen) >= 3
        assert seen == sorted(set(seen))
    seen.clear()
    server.failures[:] = [503]
    run(_replacing(path), on_upload=hook, retries=1, backoff=0.0)
    counts = [count for count, _ in seen]
    assert counts == [len(PIECE) * number for number in (1, 2, 3, 1, 2, 3)]
    seen.clear()
    assert run(lambda client: client.chats.create(package.Question(text="?")), on_upload=hook).id
    assert seen == [(len('{"text":"?"}'), len('{"text":"?"}'))]
    run.items(_downloading("1"), on_upload=hook)
    assert len(seen) == 1


def test_an_upload_of_unknown_size_shows_its_progress(run: Run, package: ModuleType) -> None:
    seen: list[tuple[int, int | None]] = []
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as file:
        with os.fdopen(writing, "wb") as end:
            end.write(b"0123456789")
        run(_replacing(file), on_upload=lambda *progress: seen.append(progress))
    assert seen == [(10, None)]


@pytest.mark.promise("An exception of the function ends the call")
def test_an_error_of_the_function_of_an_upload(run: Run, server: EventServer) -> None:
    def refuse(*_: object) -> None:
        raise TimeoutError("mine")

    with pytest.raises(TimeoutError, match="mine") as raised:
        run(_replacing(PIECE * 100), on_upload=refuse, retries=3)
    assert raised.traceback[-1].name == "refuse"
    assert server.received == []
    assert run(_replacing(PIECE)).bytes == len(PIECE)


def test_the_function_of_an_upload_is_not_async(package: ModuleType) -> None:
    async def hook(*_: object) -> None:
        pass

    for wrong, problem in ((hook, "without `async`"), (1, "expected a function, or None")):
        with pytest.raises(package.ConfigurationError, match=f"on_upload: .*{problem}"):
            package.Client(token="t", on_upload=wrong)


def test_a_file_that_changes_while_it_is_sent(
    run: Run, package: ModuleType, server: EventServer, tmp_path: Path
) -> None:
    class Changing(io.BytesIO):
        """A file that loses or gains bytes once its size is known."""

        def __init__(self, size: int) -> None:
            super().__init__(bytes(200_000))
            self._later = size

        def read(self, size: int | None = -1) -> bytes:
            if self._later:
                self.truncate(self._later) if self._later < 200_000 else self.write_more()
            return super().read(size)

        def write_more(self) -> None:
            place = self.tell()
            self.seek(0, os.SEEK_END)
            self.write(b"more")
            self.seek(place)

    sent = run(lambda client: client.files.replace("a", Changing(300_000)))
    assert sent == package.Size(bytes=200_000)
    with pytest.raises(package.TransportError, match="has become shorter") as raised:
        run(lambda client: client.files.replace("a", Changing(100_000)))
    assert raised.value.maybe_sent


@pytest.mark.promise("which are never held in memory as a whole")
def test_large_bodies_are_not_held(run: Run, package: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "file.bin"
    with path.open("wb") as file:
        file.truncate(32 * 1024 * 1024)
    run(lambda client: client.files.replace("a", b"warm"))
    counts: list[int] = []
    tracemalloc.start()
    try:
        assert run(lambda client: client.files.replace("a", path)).bytes == 32 * 1024 * 1024
        sent = run(
            lambda client: client.files.create(path), on_upload=lambda *seen: counts.append(seen[0])
        )
        assert sent.bytes == counts[-1] > 32 * 1024 * 1024
        run.entered(
            lambda client: client.download(client.files.download, "512"),
            lambda reply: reply.save(tmp_path / "copy.bin"),
        )
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8 * 1024 * 1024


# --- The double ---------------------------------------------------------------------------------------


@pytest.mark.promise("`set_items` sets the items")
def test_the_double_answers_with_items(package: ModuleType) -> None:
    testing = importlib.import_module("event.testing")
    question = package.Question(text="?")
    with testing.Sandbox() as sandbox, sandbox.client() as client:
        with client.chats.create_stream(question) as parts:
            assert list(parts) == [package.Part(delta="text")]
        with client.chats.list_pings() as pings:
            assert [ping.data for ping in pings] == ["text"]
        sandbox.set_items("chats.watch", [package.Part(delta="a"), {"id": 1, "text": "b"}])
        with client.chats.watch("7") as items:
            assert list(items) == [package.Part(delta="a"), package.Answer(id=1, text="b")]
        event = package.ServerSentEvent(data="a\nb", event="x", id="7", retry=5)
        sandbox.set_items("chats.list_pings", [event])
        with client.chats.list_pings() as pings:
            assert list(pings) == [event]
        sandbox.set_items("answers.sequence", [package.Answer(id=1, text="b")])
        with client.answers.sequence() as answers:
            assert [answer.id for answer in answers] == [1]
        for operation, wrong in (("chats.watch", [{}]), ("chats.list_pings", ["a"])):
            with pytest.raises(package.ParameterError, match="at 0: "):
                sandbox.set_items(operation, wrong)
        sandbox.set_answer("chats.create", status=429)
        with pytest.raises(package.TooManyRequestsError), client.chats.create_stream(question):
            pass
        with client.download(client.files.download, "a") as download:
            assert b"".join(download) == b"text"
        seen: list[tuple[int, int | None]] = []
        with_hook = client.with_options(on_upload=lambda *progress: seen.append(progress))
        with_hook.files.replace("a", b"text")
        assert seen == [(4, 4)]


# --- Documents and pages -------------------------------------------------------------------------------


def test_documents_pages_and_samples_have_the_items(source: Path) -> None:
    root = source.parents[3]
    assert main(["generate", "--quiet", "--config", str(root / "spec/apis.yaml")]) == 0
    (path,) = (root / "generated/openapi").glob("*.yaml")
    paths = yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)["paths"]
    part = {"$ref": "#/components/schemas/Part"}
    content = paths["/chats"]["post"]["responses"]["200"]["content"]
    assert list(content) == ["application/json", EVENT_STREAM]
    assert content[EVENT_STREAM] == {"schema": part}
    (watched,) = paths["/chats/{id}/watch"]["get"]["responses"]["200"]["content"].items()
    answer = {"$ref": "#/components/schemas/Answer"}
    assert watched == (EVENT_STREAM, {"schema": {"anyOf": [part, answer]}})
    (pages,) = (root / "docs/reference").glob("*/chats")
    page = (pages / "create.md").read_text("utf-8")
    assert "each with the data [Part](#type-Part). In Python, `create_stream` yields" in page
    page = (pages / "watch.md").read_text("utf-8")
    assert re.search(r"async with \w+\.chats\.watch\(.*\) as items:\n", page)
    assert "            for item in items:" in page


# --- Types -------------------------------------------------------------------------------------------

PROGRAM = """\
from pathlib import Path
from typing import assert_type

import event as api
from event._runtime.rest.events import ServerSentEvent


async def call(client: api.Client, other: api.AsyncClient) -> None:
    with client.chats.create_stream(api.Question(text="?")) as parts:
        for part in parts:
            assert_type(part, api.Part)
    async with other.chats.watch("7") as items:
        async for item in items:
            assert_type(item, api.Part | api.Answer)
    with client.chats.list_pings() as pings:
        assert_type(next(pings), ServerSentEvent)
    with client.download(client.files.download, "a") as download:
        assert_type(next(iter(download)), bytes)
        assert_type(download.save(Path("a"), progress=print), int)
    client.download(client.files.download, 7)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with Path("a").open("rb") as file:
        client.files.replace("a", file)
        await other.files.replace("a", Path("a"))
    with_progress = client.with_options(on_upload=lambda sent, size: print(sent, size))
    with_progress.files.create(Path("a"))
    client.with_options(on_upload=len)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
"""


@pytest.mark.parametrize("checker", sampled(CHECKERS, {"mypy"}))
def test_streams_are_typed(source: Path, checker: str, tmp_path: Path) -> None:
    (source / "program.py").write_text(PROGRAM, "utf-8")
    assert findings(checker, source, source, tmp_path) == []
