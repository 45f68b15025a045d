"""The code on the pages runs as it is printed, against the test wiki and the seller's sandbox.

Host, key and account are those of the environment: the host by its name, since a reader writes it into the program.
"""

import contextlib
import io
import json
import re
import runpy
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

import httpx2
import pytest
from seller_platform.testing import Sandbox

from specloom.model.structs import Model
from tests.clients.seller.conftest import Server
from tests.mediawiki.examples import login
from tests.mediawiki.fixture import live_wiki as live_wiki
from tests.mediawiki.server import ADMIN, Wiki
from tests.node import NODE

from .test_examples import by_operation, of_notes

HOSTS = ("https://wiki.example.org/w/api.php", "https://seller.example.org")
COMMANDS: dict[str, tuple[str | Path, ...]] = {
    "shell": ("bash",),
    "php": ("php", "-d", "display_errors=stderr", "-d", "error_reporting=-1"),
    "javascript": (NODE, "--input-type=module"),
}
DRAWN = {"wiki_random", "wiki_siteinfo"}
"""Each request has another reply, of the same shape: by chance, or with the time."""
STASHED = re.compile(r"\b\w{12}\.\w{6}\.\d+\.png\b")
"""The key of a stashed file, which is drawn by lot."""


@pytest.fixture(scope="module")
def environment(live_wiki: Wiki) -> Iterator[Mapping[str, str]]:
    """Addresses of the APIs, variables that their samples read, and an upload of which a sample prints a stashed file."""
    fixed = {"format": "json", "formatversion": "2"}
    with httpx2.Client(timeout=60) as http:
        login(http, live_wiki.api_url)
        stash_request = fixed | {"action": "query", "list": "mystashedfiles"}
        files = http.get(live_wiki.api_url, params=stash_request).json()["query"]["mystashedfiles"]
    with Sandbox() as sandbox, Server(sandbox) as seller:
        yield {
            "wiki": live_wiki.api_url,
            "seller": seller,
            "stashed": files[0]["filekey"],
            "WIKI_USERNAME": ADMIN[0],
            "WIKI_BOT_PASSWORD": ADMIN[1],
            "SELLER_PLATFORM_API_KEY": "sandbox-owner",
        }


def prepared(text: str, environment: Mapping[str, str]) -> str:
    """A sample with the hosts of this machine."""
    for host, name in zip(HOSTS, ("wiki", "seller"), strict=True):
        text = text.replace(host, environment[name])
    return STASHED.sub(environment["stashed"], text)


def printed(language: str, text: str, path: Path) -> str:
    """Output of a sample, run as it is."""
    if language in COMMANDS:
        done = subprocess.run(
            COMMANDS[language], input=text, capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 0, done.stderr
        assert language == "shell" or done.stderr == ""  # curl shows its progress there
        assert not re.search(r'"errors"|"status": ?"error"', done.stdout), done.stdout
        return done.stdout
    path.write_text(text)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        runpy.run_path(str(path), run_name="__main__")
    return out.getvalue()


@pytest.fixture
def prepared_environment(
    environment: Mapping[str, str], monkeypatch: pytest.MonkeyPatch
) -> Mapping[str, str]:
    """Variables that samples read."""
    for name, value in environment.items():
        if name.isupper():
            monkeypatch.setenv(name, value)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
    return environment


@pytest.mark.promise("A sample runs as it is printed")
def test_every_sample_runs_and_prints_something(
    model: Model,
    rendered: dict[str, str],
    prepared_environment: Mapping[str, str],
    tmp_path: Path,
    exhaustive: bool,
) -> None:
    faults: dict[str, str] = {}
    notes = {name: [("python", program)] for name, program in of_notes(model).items()}
    assert len(notes) > 10
    programs = list({**by_operation(model, rendered), **notes}.items())
    for name, samples in programs[:: 1 if exhaustive else 2]:
        for number, (language, text) in enumerate(samples[:3]):
            try:
                output = printed(
                    language,
                    prepared(text, prepared_environment),
                    tmp_path / f"{name}_{number}.py",
                )
            except Exception as error:
                faults[f"{name} {number}"] = f"{type(error).__name__}: {error}"
            else:
                if not output.strip():
                    faults[f"{name} {number}"] = "prints nothing"
    assert faults == {}


@pytest.mark.promise("They get the same reply as curl")
def test_php_and_javascript_get_what_curl_gets(
    model: Model,
    rendered: dict[str, str],
    prepared_environment: Mapping[str, str],
    tmp_path: Path,
    exhaustive: bool,
) -> None:
    different: dict[str, object] = {}
    samples = list(by_operation(model, rendered).items())
    for name, operation_samples in samples[:: 1 if exhaustive else 4]:
        replies = {
            language: json.loads(
                printed(language, prepared(text, prepared_environment), tmp_path / "program")
            )
            for language, text in operation_samples[2:5]
        }
        same = _shape if name in DRAWN else _itself
        if not same(replies["shell"]) == same(replies["php"]) == same(replies["javascript"]):
            different[name] = replies
    assert different == {}


def _itself(reply: object) -> object:
    return reply


def _shape(reply: object) -> object:
    """A reply with the types of its values in their place."""
    if isinstance(reply, dict):
        return {name: _shape(value) for name, value in cast("dict[str, object]", reply).items()}
    if isinstance(reply, list):
        return [_shape(value) for value in cast("list[object]", reply)]
    return type(reply)
