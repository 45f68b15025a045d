"""Samples of a request with limits do what the request does, in every language: as many requests, and the same results."""

import builtins
import contextlib
import io
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx2
import pytest
import yaml

from tests.http_server import LocalServer, QuietHandler
from tests.mediawiki.fixture import live_wiki as live_wiki
from tests.mediawiki.server import Wiki
from tests.node import NODE

from .conftest import ROOT

Object = dict[str, Any]
REQUESTS: list[str] = yaml.safe_load(
    (Path(__file__).parent / "limited_requests.yaml").read_text("utf-8")
)
FIXED = {"action": "query", "format": "json", "formatversion": "2", "errorformat": "plaintext"}
LANGUAGES = ("python", "async", "shell", "php", "javascript")
OUTSIDE = LANGUAGES[2:]
"""Languages of which the samples send the request as it is, and print the reply."""
DRAWN = "list=allpages|random"
"""The start of the request whose reply is drawn by lot."""
MARK = "--- end of a sample ---"


@dataclass
class Front:
    """In front of the wiki: counts the requests of each sample, and repeats replies, as no page changes meanwhile."""

    wiki: str
    request_counts: Counter[str] = field(default_factory=Counter[str])
    replies: dict[tuple[tuple[str, str], ...], bytes] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)

    def reply(self, target: str) -> bytes:
        parts = urlsplit(target)
        query = tuple(sorted(parse_qsl(parts.query, keep_blank_values=True)))
        with self.lock:
            self.request_counts[parts.path] += 1
            if query not in self.replies:
                self.replies[query] = httpx2.get(f"{self.wiki}?{parts.query}", timeout=60).content
            return self.replies[query]


@dataclass(frozen=True)
class Run:
    """The samples of all requests, and their outcomes."""

    programs: Mapping[tuple[str, str], str]
    """Request and language → the sample."""
    printed: Mapping[tuple[str, str], Any]
    """A reply as JSON, or what a program in Python prints."""
    requests: Mapping[tuple[str, str], int]


