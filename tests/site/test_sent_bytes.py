"""Samples send the characters of their values, of the pages and of the form alike, whatever these characters are."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from msgspec.structs import replace
from wiki_query import ParameterError

from specloom.model.structs import Api, Operation
from specloom.naming.names import package_names
from specloom.rendering.templates import Templates
from specloom.views.samples.calls import sample_call
from specloom.views.samples.filling import Filling
from specloom.views.samples.form import form_facts
from tests.http_server import LocalServer, QuietHandler

from .conftest import ROOT
from .script import script_results
from .test_running import printed
from .test_try import odd_api, rendered, trees

LATIN = "".join(map(chr, range(0x80, 0x100)))
REPLACED = "\x01\x1b\x7f it's \\x41 $HOME"
"""Text with characters that MediaWiki replaces, which the wiki's client refuses to send."""
TEXTS = (
    f"a{LATIN}1a",
    "\xab\xa0oui\xa0\xbb \u202f! \u20131a",
    "\x7f it's \\x41 $HOME",
    REPLACED,
    "\u2028\u202egnp\u3000\ufeff a\u200db",
    "\U0001d173 \U000e0041 😀",
)
LANGUAGES = ("python", "async", "shell", "php", "javascript")


class Requests(QuietHandler):
    """Keeps what it is sent, as it is sent."""

    targets: list[tuple[str, bytes]]

    def serve(self) -> None:
        self.targets.append((self.path, self.received()))
        self.answer(b'{"batchcomplete": true}', headers={"Content-Type": "application/json"})


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalServer]:
    monkeypatch.setattr(Requests, "targets", [], raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with LocalServer(Requests) as server:
        yield server


def of_wiki(api: Api, text: str) -> Filling:
    operation = next(candidate for candidate in api.operations if candidate.id == "categorymembers")
    return Filling(api, operation, {"title": f"Category:{text}", "limit": "3"})


def of_parts(place: str, text: str) -> Filling:
    """A call of an operation with the text in its query and its form, or in its JSON body, also with GET."""
    api = odd_api("bearer", "header")
    method = "POST" if place == "form" else "PUT"
    operation: Operation = next(
        candidate for candidate in api.operations if candidate.http.method == method
    )
    if place == "body of GET":
        operation = replace(operation, call=replace(operation.http, method="GET"))
    names = ("query-string", "form-string") if place == "form" else ("json-string",)
    path = {
        parameter.name: "1" for parameter in operation.parameters if parameter.location == "path"
    }
    return Filling(api, operation, path | dict.fromkeys(names, text))


def texts_of(target: str, body: bytes) -> set[str]:
    """The values with a character beyond ASCII, or a control character, that a request sends."""
    query = urlsplit(target).query
    values = [value for _, value in parse_qsl(query, errors="strict")]
    if body.startswith(b"{"):
        values += json.loads(body).values()
    else:
        values += [value for _, value in parse_qsl(body.decode("ascii"), errors="strict")]
    odd = (value for value in values if not value.isascii() or not value.isprintable())
    return {value.removeprefix("Category:") for value in odd}


def samples(filling: Filling, server: str) -> Iterator[tuple[str, str]]:
    """Language → a sample, of the generator and, where it differs, of the form."""
    templates, names = Templates(ROOT / "templates"), package_names(filling.api)
    api = replace(filling.api, server=replace(filling.api.server, example=server, url=server))
    moved = replace(filling, api=api)
    of_pages = rendered(templates, sample_call(names, moved))
    prefix = filling.operation.call.prefix
    call: dict[str, Any] = {
        "facts": form_facts(names, Filling(api, filling.operation)),
        "values": {prefix + name: value for name, value in filling.arguments.items()},
        "server": server,
    }
    (form,) = script_results([call], trees(templates))
    for language, page_sample, form_sample in zip(
        LANGUAGES, of_pages, form["samples"], strict=False
    ):
        if api.protocol.shares_address or language in ("shell", "php", "javascript"):
            yield from ((language, text) for text in dict.fromkeys((page_sample, form_sample)))


@pytest.mark.parametrize("place", ["wiki", "form", "json", "body of GET"])
def test_each_language_sends_the_characters_of_a_value(
    apis: dict[str, Api],
    server: LocalServer,
    place: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", "C")  # as in a container
    monkeypatch.setenv("ODD_THINGS_TOKEN", "key")
    for text in TEXTS:
        filling = of_wiki(apis["wiki"], text) if place == "wiki" else of_parts(place, text)
        for language, sample in samples(filling, f"{server.url}/w/api.php"):
            Requests.targets.clear()
            if place == "wiki" and text == REPLACED and language in ("python", "async"):
                # The message shows the text that the sample passed to the client.
                with pytest.raises(ParameterError, match=re.escape(repr(f"Category:{text}"))):
                    printed(language, sample, tmp_path / "sample.py")
                assert not Requests.targets, sample
                continue
            printed(language, sample, tmp_path / "sample.py")
            assert Requests.targets, sample
            for target, body in Requests.targets:
                assert texts_of(target, body) == {text}, sample


def test_a_request_shows_each_character_of_a_json_body() -> None:
    templates = Templates(ROOT / "templates")
    filling = of_parts("json", "\xab\xa0oui\xa0\xbb \u2028 \x7f \U000e0041 a\u200db")
    address = rendered(templates, sample_call(package_names(filling.api), filling))[-1]
    assert json.loads(address.splitlines()[-1])["json-string"] == filling.arguments["json-string"]
    assert r"\u00a0oui\u00a0» \u2028 \u007f \udb40\udc41 a" in address
