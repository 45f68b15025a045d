"""Thirty mistakes: type checkers flag nearly all of them (see `test_typing.py`), and none gets as far as a request."""

import ast
import runpy
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import httpx2
import pytest
from wiki_query import Client, ParameterError, TransportError

from tests.clients.wiki.either import USER_AGENT

FILE = Path(__file__).parent / "typing/mistakes.py"
SOURCE = FILE.read_text("utf-8")
NAMES = runpy.run_path(str(FILE))
REFUSALS = (ParameterError, TypeError, AttributeError)


class Pair(NamedTuple):
    """A correct call, and the mistake."""

    kind: str
    line: int
    right: ast.expr
    wrong: ast.expr


def pairs(function: str) -> list[Pair]:
    (definition,) = [
        statement
        for statement in ast.parse(SOURCE).body
        if isinstance(statement, ast.FunctionDef) and statement.name == function
    ]
    statements = [statement for statement in definition.body if isinstance(statement, ast.Expr)]
    assert len(statements) == len(definition.body)
    return [
        Pair(_comment(wrong.lineno), wrong.lineno, right.value, wrong.value)
        for right, wrong in zip(statements[::2], statements[1::2], strict=True)
    ]


def _comment(line: int) -> str:
    return SOURCE.splitlines()[line - 1].partition("  # ")[2]


SEEN, UNSEEN = pairs("seen_by_type_checkers"), pairs("found_by_a_run")
ALL = [*SEEN, *UNSEEN]


class SentError(Exception):
    """A request was about to be sent."""


class NoTransport(httpx2.BaseTransport):
    """Refuses to send, and remembers that it had to."""

    def __init__(self) -> None:
        self.requests: list[httpx2.Request] = []

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(request)
        raise SentError(str(request.url))


def done(expression: ast.expr, wiki: Client) -> None:
    """Carry it out to its end."""
    code = compile(ast.Expression(expression), str(FILE), "eval")
    answer = eval(code, {**NAMES, "wiki": wiki})
    if isinstance(answer, Iterable):
        list(answer)


def test_there_are_thirty() -> None:
    assert len(ALL) == len({pair.kind for pair in ALL} - {""}) == 30
    assert len(SEEN) >= 27


@pytest.mark.promise(
    "A misspelt value is an error before anything is sent",
    "`ParameterError` before anything is sent",
)
@pytest.mark.parametrize("pair", ALL, ids=lambda pair: pair.kind)
def test_a_mistake_is_refused_before_anything_is_sent(pair: Pair) -> None:
    transport = NoTransport()
    with Client("http://wiki.example/api.php", user_agent=USER_AGENT, transport=transport) as wiki:
        with pytest.raises(REFUSALS) as caught:
            done(pair.wrong, wiki)
        assert transport.requests == []
    assert str(caught.value)


@pytest.mark.parametrize("pair", ALL, ids=lambda pair: pair.kind)
def test_what_was_meant_is_sent(pair: Pair) -> None:
    transport = NoTransport()
    with Client(
        "http://wiki.example/api.php", user_agent=USER_AGENT, transport=transport, retries=0
    ) as wiki:
        with pytest.raises(TransportError):
            done(pair.right, wiki)
        assert len(transport.requests) == 1
