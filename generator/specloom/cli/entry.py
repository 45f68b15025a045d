"""Entry point of the program, which catches every remaining exception: one line and an exit code.

1 is the code of drift, so nothing but `check` may end with it, and Python's own end of an exception does.
This
module imports only what an interpreter has at hand, since all else may be interrupted, or missing.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

UNUSABLE = 2
"""An input, an output, the command line or the machine is not as it has to be."""
FAULT = 70
"""A fault of the program."""
INTERRUPTED = 130


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Run one command; the exit code, whatever happens."""
    code = _ended(sys.argv[1:] if arguments is None else arguments)
    from specloom.cli.console import finish

    finish()
    return code


def _ended(words: "Sequence[str]") -> int:
    try:
        _open_missing_streams()
        from specloom.cli.app import main as run

        return run(words)
    except SystemExit as end:  # argparse has told what is wrong, or shown what was asked for
        return _end_of_usage(end)
    except BaseException as error:
        line, code = _explained(error)
        from specloom.cli.console import say

        if "--debug" in words:
            import traceback

            say(traceback.format_exc().rstrip())
        say(f"specloom: {line}")
        return code


def _open_missing_streams() -> None:
    """A stream that was closed must not become the next file that is opened."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    if sys.stderr is None:  # libraries look at it
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - until the end


def _end_of_usage(end: SystemExit) -> int:
    from specloom.cli.console import write

    code = write("")
    return code if isinstance(end.code, str) or not end.code else int(end.code)


def _explained(error: BaseException) -> tuple[str, int]:
    """One line about an exception, and the exit code."""
    if isinstance(error, KeyboardInterrupt):
        return "interrupted; every file is whole", INTERRUPTED
    if isinstance(error, MemoryError):
        return "there is not enough memory", UNUSABLE
    if isinstance(error, RecursionError):
        return "types of the inputs are within each other too deeply", UNUSABLE
    if isinstance(error, OSError):
        return _refused(error), UNUSABLE
    if isinstance(error, ImportError) and not (error.name or "specloom").startswith("specloom"):
        return f"{error}: the installation is incomplete; install specloom again", UNUSABLE
    what = "".join(f"{type(error).__name__}: {error}".splitlines()[:1])
    return (
        f"this is a fault of specloom itself ({what}); please report it with what the same command "
        "shows with --debug"
    ), FAULT


def _refused(error: OSError) -> str:
    try:
        os.getcwd()
    except OSError:
        return "the working folder does not exist any more"
    reason = error.strerror or str(error)
    return reason if error.filename is None else f"{os.fsdecode(error.filename)}: {reason}"
