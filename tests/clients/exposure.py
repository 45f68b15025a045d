"""Everything that tools show, or could reach, of an exception: what must not be found there is a test's to say."""

import io
import json
import logging
import os
import re
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stderr
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

_DRAWN = re.compile(r"\s*[│┃]\s*\n\s*[│┃]\s*")
"""Where a line was broken to fit into a box."""
_CODE = (type, ModuleType, FunctionType, BuiltinFunctionType)


def caught(call: Callable[[], object]) -> BaseException:
    """What a call raises, with no frame around it that holds more than the call."""
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
    """What the tools show of an exception and what hangs on it, one text each."""
    yield f"reached by attributes: {' '.join(reached(error))}"
    for name, report in REPORTS.items():
        text = report(error)
        yield f"shown by {name}: {text}"
        yield f"shown by {name}, without the frames drawn around it: {_DRAWN.sub('', text)}"


# --- What can be reached -----------------------------------------------------------------------------


def reached(thing: object) -> Iterator[str]:
    """Every text that something holds, however deep: an exception its chain, and the locals of all frames."""
    seen: dict[int, object] = {}
    waiting: list[object] = [thing]
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, _CODE):
            continue
        seen[id(one)] = one  # also keeps it, so that no other gets its id
        yield from _texts(one)
        waiting += _parts(one)


def _texts(one: object) -> Iterator[str]:
    if isinstance(one, bytes | bytearray | memoryview):
        yield bytes(one).decode("utf-8", "replace")
    elif isinstance(one, str):
        yield one
    else:
        yield from (repr(one), str(one), f"{one}")
        yield rich.pretty.pretty_repr(one)


def _parts(one: object) -> Iterator[object]:
    if isinstance(one, BaseException):
        yield from (one.__cause__, one.__context__, one.args)
        trace = one.__traceback__
        for frame, _ in traceback.walk_tb(trace):
            yield dict(frame.f_locals)
    if isinstance(one, BaseExceptionGroup):
        yield from one.exceptions
    if isinstance(one, Mapping):
        yield from one.keys()
        yield from one.values()
    elif isinstance(one, list | tuple | set | frozenset):
        yield from one
    elif isinstance(one, MethodType):
        yield one.__self__
    if isinstance(one, msgspec.Struct):
        yield from (getattr(one, name) for name in one.__struct_fields__)
    for kind in type(one).__mro__:
        slots: Any = vars(kind).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            mangled = f"_{kind.__name__}{name}" if name.startswith("__") else name
            yield getattr(one, mangled, None)
    yield getattr(one, "__dict__", None)


# --- What tools show ---------------------------------------------------------------------------------


def _console() -> rich.console.Console:
    return rich.console.Console(file=io.StringIO(), width=400, no_color=True)


def _text_of(console: rich.console.Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


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
    told = structlog.processors.ExceptionRenderer(transform)(
        None, "error", {"exc_info": _exc_info(error)}
    )
    plain = structlog.processors.dict_tracebacks(None, "error", {"exc_info": _exc_info(error)})
    return json.dumps([told, plain])


def _typer(error: BaseException) -> str:
    """What its hook prints of an error that leaves a command."""
    application = typer.Typer(pretty_exceptions_show_locals=True, add_completion=False)

    @application.command()
    def command() -> None:
        raise error

    shown, trace = io.StringIO(), error.__traceback__
    with redirect_stderr(shown):
        try:
            application([], standalone_mode=False)
        except BaseException as raised:  # all but Ctrl-C, at which it ends by itself
            except_hook(type(raised), raised, raised.__traceback__)
    error.__traceback__ = trace
    return shown.getvalue()


class _Kept(Transport):
    """Keeps what would be sent to Sentry."""

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.sent = io.BytesIO()

    def capture_envelope(self, envelope: Envelope) -> None:
        self.sent.write(envelope.serialize())


def _sentry(error: BaseException) -> str:
    transport = _Kept()
    client = sentry_sdk.Client(
        dsn="https://key@sentry.invalid/1",
        transport=transport,
        default_integrations=False,
        max_value_length=100_000,
    )
    event, hint = event_from_exception(error, client_options=client.options)
    client.capture_event(event, hint)
    return transport.sent.getvalue().decode()


def _stackprinter(error: BaseException) -> str:
    whole = {"source_lines": "all", "truncate_vals": 100_000, "line_wrap": 0}
    return "".join(
        stackprinter.format(_exc_info(error), show_vals=vals, **whole)
        for vals in ("like_source", "all")
    )


def _traceback(error: BaseException) -> str:
    told = traceback.TracebackException.from_exception(error, capture_locals=True)
    return "".join(told.format())


REPORTS: Mapping[str, Callable[[BaseException], str]] = {
    "traceback": _traceback,
    "rich": _rich,
    "RichHandler": _rich_handler,
    "structlog": _structlog,
    "typer": _typer,
    "sentry": _sentry,
    "stackprinter": _stackprinter,
}
