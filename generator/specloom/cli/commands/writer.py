"""The one run that writes into a folder, after whatever an interrupted one has left of the user's files."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from specloom.cli.console import say
from specloom.publishing import publish, together
from specloom.publishing.folder import LOCAL, Folder
from specloom.publishing.lock import exclusive
from specloom.publishing.together import Recovered

_LOCK = f"{LOCAL}/lock"


@contextmanager
def the_writer(root: Path) -> Generator[None]:
    """Wait until no other run writes here, and be the one that does; OSError where nothing can be written."""
    publish.prepare(root)
    with exclusive(Folder(root), _LOCK, _say_waiting):
        publish.hide(root)
        yield


def recovered(root: Path) -> Recovered | None:
    """Bring to an end what was interrupted, and say so; only for the writer."""
    end = together.recover(Folder(root))
    if end is not None:
        paths = ", ".join(end.paths)
        say(f"specloom: changes that were interrupted are {end.end}: {paths}")
        if end.end == "completed" and end.note:
            say(end.note)
    return end


def _say_waiting(holder: int | None, seconds: int) -> None:
    run = "another run" if holder is None else f"process {holder}"
    if seconds == 0:
        say(f"specloom: {run} is writing here; waiting for it")
    else:
        say(f"specloom: {run} is still writing here; this run has waited for it for {seconds} s")
