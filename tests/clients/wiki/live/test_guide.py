"""The examples of the guide run as they stand, one after the other, against the served wiki."""

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from wiki_query import Client

from tests.clients.wiki.either import PATIENT, USER_AGENT
from tests.mediawiki.server import Wiki

ROOT = Path(__file__).resolve().parents[4]
GUIDE = ROOT / "docs/guide/wiki-client.md"
ADDRESS = "https://wiki.example.org/w/api.php"
WRITER = ("Writer", "Writerpass-12345")
"""An account of this test's own: what it changes is in no other's watchlist."""
SAID = (
    ("AllPages, Client", r"^B\n"),
    ("CategoryMembers, Info", r"^A http.* \['B', 'Missing page'\]\nB http.* \['A'\]\n"),
    ("AllUsers, SiteInfo", r"^Test wiki \d+\n\[.*'Admin'"),
    ("asyncio.run", r"^\['B', 'Bulk 000', "),
    ("ParameterError, Revisions", r"^invalidparammix Revisions: page_size "),
    ("parse_time", r"^.+ 20\d\d-.+\+00:00\n.*prop.*user"),
    ("in_input_order", r"^B existing B None .*\nno such page missing .*\nb existing B B "),
    ("cursor=place", r"^\['A', 'A/sub', .*\]\n\['B"),
    ("max_per_page=", r"^\[\d+, \d+, \d+.*\]\n\d+ \d+\n"),
    ("explain())", r"^GET .*/api\.php\n(.*\n)*at least 1 request\n"),
    ("WIKI_PASSWORD", r"^1\n"),
    ("on_attempt=count", r"^siteinfo 200 \d"),
    ("**UNATTENDED", r"^\['A', "),
    ('token="csrf"', r"^Success"),
    ("FakeWiki()", r"^\['A'\] allpages"),
    ("Recording()", r"^(\[\{'ns': .*\}\]\n)\1$"),
    ("check_catalogue", r"^$"),
)
"""Part of each example, and how what it prints begins."""


def examples() -> list[str]:
    return re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)


def test_each_example_runs_and_says_what_it_should(
    live_wiki: Wiki, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live_wiki.maintain("createAndPromote.php", *WRITER)
    monkeypatch.setenv("WIKI_PASSWORD", WRITER[1])
    monkeypatch.chdir(tmp_path)
    found = examples()
    assert len(found) == len(SAID)
    with Client(live_wiki.api_url, user_agent=USER_AGENT, **PATIENT) as wiki:
        names: dict[str, Any] = {}
        for example, (part, said) in zip(found, SAID, strict=True):
            assert part in example
            names["wiki"] = wiki
            own = example.replace(ADDRESS, live_wiki.api_url).replace('"Alice"', f'"{WRITER[0]}"')
            code = compile(own, part, "exec")
            with redirect_stdout(StringIO()) as printed:
                exec(code, names)
            assert re.match(said, printed.getvalue()), (part, printed.getvalue())
