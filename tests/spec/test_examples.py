"""The examples of the wiki's modules: one of each at least, as the test wiki answers, and of no machine."""

import re

import httpx2
import pytest

from tests.mediawiki import examples
from tests.mediawiki.server import Wiki
from tests.openapi.live.conftest import admin as admin
from tests.openapi.live.conftest import live_wiki as live_wiki

TOLD = examples.examples_by_module()


def test_every_module_has_an_example_that_succeeds() -> None:
    begins = {name: next(iter(of_module.values())) for name, of_module in TOLD.items()}
    assert list(begins) == sorted(examples.modules())
    for example in begins.values():
        assert "errors" not in example["reply"]


def test_the_file_is_as_it_is_recorded() -> None:
    text = examples.FILE.read_text("utf-8")
    assert text == examples.text(TOLD)
    assert len(text) < 250_000
    assert not re.search(r"127\.0\.0\.1:|localhost|/tmp/|/home/|[\w.]@[\w.]|continue:", text)


@pytest.mark.parametrize("key", ["1d3s98ok8f24.khzsz.1.png", "1d3s6v175pm8.lxzq97.12.png"])
def test_what_differs_between_wikis_is_recorded_the_same(key: str) -> None:
    reply = {
        "continue": {"x": "1"},
        "query": {
            "files": [
                {"filekey": key, "url": f"http://127.0.0.1:1/file/{key}"},
                {"revid": 61, "timestamp": "2031-02-03T04:05:06Z", "expiry": "infinity"},
                {"timestamp": "2031-02-03T04:05:06Z", "expiry": "2031-02-03T04:05:06Z"},
                {"left": "out"},
            ]
        },
    }
    fixed = "1a2b3c4d5e6f.abcdef.1.png"
    assert examples.presentable(reply, "http://127.0.0.1:1") == {
        "batchcomplete": True,
        "query": {
            "files": [
                {"filekey": fixed, "url": f"https://wiki.example.org/file/{fixed}"},
                {"revid": 61, "timestamp": "2026-01-01T01:01:00Z", "expiry": "infinity"},
                {"timestamp": "2026-01-01T00:00:00Z", "expiry": "2027-01-01T00:00:00Z"},
            ]
        },
    }


MOVING = {"allusers", "blocks", "logevents", "random", "recentchanges", "watchlist"}
"""Modules that begin with what other tests did last: only where their items stand is compared."""


@pytest.mark.promise("The examples of a wiki's modules were recorded from a real wiki")
def test_the_wiki_answers_as_is_recorded(
    subtests: pytest.Subtests, live_wiki: Wiki, admin: httpx2.Client
) -> None:
    """In form: ids and counts are those of a new wiki."""
    modules_by_id = examples.modules()
    for module, of_module in TOLD.items():
        for name, example in of_module.items():
            with subtests.test(f"{module}: {name}"):
                reply = examples.answer(admin, live_wiki.api_url, modules_by_id[module], example)
                actual = examples.form(examples.presentable(reply, live_wiki.url))
                recorded = examples.form(example["reply"])
                if module in MOVING:
                    actual, recorded = (
                        {path for path in paths if "[]" not in path[:-1]}
                        for paths in (actual, recorded)
                    )
                assert actual == recorded
