"""The examples of the guide and of the READMEs run as they stand, page by page, against the served wiki."""

import json
import os
import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tests.mediawiki.seed import picture
from tests.mediawiki.server import Wiki

ROOT = Path(__file__).resolve().parents[4]
GUIDE = ROOT / "docs/guide/wiki"
ELSEWHERE = {
    "getting-started": "docs/guide/getting-started.md",
    "migration": "docs/guide/migration.md",
    "readme": "README.md",
    "package": "generated/python/wiki_query/README.md",
}
"""Other pages with programs for the wiki."""
ADDRESS = "https://wiki.example.org/w/api.php"
PASSWORDS = {
    "WIKI_PASSWORD": "Writerpass-12345",
    "WIKI_BOT_PASSWORD": "0123456789abcdef0123456789abcdee",
    "WIKI_TOKEN": "of-nobody",
    "WIKI_CONSUMER": "of-nobody",
    "WIKI_CONSUMER_SECRET": "of-nobody",
    "WIKI_ACCESS": "of-nobody",
    "WIKI_ACCESS_SECRET": "of-nobody",
}
WRITER = f"Writer{os.environ.get('PYTEST_XDIST_WORKER', '')}"
HERE = {
    "Alice": WRITER,
    "Sandbox": f"Sandbox of {WRITER}",
    '"tool/1.0 (me@example.org)")': '"tool/1.0 (me@example.org)", timeout=60, deadline=300)',
    "file=oak": "file=oak, stash=True",
    '"Oak.png", comment': '"One.png", comment',
    'prefix="Ab"': 'prefix="A"',
    "Category:Physics": "Category:Cat",
    "DoubleRedirects": "Unusedtemplates",
    'paths = sorted(Path("pictures")': 'paths = sorted(Path("files")',
}
"""Replacements for the guide's texts: an account of this process, so that its changes are in no other watchlist, and
a page that no other process edits; time for a busy machine; a file that no other test sees; data of this wiki; no pages that
other tests read.
"""
SAID = {
    "index": [r"B\n"],
    "calls": [
        r"\d+ B\n\d+ Bulk 000\n",
        r"A http.* \['B', 'Missing page'\]\nB http.* \['A'\]\n",
        r"A \d+ \d+\n",
        r"A -> .+\n",
        r"Test wiki \d+\n\[.*'Admin'",
        r"A\n",
        r"invalidparammix Revisions: page_size ",
        r"GET .*/api\.php\n(.*\n)*at least 1 request\n",
    ],
    "results": [
        r".+ 20\d\d-.+\+00:00\n.*prop.*sortkey",
        r"True\n",
        r"\d+\n",
        r"B existing B None .*\nno such page missing .*\nb existing B B ",
        r"\['.+', '.+', '.+'\]\n\d+\n",
    ],
    "limits": [
        r"\['A', 'A/sub', .*\]\n",
        r"\d+ \d+\n\[\d+, \d+, \d+.*\]\n",
        r"\['A', 'A/sub', .*\]\n\['B",
        r"A\nA/sub\n",
        r"(20.+Z .+\n){5}$",
    ],
    "batches": [r"120 of 120 pages exist\n", r"1 of 601 users exist\n", r"3\n3 True\n"],
    "async": [r"Test wiki\nB\nBulk 000\n", r"A \d+\nB \d+\n", r"A existing\nB existing\n"],
    "errors": [
        r"refused: missingtitle\n",
        r"existing\n",
        r"\['A', ",
        r"siteinfo 1 200 \d+\.\d s\n",
    ],
    "settings": [r"Test wiki\n", r"existing\n"],
    "login": [
        rf"{WRITER}\n{WRITER}\n",
        rf"{WRITER}\n",
        rf"{WRITER}\n",
        r"Client\('http.*'\)\n$",
        r"Client\('http.*'\)\n$",
        rf"{WRITER}\n",
        r"assertuserfailed\n",
    ],
    "actions": [
        r"Success\n<div .*Hello, <i>world</i>",
        r"\[\{.*'purged': True.*\}\] \[\{.*'from': ':Sandbox.*\}\] \(\)\n$",
        r"(A.* True\n)+$",
        r"refused: articleexists\n\['No such page'\]\n",
        rf"{WRITER}\n",
        r"(POST purge 50\n){2}POST purge 20\nGET .*/api\.php\n(.*\n)*at least 2 requests\n",
        r"7 x\n",
    ],
    "editing": [r"Success\n", r"Success\n", r"Success\n", r"Success\n", r"$", r"saved\n"],
    "testing": [r"\['A'\]\nallpages\n", r"$", r"(\[\{'ns': .*\}\]\n)\1$"],
    "bots": [
        r"\d+\n",
        r"\{.*'newrevid'.*\}\n|None\n",
        r"$",
        r"$",
        r"exists\n",
        r"\d+\n1 watched, 1 not\n",
        r"None\n",
    ],
    "troubleshooting": [
        r"\[\]\n",
        r"\[\]\n\['File:One\.png'.*\]\n",
        r"(.+ (existing|missing|invalid)\n){3}$",
        r"\['B', 'A'\]\n",
        r"notloggedin\n",
    ],
    "versions": [],
    "versions-1.35": [],
    "programs": [
        r"[2-9] pages saved\n",
        r"A,existing,A\nNo such page,missing,No such page\n",
        r"(Sandbox .+ (replaced|nothing to do)\n)*$",
        r"$",
        r"Not there\.png is new\nOne\.png is there with other content\nTwo\.png is there already\n$",
        r"$",
        r"(20.+Z .+\n){9}",
        r"A\nA/sub\n",
    ],
    "other-wikis": [r"0 differences\n", r"\['A', '.+'\]\n"],
    "getting-started": [r"A\n", r"Test wiki\nhttp.+ \d+\n", r"A\n"],
    "migration": [r"$"],
    "readme": [r"http.+ \[.*\]\n"],
    "package": [r"\{.*'title'.*\}\n"],
}
"""Page → how what each of its examples prints begins."""


