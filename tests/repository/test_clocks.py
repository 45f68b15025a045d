"""No test changes a clock of the process: a server in another thread of it would sleep by that clock."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
CLOCKS = frozenset({"monotonic", "monotonic_ns", "perf_counter", "sleep", "time", "time_ns"})


def changes(text: str) -> Iterator[int]:
    """The lines in which a name of the module `time` is replaced, assigned or handed to `setattr` or `patch`."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Assign(targets=targets) if any(map(is_clock, targets)):
                yield node.lineno
            case ast.Call(args=[ast.Name(id="time"), ast.Constant(value=str(name)), *_]):
                if name in CLOCKS:
                    yield node.lineno
            case ast.Call(
                func=ast.Attribute(attr="setattr" | "patch") | ast.Name(id="patch"),
                args=[ast.Constant(value=str(name)), *_],
            ) if is_named(name):
                yield node.lineno


def is_clock(target: ast.expr) -> bool:
    return (
        isinstance(target, ast.Attribute)
        and isinstance(target.value, ast.Name)
        and target.value.id == "time"
        and target.attr in CLOCKS
    )


def is_named(name: str) -> bool:
    module, _, attribute = name.rpartition(".")
    return module == "time" and attribute in CLOCKS


@pytest.mark.parametrize(
    "text",
    [
        'monkeypatch.setattr(time, "monotonic", lambda: 50.0)',
        'monkeypatch.setattr("time.sleep", print)',
        "time.monotonic = clock",
        'mock.patch("time.time", clock)',
        'patch.object(time, "perf_counter", clock)',
    ],
)
def test_a_changed_clock_is_found(text: str) -> None:
    assert list(changes(text)) == [1]


def test_no_test_changes_a_clock_of_the_process() -> None:
    files = sorted(TESTS.rglob("*.py"))
    assert len(files) > 100
    uses = [
        f"{path.relative_to(TESTS)}:{line}"
        for path in files
        for line in changes(path.read_text(encoding="utf-8"))
    ]
    assert uses == []
