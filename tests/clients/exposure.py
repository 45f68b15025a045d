"""Everything that tools show, or could reach, of an exception: what must not be found there is a test's to say."""

import io
import json
import logging
import os
import re
import signal
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import msgspec
import rich.console
import rich.logging
import rich.pretty
import rich.traceback
import sentry_sdk
import stackprinter  # type: ignore[import-untyped]  # has no types
import structlog
import typer
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport
from sentry_sdk.utils import event_from_exception
from typer.main import except_hook

rich.traceback.Traceback.LEXERS[".py"] = (
    "text"  # colours are not looked at, and take a third of the time
)
_DRAWN = re.compile(r"\s*[│┃]\s*\n\s*[│┃]\s*")
"""Places where a line was broken to fit into a box."""
_PLAIN = (dict, list, tuple, set, frozenset, int, float, bool, type(None))
_CODE = (type, ModuleType, FunctionType, BuiltinFunctionType)


class Alarm(Exception):  # noqa: N818 - a program's own
    """Raised by a signal handler."""


class Late(TimeoutError):  # noqa: N818 - the same
    """The timeout, of a kind that the HTTP library catches for itself."""


@contextmanager
def raising(kind: type[BaseException]) -> Iterator[None]:
    """The handler of SIGUSR1 raises an exception."""

    def handler(number: int, frame: object) -> None:
        raise kind("interrupted")

    before = signal.signal(signal.SIGUSR1, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGUSR1, before)


def caught(call: Callable[[], object]) -> BaseException:
    """The exception of a call, with no frame around it that holds more than the call."""
    try:
        call()
    except BaseException as error:
        return error
    raise AssertionError("the call was expected to fail")


def from_environment(name: str) -> str:
    """A variable's value; a frame that spelt out where it is would show all of the environment."""
    value = os.environ.get(name)
    if value is None:
        raise LookupError(name)
    return value


def exposed(error: BaseException) -> Iterator[str]:
    """Reports of the tools about an exception and all that it holds, one text each."""
    yield f"reached by attributes: {' '.join(reached(error))}"
    for name, report in REPORTS.items():
        if name in DRAWN and (name, type(error)) in _drawn:
            continue
        _drawn.add((name, type(error)))
        text = report(error)
        yield f"shown by {name}: {text}"
        yield f"shown by {name}, without the frames drawn around it: {_DRAWN.sub('', text)}"


def assert_not_exposed(error: BaseException, secrets: Iterable[str]) -> None:
    for text in exposed(error):
        secrets_shown = [secret for secret in secrets if secret in text]
        if secrets_shown:
            start = max(0, text.find(secrets_shown[0]) - 300)
            raise AssertionError(
                f"{secrets_shown} {text[: text.find(':')]}, {text[start:][:600]!r}"
            )


def modules_of(error: BaseException) -> set[str]:
    """Modules of the frames of an exception."""
    return {frame.f_globals["__name__"] for frame, _ in traceback.walk_tb(error.__traceback__)}


def functions_of(error: BaseException) -> list[str]:
    return [frame.f_code.co_name for frame, _ in traceback.walk_tb(error.__traceback__)]


# --- What can be reached -----------------------------------------------------------------------------


def reached(thing: object) -> Iterator[str]:
    """Every text that something holds, however deep: an exception its chain, and the locals of all frames."""
    visited: dict[int, object] = {}
    waiting: list[object] = [thing]
    while waiting:
        element = waiting.pop()
        if id(element) in visited or isinstance(element, _CODE):
            continue
        visited[id(element)] = element  # also keeps it, so that no other gets its id
        yield from _texts(element)
        waiting += _parts(element)


def _texts(thing: object) -> Iterator[str]:
    if isinstance(thing, bytes | bytearray | memoryview):
        yield bytes(thing).decode("utf-8", "replace")
    elif isinstance(thing, str):
        yield thing
    elif type(thing) not in _PLAIN:  # whose parts are looked at
        yield from (repr(thing), str(thing), f"{thing}")
        yield rich.pretty.pretty_repr(thing)


def _parts(thing: object) -> Iterator[object]:
    if isinstance(thing, BaseException):
        yield from (thing.__cause__, thing.__context__, thing.args)
        trace = thing.__traceback__
        for frame, _ in traceback.walk_tb(trace):
            yield dict(frame.f_locals)
    if isinstance(thing, BaseExceptionGroup):
        yield from thing.exceptions
    if isinstance(thing, Mapping):
        yield from thing.keys()
        yield from thing.values()
    elif isinstance(thing, list | tuple | set | frozenset):
        yield from thing
    elif isinstance(thing, MethodType):
        yield thing.__self__
    if isinstance(thing, msgspec.Struct):
        yield from (getattr(thing, name) for name in thing.__struct_fields__)
    for kind in type(thing).__mro__:
        slots: Any = vars(kind).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            mangled = f"_{kind.__name__}{name}" if name.startswith("__") else name
            yield getattr(thing, mangled, None)
    yield getattr(thing, "__dict__", None)


