"""Both clients of a package have the same names, and errors and settings are those that the guide lists."""

import ast
import builtins
import re
from pathlib import Path
from types import ModuleType

import pytest
import seller_platform
import wiki_query
from wiki_query._runtime.mediawiki.session.changes import Changes
from wiki_query._runtime.mediawiki.session.settings import Settings

GUIDES = Path(__file__).parents[2] / "docs" / "guide"
PACKAGES: list[tuple[ModuleType, type[Exception], str]] = [
    (seller_platform, seller_platform.Error, "seller/errors.md"),
    (wiki_query, wiki_query.WikiError, "wiki/errors.md"),
]


@pytest.mark.promise(
    "`AsyncClient` has the same names", "`AsyncClient` has the same names as `Client`"
)
@pytest.mark.parametrize(("package", "_", "__"), PACKAGES)
def test_both_clients_have_the_same_names(package: ModuleType, _: object, __: object) -> None:
    first, second = (
        {name for name in dir(getattr(package, kind)) if not name.startswith("_")}
        for kind in ("Client", "AsyncClient")
    )
    assert first == second
    assert "close" in first


@pytest.mark.promise(
    "All errors are subclasses of `Error`",
    "`AbsentError` is a `KeyError` as well",
    "before anything is sent: a value or combination that the wiki would not take; also a `ValueError`",
)
@pytest.mark.parametrize(("package", "root", "guide"), PACKAGES)
def test_every_error_is_in_the_guide_and_is_what_that_says(
    package: ModuleType, root: type[Exception], guide: str
) -> None:
    text = (GUIDES / guide).read_text(encoding="utf-8")
    (table,) = re.findall(r"^\| Error \| When \|.*?\n(.*?)\n\n", text, re.DOTALL | re.MULTILINE)
    rows = [line.split("|", 2) for line in table.splitlines()[1:]]
    descriptions = {
        name: description
        for _, names, description in rows
        for name in re.findall(r"`(\w+)`", names)
    }
    offered = {name: getattr(package, name) for name in vars(package)["__all__"]}
    errors = {
        name: kind
        for name, kind in offered.items()
        if isinstance(kind, type) and issubclass(kind, root) and kind is not root
    }
    assert descriptions.keys() == errors.keys()
    for name, description in descriptions.items():
        for builtin in re.findall(r"also a `(\w+)`", description):
            assert issubclass(errors[name], getattr(builtins, builtin)), name


@pytest.mark.promise("Times are in seconds")
def test_every_setting_is_in_the_guide_with_its_default() -> None:
    text = (GUIDES / "wiki/settings.md").read_text(encoding="utf-8")
    rows: list[tuple[str, str]] = re.findall(r"^\| `(\w+)` \| `(.+?)` \|", text, re.MULTILINE)
    defaults_in_guide = {name: ast.literal_eval(default) for name, default in rows}
    settings = Settings()
    defaults = {
        name: getattr(settings, name, getattr(settings.options, name, None))
        for name in Changes.__annotations__
    }
    wiki_defaults = {"access_token": None, "oauth1": None, "connections": 8, "transport": None}
    assert defaults_in_guide == {**defaults, **wiki_defaults}