def programs(page: str) -> list[list[str]]:
    """The examples of a page, those together that go on from one with its own client."""
    path = ROOT / ELSEWHERE[page] if page in ELSEWHERE else GUIDE / f"{page}.md"
    programs_of_page: list[list[str]] = []
    for example in re.findall(r"^```python\n(.*?)```", path.read_text("utf-8"), re.DOTALL | re.M):
        if page in ELSEWHERE and ADDRESS not in example:
            continue  # an excerpt, or a program for the seller
        if ADDRESS in example or not programs_of_page:
            programs_of_page.append([])
        programs_of_page[-1].append(example)
    return programs_of_page


@pytest.fixture(scope="module")
def api_url(live_wiki: Wiki) -> str:
    """Of the served wiki, with the account."""
    password, bot_password, *_ = PASSWORDS.values()
    live_wiki.maintain("createAndPromote.php", WRITER, password)
    grants = ("--appid=backup", "--grants=basic,editpage")
    live_wiki.maintain("createBotPassword.php", *grants, WRITER, bot_password)
    return live_wiki.api_url


def test_every_page_is_here() -> None:
    assert SAID.keys() - ELSEWHERE.keys() == {path.stem for path in GUIDE.glob("*.md")}


@pytest.mark.promise(
    "begins with a complete example that makes `wiki`",
    "The wiki then repeats the items of that second, so leave out those that you already have",
    "A page that does not exist is not an error. Its state says so",
    "gives your order",
    "Any account may give 50 values at a time",
    "this program asks in one query for each 50 files which of them the wiki has",
)
@pytest.mark.parametrize("page", SAID)
def test_each_example_runs_and_says_what_it_should(
    page: str, api_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, password in PASSWORDS.items():
        monkeypatch.setenv(name, password)
    monkeypatch.chdir(tmp_path)
    Path("oak.png").write_bytes(picture(4, 4, 1))
    Path("titles.txt").write_text("A\n\nNo such page\n")
    Path("files").mkdir()
    for name, colour in (("One", 1), ("Two", 0x0000FF), ("Not there", 1)):
        (Path("files") / f"{name}.png").write_bytes(picture(20, 20, colour))
    here = {ADDRESS: api_url, **HERE}
    outputs: list[str] = []
    for program in programs(page):
        names: dict[str, Any] = {}
        for example in program:
            for printed, replacement in here.items():
                example = example.replace(printed, replacement)
            with redirect_stdout(StringIO()) as output:
                exec(compile(example, page, "exec"), names)
                for name in [name for name in names if name.startswith("test_")]:
                    names.pop(name)()
            outputs.append(output.getvalue())
    for printed, pattern in zip(outputs, SAID[page], strict=True):
        assert re.match(pattern, printed), printed


def run(beginning: str, api_url: str) -> list[str]:
    """The lines that the example program with such a line prints."""
    ((program,),) = [each for each in programs("programs") if beginning in each[0]]
    for printed, replacement in {ADDRESS: api_url, **HERE}.items():
        program = program.replace(printed, replacement)
    with redirect_stdout(StringIO()) as output:
        exec(compile(program, "program", "exec"), {})
    return output.getvalue().splitlines()


@pytest.mark.promise(
    "stores those of the last minute in a file", "leaves out those that it has printed"
)
def test_the_watcher_goes_on_after_a_restart(
    api_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    place = Path("watched.json")
    first = run("watched.json", api_url)
    entries = json.loads(place.read_text())
    assert len(first) > 9
    assert 0 < len(entries) <= len(first)
    rcid, time = max(entries.items(), key=lambda item: item[1])
    place.write_text(json.dumps({key: value for key, value in entries.items() if key != rcid}))
    again = run("watched.json", api_url)
    assert any(line.startswith(f"{time} ") for line in again)
    assert first[0] not in again


@pytest.mark.promise("it continues with the page at which it stopped")
def test_the_export_goes_on_with_the_page_at_which_it_stopped(
    api_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    titles = run('Path("history")', api_url)
    files = sorted(Path("history").glob("*.jsonl"))
    assert len(files) == len(titles)
    history = [json.loads(line) for line in files[0].read_text("utf-8").splitlines()]
    assert [each["timestamp"] for each in history] == sorted(each["timestamp"] for each in history)
    files[0].rename(files[0].with_suffix(".part"))
    assert len(run('Path("history")', api_url)) == 1
    assert sorted(Path("history").iterdir()) == files
