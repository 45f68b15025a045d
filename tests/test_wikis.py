"""The wikis that tests are given."""

import sqlite3
from contextlib import closing
from pathlib import Path

import httpx2
import pytest

from tests.mediawiki import server
from tests.mediawiki.fixture import live_wiki as live_wiki
from tests.mediawiki.server import COMPILED, SOURCE, TEXTS, Wiki, install, serve, stop


def compiled_files(folder: str) -> set[str]:
    """The names of the compiled files of a folder."""
    return {file.name for file in COMPILED.rglob("*.bin") if folder in str(file)}


def test_programs_are_compiled_once_and_settings_are_not_kept(live_wiki: Wiki) -> None:
    assert {"api.php.bin", "install.php.bin"} <= compiled_files(str(SOURCE))
    assert compiled_files(str(live_wiki.folder)) == set()


def test_a_login_is_cheap(live_wiki: Wiki) -> None:
    with closing(sqlite3.connect(live_wiki.folder / "data/wiki.sqlite")) as database:
        ((password_hash,),) = database.execute(
            "SELECT user_password FROM user WHERE user_name='Admin'"
        )
    assert password_hash.startswith(":pbkdf2:sha512:1:64:")


def test_each_version_has_messages_of_its_own(live_wiki: Wiki) -> None:
    """If they shared a folder, each would make all of them again after each request to another."""
    parameters = {"action": "query", "meta": "siteinfo", "format": "json"}
    version = httpx2.get(live_wiki.api_url, params=parameters).json()["query"]["general"][
        "generator"
    ]
    assert (TEXTS / version.removeprefix("MediaWiki ") / "l10n_cache-en.cdb").exists()


def test_a_process_installs_once_and_each_wiki_is_its_own(
    live_wiki: Wiki, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = install(tmp_path / "first")
    with monkeypatch.context() as patch:
        patch.setattr(server, "_installed", None)
        second = install(tmp_path / "second")
    first.maintain("createAndPromote.php", "Carol", "Carolpass-12345")
    process = serve(second)
    try:
        parameters = {"action": "query", "list": "allusers", "format": "json"}
        users = httpx2.get(second.api_url, params=parameters).json()["query"]["allusers"]
    finally:
        stop(process)
    assert "Carol" not in {user["name"] for user in users}
    assert first.url != second.url
