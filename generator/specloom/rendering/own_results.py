"""What templates of a user's own have made: whether it is still what the file's name promises."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from specloom.diagnostics import Diagnostic
from specloom.rendering.languages import LANGUAGES, language_of
from specloom.rendering.render import Output, Renderer


def faults(
    outputs: Iterable[Output], made: Mapping[str, str], renderer: Renderer, own: Path
) -> Iterator[Diagnostic]:
    """Outputs that a template of the folder has spoilt; each is told at the first of its templates."""
    used: dict[str, list[Path]] = {}
    for output in outputs:
        if output.path not in made:
            continue
        if output.template not in used:
            paths = (own / name for name in renderer.templates.used(output.template))
            used[output.template] = [path for path in paths if path.is_file()]
        templates = used[output.template]
        if not templates:
            continue
        problem = _problem(output.template, made[output.path])
        if problem is not None:
            first, *others = map(str, templates)
            hint = f"or the fault is in {', '.join(others)}" if others else None
            message = f"what it makes of {output.path} is {problem}"
            yield Diagnostic.of_file(first, "template-fault", message, hint)


def _problem(template: str, text: str) -> str | None:
    language = language_of(template)
    problem = None if language is None else LANGUAGES[language].problem
    return None if problem is None else problem(text)
