"""Samples that write run as they are printed, with an account alone: the wiki has afterwards what they sent."""

import hashlib
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import httpx2
import pytest
from msgspec.structs import replace

from specloom.model.structs import Api, Operation
from specloom.naming.mediawiki import wiki_names
from specloom.rendering.templates import Templates
from specloom.views.samples.calls import sample_call
from specloom.views.samples.filling import Filling
from tests.mediawiki.examples import login
from tests.mediawiki.fixture import live_wiki as live_wiki
from tests.mediawiki.seed import exported, picture
from tests.mediawiki.server import ADMIN, Wiki

from .conftest import ROOT
from .test_actions import SAMPLES
from .test_running import COMMANDS, printed
from .test_try import rendered as samples_of

FIXED = {"format": "json", "formatversion": "2"}
HOST = "https://wiki.example.org/w/api.php"
LANGUAGES = ("python", "async", "shell", "php", "javascript")
Ask: TypeAlias = Callable[..., Any]


@pytest.fixture
def ask(live_wiki: Wiki, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Ask]:
    """Asks the wiki; what samples read is set, and they run in a folder of their own."""
    with httpx2.Client(timeout=60) as http:
        login(http, live_wiki.api_url)

        def query(**params: str) -> Any:
            parameters = FIXED | {"action": "query"} | params
            return http.get(live_wiki.api_url, params=parameters).json()["query"]

        environment = {
            "WIKI_USERNAME": ADMIN[0],
            "WIKI_BOT_PASSWORD": ADMIN[1],
            "NO_PROXY": "127.0.0.1,localhost",
        }
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.chdir(tmp_path)
        yield query


def of_page(rendered: Mapping[str, str], action: str, wiki: Wiki) -> dict[str, str]:
    """The samples of an action's page, by language."""
    text = rendered[f"docs/reference/wiki/action/{action}.md"].replace("\n    ", "\n")
    samples = [code.replace(HOST, wiki.api_url) for _, code in SAMPLES.findall(text)]
    return dict(zip(LANGUAGES, samples[: len(LANGUAGES)], strict=True))


@pytest.mark.promise("logs in, gets the token, and writes")
def test_samples_write_with_an_account_alone(
    ask: Ask, live_wiki: Wiki, rendered: dict[str, str], tmp_path: Path
) -> None:
    for language, text in of_page(rendered, "edit", live_wiki).items():
        title = f"Written_by_{language}"
        output = printed(language, text.replace("Sandbox", title), tmp_path / "sample.py")
        assert "Success" in output, output
        (page,) = ask(titles=title, prop="revisions", rvprop="user|content", rvslots="main")[
            "pages"
        ]
        (revision,) = page["revisions"]
        assert (revision["user"], revision["slots"]["main"]["content"]) == (
            ADMIN[0],
            "Hello, world.",
        )
    for language, text in of_page(rendered, "watch", live_wiki).items():
        assert "watched" in printed(language, text, tmp_path / "sample.py"), language


def test_a_wrong_password_sends_nothing_as_an_anonymous_user(
    ask: Ask,
    live_wiki: Wiki,
    rendered: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("WIKI_BOT_PASSWORD", "wrong-12345")
    samples = of_page(rendered, "edit", live_wiki)
    for language in ("shell", "php", "javascript"):
        title = f"Not_written_by_{language}"
        done = subprocess.run(
            COMMANDS[language],
            input=samples[language].replace("Sandbox", title),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        said = done.stdout + done.stderr
        assert "Incorrect username or password" in said, said
        assert done.returncode != 0 or "assertuserfailed" in done.stdout, said
        (page,) = ask(titles=title)["pages"]
        assert page["missing"]


@pytest.mark.promise("A sample that sends a file reads it at the path that it names")
def test_samples_upload_the_file(
    ask: Ask, live_wiki: Wiki, rendered: dict[str, str], tmp_path: Path
) -> None:
    for number, (language, text) in enumerate(of_page(rendered, "upload", live_wiki).items()):
        content = picture(7, 5, 70 + number)
        (tmp_path / "example.png").write_bytes(content)
        name = f"Sent by {language}.png".replace(" ", "_")
        output = printed(language, text.replace("Example.png", name), tmp_path / "sample.py")
        assert "Success" in output, output
        (page,) = ask(titles=f"File:{name}", prop="imageinfo", iiprop="sha1|comment")["pages"]
        (saved,) = page["imageinfo"]
        assert saved["sha1"] == hashlib.sha1(content, usedforsecurity=False).hexdigest(), language
        assert saved["comment"] == "An example", language


def test_samples_import_the_file(
    ask: Ask, live_wiki: Wiki, rendered: dict[str, str], tmp_path: Path
) -> None:
    for language, text in of_page(rendered, "import", live_wiki).items():
        title = f"Imported by {language}"
        (tmp_path / "export.xml").write_bytes(exported(title))
        output = printed(language, text, tmp_path / "sample.py")
        assert title in output, output
        (page,) = ask(titles=title, prop="revisions", rvprop="user", rvlimit="max")["pages"]
        users = {revision["user"] for revision in page["revisions"]}
        assert users == {
            "other>Carol",
            ADMIN[0],
        }, language  # whose revision says that it was imported


def upload(apis: Mapping[str, Api]) -> Operation:
    (upload_action,) = (action for action in apis["wiki"].actions if action.id == "upload")
    return upload_action


def test_samples_send_a_part_of_a_file_and_texts_as_they_are(
    ask: Ask, live_wiki: Wiki, apis: dict[str, Api], tmp_path: Path
) -> None:
    """The path is one of those that curl wants in quotes, and the text looks like a path to it."""
    api, path = apis["wiki"], "parts, of; it/the first.bin"
    api = replace(api, server=replace(api.server, example=live_wiki.api_url))
    content = picture(9, 9, 9) + bytes(3000)
    (tmp_path / path).parent.mkdir()
    (tmp_path / path).write_bytes(content[:1500])
    values: dict[str, Any] = {"filename": "Part.png", "comment": '@a; "b"\n<c', "stash": True}
    values |= {"filesize": len(content), "offset": 0, "chunk": path}
    call = sample_call(wiki_names(api), Filling(api, upload(apis), values))
    samples = samples_of(Templates(ROOT / "templates"), call)
    for language, text in zip(LANGUAGES, samples, strict=False):
        output = printed(language, text, tmp_path / "sample.py")
        assert "Continue" in output, output
        assert "1500" in output, output
    assert samples[-1].endswith("(the content of parts, of; it/the first.bin)\n--PART--")
    assert '\n\n@a; "b"\n<c\n--PART\n' in samples[-1]
