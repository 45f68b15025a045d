"""The code on the pages runs as it is printed, against the test wiki and the seller's sandbox.

Host, key and account are those of the environment: the host by its name, since a reader writes it into the program.
"""

import contextlib
import io
import re
import runpy
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

import httpx2
import pytest
from seller_platform.testing import Sandbox

from specloom.model import Model
from tests.clients.seller.conftest import Server
from tests.mediawiki.fixture import live_wiki as live_wiki
from tests.mediawiki.server import ADMIN, Wiki

from .test_examples import by_operation, of_notes

HOSTS = ("https://wiki.example.org/w/api.php", "https://seller.example.org")
STASHED = re.compile(r"\b\w{12}\.\w{6}\.\d+\.png\b")
"""The key of a stashed file, which is drawn by lot."""


@pytest.fixture(scope="module")
def environment(
    live_wiki: Wiki, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Mapping[str, str]]:
    """Where the APIs are, what their samples read, and what to print for a stashed file."""
    cookies = tmp_path_factory.mktemp("account") / "cookies"
    fixed = {"format": "json", "formatversion": "2"}
    with httpx2.Client(timeout=60) as http:
        asked = fixed | {"action": "query", "meta": "tokens", "type": "login"}
        token = http.get(live_wiki.api_url, params=asked).json()["query"]["tokens"]["logintoken"]
        login = {"action": "login", "lgname": ADMIN[0], "lgpassword": ADMIN[1], "lgtoken": token}
        http.post(live_wiki.api_url, data=fixed | login)
        cookies.write_text(
            "".join(f"Set-Cookie: {name}={value}\n" for name, value in http.cookies.items())
        )
        listed = fixed | {"action": "query", "list": "mystashedfiles"}
        files = http.get(live_wiki.api_url, params=listed).json()["query"]["mystashedfiles"]
    with Sandbox() as sandbox, Server(sandbox) as seller:
        yield {
            "wiki": live_wiki.api_url,
            "seller": seller,
            "stashed": files[0]["filekey"],
            "WIKI_USER": ADMIN[0],
            "WIKI_PASSWORD": ADMIN[1],
            "WIKI_COOKIES": str(cookies),
            "SELLER_PLATFORM_API_KEY": "sandbox-owner",
        }


def prepared(text: str, environment: Mapping[str, str]) -> str:
    """A sample with the hosts of this machine."""
    for host, name in zip(HOSTS, ("wiki", "seller"), strict=True):
        text = text.replace(host, environment[name])
    return STASHED.sub(environment["stashed"], text)


def printed(language: str, text: str, path: Path) -> str:
    """What a sample prints, run as it is."""
    if language == "shell":
        done = subprocess.run(
            ["bash", "-c", text], capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 0, done.stderr
        assert not re.search(r'"errors"|"status": ?"error"', done.stdout), done.stdout
        return done.stdout
    path.write_text(text)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        runpy.run_path(str(path), run_name="__main__")
    return out.getvalue()


def test_every_sample_runs_and_prints_something(
    model: Model,
    rendered: dict[str, str],
    environment: Mapping[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in environment.items():
        if name.isupper():
            monkeypatch.setenv(name, value)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
    faults: dict[str, str] = {}
    notes = {name: [("python", program)] for name, program in of_notes(model).items()}
    assert len(notes) > 10
    for name, shown in {**by_operation(model, rendered), **notes}.items():
        for number, (language, text) in enumerate(shown[:3]):
            try:
                told = printed(
                    language, prepared(text, environment), tmp_path / f"{name}_{number}.py"
                )
            except Exception as error:
                faults[f"{name} {number}"] = f"{type(error).__name__}: {error}"
            else:
                if not told.strip():
                    faults[f"{name} {number}"] = "prints nothing"
    assert faults == {}
