"""Lets all runs of the program in one process share what depends on no input of theirs.

A run of the program compiles templates, loads black, and starts a process for each further core. Tests of
what a run says and does need none of that anew; tests in processes of their own have all of it.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from specloom import resources
from specloom.model.json_schema import schema_text
from specloom.rendering import finishing, render
from specloom.rendering.formatting import formatted
from specloom.rendering.templates import Templates
from specloom.views import schemas

_templates, _formatted, _schema_text = cache(Templates), cache(formatted), cache(schema_text)


def share(patch: pytest.MonkeyPatch) -> None:
    """Let runs of this process and its children share templates and final texts, and ask for no other process."""
    patch.setattr(render, "Templates", templates)
    patch.setattr(finishing, "formatted", _formatted)
    patch.setattr(schemas, "schema_text", _schema_text)
    patch.setattr(finishing, "_pool", lambda: None)


def templates(*folders: Path) -> Templates:
    """The project's own are shared; those that tests change are read anew."""
    return _templates(*folders) if folders == (resources.templates(),) else Templates(*folders)


@pytest.fixture(autouse=True, scope="module")
def shared() -> Iterator[None]:
    """For all tests; one that is about what is shared has a fixture of this name that does nothing."""
    with pytest.MonkeyPatch.context() as patch:
        share(patch)
        yield
