"""Names and docstrings can be read alone: a name says the thing, and a docstring begins with the noun or the verb."""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_BARE = """
found told said given known shown asked held kept wanted made taken one others further own most was meant seen left sent named
listed called noted settled placed misplaced both these those inside within several
"""
BARE = frozenset(_BARE.split())
"""Participles and pronouns that name nothing by themselves."""
CLAUSE = re.compile(r"(What|Whether|Where|Which|How|Whose|Who|Those|The same|That of)\b")
PHRASE = re.compile(
    r"\b(is|are|was|has|have|there is) no [a-z]|\btells? of\b|\bis told\b|\bstands? (here|there|in)\b|\bhand(s|ed)? out\b"
    r"|\bwhat became of\b|\bgoes on\b|\bof before\b|\bis wanted\b|\bof (its|one's) own\b",
    re.IGNORECASE,
)
FOLDERS = ("generator", "tests", "benchmarks")
EXPECTED = ROOT / "tests/cases"


@cache
def trees(folder: str) -> Sequence[tuple[Path, ast.Module]]:
    """The modules of a folder that are not generated, by path."""
    paths = (path for path in (ROOT / folder).rglob("*.py") if not path.is_relative_to(EXPECTED))
    return [(path.relative_to(ROOT), ast.parse(path.read_text("utf-8"))) for path in sorted(paths)]


def names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Names that a module binds, with their lines."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield node.lineno, name
            case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield node.lineno, name


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Docstrings of modules, classes, functions and attributes, with their lines."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, " ".join(text.split())


@pytest.mark.parametrize("folder", FOLDERS)
def test_few_names_are_a_bare_participle_or_pronoun(folder: str) -> None:
    bound = [(f"{path}:{line}", name) for path, tree in trees(folder) for line, name in names(tree)]
    bare = [f"{place}: {name}" for place, name in bound if name.strip("_") in BARE]
    assert len(bare) <= len(bound) / 100, "\n".join(["name the thing:", *bare])


@pytest.mark.parametrize(
    ("pattern", "limit"), [(CLAUSE, 0.03), (PHRASE, 0.02)], ids=["clause", "phrase"]
)
@pytest.mark.parametrize("folder", FOLDERS)
def test_docstrings_are_plain_and_begin_with_the_noun_or_the_verb(
    folder: str, pattern: re.Pattern[str], limit: float
) -> None:
    texts = [
        (f"{path}:{line}", text) for path, tree in trees(folder) for line, text in docstrings(tree)
    ]
    match_text = pattern.match if pattern is CLAUSE else pattern.search
    odd = [f"{place}: {text}" for place, text in texts if match_text(text)]
    assert len(odd) <= limit * len(texts), "\n".join(["say it plainly:", *odd])
