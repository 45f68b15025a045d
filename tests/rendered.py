"""Outputs as templates make them, not yet laid out, which takes most of a run's time, nor freed of unused imports."""

from collections.abc import Iterable
from pathlib import Path

from specloom import pipeline, resources
from specloom.diagnostics import Diagnostics
from specloom.readers.read import Sources
from specloom.rendering.render import Copy, Output, Renderer


def content(output: Output | Copy, *template_folders: Path) -> bytes:
    """Content of an output; folders of own templates come first."""
    if isinstance(output, Copy):
        return output.content
    return Renderer(*template_folders, resources.templates()).render(output).encode()


def write(outputs: Iterable[Output | Copy], root: Path, *template_folders: Path) -> None:
    """Write outputs below a folder."""
    for output in outputs:
        path = root / output.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content(output, *template_folders))


def write_packages(config: Path) -> None:
    """Write the Python packages of a list of APIs where `generate` would."""
    root, diagnostics = config.parents[1], Diagnostics()
    inputs = pipeline.read(pipeline.RunOptions(Sources(config, root), "python"), diagnostics)
    assert inputs is not None, diagnostics.found
    write(pipeline.planned(inputs), root)
