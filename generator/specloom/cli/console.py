"""Output to standard output and standard error, whatever they lead to."""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO


def say(line: str) -> None:
    """A line for people, on standard error; where that leads nowhere, the exit code has to do."""
    try:
        print(line, file=sys.stderr, flush=True)
    except (AttributeError, OSError, ValueError):
        return


def write(text: str) -> int:
    """Print in UTF-8, whatever the terminal expects; returns 2 if that fails, otherwise 0.

    A reader that has seen enough is not an error. A path whose bytes are not UTF-8 is printed with them
    escaped, as in JSON.
    """
    reconfigure = getattr(sys.stdout, "reconfigure", None)  # a stand-in may lack it
    try:
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")
        if sys.stdout is not None:
            sys.stdout.write(text)
            sys.stdout.flush()
        elif text:
            raise OSError("it is closed")
    except BrokenPipeError:
        _give_up(sys.stdout)
    except OSError as error:
        _give_up(sys.stdout)
        say(f"specloom: standard output cannot be written: {error.strerror or error}")
        return 2
    return 0


def finish() -> None:
    """Keep what standard error could not take from changing the exit code when Python ends."""
    try:
        sys.stderr.flush()
    except (AttributeError, OSError, ValueError):
        _give_up(sys.stderr)


def _give_up(stream: "TextIO | None") -> None:
    """Let Python write what is left to nowhere when it ends."""
    if stream is not None and not stream.closed:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
