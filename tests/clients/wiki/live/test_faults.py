"""Faults in a wiki's own program, as a real one has them: an extension that fails, a file with a byte order mark."""

import os

import pytest
from wiki_query import AllPages, BusyError, Client, ServerError

from tests.clients.wiki.either import USER_AGENT
from tests.mediawiki.server import Wiki


def faulty(wiki: Client, hook: str, attempts: list[object]) -> Client:
    """A client for which an extension fails at some point of each request."""
    headers = {"X-Test-Fault-In": hook}
    return wiki.with_options(headers=headers, on_attempt=attempts.append, patience=100.0)


@pytest.mark.promise("it is a fault in the wiki's program")
def test_a_fault_of_an_extension_is_not_asked_for_again(admin: Client) -> None:
    attempts: list[object] = []
    with pytest.raises(ServerError, match=r"^internal_api_error_Error: .*noSuchFunction") as caught:
        list(faulty(admin, "APIQueryAfterExecute", attempts).list(AllPages()))
    assert not isinstance(caught.value, BusyError)
    assert (caught.value.retryable, caught.value.maybe_sent, len(attempts)) == (False, False, 1)


def test_an_edit_at_which_an_extension_fails_may_have_been_saved(admin: Client) -> None:
    attempts: list[object] = []
    admin.raw(action="edit", title=f"Faulty {os.getpid()}", text="A", token="csrf")
    wiki = faulty(admin, "APIAfterExecute", attempts)
    with pytest.raises(ServerError, match="may have been carried out") as caught:
        wiki.raw(action="edit", title=f"Faulty {os.getpid()}", text="B", token="csrf")
    assert (caught.value.retryable, caught.value.maybe_sent, len(attempts)) == (False, True, 1)


def test_a_byte_order_mark_before_the_answers_of_a_wiki_is_passed_over(live_wiki: Wiki) -> None:
    attempts: list[object] = []
    headers = {"X-Test-Mark": "1"}
    with Client(live_wiki.api_url, user_agent=USER_AGENT, headers=headers) as wiki:
        assert list(wiki.with_options(on_attempt=attempts.append).list(AllPages(), max_items=3))
    assert len(attempts) == 1