# --- What tools show ---------------------------------------------------------------------------------


def _console() -> rich.console.Console:
    return rich.console.Console(file=io.StringIO(), width=400, no_color=True)


def _text_of(console: rich.console.Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def _rich_data(error: BaseException) -> str:
    """All that its tables are drawn from."""
    trace = rich.traceback.Traceback.extract(
        *_exc_info(error), show_locals=True, locals_max_string=10_000
    )
    return "\n".join(stack_text(stack) for stack in trace.stacks)


def stack_text(stack: rich.traceback.Stack) -> str:
    local_values = (node for frame in stack.frames for node in (frame.locals or {}).values())
    grouped = (text for trace in stack.exceptions for text in map(stack_text, trace.stacks))
    return "\n".join([stack.exc_value, *stack.notes, *map(str, local_values), *grouped])


def _rich(error: BaseException) -> str:
    console = _console()
    console.print(
        rich.traceback.Traceback.from_exception(
            type(error), error, error.__traceback__, show_locals=True, locals_max_string=10_000
        )
    )
    return _text_of(console)


def _rich_handler(error: BaseException) -> str:
    console = _console()
    handler = rich.logging.RichHandler(
        console=console, rich_tracebacks=True, tracebacks_show_locals=True
    )
    record = logging.LogRecord("tests", logging.ERROR, __file__, 1, "failed", (), _exc_info(error))
    handler.emit(record)
    return _text_of(console)


def _exc_info(error: BaseException) -> Any:
    return (type(error), error, error.__traceback__)


def _structlog(error: BaseException) -> str:
    transform = structlog.tracebacks.ExceptionDictTransformer(
        show_locals=True, locals_max_string=10_000
    )
    rendered = structlog.processors.ExceptionRenderer(transform)(
        None, "error", {"exc_info": _exc_info(error)}
    )
    plain = structlog.processors.dict_tracebacks(None, "error", {"exc_info": _exc_info(error)})
    return json.dumps([rendered, plain])


def _typer(error: BaseException) -> str:
    """Output of its hook for an error that leaves a command."""
    application = typer.Typer(pretty_exceptions_show_locals=True, add_completion=False)

    @application.command()
    def command() -> None:
        raise error

    stderr, trace = io.StringIO(), error.__traceback__
    with redirect_stderr(stderr):
        try:
            application([], standalone_mode=False)
        except BaseException as raised:  # all but Ctrl-C, at which it ends by itself
            except_hook(type(raised), raised, raised.__traceback__)
    error.__traceback__ = trace
    return stderr.getvalue()


class Kept(Transport):
    """Keeps what would be sent to Sentry."""

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.envelopes = io.BytesIO()

    def capture_envelope(self, envelope: Envelope) -> None:
        self.envelopes.write(envelope.serialize())


def _sentry(error: BaseException) -> str:
    transport = Kept()
    client = sentry_sdk.Client(
        dsn="https://key@sentry.invalid/1",
        transport=transport,
        default_integrations=False,
        max_value_length=100_000,
    )
    event, hint = event_from_exception(error, client_options=client.options)
    client.capture_event(event, hint)
    return transport.envelopes.getvalue().decode()


def _stackprinter(error: BaseException) -> str:
    whole = {"source_lines": "all", "truncate_vals": 100_000, "line_wrap": 0}
    return "".join(
        stackprinter.format(_exc_info(error), show_vals=vals, **whole)
        for vals in ("like_source", "all")
    )


def _traceback(error: BaseException) -> str:
    extracted = traceback.TracebackException.from_exception(error, capture_locals=True)
    return "".join(extracted.format())


REPORTS: Mapping[str, Callable[[BaseException], str]] = {
    "traceback": _traceback,
    "rich, before it draws": _rich_data,
    "rich": _rich,
    "RichHandler": _rich_handler,
    "structlog": _structlog,
    "typer": _typer,
    "sentry": _sentry,
    "stackprinter": _stackprinter,
}
DRAWN = frozenset({"rich", "RichHandler", "typer"})
"""Tools that draw with one library, which takes ten times as long as all others together."""
_drawn: set[tuple[str, type]] = set()
"""Types of exceptions that these tools have drawn, each once; for others, the data that they draw are searched."""
