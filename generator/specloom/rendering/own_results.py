"""Checks files made by custom templates against the format that their names promise."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from specloom.diagnostics import Diagnostic
from specloom.rendering.languages import LANGUAGES, language_of
from specloom.rendering.render import Output, Renderer


def faults(
    outputs: Iterable[Output], texts: Mapping[str, str], renderer: Renderer, folder: Path
) -> Iterator[Diagnostic]:
    """Outputs that a custom template made invalid; each is reported at the first of its templates."""
    used: dict[str, list[Path]] = {}
    for output in outputs:
        if output.path not in texts:
            continue
        if output.template not in used:
            paths = (folder / name for name in renderer.templates.used(output.template))
            used[output.template] = [path for path in paths if path.is_file()]
        templates = used[output.template]
        if not templates:
            continue
        problem = _problem(output.template, texts[output.path])
        if problem is not None:
            first, *rest = map(str, templates)
            hint = f"or the fault is in {', '.join(rest)}" if rest else None
            message = f"the rendered {output.path} is {problem}"
            yield Diagnostic.of_file(first, "template-fault", message, hint)


def _problem(template: str, text: str) -> str | None:
    language = language_of(template)
    problem = None if language is None else LANGUAGES[language].problem
    return None if problem is None else problem(text)
