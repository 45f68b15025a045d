"""A request that a reader pastes becomes one program with the same results as the request, or a message about the fault."""

import builtins
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
import yaml

from tests.mediawiki.fixture import live_wiki as live_wiki
from tests.mediawiki.server import Wiki
from tests.node import NODE

from .conftest import ROOT

Object = dict[str, Any]
AGENT = {"User-Agent": "tests/1 (https://example.org)"}
ENTRIES: list[Any] = yaml.safe_load(
    (Path(__file__).parent / "requests.yaml").read_text(encoding="utf-8")
)


@dataclass(frozen=True)
class Entry:
    """A request, and its expected explanation."""

    request: str
    refused: str | None = None
    code: str | None = None


REQUESTS = [Entry(entry) if isinstance(entry, str) else Entry(**entry) for entry in ENTRIES]


def explained(addresses: list[str]) -> list[Object]:
    """Explanations of the script for each address."""
    done = subprocess.run(
        [
            *(
                str(NODE),
                str(ROOT / "tests/site/explain.mjs"),
                str(ROOT / "generator/specloom/site/try"),
            ),
            *(str(ROOT / "docs/reference" / name) for name in ("samples.js", "wiki/requests.js")),
        ],
        input=json.dumps(addresses),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    explanations: list[Object] = json.loads(done.stdout)
    return explanations


@pytest.fixture(scope="module")
def explanations_by_request(live_wiki: Wiki) -> Mapping[str, Object]:
    """Request → what the overview says of it."""
    addresses = [f"{live_wiki.api_url}?{entry.request}" for entry in REQUESTS]
    explanations = explained(addresses)
    return {entry.request: each for entry, each in zip(REQUESTS, explanations, strict=True)}


def test_there_are_sixty_of_all_kinds() -> None:
    assert len(REQUESTS) >= 60
    for part in ("list=", "prop=", "meta=", "generator=", "titles=", "pageids=", "redirects="):
        assert any(part in entry.request for entry in REQUESTS), part


ADDRESS = "https://oak.example/api.php?action=query&list=allpages&aplimit=5"


@pytest.mark.parametrize(
    "text",
    [
        f"GET {ADDRESS} HTTP/1.1",
        f'192.0.2.1 - - [28/Nov/2026:10:00:00 +0000] "GET {ADDRESS} HTTP/1.1" 200 512 "-" "tool/1.0"',
        f"curl '{ADDRESS}'",
        f'curl --silent "{ADDRESS}" | jq .query',
        f"wget {ADDRESS}",
    ],
)
def test_a_line_of_a_log_or_a_command_is_the_request_in_it(text: str) -> None:
    of_address, of_line = explained([ADDRESS, text])
    assert of_address["code"] is not None
    assert of_line == of_address


FORMS = {
    "curl -d": "curl 'https://oak.example/api.php' -d 'action=query&list=allpages&aplimit=5'",
    "curl -d in lines": "curl -sS -X POST https://oak.example/api.php \\\n  -d action=query \\\n  -d list=allpages -daplimit=5",
    "curl --data-urlencode": "curl --get https://oak.example/api.php \\\n  --user-agent 'example/1.0 (you@example.org)' \\\n  --data-urlencode action=query \\\n  --data-urlencode list=allpages --data-urlencode 'aplimit=5'",
    "curl -G": '$ curl -G -H \'User-Agent: x\' "https://oak.example/api.php?action=query" --data-urlencode "list=allpages" -d aplimit=5 | jq .query.allpages',
    "curl -F": "curl -F action=query -F 'list=allpages' --form-string aplimit=5 https://oak.example/api.php",
    "Copy as cURL (bash)": "curl 'https://oak.example/api.php' -H 'content-type: application/x-www-form-urlencoded' --data-raw $'action=query&list=allpages&aplimit=5' --compressed",
    "Copy as cURL (cmd)": 'curl ^"https://oak.example/api.php^" ^\r\n  -H ^"accept: */*^" ^\r\n  --data-raw ^"action=query^&list=allpages^&aplimit=5^"',
    "curl with JSON": 'curl https://oak.example/api.php -H \'Content-Type: application/json\' -d \'{"action": "query", "list": ["allpages"], "aplimit": 5}\'',
    "curl --json": 'curl --json \'{"action":"query","list":"allpages","aplimit":5}\' https://oak.example/api.php',
    "wget": "wget -qO- --post-data='action=query&list=allpages&aplimit=5' https://oak.example/api.php",
    "HTTPie with a form": "http --form POST https://oak.example/api.php action=query list=allpages aplimit=5",
    "HTTPie with an address": "http https://oak.example/api.php action==query list==allpages aplimit==5",
    "HTTP with a host": "POST /api.php HTTP/1.1\nHost: oak.example\nContent-Type: application/x-www-form-urlencoded\n\naction=query&list=allpages&aplimit=5",
    "HTTP with an address": "GET https://oak.example/api.php?action=query&list=allpages&aplimit=5\nUser-Agent: x",
    "JSON": '{"action": "query", "list": "allpages", "aplimit": "5"}',
    "JSON on one line": '{"action":"query","list":"allpages","aplimit":"5"}',
    "Python": 'import requests\n\nURL = "https://oak.example/api.php"\nPARAMS = {\n    "action": "query",\n    "list": "allpages",\n    \'aplimit\': 5,\n}\n',
    "JavaScript": "var params = {\n action: 'query',\n list: 'allpages',\n aplimit: '5'\n};\nvar url = \"https://oak.example/api.php?origin=*\";",
    "PHP": "$params = [\n 'action' => 'query',\n \"list\" => \"allpages\",\n 'aplimit' => 5\n];\n$url = \"https://oak.example/api.php?\";",
    "Copy as fetch": 'fetch("https://oak.example/api.php", {\n  "headers": {"accept": "*/*"},\n  "body": "action=query&list=allpages&aplimit=5",\n  "method": "POST"\n});',
    "curl with escapes": "curl https://oak.example/api.php?action=query\\&list=allpages\\&aplimit=5",
    "curl with options": 'curl --url https://oak.example/api.php --data-binary "action=query&list=allpages&aplimit=5" -b cookies.txt -c cookies.txt -o out.json',
    "the sample for curl": 'cookies=$(mktemp)\nask() {\n  curl --silent "$@" --cookie "$cookies" \\\n    https://oak.example/api.php\n}\ntoken() {\n  ask --get --data action=query --data meta=tokens --data "type=$1" |\n    grep -o x\n}\nask --data-urlencode action=query --data-urlencode list=allpages --data aplimit=5\nrm "$cookies"',
}
"""Name → the same request as commands, programs and raw HTTP have it."""


@pytest.mark.promise("a command of curl, wget or HTTPie")
def test_commands_and_programs_are_the_request_in_them() -> None:
    of_address, *explanations = explained([ADDRESS, *FORMS.values()])
    for name, explanation in zip(FORMS, explanations, strict=True):
        code = of_address["code"]
        if name.startswith("JSON"):  # which names no wiki
            code = code.replace("https://oak.example/api.php", "")
        assert explanation["code"] == code, name
        assert bool(explanation["remarks"]) == (name in ("curl with JSON", "curl --json")), name


def test_values_of_commands_are_those_of_the_shell() -> None:
    command = """curl https://oak.example/api.php -d action=edit --data-urlencode 'title=A & B' \\
        --data-urlencode "text=It's \\"\\$5\\"" -F summary=$'a\\'b' --data-urlencode "token=$TOKEN"; rm x"""
    (explanation,) = explained([command])
    assert explanation["remarks"] == []
    for text in ('title="A & B"', """text='It\\'s "$5"'""", """summary="a'b\""""):
        assert text in explanation["code"]
    assert "TOKEN" not in explanation["code"]


def test_the_http_sample_of_an_action_is_explained_as_the_action() -> None:
    page = (ROOT / "docs/reference/wiki/action/edit.md").read_text("utf-8")
    (sample,) = re.findall(r'=== "HTTP"\n\n    ```http\n(.*?)\n    ```', page, re.DOTALL)
    assert "&assert=user&token=YOUR-TOKEN" in sample
    (explanation,) = explained([re.sub("^    ", "", sample, flags=re.MULTILINE)])
    assert explanation["remarks"] == []
    assert 'title="Sandbox"' in explanation["code"] and "YOUR" not in explanation["code"]


def test_other_text_stays_as_it_is() -> None:
    """Values may have spaces and question marks."""
    address = "https://oak.example/api.php?action=query&list=search&srsearch=who is 'Ada'? a?b"
    assert "search=\"who is 'Ada'? a?b\"" in explained([address])[0]["code"]
    assert "search=\"who is 'Ada'? a?b\"" in explained([address.partition("?")[2]])[0]["code"]


@pytest.mark.parametrize("entry", [each for each in REQUESTS if each.refused is None], ids=str)
def test_the_program_finds_what_the_request_finds(
    entry: Entry, explanations_by_request: Mapping[str, Object], live_wiki: Wiki
) -> None:
    code = explanations_by_request[entry.request]["code"]
    assert code is not None, explanations_by_request[entry.request]
    replies = list(answers(live_wiki.api_url, entry.request))
    assert not any("error" in reply or "errors" in reply for reply in replies), replies[0]
    printed_data, expected = ran(code), merged(replies)
    assert printed_data["items"] == list(items(code, expected)), code
    if "for page, item in" in code:
        return
    assert set(printed_data["pages"]) == set(expected["pages"]), code
    for title, parts in printed_data["pages"].items():
        whole = expected["pages"][title]
        for part in parts:
            assert is_within(part, whole), (title, part, whole)


@pytest.mark.parametrize("entry", [each for each in REQUESTS if each.refused], ids=str)
def test_what_a_wiki_refuses_becomes_no_program(
    entry: Entry, explanations_by_request: Mapping[str, Object], live_wiki: Wiki
) -> None:
    explanation = explanations_by_request[entry.request]
    assert explanation["code"] is None
    remarks = [
        *explanation["remarks"],
        *(text for each in explanation["modules"] for text in each["remarks"]),
    ]
    assert entry.refused is not None
    assert any(entry.refused in text for text in remarks), remarks
    if entry.code is not None:
        (reply,) = answers(live_wiki.api_url, entry.request)
        assert [error["code"] for error in reply["errors"]] == [entry.code]


def test_sixty_titles_are_sent_in_batches(live_wiki: Wiki) -> None:
    titles = "|".join(f"Bulk {number:03}" for number in range(60))
    (explanation,) = explained([f"{live_wiki.api_url}?action=query&prop=info&titles={titles}"])
    assert explanation["remarks"] == [
        "titles: a request takes 50 values, or 500 with high limits; this request has 60. "
        "The program sends them in batches."
    ]
    assert len(ran(explanation["code"])["pages"]) == 60


# --- What the request finds ------------------------------------------------------------------------


def answers(address: str, request: str) -> Iterator[Object]:
    """The replies to a request: with `max` all of them, else those that tell more of the same pages."""
    parameters = dict(part.split("=", 1) for part in request.split("&"))
    parameters |= {"format": "json", "formatversion": "2", "errorformat": "plaintext"}
    fixed = parameters.copy()
    while True:
        reply: Object = httpx2.get(address, params=parameters, headers=AGENT).json()
        yield reply
        more: Mapping[str, str] = reply.get("continue", {})
        continuing = {name for name in more if follows(fixed, name)}
        if not continuing:
            return
        parameters = {**fixed, **more}


def follows(parameters: Mapping[str, str], name: str) -> bool:
    """Return True if a parameter that continues leads to more of the same results, and not beyond their limit."""
    if name == "continue" or name.startswith("g"):
        return False
    if parameters.get(re.sub("(offset)?(continue)?$", "", name) + "limit") == "max":
        return True
    return "|" in parameters.get("prop", "") or "generator" in parameters


def merged(replies: list[Object]) -> Object:
    """Contents of all replies: the pages by title, everything else by its key."""
    pages: dict[str, Object] = {}
    query: Object = {}
    for reply in replies:
        for key, value in reply.get("query", {}).items():
            if key == "pages":
                for page in value:
                    merge(pages.setdefault(page["title"], {}), page)
            elif isinstance(value, list):
                query.setdefault(key, []).extend(value)
            else:
                query[key] = value
    return {"pages": pages, "query": query}


def merge(whole: Object, more: Object) -> None:
    for key, value in more.items():
        if isinstance(value, list):
            whole.setdefault(key, []).extend(value)
        else:
            whole[key] = value


PRINTED = re.compile(r"for item in (.*):\n\s+print\((.*)\)")
OF_PAGES = re.compile(r"\n\s+print\(page\.title, (item.*)\)")


def items(code: str, expected: Object) -> Iterator[tuple[Any, ...]]:
    """Lines that the program should print for each item."""
    if of_pages := OF_PAGES.search(code):
        names = re.findall(r'item\["(\w+)"\]', of_pages[1])
        for title, page in expected["pages"].items():
            for item in items_with(page, names):
                yield (title, *((item[name] for name in names) if names else (item,)))
        return
    lists = [value for value in expected["query"].values() if isinstance(value, list | dict)]
    lists_of_items = iter([value for value in lists if is_listed(value)])
    for _, format_text in PRINTED.findall(code):
        names = re.findall(r'item\["(\w+)"\]', format_text)
        for item in flat(next(lists_of_items)):
            yield tuple(item[name] for name in names) if names else (item,)


def items_with(page: Object, names: list[str]) -> Iterator[Object]:
    """The items of a page that have these fields."""
    for value in page.values():
        if isinstance(value, list):
            yield from (item for item in value if all(name in item for name in names))


def is_listed(value: Any) -> bool:
    items_of_value = value.get("results") if isinstance(value, dict) else value
    return isinstance(items_of_value, list) and all(
        isinstance(item, dict) for item in items_of_value
    )


def flat(value: Any) -> Iterator[Any]:
    """The items of a list; of revisions that stand below their pages, these with the page's name."""
    for item in value["results"] if isinstance(value, dict) else value:
        if "revisions" in item:
            yield from ({**item, **revision} for revision in item["revisions"])
        else:
            yield item


def is_within(part: Any, whole: Any) -> bool:
    """Return True if a page contains a module's part of it."""
    if isinstance(part, list):
        return any(part == value for value in whole.values()) or part == []
    return part is None or all(
        whole.get(key, None) == value or key not in whole for key, value in part.items()
    )


# --- What the program finds ------------------------------------------------------------------------


def ran(code: str) -> Object:
    """Output of a program: pages by their title, and items."""
    pages: dict[str, tuple[Any, ...]] = {}
    printed: list[tuple[Any, ...]] = []

    lines = code.splitlines()

    def show(*values: Any) -> None:
        line = sys._getframe(1).f_lineno
        if "item" in lines[line - 1]:
            printed.append(values)
        elif "page.title" in lines[line - 1]:
            pages[values[0]] = (*pages.get(values[0], ()), *values[1:])

    exec(compile(code, "program", "exec"), {"__builtins__": vars(builtins) | {"print": show}})
    return {"pages": pages, "items": printed}
