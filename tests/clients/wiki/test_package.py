"""The package as a whole: what it offers, how it is loaded, what it does beside another one."""

import subprocess
import sys

import pytest
import wiki_query
from wiki_query import AllPages
from wiki_query._runtime.mediawiki.modules.module import fields_of

from specloom.runtime.mediawiki.modules import module as other_runtime
from specloom.runtime.mediawiki.modules.types import Namespaces, PageSize, Timestamp
from tests.clients.wiki.conftest import PACKAGE


def run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": str(PACKAGE)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_every_name_that_is_offered_is_there() -> None:
    offered = vars(wiki_query)["__all__"]
    for name in offered:
        assert getattr(wiki_query, name) is not None
    assert dir(wiki_query) == sorted(offered)


def test_a_misspelt_name_is_an_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'AllPagse'") as raised:
        getattr(wiki_query, "AllPagse")  # noqa: B009 - no checker may see it
    assert (raised.value.name, raised.value.obj) == ("AllPagse", wiki_query)  # for Python's advice


def test_a_module_is_loaded_when_it_is_first_used() -> None:
    program = """
import sys, wiki_query
loaded = lambda: sorted(m for m in sys.modules if m.startswith("wiki_query.modules."))
print(loaded(), "asyncio" in sys.modules)
wiki_query.AllPages
print(loaded())
"""
    first, second = run(program).splitlines()
    assert first == "[] False"
    assert second == "['wiki_query.modules.allpages']"


def test_two_packages_in_one_process_do_not_mix() -> None:
    class Books(other_runtime.ListModule[dict[str, str]], name="books", prefix="bk"):
        since: Timestamp | None = None
        namespace: Namespaces = ()
        page_size: PageSize = "max"

    fields = other_runtime.fields_of(Books)
    assert [field.kind for field in fields.values()] == ["timestamp", "namespace", "limit"]
    kinds = {name: field.kind for name, field in fields_of(AllPages).items()}
    assert (kinds["namespace"], kinds["page_size"]) == ("namespace", "limit")
