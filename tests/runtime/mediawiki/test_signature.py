"""Requests are signed as RFC 5849 has it, and as a server verifies it."""

from importlib import import_module
from typing import Any
from urllib.parse import parse_qsl

import msgspec
import pytest

from specloom.runtime.core.secret import Sealed, reveal
from specloom.runtime.core.steps import Form, Request, Upload
from specloom.runtime.core.wire import form
from specloom.runtime.mediawiki.errors import ParameterError
from specloom.runtime.mediawiki.session.oauth import OAuth1
from specloom.runtime.mediawiki.session.signature import authorization, signature_base, signer

oauth1: Any = import_module("oauthlib.oauth1")
common: Any = import_module("oauthlib.common")

PHOTOS = OAuth1(
    consumer_key="dpf43f3p2l4k3l03",
    consumer_secret="kd94hf93k423kf44",
    access_token="nnch734d00sl2jdk",
    access_secret="pfkkdhi9sl3r4s00",
)
"""The credentials of RFC 5849, 1.2."""
API = "https://wiki.example.org:8443/w/api.php"
ODD = (("title", "Café & ~tilde/100% +1"), ("empty", ""), ("text", "one\ntwo=三"))


def request(method: str = "GET", url: str = API, **parts: Any) -> Request:
    return Request(method=method, url=url, repeatable=True, **parts)


@pytest.mark.promise("The signature method is HMAC-SHA1")
def test_the_example_of_the_standard_is_signed_as_it_is_there() -> None:
    photo_request = request(
        url="http://photos.example.net/photos",
        query=(("file", "vacation.jpg"), ("size", "original")),
    )
    header = authorization(photo_request, PHOTOS, timestamp=137131202, nonce="chapoH").reveal()
    assert 'oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D"' in header


def test_the_text_that_is_signed_is_that_of_the_standard() -> None:
    parameters = {
        "oauth_consumer_key": "9djdj82h48djs9d2",
        "oauth_token": "kkk9d7dh3k39sjv7",
        "oauth_signature_method": "HMAC-SHA1",
        "oauth_timestamp": "137131201",
        "oauth_nonce": "7d8f3e4a",
    }
    url = "http://EXAMPLE.com:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b"
    body = parse_qsl("c2&a3=2+q", keep_blank_values=True)
    assert signature_base("post", url, [*parameters.items(), *body]) == (
        "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D"
        "%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3"
        "e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkk"
        "k9d7dh3k39sjv7"
    )


WITH_FILE = Form(
    texts={"action": "upload"},
    uploads=(Upload(parameter="file", filename="a.png", content=b"signed=no"),),
)


@pytest.mark.parametrize("method", ["HMAC-SHA1", "HMAC-SHA256"])
@pytest.mark.parametrize(
    ("http_request", "body"),
    [
        (request(query=ODD), None),
        (
            request(
                "POST",
                content=form(ODD),
                content_type="application/x-www-form-urlencoded",
            ),
            form(ODD).reveal().decode(),
        ),
        (request("POST", form=Sealed(WITH_FILE)), None),
    ],
    ids=["query", "form", "files"],
)
def test_a_server_verifies_the_signature(
    http_request: Request, body: str | None, method: Any
) -> None:
    credentials = msgspec.structs.replace(PHOTOS, signature_method=method)
    signed_request = signer(credentials)(http_request)
    headers = {name: reveal(value) for name, value in signed_request.headers}
    query = common.urlencode([(name, reveal(value)) for name, value in http_request.query])
    address = f"{http_request.url}?{query}" if query else http_request.url
    server_request = common.Request(address, http_request.method, body, headers)
    params = oauth1.rfc5849.signature.collect_parameters(
        uri_query=query, body=body or "", headers=headers, exclude_oauth_signature=False
    )
    signed = dict(params)
    server_request.params = [pair for pair in params if pair[0] != "oauth_signature"]
    server_request.signature = signed["oauth_signature"]
    verify = {
        "HMAC-SHA1": oauth1.rfc5849.signature.verify_hmac_sha1,
        "HMAC-SHA256": oauth1.rfc5849.signature.verify_hmac_sha256,
    }[method]
    secrets = (reveal(PHOTOS.consumer_secret), reveal(PHOTOS.access_secret))
    assert signed["oauth_signature_method"] == method
    assert verify(server_request, *secrets)
    assert not verify(server_request, secrets[0], "another")


def test_each_sending_has_a_nonce_and_a_time_of_its_own() -> None:
    times = iter([1000.9, 2000.1])
    sign = signer(PHOTOS, now=lambda: next(times))
    first, second = (reveal(sign(request()).headers[0][1]) for _ in range(2))
    assert 'oauth_timestamp="1000"' in first
    assert 'oauth_timestamp="2000"' in second
    assert len({header.partition("oauth_nonce=")[2][:34] for header in (first, second)}) == 2


def test_credentials_do_not_show_themselves() -> None:
    representations = repr(PHOTOS) + repr(signer(PHOTOS)(request()))
    for text in ("kd94hf93k423kf44", "nnch734d00sl2jdk", "pfkkdhi9sl3r4s00", "oauth_signature="):
        assert text not in representations


@pytest.mark.parametrize(
    ("changed", "parameter"),
    [
        ({"consumer_secret": ""}, "consumer_secret"),
        ({"access_token": None}, "access_token"),
        ({"access_secret": "two\nlines"}, "access_secret"),
        ({"signature_method": "PLAINTEXT"}, "signature_method"),
    ],
)
def test_credentials_that_cannot_be_right_are_refused(changed: Any, parameter: str) -> None:
    fields = {name: getattr(PHOTOS, name) for name in PHOTOS.__struct_fields__}
    with pytest.raises(ParameterError, match=parameter) as caught:
        OAuth1(**{**fields, **changed})
    assert "lines" not in str(caught.value)
