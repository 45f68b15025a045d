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

    module_classes = catalogue.module_classes("wiki_query")
    changed = {**module_classes, "allpages": AllPages, "invented": Invented}
    del changed["links"]
    monkeypatch.setattr(catalogue, "module_classes", lambda package: changed)
    differences = nobody.check_catalogue()
    assert Difference("links", None, "module", None, "links") in differences
    assert Difference("invented", None, "module", "Invented", None) in differences
    assert Difference("allpages", None, "prefix", "xx", "ap") in differences
    assert Difference("allpages", "invented", "parameter", "invented", None) in differences
    assert Difference("allpages", "minsize", "parameter", None, "minsize") in differences
    assert Difference("allpages", "from", "type", "timestamp", "string") in differences
    assert Difference("allpages", "from", "required", True, False) in differences
    assert {difference.module for difference in differences} == {"links", "invented", "allpages"}


def test_each_difference_of_actions_is_told(
    nobody: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Rollback(ActionModule[Any], name="rollback", prefix="xx", token="rollback"):
        invented: str | None = None

    action_classes = catalogue.action_classes("wiki_query")
    changed = {**action_classes, "rollback": Rollback}
    del changed["edit"]
    monkeypatch.setattr(catalogue, "action_classes", lambda package: changed)
    differences = nobody.check_catalogue()
    assert Difference("action=edit", None, "module", None, "edit") in differences
    assert Difference("action=rollback", None, "prefix", "xx", "") in differences
    assert Difference("action=rollback", "invented", "parameter", "invented", None) in differences
    assert Difference("action=rollback", "summary", "parameter", None, "summary") in differences
    assert Difference("action=rollback", "token", "parameter", None, "token") not in differences
    assert {difference.module for difference in differences} == {"action=edit", "action=rollback"}


@pytest.mark.usefixtures("live_wiki")  # which skips the test where there is no MediaWiki
def test_the_recorded_actions_are_what_a_new_wiki_serves(tmp_path: Path) -> None:
    wiki = install(tmp_path / "wiki")
    process = serve(wiki)
    try:
        served = catalogues.served(wiki.url, wiki.api_url, catalogues.ACTIONS)
    finally:
        stop(process)
    assert catalogues.text(served) == catalogues.ACTIONS.file.read_text("utf-8")
