"""A model that no reader made: what in it fits nothing is told with its place."""

from pathlib import Path

import pytest

from specloom import model_document
from specloom.cli import main
from specloom.diagnostics import Diagnostics


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    """The model of the example that `init` writes."""
    root = tmp_path_factory.mktemp("model")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        assert main(["init"]) == 0
        assert main(["generate", "--only", "model", "--quiet"]) == 0
    return (root / "generated/model.yaml").read_text()


def faults(text: str) -> list[str]:
    diagnostics = Diagnostics()
    model = model_document.sound(text, "m.yaml", diagnostics)
    assert (model is None) == bool(diagnostics)
    return [str(one) for one in diagnostics.found]


def test_what_readers_make_is_sound(text):
    assert faults(text) == []


def test_the_committed_model_is_sound():
    root = Path(__file__).parents[2]
    assert faults((root / "generated/model.yaml").read_text()) == []


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("id: library", "id: ../library", "invalid-name: `../library` cannot be the id of an API"),
        ("package: town_library", "package: class", "invalid-name: `class` cannot be the name of"),
        ("record: Answer", "record: Anser", "there is no record `Anser`; did you mean `Answer`?"),
        ("group: books", "group: boks", "there is no group `boks`; did you mean `books`?"),
        ("id: books.get", "id: books.list", "one before has the id `books.list` already"),
        ("method_name: list", "method_name: a b", "`a b` cannot be a name in Python"),
        (
            "id: books.get",
            "id: books.<b>",
            "invalid-name: `books.<b>` cannot be a name on the wire",
        ),
        ("name: order", "name: order by", "`order by` cannot be a name on the wire; ASCII letters"),
        ("name: books", "name: böcker", "`böcker` cannot be a name on the wire"),
        ("name: order", "name: author", "one before has the name `author` already"),
        ("enumeration: BooksListOrder", "enumeration: Order", "there is no enumeration `Order`"),
        ("items: {kind: reference, name: Book}", "items: {kind: reference, name: Bok}", "`Bok`"),
        ("only_if: [lent]", "only_if: [lend]", "there is no condition `lend`"),
        ("only_if: [lent]", "usual: true", "missing-key: `usual` is about a"),
        (
            "method_name: list",
            "rules: [{kind: login, name: a b}]",
            "`a b` cannot be the name of a rule",
        ),
        ("name: BooksListOrder", "name: Book", "one before has the name `Book` already"),
    ],
)
def test_what_fits_nothing_is_told_with_its_place(text, right, wrong, told):
    assert right in text
    line = text[: text.index(right)].count("\n") + 1
    found = faults(text.replace(right, wrong, 1))
    assert any(one.startswith(f"m.yaml:{line}:") and told in one for one in found), found


def test_every_fault_is_told(text):
    broken = text.replace("name: Book}", "name: Bok}").replace("group: books", "group: boks")
    assert len(faults(broken)) == broken.count("name: Bok}") + broken.count("group: boks")
