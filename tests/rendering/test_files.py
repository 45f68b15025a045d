"""Outputs become files one after the other."""

from collections.abc import Iterator
from pathlib import Path
from weakref import ref

from specloom.diagnostics import Diagnostics
from specloom.rendering.files import Progress, render
from specloom.rendering.render import Output, View


class Large(View, frozen=True, weakref=True):
    """A view that can be watched."""

    number: int


def test_a_view_is_let_go_of_once_it_is_rendered(tmp_path: Path) -> None:
    (tmp_path / "a.md.j2").write_text("{{ number }}\n")
    watched: list[ref[Large]] = []
    alive_counts: list[int] = []

    def planned() -> Iterator[Output]:
        for number in range(5):
            alive_counts.append(sum(view() is not None for view in watched))
            view = Large(number)
            watched.append(ref(view))
            output = Output(f"{number}.md", "a.md.j2", view)
            del view
            yield output
            del output

    diagnostics = Diagnostics()
    rendered = render(planned(), tmp_path, {}, Progress(), diagnostics)
    assert not diagnostics.found
    assert rendered.files == {f"{number}.md": f"{number}\n".encode() for number in range(5)}
    assert max(alive_counts) == 1, alive_counts


def test_progress_knows_the_end_once_all_is_planned(tmp_path: Path) -> None:
    (tmp_path / "a.py.j2").write_text("progress=1\n")
    outputs = [Output(f"{number}.py", "a.py.j2", View()) for number in range(2)]
    events: list[tuple[str, int, int | None]] = []
    progress = Progress(lambda what, done, total: events.append((what, done, total)))
    render(iter(outputs), tmp_path, {}, progress, Diagnostics())
    assert events == [
        ("Rendering", 0, None),
        ("Rendering", 1, None),
        ("Formatting", 1, 2),
        ("Formatting", 2, 2),
    ]
