"""A process for one run, with limits, in which code of an input that runs leaves a trace."""

import os
import pickle
import resource
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CANARY = "canary"
"""A module that does not exist; hostile texts import it."""
MEGABYTES = 256
"""Of memory, beyond what this process has when it forks."""
SECONDS = 60
"""Of the processor, and ten times as many of the clock, since the machine may be busy."""

_NEVER = frozenset(
    {"os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.putenv", "os.system", "os.unsetenv"}
    | {"pty.spawn", "socket.bind", "socket.connect", "subprocess.Popen", "webbrowser.open"}
)
_CHANGES = frozenset(
    {"os.chmod", "os.chown", "os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir"}
    | {"os.symlink", "os.truncate", "os.utime"}
)
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


@dataclass(frozen=True)
class Ended:
    """Result of a process, and how it ended."""

    result: Any = None
    """Return value of its action."""
    died: str = ""
    """Reason for a missing result."""
    traces: tuple[str, ...] = ()
    """Events other than reading, and writing in its folder."""


def run(action: Callable[[], Any], folder: Path, seconds: float = SECONDS) -> Ended:
    """Carry an action out, with `folder` as the current one."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _be_the_child(action, folder, seconds, writer)
    os.close(writer)
    answer = _read(reader, time.monotonic() + 10 * seconds)
    if answer is None:
        os.kill(child, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if answer is None or code:
        return Ended(died=signal.Signals(-code).name if code < 0 else f"exit code {code}")
    ended = pickle.loads(answer)
    assert isinstance(ended, Ended)
    return ended


def _be_the_child(action: Callable[[], Any], folder: Path, seconds: float, writer: int) -> None:
    code = 1
    try:
        os.chdir(folder)
        sys.dont_write_bytecode = True  # of modules that nobody has imported before
        traces = _watch(folder)
        limit = _memory() + (MEGABYTES << 20)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
        end = int(time.process_time() + seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (end, end + 1))
        result, died = None, ""
        try:
            result = action()
        except BaseException:
            died = traceback.format_exc()
        with os.fdopen(writer, "wb") as file:
            pickle.dump(Ended(result, died, tuple(traces)), file)
        code = 0
    finally:
        os._exit(code)


def _memory() -> int:
    """Bytes that this process can write to, as RLIMIT_DATA counts them."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmData:"))


def _watch(folder: Path) -> list[str]:
    """Record from now on the events that no input may cause; no code can turn this off."""
    traces: list[str] = []
    here = str(folder.resolve())

    def is_elsewhere(path: Any) -> bool:
        if not isinstance(path, str | bytes):
            return False
        place = os.path.realpath(os.fsdecode(path))
        return not place.startswith(f"{here}/") and place not in (here, os.devnull)

    def hook(event: str, details: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = details
            suspicious = bool(flags & _WRITING) and is_elsewhere(path)
        elif event in _CHANGES:
            written_paths = details[
                event == "os.symlink" :
            ]  # where a link leads is not what changes
            suspicious = any(is_elsewhere(path) for path in written_paths)
        else:
            suspicious = event in _NEVER or (event == "import" and details[0] == CANARY)
        if suspicious:
            traces.append(f"{event} {details}")

    sys.addaudithook(hook)
    return traces


def _read(reader: int, end: float) -> bytes | None:
    """All that comes; None when it takes too long."""
    answer = b""
    with os.fdopen(reader, "rb", buffering=0) as file:
        waiting = select.poll()  # which takes any number of a file, where `select` ends at 1,023
        waiting.register(file, select.POLLIN)
        while waiting.poll(1000 * max(0, end - time.monotonic())):
            part = file.read(1 << 20)
            if not part:
                return answer
            answer += part
    return None
