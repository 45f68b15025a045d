"""The page about what templates are handed says what they are handed."""

from specloom import resources
from specloom.rendering.render import Renderer

from . import contexts


def test_the_page_is_what_the_views_say() -> None:
    assert contexts.PAGE.read_text("utf-8") == contexts.text(), "python -m tests.guides.contexts"


def test_every_template_that_makes_a_file_is_on_it() -> None:
    renderer = Renderer(resources.templates())
    names = {
        path.relative_to(resources.templates()).as_posix()
        for path in resources.templates().rglob("*.j2")
        if not path.name.startswith("_") or path.name.startswith("__")
    }
    parts = {part for name in names for part in renderer.used(name)[1:]}
    told = contexts.text()
    assert {name for name in names - parts if f"### `{name}`" not in told} == set()
