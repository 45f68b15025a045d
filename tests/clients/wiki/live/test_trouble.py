"""The page on troubleshooting describes the silence of a wiki as the served wiki shows it."""

import json
from typing import Any
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest
from wiki_query import Client, ServerError, Watchlist

from tests.mediawiki.server import Wiki


def query(wiki: Wiki, **parameters: str) -> tuple[Any, Any]:
    """The headers and the reply of a request that no client made."""
    address = f"{wiki.api_url}?{urlencode({'action': 'query', 'format': 'json', **parameters})}"
    with urlopen(Request(address, headers={"User-Agent": "tests"})) as reply:
        return reply.headers, json.load(reply)


@pytest.mark.promise("A wiki answers many mistakes with an empty list and no error")
@pytest.mark.parametrize(
    "parameters",
    [
        {"list": "categorymembers", "cmtitle": "Category:No such category"},
        {"list": "allpages", "apfrom": "B", "apto": "A"},
        {"list": "allpages", "apprefix": "One"},
    ],
    ids=["no such category", "the end before the beginning", "another namespace"],
)
def test_a_mistake_gives_an_empty_list_and_no_error(
    live_wiki: Wiki, parameters: dict[str, str]
) -> None:
    _, reply = query(live_wiki, **parameters)
    assert reply["query"] == {parameters["list"]: []}
    assert "error" not in reply


@pytest.mark.promise("the same as with a capital")
def test_a_title_may_begin_with_a_small_letter(live_wiki: Wiki) -> None:
    _, small = query(live_wiki, list="allpages", apprefix="one", apnamespace="6")
    _, capital = query(live_wiki, list="allpages", apprefix="One", apnamespace="6")
    assert small["query"] == capital["query"] != {"allpages": []}


@pytest.mark.promise("A module that needs a login or a right refuses")
def test_a_module_for_users_refuses_strangers(nobody: Client) -> None:
    with pytest.raises(ServerError) as caught:
        list(nobody.list(Watchlist()))
    assert caught.value.code == "notloggedin"


@pytest.mark.promise("more than 50 titles, with the code `toomanyvalues`")
def test_more_titles_than_a_request_may_have_are_refused(live_wiki: Wiki) -> None:
    titles = "|".join(f"T{number}" for number in range(51))
    _, reply = query(live_wiki, titles=titles, formatversion="2")
    assert reply["error"]["code"] == "toomanyvalues"


@pytest.mark.promise("pages are an object with the page ids as keys, and `true` is an empty text")
def test_without_formatversion_pages_are_an_object_and_true_is_an_empty_text(
    live_wiki: Wiki,
) -> None:
    _, old = query(live_wiki, titles="No such page")
    _, new = query(live_wiki, titles="No such page", formatversion="2")
    assert old["query"]["pages"]["-1"]["missing"] == ""
    assert new["query"]["pages"][0]["missing"] is True


@pytest.mark.promise("With `origin=*` the wiki sends the header `Access-Control-Allow-Origin: *`")
@pytest.mark.parametrize(("origin", "allowed"), [({"origin": "*"}, "*"), ({}, None)])
def test_a_browser_may_read_a_reply_with_any_origin(
    live_wiki: Wiki, origin: dict[str, str], allowed: str | None
) -> None:
    headers, _ = query(live_wiki, meta="userinfo", **origin)
    assert headers["Access-Control-Allow-Origin"] == allowed
