"""The synchronous clients of the runtime, made of the asynchronous ones: `python -m tests.synchronous` writes them.

unasync takes `async` and `await` away and replaces names; ruff sorts the imports, black lays out. The drivers and connections
are written by hand: deadlines of threads and of tasks have little in common.
"""

import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

unasync: Any = import_module("unasync")  # it tells no types

ROOT = Path(__file__).parents[1]
RUNTIME = ROOT / "generator/specloom/runtime"
CLIENTS: Mapping[str, str] = {
    "mediawiki/async_client.py": "mediawiki/client.py",
    "rest/async_client.py": "rest/client.py",
    "rest/async_stream.py": "rest/stream.py",
}
"""Source written by hand → source made of it."""
NAMES: Mapping[str, str] = {
    **{
        name: name.removeprefix("Async")
        for name in (
            "AsyncBaseClient",
            "AsyncBaseTransport",
            "AsyncBody",
            "AsyncDownload",
            "AsyncDriver",
            "AsyncItems",
            "AsyncListItems",
            "AsyncMethod",
            "AsyncOpened",
            "AsyncOpening",
            "AsyncPages",
            "AsyncPropItems",
            "AsyncReopening",
            "AsyncResource",
            "AsyncStream",
            "AsyncWiki",
        )
    },
    "aclose": "close",
    "anext": "next",
    "async_driver": "driver",
    "async_stream": "stream",
    "open_async_http": "open_http",
}
TEXTS: Mapping[str, str] = {
    "A wiki, asked from asynchronous code.": "A wiki, asked one request after the other.",
    "A wiki and the account that asks it. Tasks may share it.": "A wiki and the account that asks it. Threads may share it.",
    "The asynchronous side of a client: one pool of connections, any number of calls.": (
        "The synchronous side of a client: one pool of connections, any number of calls."
    ),
    "The raw replies of the calls that this task makes inside: `with client.replies() as raw:`.": (
        "The raw replies of the calls that this thread makes inside: `with client.replies() as raw:`."
    ),
    "Replies that a caller reads piece by piece, asynchronously: downloads, and streams of items.": (
        "Replies that a caller reads piece by piece: downloads, and streams of items."
    ),
    "Rows of lists that do not fit, set aside in the calls that this task makes inside.": (
        "Rows of lists that do not fit, set aside in the calls that this thread makes inside."
    ),
}
"""Docstrings that tell the two apart."""


def made_synchronous(name: str) -> str:
    """The text of a synchronous client, by the name of the asynchronous one."""
    replaced = {**NAMES, **{f'""{text}""': f'""{other}""' for text, other in TEXTS.items()}}
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "source"), Path(folder, "target")
        source.mkdir()
        file = source / "client.py"
        file.write_text((RUNTIME / name).read_text("utf-8"), "utf-8")
        rule = unasync.Rule(f"{source}/", f"{target}/", additional_replacements=replaced)
        unasync.unasync_files([str(file)], [rule])
        written = target / "client.py"
        config = ROOT / "pyproject.toml"
        for command in (
            ["ruff", "check", "--quiet", "--select", "I", "--fix", "--config", str(config)],
            ["black", "--quiet", "--config", str(config)],
        ):
            subprocess.run([sys.executable, "-m", *command, str(written)], check=True)
        return written.read_text("utf-8")


def main() -> None:
    """Write them."""
    for name, target in CLIENTS.items():
        (RUNTIME / target).write_text(made_synchronous(name), "utf-8")


if __name__ == "__main__":
    main()
