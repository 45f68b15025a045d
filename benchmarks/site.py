"""Size of the site, its build time, and the scores of Lighthouse; nothing fails.

`python -m benchmarks.site`, which `make site-report` calls, builds the site and a plain one of as many pages
with the theme's defaults, and runs Lighthouse three times for each kind of page, as a phone.
"""

import gzip
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
from collections import Counter
from functools import cache
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml
from tests import browser
from tests.http_server import LocalServer
from tests.node import npx, with_node

from benchmarks.turns import Way, measured

ROOT = Path(__file__).parents[1]
LIGHTHOUSE = npx("lighthouse@12.8.2")
PAGES = {
    "home": "",
    "guide": "guide/getting-started/",
    "overview": "reference/wiki/",
    "module": "reference/wiki/list/categorymembers/",
    "long module": "reference/wiki/prop/revisions/",
    "operation": "reference/seller/purchases/validate/",
}
TIMES = 3
SCORES = ("performance", "accessibility", "best-practices", "seo")
METRICS = {
    "first-contentful-paint": "first paint",
    "largest-contentful-paint": "largest paint",
    "total-blocking-time": "blocked",
    "cumulative-layout-shift": "shift",
}
_USED = re.compile(r'(?:<link rel="stylesheet" href|<script src)="([^"]+)"')
_MOST_OF_A_PAGE = 10_000


# --- Building ----------------------------------------------------------------------------------------


def build(source: Path, target: Path) -> None:
    """The site of a folder with a `mkdocs.yml`."""
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(target)]
    plugin = {"PYTHONPATH": str(ROOT / "generator"), "NO_MKDOCS_2_WARNING": "1"}
    environment = {**os.environ, **plugin}
    subprocess.run(command, cwd=source, env=environment, check=True)


def plain_source(site: Path, folder: Path) -> Path:
    """A source with the texts of every page, and the theme as it comes."""
    for page in site.rglob("*.md"):
        target = folder / "docs" / page.relative_to(site)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(page, target)
    extensions = ["attr_list", "def_list", "tables", "pymdownx.highlight", "pymdownx.superfences"]
    settings = {
        "site_name": "plain",
        "theme": {"name": "material", "font": False},
        "markdown_extensions": extensions,
    }
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(settings), encoding="utf-8")
    return folder


# --- Weights -----------------------------------------------------------------------------------------


@cache
def compressed(path: Path) -> int:
    """Its size as web servers send it."""
    return len(gzip.compress(path.read_bytes(), mtime=0))


def weigh(site: Path) -> None:
    """Print sizes of the site, of first views, and which pages are large."""
    sizes: Counter[str] = Counter()
    for path in site.rglob("*"):
        if path.is_file():
            name = path.relative_to(site)
            folder = name.parts[0]
            kind = folder if folder in ("assets", "openapi") else path.suffix
            sizes[kind] += path.stat().st_size
    print(f"\nThe site has {sum(sizes.values()) / 1e6:.1f} MB")
    for kind, size in sizes.most_common(7):
        print(f"  {kind:<12}{size / 1e6:6.2f} MB")
    index = site / "search/search_index.json"
    print(f"  the index of the search, fetched once somebody searches: {compressed(index)} bytes")
    print("\nA first view: page, style sheets and scripts, compressed")
    for kind, page in PAGES.items():
        html = site / page / "index.html"
        used = {
            (html.parent / address).resolve() for address in _USED.findall(html.read_text("utf-8"))
        }
        theme = sum(compressed(path) for path in used if "assets" in path.parts)
        own_bytes = sum(compressed(path) for path in used if "assets" not in path.parts)
        whole = compressed(html) + theme + own_bytes
        print(
            f"  {kind:<14}{whole:8} bytes: the page {compressed(html)}, ours {own_bytes}, the theme's {theme}"
        )
    large = {
        str(path.parent.relative_to(site)): compressed(path)
        for path in site.rglob("index.html")
        if compressed(path) > _MOST_OF_A_PAGE
    }
    print(f"\n{len(large)} pages have more than {_MOST_OF_A_PAGE} bytes, compressed")
    for page_name, size in sorted(large.items(), key=lambda entry: -entry[1]):
        print(f"  {size:8} {page_name}")


# --- Lighthouse --------------------------------------------------------------------------------------


def rate(site: Path) -> None:
    """Print the medians of what Lighthouse finds."""

    class Handler(SimpleHTTPRequestHandler):
        """Sends texts compressed, as hosts of pages do."""

        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments, directory=str(site))

        def do_GET(self) -> None:
            path = Path(self.translate_path(self.path))
            path = path / "index.html" if path.is_dir() else path
            if not path.is_file():
                self.send_error(404)
                return
            body = gzip.compress(path.read_bytes(), mtime=0)
            self.send_response(200)
            self.send_header("Content-Type", self.guess_type(path))
            self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object, **__: object) -> None:
            """Say nothing."""

    print(f"\nLighthouse, as a phone: medians of {TIMES}")
    with LocalServer(Handler) as server:
        for kind, page in PAGES.items():
            reports = [_report(f"{server.url}/{page}") for _ in range(TIMES)]
            scores = (
                statistics.median(report["categories"][name]["score"] for report in reports)
                for name in SCORES
            )
            metrics = (
                f"{label} {statistics.median(report['audits'][name]['numericValue'] for report in reports):.4g}"
                for name, label in METRICS.items()
            )
            line = ", ".join(
                f"{name} {score * 100:.0f}" for name, score in zip(SCORES, scores, strict=True)
            )
            print(f"  {kind:<14}{line}; {', '.join(metrics)}", flush=True)


def _report(address: str) -> dict[str, Any]:
    flags = "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --disable-sync --disable-background-networking"
    command = [*LIGHTHOUSE, address, "--quiet", "--output=json", f"--chrome-flags={flags}"]
    done = subprocess.run(
        command,
        env={**with_node(), "CHROME_PATH": browser.program() or ""},
        capture_output=True,
        text=True,
        check=True,
    )
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def main() -> None:
    """Build, weigh, rate."""
    with TemporaryDirectory() as folder:
        here = Path(folder)
        site = here / "site"
        build(ROOT, site)
        plain = plain_source(site, here / "plain")
        measured(
            "Building",
            [
                Way("a plain site of as many pages", lambda: build(plain, here / "built")),
                Way("the site", lambda: build(ROOT, site), "a plain site of as many pages"),
            ],
            3,
        )
        weigh(site)
        rate(site)


if __name__ == "__main__":
    main()
