"""The package's catalogue beside that of a real wiki."""

from typing import Any

import pytest
from wiki_query import Client, Difference
from wiki_query._runtime.mediawiki.modules import catalogue
from wiki_query._runtime.mediawiki.modules.module import ListModule
from wiki_query._runtime.mediawiki.modules.types import Timestamp

from tests.clients.wiki.either import Either


def test_the_wiki_has_the_modules_of_the_package(either_admin: Either) -> None:
    assert either_admin.check_catalogue() == ()


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
