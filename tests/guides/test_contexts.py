"""The pages about what templates are handed say what they are handed."""

import pytest

from specloom import resources
from specloom.rendering.templates import Templates

from . import contexts


@pytest.mark.promise("lists all values")
def test_the_pages_are_what_the_program_says() -> None:
    committed = {page: page.read_text("utf-8") for page in contexts.pages()}
    assert committed == contexts.pages(), "python -m tests.guides.contexts"


@pytest.mark.promise("lists all values")
def test_every_template_that_makes_a_file_is_on_it() -> None:
    templates = Templates(resources.templates())
    names = {
        path.relative_to(resources.templates()).as_posix()
        for path in resources.templates().rglob("*.j2")
        if not path.name.startswith("_") or path.name.startswith("__")
    }
    parts = {part for name in names for part in templates.used(name)[1:]}
    told = "".join(contexts.pages().values())
    assert {name for name in names - parts if f"### `{name}`" not in told} == set()
