"""Measures the memory of an upload: `python -m benchmarks.upload [--megabytes 200]`.

Another process uploads a large file to a served wiki, from a path and in chunks, and reports its peak memory. Fails
above 60 MB.
"""

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.mediawiki.seed import heavy_picture
from tests.mediawiki.server import ADMIN, install, missing, serve, stop

from benchmarks.migration import PACKAGE, REPOSITORY

MOST = 60
"""Megabytes of memory."""
MEGABYTE = 1_000_000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--child", nargs=2, metavar=("URL", "FILE"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child is not None:
        return upload(*options.child)
    if lacking := missing():
        print(f"no {lacking} here; `sh tests/setup/mediawiki.sh` installs what is needed")
        return 2
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        wiki = install(Path(folder) / "wiki")
        with (wiki.folder / "LocalSettings.php").open("a", encoding="utf-8") as settings:
            settings.write(f"$wgMaxUploadSize = {(options.megabytes + 1) * MEGABYTE};\n")
        file = Path(folder) / "large.png"
        file.write_bytes(heavy_picture(os.urandom(options.megabytes * MEGABYTE)))
        process = serve(wiki)
        try:
            child = [sys.executable, "-m", "benchmarks.upload", "--child", wiki.api_url, str(file)]
            paths = {"PYTHONPATH": os.pathsep.join([str(REPOSITORY), str(PACKAGE)])}
            return subprocess.run(child, cwd=REPOSITORY, env=os.environ | paths).returncode
        finally:
            stop(process)


def upload(api_url: str, file: str) -> int:
    """Upload a file, and tell what that took."""
    from wiki_query import Client

    before = memory()
    started = time.monotonic()
    with Client(api_url, user_agent="benchmark/1 (tests@example.org)", timeout=300) as wiki:
        wiki.login(*ADMIN)
        saved = wiki.upload(Path(file), "Large.png")
    seconds, peak = time.monotonic() - started, memory()
    with open(file, "rb") as whole:
        same = hashlib.file_digest(whole, "sha1").hexdigest() == saved["sha1"]
    print(
        f"{saved['size'] / MEGABYTE:.0f} MB in {seconds:.1f} s, {'the same' if same else 'NOT the same'} content; "
        f"memory {peak:.0f} MB at most, {before:.0f} MB before it"
    )
    return 0 if same and peak <= MOST else 1


def memory() -> float:
    """The most that this program had so far, in megabytes; `getrusage` would tell that of its parent, too."""
    status = Path("/proc/self/status").read_text("ascii")
    (memory_line,) = [line for line in status.splitlines() if line.startswith("VmHWM:")]
    return int(memory_line.split()[1]) * 1024 / MEGABYTE


if __name__ == "__main__":
    sys.exit(main())