@pytest.fixture(scope="module")
def run(live_wiki: Wiki, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    front = Front(live_wiki.api_url)

    class Handler(QuietHandler):
        def serve(self) -> None:
            body = front.reply(self.path)
            self.answer(body, headers={"Content-Type": "application/json"})

    with LocalServer(Handler) as server, pytest.MonkeyPatch.context() as patched:
        patched.setenv("NO_PROXY", "127.0.0.1")
        programs = dict(samples(server.url))
        printed = dict(results(programs, tmp_path_factory.mktemp("samples")))
    counts = {key: front.request_counts[path_of(*key)] for key in programs}
    yield Run(programs, printed, counts)


def path_of(request: str, language: str) -> str:
    """Path to which a sample of a request sends its requests."""
    return f"/{REQUESTS.index(request)}/{language}/api.php"


def samples(server: str) -> Iterator[tuple[tuple[str, str], str]]:
    """The sample of each request in each language."""
    requests = [
        (f"{server}{path_of(request, language)}", list((FIXED | parameters_of(request)).items()))
        for request in REQUESTS
        for language in LANGUAGES
    ]
    done = subprocess.run(
        [
            *(
                str(NODE),
                str(ROOT / "tests/site/combine.mjs"),
                str(ROOT / "generator/specloom/site/try"),
            ),
            *(str(ROOT / "docs/reference" / name) for name in ("samples.js", "wiki/requests.js")),
        ],
        input=json.dumps(requests),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    sample_sets = iter(json.loads(done.stdout))
    for request in REQUESTS:
        for place, language in enumerate(LANGUAGES):
            yield (request, language), next(sample_sets)["samples"][place]


def parameters_of(request: str) -> dict[str, str]:
    return dict(part.split("=", 1) for part in request.split("&"))


def results(
    programs: Mapping[tuple[str, str], str], folder: Path
) -> Iterator[tuple[tuple[str, str], Any]]:
    """Output of each program; the programs of a language run in one process."""
    runners = {"shell": by_shell, "php": by_php, "javascript": by_node}
    for language in OUTSIDE:
        programs_of_language = {
            request: text for (request, of), text in programs.items() if of == language
        }
        printed = runners[language](list(programs_of_language.values()), folder)
        assert len(printed) == len(programs_of_language), language
        for request, text in zip(programs_of_language, printed, strict=True):
            yield (request, language), json.loads(text)
    for (request, language), text in programs.items():
        if language not in OUTSIDE:
            yield (request, language), by_python(text)


def output(command: Sequence[str | Path], program: str) -> list[str]:
    done = subprocess.run(command, input=program, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split(MARK)[:-1]


def by_shell(programs: Sequence[str], _: Path) -> list[str]:
    return output(["bash", "-e"], "\n".join(f"{program}\necho '{MARK}'" for program in programs))


def by_php(programs: Sequence[str], folder: Path) -> list[str]:
    lines = [f"{program}\n" for program in programs]
    for number, text in enumerate(lines):
        (folder / f"{number}.php").write_text(text, "utf-8")
    runs = (f"include '{folder}/{number}.php'; echo '{MARK}';" for number in range(len(lines)))
    return output(["php", "-d", "display_errors=stderr"], f"<?php {' '.join(runs)}")


def by_node(programs: Sequence[str], folder: Path) -> list[str]:
    for number, text in enumerate(programs):
        (folder / f"{number}.mjs").write_text(text, "utf-8")
    runs = (
        f"await import('{folder}/{number}.mjs'); console.log('{MARK}')"
        for number in range(len(programs))
    )
    return output([NODE, "--input-type=module"], "\n".join(runs))


@dataclass
class Printed:
    """Output of a program in Python: pages by their title, and items by the line that prints them."""

    pages: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    items: dict[int, list[tuple[Any, ...]]] = field(default_factory=dict)
    of_pages: dict[str, list[tuple[Any, ...]]] = field(default_factory=dict)
    lines: set[int] = field(default_factory=set)
    """Lines that print `of_pages`."""


def by_python(program: str) -> Printed:
    """Run a program with another `print`."""
    output, lines = Printed(), program.splitlines()

    def show(*values: Any) -> None:
        number = sys._getframe(1).f_lineno
        line = lines[number - 1]
        if "page.title, item" in line:
            output.of_pages.setdefault(values[0], []).append(values[1:])
            output.lines.add(number)
        elif "page.title" in line:
            output.pages[values[0]] = values[1:]
        elif "item" in line:
            output.items.setdefault(number, []).append(values)

    code = compile(program, "program", "exec")
    with contextlib.redirect_stdout(io.StringIO()):
        exec(code, {"__builtins__": vars(builtins) | {"print": show}})
    return output


# --- What holds --------------------------------------------------------------------------------------


@pytest.mark.skipif(
    shutil.which("php") is None, reason="no php here; `sh tests/setup/mediawiki.sh`"
)
@pytest.mark.parametrize("request_", REQUESTS)
def test_other_languages_send_the_request_once_and_print_its_reply(
    request_: str, run: Run, live_wiki: Wiki
) -> None:
    replies = {language: run.printed[request_, language] for language in OUTSIDE}
    assert {language: run.requests[request_, language] for language in OUTSIDE} == dict.fromkeys(
        OUTSIDE, 1
    )
    assert "query" in replies["shell"], replies["shell"]
    if not request_.startswith(DRAWN):
        assert replies["shell"] == replies["php"] == replies["javascript"]
        expected = httpx2.get(live_wiki.api_url, params=FIXED | parameters_of(request_)).json()
        assert expected == replies["shell"]


@pytest.mark.promise("a list with a limit beside one without is a call of its own")
@pytest.mark.parametrize("language", ["python", "async"])
@pytest.mark.parametrize("request_", REQUESTS)
def test_python_finds_as_much_with_as_many_requests(
    request_: str, language: str, run: Run, live_wiki: Wiki
) -> None:
    program, printed = run.programs[request_, language], run.printed[request_, language]
    replies = list(answers(live_wiki.api_url, request_))
    # Of lists, some with a limit and some without, each is a call of its own.
    calls = len(re.findall(r"\.(?:list|meta|pages|prop|query)\(", program))
    assert run.requests[request_, language] == len(replies) + calls - 1, program
    if request_.startswith(DRAWN):
        return
    expected = merged(replies)
    lists = [value for value in expected.values() if isinstance(value, list)]
    assert len(printed.items) == len(lists), program
    for line, items in printed.items.items():
        assert items in [values(program, line, items_of_lists) for items_of_lists in lists], program
    if printed.of_pages:
        (line,) = printed.lines
        assert printed.of_pages == {
            title: values(program, line, next(filter(is_items, page.values())))
            for title, page in expected["pages"].items()
            if any(map(is_items, page.values()))
        }
        return
    assert printed.pages.keys() == expected["pages"].keys(), program
    is_of_one = "generator" not in request_ and "|" not in parameters_of(request_).get("titles", "")
    for title, parts in printed.pages.items():
        for part in parts:
            page = expected["pages"][title]
            assert is_told(part, page) if is_of_one else is_begun(part, page), (title, part, page)


def values(program: str, line: int, items: Sequence[Object]) -> list[tuple[Any, ...]]:
    """Values that a line of a program prints for each item."""
    names = re.findall(r'item\["(\w+)"\]', program.splitlines()[line - 1])
    return [tuple(item.get(name) for name in names) if names else (item,) for item in items]


def is_items(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


def is_told(part: Any, page: Object) -> bool:
    """Return True if a module's part of a page is all that the replies contain of it."""
    if isinstance(part, list):
        return part in page.values() or not part
    return part is None or all(page.get(name) == value for name, value in part.items())


def is_begun(part: Any, page: Object) -> bool:
    """Return True if a list begins alike, where a limit is for all pages together in a reply, and for each in a program."""
    if isinstance(part, list):
        begun = [value for value in page.values() if is_items(value)]
        return any(part[: len(value)] == value for value in begun) or len(part) <= 2
    return is_told(part, page)


def answers(address: str, request: str) -> Iterator[Object]:
    """The replies to a request and to what continues it, as far as it sets no limit."""
    fixed = FIXED | parameters_of(request)
    query = fixed
    while True:
        reply: Object = httpx2.get(address, params=query).json()
        yield reply
        more: Mapping[str, str] = reply.get("continue", {})
        if not any(fixed.get(limit_of(name)) == "max" for name in more):
            return
        query = {**fixed, **more}


def limit_of(name: str) -> str:
    """The limit of what a parameter continues."""
    return re.sub("(offset|start|from)?(continue)?$", "", name) + "limit"


def merged(replies: Sequence[Object]) -> Object:
    """Pages by title, with the contents of all replies; lists as long as they are."""
    query: Object = {"pages": {}}
    for reply in replies:
        for key, value in reply["query"].items():
            if key == "pages":
                for page in value:
                    merged_page = query["pages"].setdefault(page["title"], {})
                    for name, part in page.items():
                        merged_page[name] = (
                            merged_page.get(name, []) + part if isinstance(part, list) else part
                        )
            elif isinstance(value, list):
                query.setdefault(key, []).extend(value)
            else:
                query[key] = value
    return query
