"""Inputs that are saved while a run reads, renders and writes: the next run sees them."""

from itertools import cycle, product
from pathlib import Path

import pytest
from tests import forked
from tests.sampling import sampled

from specloom import pipeline
from specloom.cli.app import main
from specloom.cli.commands import generate
from specloom.publishing import publish

SPEC = "spec/library/api.yaml"
TEXT = "Return one book by its number."
OWN = "own/reference/index.md.j2"
NAVIGATION = "docs/nav.yaml"


def save(path, before, after):
    text = Path(path).read_text() if Path(path).exists() else ""
    assert before in text
    Path(path).write_text(text.replace(before, after))


INPUTS = {
    "a description": lambda: save(SPEC, TEXT, "Return a tome."),
    "the list of APIs": lambda: save("spec/apis.yaml", "town_library", "city_library"),
    "a new navigation": lambda: Path(NAVIGATION).write_text("- Home: index.md\n"),
    "a template": lambda: save(OWN, "own", "another"),
    "an editor's new file": lambda: Path("saved").rename(SPEC),
}
MOMENTS = {
    "before inputs are read": (pipeline, "read"),
    "before templates are read": (pipeline, "render"),
    "before outputs are written": (publish, "apply"),
}
IN_TURN = set(zip(INPUTS, cycle(MOMENTS)))
"""Each input at one moment."""


@pytest.mark.promise("An input that is saved during a run")
@pytest.mark.parametrize(("saved", "moment"), sampled(product(INPUTS, MOMENTS), IN_TURN))
def test_an_input_that_is_saved_meanwhile_is_seen_by_the_next_run(
    project, monkeypatch, saved, moment
):
    Path(OWN).parent.mkdir(parents=True)
    Path(OWN).write_text("own\n")
    Path("saved").write_text(Path(SPEC).read_text().replace(TEXT, "Return a tome."))
    save(SPEC, "maximum: 100", "maximum: 200")
    place, name = MOMENTS[moment]
    really = getattr(place, name)
    arguments = ("--quiet", "--templates", "own", "--only", "reference")

    with monkeypatch.context() as patch:

        def meanwhile(*words, **options):
            patch.undo()
            INPUTS[saved]()
            return really(*words, **options)

        patch.setattr(place, name, meanwhile)
        assert main(["generate", *arguments]) == 0
    assert main(["generate", *arguments]) == 0
    assert main(["check", *arguments]) == 0


@pytest.mark.promise("Then it does only the remaining work")
def test_runs_that_have_waited_do_not_do_again_what_was_done_meanwhile(project, monkeypatch, capfd):
    """Four at once, of which one works."""
    save(SPEC, TEXT, "Return a tome.")
    really = generate._publish

    def publishing(*arguments):
        print("publishing", flush=True)
        return really(*arguments)

    monkeypatch.setattr(generate, "_publish", publishing)
    runs = [forked.start("generate", "--only", "reference") for _ in range(4)]
    for run in runs:
        run.join()
    assert [run.exitcode for run in runs] == [0] * 4
    out, err = capfd.readouterr()
    assert out == "publishing\n"
    assert err.count("specloom: 0 written, ") == 3
