"""A client with the credentials of an owner-only consumer signs what it sends."""

import re
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any
from urllib.parse import unquote

import pytest
from wiki_query import AllPages, Info, OAuth1, ParameterError

from tests.clients.exposure import assert_not_exposed, caught, from_environment
from tests.clients.wiki.either import Either
from tests.clients.wiki.scripted import Reply, ScriptedWiki, WikiRequest, part, refusal

signature: Any = import_module("oauthlib.oauth1.rfc5849.signature")

CONSUMER = OAuth1(
    consumer_key="key",
    consumer_secret="sécret".encode().hex(),
    access_token="t",
    access_secret="s&s",
)
TOKENS = part(tokens={"csrftoken": "t+\\"})


def header_of(request: WikiRequest) -> dict[str, str]:
    assert request.headers["Authorization"].startswith("OAuth ")
    pairs = re.findall(r'(\w+)="([^"]*)"', request.headers["Authorization"])
    return {name: unquote(value) for name, value in pairs}


def is_verified(request: WikiRequest, url: str, signed: Mapping[str, str]) -> bool:
    """As a server does: with what it read of the request."""
    oauth_params = header_of(request)
    signature_sent = oauth_params.pop("oauth_signature")
    params = [*signed.items(), *oauth_params.items()]
    base = signature.signature_base_string(
        request.method, url, signature.normalize_parameters(params)
    )
    secrets = (CONSUMER.consumer_secret, CONSUMER.access_secret)
    plain = [secret.reveal() for secret in secrets if not isinstance(secret, str)]
    expected: str = signature._sign_hmac("SHA-1", base, *plain)
    return signature_sent == expected


@pytest.fixture
def signing(client: Callable[..., Either], scripted: ScriptedWiki) -> Either:
    return client(scripted.api_url, oauth1=CONSUMER)


@pytest.mark.promise("Each request is signed with them")
def test_each_sending_is_signed_and_asserts_a_user(signing: Either, scripted: ScriptedWiki) -> None:
    busy = Reply(b"", 503)
    scripted.answers(busy, refusal("maxlag"), part(allpages=[]))
    signing.list(AllPages())
    assert scripted.params("assert") == [("user",)] * 3
    assert len({header_of(request)["oauth_nonce"] for request in scripted.requests}) == 3
    assert all(
        is_verified(request, scripted.api_url, request.params) for request in scripted.requests
    )


def test_what_is_signed_is_what_a_server_reads(signing: Either, scripted: ScriptedWiki) -> None:
    titles = [f"Ä {number}/&+%=" + "x" * 90 for number in range(50)]
    scripted.answers(
        TOKENS, {"edit": {"result": "Success"}}, {"upload": {"result": "Success"}}, part()
    )
    signing.raw(action="edit", title="Ä&b=c d", text="+ %2B\n", summary="", token="csrf")
    signing.raw(action="upload", filename="a.png", file=b"\0", token="csrf")
    signing.pages(Info(), titles=titles)
    edit, upload, pages = (request for request in scripted.requests if request.method == "POST")
    assert is_verified(edit, scripted.api_url, edit.params)
    assert is_verified(upload, scripted.api_url, {})
    assert is_verified(pages, scripted.api_url, pages.params)


def test_a_client_has_one_kind_of_credentials(client: Callable[..., Either]) -> None:
    with pytest.raises(ParameterError, match=r"oauth1: .* not both"):
        client("http://127.0.0.1:1/api.php", oauth1=CONSUMER, access_token="abc")
    with pytest.raises(ParameterError, match=r"oauth1: expected an OAuth1\(…\), got dict"):
        client("http://127.0.0.1:1/api.php", oauth1={"consumer_key": "key"})


SECRET = "canary-of-everything"


def test_no_tool_shows_credentials_that_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WIKI_SECRET", f"{SECRET}\n")

    def make() -> None:
        OAuth1(
            consumer_key="key",
            consumer_secret=from_environment("WIKI_SECRET"),
            access_token="t",
            access_secret=from_environment("WIKI_SECRET"),
        )

    assert_not_exposed(caught(make), [SECRET])
