"""A client for MediaWiki 1.43, made of that wiki's own catalogue, and what the wiki sends it."""

import os
import subprocess
import sys
from pathlib import Path

import httpx2

from specloom.cli import main
from tests.clients.wiki.live.test_extensions import QUERY
from tests.mediawiki.seed import seed
from tests.mediawiki.server import NEWER, install, serve, stop
from tests.missing import skip_without

ROOT = Path(__file__).parents[4]
APIS = """\
specloom: 1
apis:
  - id: wiki
    reader: paraminfo
    source: paraminfo.json
    package: wiki_query
    wiki_version: "1.43"
    overlays: ["builtin:mediawiki"]
"""


def test_the_client_for_a_newer_wiki_declares_what_that_sends(tmp_path: Path) -> None:
    if not (NEWER / "api.php").exists():
        skip_without("MediaWiki 1.43", "`sh tests/setup/mediawiki.sh` fetches it on Debian")
    wiki = install(tmp_path / "wiki", NEWER)
    process = serve(wiki)
    try:
        seed(wiki)
        (tmp_path / "spec").mkdir()
        (tmp_path / "spec/apis.yaml").write_text(APIS, encoding="utf-8")
        (tmp_path / "spec/paraminfo.json").write_text(
            httpx2.get(wiki.api_url + QUERY).text, "utf-8"
        )
        assert main(["generate", "--quiet", "--config", str(tmp_path / "spec/apis.yaml")]) == 0
        source = tmp_path / "generated/python/wiki_query/src"
        done = subprocess.run(
            [sys.executable, "-m", "tests.clients.wiki.live.conformance", wiki.api_url],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": f"{source}{os.pathsep}{ROOT}"},
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        stop(process)
    assert (done.stdout.strip(), done.returncode) == ("", 0), done.stderr
