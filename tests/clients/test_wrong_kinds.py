"""Values of the wrong kind, for every argument of every public method and class of both clients.

The arguments come from signatures and annotations, so that a new one is tried without a line here.
"""

import asyncio
import inspect
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import seller_platform
import seller_platform.errors
import wiki_query
import wiki_query.actions
from wiki_query._runtime.mediawiki.modules.module import Module

from tests.clients.checking import findings
from tests.clients.wiki.conftest import PACKAGE

from .wrong_kinds import KINDS, TRANSPORT, Target, fits, public_classes, targets, wrong_value

REFUSALS = (
    TypeError,
    wiki_query.ParameterError,
    seller_platform.errors.ConfigurationError,
    seller_platform.errors.ParameterError,
    seller_platform.errors.ResponseError,
)
"""Errors that name the argument, or what does not fit in a document."""
TO_BE_SENT = (wiki_query.TransportError, seller_platform.errors.TransportError)
"""Errors of calls that were not refused: nothing can be sent here."""
MADE_BY_CALLS = {
    "Account AccountName Contact Item ItemMedia OddRow Price Profile ProfileMedia Purchase Reply Response": "results of the seller platform",
    "ActReply Asked Combined Difference Page Redirect WikiWarning": "results of a wiki",
    "Attempt ExplainedRequest Explanation LoginStep": "what a client tells of its requests",
    "AsyncDownload Download": "a reply of which a program reads the bytes",
    "Options": "no call takes one: its fields are arguments, which are tried",
    "Secret": "holds anything, so that no error shows it; whoever takes one looks at what it holds",
    "Namespace": "an enumeration",
}
"""Public classes with a constructor that programs do not call."""
WITHOUT_A_RIGHT_VALUE = re.compile(r"\w+\.from_(json|dict)|.*\b(respond|download|stream)")
"""Documents of records and calls of methods are made in other tests."""
METHODS = {"pages", "purge", "watch", "query", "with_options"}
"""Methods of a wiki's client that can be called with one argument alone."""
LET_PASS = {
    "flag": "`bool` is a subclass of `int`",
    "no flag": "the same",
    "bytes": "they are a sequence of numbers, as ids are",
    "mapping to flags": "`max_per_page` takes a mapping of any classes to numbers, and `bool` is a subclass of `int`",
    "not a number": "it is a `float`",
    "naive datetime": "no type says that a datetime has a zone",
    "generator at its end": "no type says that a generator was read; it is one of titles",
}
"""Kinds that are wrong for some argument, and that type checkers let pass; a run refuses them."""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder for calls with a path: one reads a recording, others write files."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "A").write_text("[]", encoding="utf-8")


@pytest.fixture(scope="module")
def tried() -> list[Target]:
    return [*targets()]


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


def test_every_public_class_is_tried_or_made_by_calls(tried: list[Target]) -> None:
    names_of_results = {name for names in MADE_BY_CALLS for name in names.split()}
    names = {target.name.partition(".")[0] for target in tried} | names_of_results
    for package in (wiki_query, wiki_query.actions, seller_platform):
        for name, kind in public_classes(package):
            is_data = issubclass(kind, dict | Exception) or kind.__module__ == "builtins"
            without_arguments = issubclass(kind, Module) and not inspect.signature(kind).parameters
            assert is_data or without_arguments or name in names, name
    arguments = sum(len(target.arguments) for target in tried)
    assert (len(tried) > 180, arguments > 1200) == (True, True)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_what_is_right_is_not_refused(tried: list[Target], runner: asyncio.Runner) -> None:
    for target in tried:
        if WITHOUT_A_RIGHT_VALUE.fullmatch(target.name):
            continue
        with suppress(*TO_BE_SENT):
            target.call(runner)


@pytest.mark.promise("Arguments of the wrong kind are refused before anything is sent")
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
def test_no_argument_takes_another_kind(tried: list[Target], runner: asyncio.Runner) -> None:
    accepted: list[tuple[str, str, str]] = []
    cases = 0
    for target in tried:
        for argument, hint in target.arguments.items():
            for kind in KINDS:
                value = wrong_value(kind)
                if fits(hint, value):
                    continue
                cases += 1
                before = TRANSPORT.requests
                try:
                    target.call(runner, **{argument: value})
                except REFUSALS:
                    if TRANSPORT.requests == before:
                        continue
                except TO_BE_SENT:
                    pass
                accepted.append((target.name, argument, kind))
    assert accepted == []
    assert cases > 15_000


@pytest.mark.promise("Type checkers find most of them", "a time without a zone")
def test_what_type_checkers_let_pass_is_listed(tried: list[Target], tmp_path: Path) -> None:
    lines = [*_typed_calls(tried)]
    head = [
        "from collections.abc import Iterator",
        "from datetime import datetime",
        "from typing import Any, cast",
        "from wiki_query import *",
        "from wiki_query.actions import *",
        "def read_to_its_end() -> Iterator[str]:",
        "    yield from ()",
        "def calls(client: Client) -> None:",
    ]
    program = tmp_path / "calls_of_the_wrong_kind.py"
    program.write_text("\n".join([*head, *(f"    {line}" for _, line in lines)]) + "\n")
    messages = findings("mypy", program, PACKAGE, tmp_path)
    flagged = {int(line) for line in re.findall(rf"{program.name}:(\d+):", "\n".join(messages))}
    passed: dict[str, list[str]] = {}
    for number, (kind, line) in enumerate(lines, len(head) + 1):
        if number not in flagged:
            passed.setdefault(kind, []).append(line)
    assert set(passed) == set(LET_PASS), passed
    assert len(flagged) > 400


def _typed_calls(tried: list[Target]) -> Iterator[tuple[str, str]]:
    """A call for each kind that is wrong for a type, of one argument of each type: its kind, and the call."""
    hints_tried: set[str] = set()
    for target in tried:
        is_module = isinstance(target.function, type) and issubclass(target.function, Module)
        method = target.name.removeprefix("Client.")
        if not is_module and not (target.name.startswith("Client.") and method in METHODS):
            continue
        for argument, hint in target.arguments.items():
            needed = target.base.keys() - {argument, "titles"}
            if repr(hint) in hints_tried or needed or argument.startswith(("*", "/")):
                continue
            hints_tried.add(repr(hint))
            for kind, text in KINDS.items():
                if not fits(hint, wrong_value(kind)):
                    called = target.name if is_module else f"client.{method}"
                    yield kind, f"{called}({argument}={text})"
