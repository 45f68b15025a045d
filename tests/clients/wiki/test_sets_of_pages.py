"""Purge and watch take any number of pages, in batches and to the end."""

from collections.abc import Callable
from datetime import datetime, timedelta, timezone

import pytest
from wiki_query import AllPages, ParameterError, Partial, RightsError

from tests.clients.wiki.either import Either
from tests.clients.wiki.scripted import Answer, Reply, ScriptedWiki, WikiRequest, part, refusal

TOKENS = part(tokens={"watchtoken": "w+\\"})


def purging(request: WikiRequest) -> Answer:
    titles = request.params["titles"].split("|")
    return {"batchcomplete": True, "purge": [{"ns": 0, "title": t, "purged": True} for t in titles]}


@pytest.mark.promise("any number of pages")
def test_titles_are_sent_in_batches(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers_by(purging)
    titles = [f"P{number}" for number in range(120)]
    purged = wiki.purge(titles=(title for title in titles), update_links=True)
    assert [page["title"] for page in purged] == titles
    assert [request.params["titles"].count("|") + 1 for request in scripted.requests] == [
        50,
        50,
        20,
    ]
    assert {
        (request.method, request.params["forcelinkupdate"]) for request in scripted.requests
    } == {("POST", "1")}
    assert "token" not in scripted.requests[0].params


def test_an_account_with_high_limits_sends_more_at_a_time(
    client: Callable[..., Either], scripted: ScriptedWiki
) -> None:
    rights = part(userinfo={"rights": ["apihighlimits"]})
    scripted.answers_by(lambda request: purging(request) if "titles" in request.params else rights)
    client(scripted.api_url, access_token="abc").purge(titles=[f"P{n}" for n in range(600)])
    assert [request.params["action"] for request in scripted.requests] == [
        "query",
        "purge",
        "purge",
    ]


@pytest.mark.promise("followed to the end")
def test_a_generator_is_followed_to_the_end(wiki: Either, scripted: ScriptedWiki) -> None:
    first = {
        "continue": {"gapcontinue": "B", "continue": "||"},
        "watch": [{"ns": 0, "title": "A", "watched": True}],
    }
    last = {"batchcomplete": True, "watch": [{"ns": 0, "title": "B", "watched": True}]}
    scripted.answers(TOKENS, first, last)
    watched = wiki.watch(generator=AllPages(prefix="X"), expiry="1 month")
    assert [page["title"] for page in watched] == ["A", "B"]
    assert scripted.params("generator", "gapprefix", "gaplimit", "gapcontinue", "expiry")[1:] == [
        ("allpages", "X", "max", None, "1 month"),
        ("allpages", "X", "max", "B", "1 month"),
    ]
    assert scripted.requests[1].params["token"] == "w+\\"


def test_pages_leave_the_watchlist_at_a_time(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(TOKENS, {"watch": [{"ns": 0, "title": "A", "watched": True}]})
    wiki.watch(titles="A", expiry=datetime(2030, 1, 2, 1, tzinfo=timezone(timedelta(hours=1))))
    assert scripted.requests[-1].params["expiry"] == "2030-01-02T00:00:00Z"
    with pytest.raises(ParameterError, match="expiry: a datetime must be aware of its zone"):
        wiki.watch(titles="A", expiry=datetime(2030, 1, 2))  # noqa: DTZ001 - which is refused


@pytest.mark.promise("has both: `done` and `failed`")
def test_pages_for_which_it_was_not_done_are_told(wiki: Either, scripted: ScriptedWiki) -> None:
    done = [{"ns": 0, "title": "A", "purged": True}]
    failed = [{"ns": 0, "title": f"M{n}", "missing": True} for n in range(7)]
    scripted.answers({"purge": [*failed, *done]})
    with pytest.raises(Partial, match=r"1 of 8 pages, not for 'M0'.* and 2 more") as caught:
        wiki.purge(titles=["A", "M0"])
    assert (list(caught.value.done), list(caught.value.failed)) == (done, failed)


@pytest.mark.promise("also if a later request fails")
def test_pages_that_were_done_before_a_failure_are_told(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    scripted.answers_by(
        lambda request: (
            purging(request) if len(scripted.requests) == 1 else refusal("permissiondenied")
        )
    )
    titles = [f"P{number}" for number in range(120)]
    with pytest.raises(Partial, match="done for 50 of 50 pages; then it failed: perm") as caught:
        wiki.purge(titles=titles)
    assert [page["title"] for page in caught.value.done] == titles[:50]
    assert isinstance(caught.value.reason, RightsError)
    first = {"watch": [{"title": "A", "watched": True}], "continue": {"gapcontinue": "B"}}
    scripted.answers(TOKENS, first, refusal("permissiondenied"))
    with pytest.raises(Partial, match="done for 1 of 1 pages; then it failed: perm"):
        wiki.watch(generator=AllPages())


def test_a_missing_page_can_be_watched(wiki: Either, scripted: ScriptedWiki) -> None:
    missing = {"ns": 0, "title": "M", "missing": True, "watched": True}
    scripted.answers(TOKENS, {"watch": [missing]})
    assert wiki.watch(titles="M") == [missing]


def test_unwatching_is_told_as_done(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(TOKENS, {"watch": [{"ns": 0, "title": "A", "unwatched": True}]})
    wiki.watch(pageids=[5], unwatch=True)
    assert scripted.params("pageids", "unwatch")[1:] == [("5", "1")]


def test_it_is_sent_again_as_it_is_harmless(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(Reply(b"", 502), {"purge": [{"ns": 0, "title": "A", "purged": True}]})
    assert len(wiki.purge(titles="A")) == 1
    # It is no promise that nothing is written.
    assert not any(
        "Promise-Non-Write-Api-Action" in request.headers for request in scripted.requests
    )


def test_a_refusal_is_an_error(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(TOKENS, refusal("notloggedin"))
    with pytest.raises(RightsError):
        wiki.watch(titles="A")


def test_no_pages_are_none(wiki: Either, scripted: ScriptedWiki) -> None:
    assert wiki.purge(titles=[]) == []
    with pytest.raises(ParameterError, match="titles, pageids, revids or generator"):
        wiki.purge()
    with pytest.raises(ParameterError, match="only one of titles"):
        wiki.purge(titles="A", pageids=5)
    assert scripted.requests == []
