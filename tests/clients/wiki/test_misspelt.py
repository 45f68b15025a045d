"""Parameters of raw calls that are misspelt are found before anything is sent; what only might be is sent."""

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest
from wiki_query import ParameterError, WikiError

from tests.clients.wiki.either import Either
from tests.clients.wiki.scripted import Reply, ScriptedWiki, part

MISSPELT: list[tuple[dict[str, Any], str, str]] = [
    ({"action": "edit", "title": "A", "sumary": "t", "token": "csrf"}, "sumary", "summary"),
    ({"action": "delete", "titles": "A", "token": "csrf"}, "titles", "title"),
    ({"action": "purge", "title": "A", "post": True}, "title", "titles"),
    ({"action": "parse", "pages": "A"}, "pages", "page"),
    ({"action": "upload", "filname": "A.png", "token": "csrf"}, "filname", "filename"),
    ({"action": "edit", "title": "A", "max_lag": 5, "token": "csrf"}, "max_lag", "maxlag"),
    ({"list": "allpages", "aplimt": 5}, "aplimt", "aplimit"),
    ({"prop": "info|links", "plnamespaces": 0}, "plnamespaces", "plnamespace"),
    ({"prop": ["info", "links"], "title": "A"}, "title", "titles"),
    ({"generator": "allpages", "gapprefx": "A"}, "gapprefx", "gapprefix"),
    ({"metas": "siteinfo"}, "metas", "meta"),
]


@pytest.mark.promise(
    "A misspelt parameter is a `ParameterError` with a suggestion, before anything is sent",
    "client finds misspelt parameters of",
)
@pytest.mark.parametrize(("call", "name", "suggestion"), MISSPELT, ids=str)
def test_a_misspelt_parameter_is_found_before_anything_is_sent(
    wiki: Either, scripted: ScriptedWiki, call: dict[str, Any], name: str, suggestion: str
) -> None:
    with pytest.raises(
        ParameterError, match=f"has no parameter {name!r}; did you mean {suggestion!r}"
    ) as caught:
        wiki.raw(**call)
    assert (caught.value.parameter, caught.value.code) == (name, "unrecognizedparams")
    assert scripted.requests == []


def test_so_it_is_in_a_query_of_several_replies(wiki: Either, scripted: ScriptedWiki) -> None:
    with pytest.raises(ParameterError, match="did you mean 'aplimit'"):
        wiki.raw_all(list="allpages", aplimt=5)
    assert scripted.requests == []


@pytest.mark.promise("A parameter that resembles no known one is sent")
@pytest.mark.parametrize(
    "call",
    [
        {"action": "edit", "title": "A", "captchaid": "1", "captchaword": "2"},
        {"action": "edit", "title": "A", "crossorigin": ""},
        {"action": "compare", "fromslots": "main", "fromtext-main": "A", "totext-other": "B"},
        {"action": "thank", "titel": "A"},
        {"action": "clientlogin", "usernam": "A"},
        {"list": "allpages|flagged", "aplimt": 5},
        {"list": "allpages", "apcontinue": "A", "continue": "-||"},
        {"list": "\x1fallpages\x1fallusers", "aulimit": 5},
        {"generator": "links", "titles": "A", "gpllimit": 5, "redirects": True},
        {"action": "purge", "generator": "links", "gpllimit": 5, "titles": "A"},
    ],
    ids=str,
)
def test_what_an_extension_or_a_newer_wiki_may_know_is_sent(
    wiki: Either, scripted: ScriptedWiki, call: dict[str, Any]
) -> None:
    scripted.answers(part())
    wiki.raw(**call, post=True)
    assert len(scripted.requests) == 1


def test_whoever_takes_no_unknown_parameter_for_an_error_sends_any(
    client: Callable[..., Either], scripted: ScriptedWiki
) -> None:
    scripted.answers(part())
    client(scripted.api_url, fatal=()).raw(list="allpages", aplimt=5)
    assert scripted.params("aplimt") == [("5",)]


CALLS: dict[str, tuple[dict[str, Any], bool | None, bool]] = {
    "page that is posted": ({"action": "parse", "page": "A"}, True, True),
    "feed with a token": ({"action": "feedwatchlist", "wltoken": "t"}, None, True),
    "list with a token": ({"list": "watchlist", "wlowner": "A", "wltoken": "t"}, None, True),
    "purge": ({"action": "purge", "titles": "A"}, True, False),
    "edit": ({"action": "edit", "title": "A", "token": "t"}, None, False),
    "unknown with a token": ({"action": "thank", "rev": 1, "token": "t"}, None, False),
    "unknown that is posted": ({"action": "thank", "rev": 1}, True, False),
}
"""Sent parameters, whether the wiki requires POST, and whether the call certainly changes nothing."""


@pytest.mark.parametrize("case", CALLS)
def test_what_certainly_changes_nothing_is_sent_again(
    client: Callable[..., Either], scripted: ScriptedWiki, case: str
) -> None:
    call, post, only_reads = CALLS[case]
    scripted.answers(Reply(b"", 502), part())
    with nullcontext() if only_reads else pytest.raises(WikiError):
        client(scripted.api_url).raw(call, post=post)
    assert len(scripted.requests) == (2 if only_reads else 1)
