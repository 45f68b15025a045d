"""The pages about the Python packages have every public name, as the packages themselves show them."""

import ast
import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from types import ModuleType

import pytest

PACKAGES = {"wiki": "wiki_query", "seller": "seller_platform"}
SIGNATURE = re.compile(
    r"^#{3,4} (\w+)\\?\.(\S+) \{.*\n\n```python\n(?:async )?([^`]*)\n```", re.MULTILINE
)

NAMED = re.compile(r"`(?:\w+\.)?(\w+)`|^#{2,4} (\w+) \{", re.MULTILINE)
"""Names as headings and in code: not words of texts that happen to be the same."""
MEMBER = re.compile(
    r"^#{3,4} \w+\\?\.(\S+) \{|(?:^-|\|) (?:`|<code>)(\w+)|^(?:async )?(\w+)\(", re.MULTILINE
)
"""Of a class: below its name, in a list or a table, or in the block of all signatures."""


@pytest.fixture(params=PACKAGES)
def package(request: pytest.FixtureRequest, packages: Path) -> Iterator[tuple[str, ModuleType]]:
    """An API, and its package as the templates make it now; what was imported before is put aside meanwhile."""
    name = PACKAGES[request.param]
    before = taken_out(name)
    sys.path.insert(0, str(packages))
    try:
        yield request.param, importlib.import_module(name)
    finally:
        sys.path.remove(str(packages))
        taken_out(name)
        sys.modules.update(before)


def taken_out(package: str) -> dict[str, ModuleType]:
    names = [name for name in sys.modules if name.partition(".")[0] == package]
    return {name: sys.modules.pop(name) for name in names}


def public(thing: object) -> set[str]:
    return {name for name in dir(thing) if not name.startswith("_")}


def test_every_public_name_is_on_the_page(
    package: tuple[str, ModuleType], rendered: dict[str, str]
) -> None:
    api, module = package
    page = rendered[f"docs/reference/{api}/python.md"]
    names_on_page = {name for match in NAMED.findall(page) for name in match}
    members = {name.replace("\\", "") for match in MEMBER.findall(page) for name in match}
    assert {name for name in module.__all__ if not name.startswith("__")} - names_on_page == set()
    testing = importlib.import_module(f"{module.__name__}.testing")
    in_tests = (getattr(testing, name, None) for name in ("Sandbox", "FakeWiki", "Recording"))
    for class_ in (module.Client, module.AsyncClient, *in_tests):
        assert class_ is None or public(class_) - members == set()


def test_signatures_are_those_of_the_package(
    package: tuple[str, ModuleType], rendered: dict[str, str]
) -> None:
    api, module = package
    page = rendered[f"docs/reference/{api}/python.md"]
    compared = 0
    for class_, method, signature in SIGNATURE.findall(page):
        method_object = getattr(getattr(module, class_, None), method.replace("\\", ""), None)
        if inspect.isfunction(method_object) or inspect.ismethod(method_object):
            parameters = [
                name for name in inspect.signature(method_object).parameters if name != "self"
            ]
            assert names(signature) == parameters, (class_, method)
            compared += 1
    for class_ in ("Client", "AsyncClient"):
        [signature] = re.findall(rf"^## {class_} .*\n\n```python\n([^`]*)\n```", page, re.MULTILINE)
        assert names(signature) == list(inspect.signature(getattr(module, class_)).parameters)
    assert compared > 6
    [block] = re.findall(
        r"^## AsyncClient .*?`await`.*?```python\n(.*?)```", page, re.DOTALL | re.MULTILINE
    )
    signature = re.findall(r"^(async )?(\w+)\(", block, re.MULTILINE)
    assert {name for _, name in signature} <= public(module.AsyncClient)
    for mark, name in signature:
        assert bool(mark) == inspect.iscoroutinefunction(getattr(module.AsyncClient, name)), name


def test_options_show_their_defaults(
    package: tuple[str, ModuleType], rendered: dict[str, str]
) -> None:
    api, module = package
    options = rendered[f"docs/reference/{api}/python.md"].partition("## Options")[2]
    option_lines = [
        unescape(line) for line in re.findall(r"^- (.+)", options.partition("\n## ")[0], re.M)
    ]
    options_of = importlib.import_module(f"{module.__name__}._runtime.core.options")
    defaults = [options_of.Options()]
    if api == "wiki":
        settings = importlib.import_module(f"{module.__name__}._runtime.mediawiki.session.settings")
        defaults.append(settings.Settings())
    assert len(option_lines) > 9
    for line in option_lines:
        match = re.search(r"^(?:`|<code>)(\w+): .+? = (.+?)(?:`|</code>)", line)
        assert match is not None, line
        [default] = [getattr(each, match[1]) for each in defaults if hasattr(each, match[1])]
        assert eval(match[2]) == default, line
    connections = re.findall(
        r"connections: int = (.*),", rendered[f"docs/reference/{api}/python.md"]
    )
    assert all(each.isdigit() for each in connections)


def names(signature: str) -> list[str]:
    [function] = ast.parse(f"def {signature}: ...").body
    assert isinstance(function, ast.FunctionDef)
    function_arguments = function.args
    variadic = [
        argument
        for argument in (function_arguments.vararg, function_arguments.kwarg)
        if argument is not None
    ]
    all_arguments = [
        *function_arguments.posonlyargs,
        *function_arguments.args,
        *function_arguments.kwonlyargs,
        *variadic,
    ]
    return [
        argument.arg
        for argument in sorted(
            all_arguments, key=lambda argument: (argument.lineno, argument.col_offset)
        )
    ]


LINKED = re.compile(r'<a class="n" href="([^"]*)">(\w+)</a>')


@pytest.mark.parametrize(
    ("api", "expected"),
    [
        (
            "wiki",
            {
                "AsyncListItems": "#python-ListItems",
                "Changes": "#options",
                "Combined": "#python-Combined",
                "ListModule": "#python-ListModule",
                "PerPage": "#python-PerPage",
                "Titles": "#python-Titles",
            },
        ),
        ("seller", {"OptionFields": "#options", "Reply": "#python-Reply"}),
    ],
)
def test_types_in_signatures_lead_to_what_is_told_of_them(
    site: Path, api: str, expected: dict[str, str]
) -> None:
    html = (site / "reference" / api / "python/index.html").read_text("utf-8")
    links = {name: address for address, name in LINKED.findall(html)}
    assert expected.items() <= links.items()
    assert [address for address in links.values() if f'id="{address[1:]}"' not in html] == []


@pytest.mark.parametrize("api", PACKAGES)
def test_every_option_shows_its_default(api: str, rendered: dict[str, str]) -> None:
    options = (
        rendered[f"docs/reference/{api}/python.md"]
        .partition("{ #options }")[2]
        .partition("\n## ")[0]
    )
    option_entries = re.findall(r"^- (?:`|<code>)(.*?)(?:`|</code>)", options, re.MULTILINE)
    assert len(option_entries) > 8
    assert [line for line in option_entries if " = " not in unescape(line)] == []
