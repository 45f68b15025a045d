"""The options of a run."""

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from specloom.pipeline import RunOptions

Format: TypeAlias = Literal["text", "json", "github", "gitlab", "sarif"]


@dataclass(frozen=True, slots=True)
class Options:
    """The command line, typed."""

    run: RunOptions
    format: Format
    quiet: bool
    arguments: tuple[str, ...]
    """Arguments for inputs and outputs, for showing the user a command that fixes a finding."""
    prune: bool = False
    """For `validate`: show how to delete obsolete entries."""
    adopt: bool = False
    """For `generate`: write over files that the manifest does not list, and keep copies of them."""
    dry_run: bool = False
    """For `generate`: say what would be written, and write nothing."""
    deny: tuple[str, ...] = ()
    """For `validate`: codes of warnings that make the exit code 1."""

    @property
    def root(self) -> Path:
        """The folder of the outputs."""
        return self.run.sources.root

    def command(self, name: str) -> str:
        """Another command for the same inputs and outputs, as it would be typed."""
        return shlex.join(["specloom", name, *self.arguments])
