"""The package's catalogue beside that of a real wiki."""

from pathlib import Path
from typing import Any

import pytest
from wiki_query import Client, Difference
from wiki_query._runtime.mediawiki.modules import catalogue
from wiki_query._runtime.mediawiki.modules.module import ActionModule, ListModule
from wiki_query._runtime.mediawiki.modules.types import Timestamp

from tests.clients.wiki.either import Either
from tests.mediawiki import catalogues
from tests.mediawiki.server import install, serve, stop


@pytest.mark.promise("works with any MediaWiki")
def test_the_wiki_has_the_modules_of_the_package(either_admin: Either) -> None:
    assert either_admin.check_catalogue() == ()


@pytest.mark.promise("`check_catalogue` shows how your wiki differs")
def test_each_difference_is_told(nobody: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    class AllPages(ListModule[dict[str, Any]], name="allpages", prefix="xx"):
        from_: Timestamp
        invented: str | None = None

    class Invented(ListModule[dict[str, Any]], name="invented", prefix="in"):
        pass

    known = catalogue.module_classes("wiki_query")
    changed = {**known, "allpages": AllPages, "invented": Invented}
    del changed["links"]
    monkeypatch.setattr(catalogue, "module_classes", lambda package: changed)
    told = nobody.check_catalogue()
    assert Difference("links", None, "module", None, "links") in told
    assert Difference("invented", None, "module", "Invented", None) in told
    assert Difference("allpages", None, "prefix", "xx", "ap") in told
    assert Difference("allpages", "invented", "parameter", "invented", None) in told
    assert Difference("allpages", "minsize", "parameter", None, "minsize") in told
    assert Difference("allpages", "from", "type", "timestamp", "string") in told
    assert Difference("allpages", "from", "required", True, False) in told
    assert {difference.module for difference in told} == {"links", "invented", "allpages"}


def test_each_difference_of_actions_is_told(
    nobody: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Rollback(ActionModule[Any], name="rollback", prefix="xx", token="rollback"):
        invented: str | None = None

    known = catalogue.action_classes("wiki_query")
    changed = {**known, "rollback": Rollback}
    del changed["edit"]
    monkeypatch.setattr(catalogue, "action_classes", lambda package: changed)
    told = nobody.check_catalogue()
    assert Difference("action=edit", None, "module", None, "edit") in told
    assert Difference("action=rollback", None, "prefix", "xx", "") in told
    assert Difference("action=rollback", "invented", "parameter", "invented", None) in told
    assert Difference("action=rollback", "summary", "parameter", None, "summary") in told
    assert Difference("action=rollback", "token", "parameter", None, "token") not in told
    assert {difference.module for difference in told} == {"action=edit", "action=rollback"}


@pytest.mark.usefixtures("live_wiki")  # which skips the test where there is no MediaWiki
def test_the_recorded_actions_are_what_a_new_wiki_serves(tmp_path: Path) -> None:
    wiki = install(tmp_path / "wiki")
    process = serve(wiki)
    try:
        told = catalogues.served(wiki.url, wiki.api_url, catalogues.ACTIONS)
    finally:
        stop(process)
    assert catalogues.text(told) == catalogues.ACTIONS.file.read_text("utf-8")
