"""Measures streams of a REST client: `python -m benchmarks.streams [--megabytes 200] [--calls 5000]`.

Another process sends a large file to a local server, as a body and in a form, and downloads one as large, with both clients; then the
asynchronous client makes many calls at once. Fails above 60 MB of memory, or if a call fails.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.clients.rest.event_server import PIECE, EventServer, serving

from benchmarks.upload import MEGABYTE, MOST, memory
from specloom.cli.app import main as specloom

DOCUMENT = Path(__file__).parents[1] / "tests/clients/rest/events.openapi.yaml"
REPOSITORY = DOCUMENT.parents[3]


def main() -> int:
    """Serve, and measure in another process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--calls", type=int, default=5000)
    parser.add_argument("--child", nargs=2, metavar=("URL", "FILE"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child is not None:
        url, file = options.child
        return max(sync(url, Path(file)), asyncio.run(not_sync(url, Path(file), options.calls)))
    with tempfile.TemporaryDirectory() as folder, serving(EventServer()) as url:
        file = Path(folder, "large.bin")
        with file.open("wb") as whole:
            for _ in range(options.megabytes * MEGABYTE // len(PIECE)):
                whole.write(PIECE)
        project = Path(folder, "project")
        specloom(["init", "--openapi", str(DOCUMENT), str(project)])
        specloom(["generate", "--quiet", "--config", str(project / "spec/apis.yaml")])
        (source,) = project.glob("generated/python/*/src")
        paths = {"PYTHONPATH": os.pathsep.join([*sys.path, str(REPOSITORY), str(source)])}
        child = [sys.executable, "-m", "benchmarks.streams", "--child", url, str(file)]
        child += ["--calls", str(options.calls)]
        return subprocess.run(child, cwd=REPOSITORY, env=os.environ | paths).returncode


def sync(url: str, file: Path) -> int:
    """Send and download a file, and print what that took."""
    before, size, copy = memory(), file.stat().st_size, file.with_name("copy.bin")
    with _package().Client(url, token="t", deadline=None, timeout=60) as client:
        started = time.monotonic()
        sizes = [client.files.replace("a", file).bytes]
        showing = client.with_options(on_upload=lambda count, size: None)
        sizes.append(showing.files.create(file).bytes)
        with client.download(client.files.download, str(size // len(PIECE))) as download:
            sizes.append(download.save(copy))
    return _report("Client", before, started, sizes, size)


async def not_sync(url: str, file: Path, calls: int) -> int:
    """Send and download a file with the asynchronous client, then make many calls at once."""
    before, size, copy = memory(), file.stat().st_size, file.with_name("copy.bin")
    async with _package().AsyncClient(url, token="t", deadline=None, timeout=60) as client:
        started = time.monotonic()
        sizes = [(await client.files.replace("a", file)).bytes]
        showing = client.with_options(on_upload=lambda count, size: None)
        sizes.append((await showing.files.create(file)).bytes)
        async with client.download(client.files.download, str(size // len(PIECE))) as download:
            sizes.append(await download.save(copy))
        code = _report("AsyncClient", before, started, sizes, size)
        started = time.monotonic()
        replies = [client.files.replace("a", b"x" * 100) for _ in range(calls)]
        results = await asyncio.gather(*replies, return_exceptions=True)
    failed = sum(getattr(result, "bytes", None) != 100 for result in results)
    seconds = time.monotonic() - started
    print(f"{calls} calls at once in {seconds:.1f} s, {failed} failed; memory {memory():.0f} MB")
    return max(code, int(failed > 0))


def _package() -> Any:
    return __import__("event")


def _report(name: str, before: float, started: float, sizes: list[int], size: int) -> int:
    seconds, peak = time.monotonic() - started, memory()
    is_whole = sizes[0] == sizes[2] == size and sizes[1] > size
    print(
        f"{name}: {size / MEGABYTE:.0f} MB as a body, in a form and down in {seconds:.1f} s, "
        f"{'whole' if is_whole else 'NOT whole'}; memory {peak:.0f} MB at most, {before:.0f} MB before it"
    )
    return 0 if is_whole and peak <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
