"""Cache of compiled templates: compiling them is a fifth of the processor time of a run.

The cache is in a folder that belongs to the user alone and never in a project, because compiled templates are programs.
Without such a folder, each run compiles its templates.
"""

from contextlib import suppress
from functools import cache
from hashlib import sha256
from typing import TypedDict

import jinja2
from jinja2.bccache import Bucket


class CompilerOptions(TypedDict):
    """Options of Jinja's environment that decide what it makes of a text."""

    trim_blocks: bool
    lstrip_blocks: bool
    keep_trailing_newline: bool
    optimized: bool


COMPILER_OPTIONS: CompilerOptions = {
    "trim_blocks": True,
    "lstrip_blocks": True,
    "keep_trailing_newline": True,
    "optimized": False,  # no filter is called as Jinja compiles: its result may be another in the next version
}
_CONTEXT = f"{jinja2.__version__} {COMPILER_OPTIONS}\n"


class TemplateCache(jinja2.FileSystemBytecodeCache):
    """Compiled templates by name and path, with a checksum of all that decides what Jinja makes of them."""

    def __init__(self) -> None:
        """Use Jinja's folder for the user; raises OSError or RuntimeError if that is not safe."""
        super().__init__(pattern="specloom_%s.cache")

    def get_source_checksum(self, source: str) -> str:
        """Checksum of a template's text and of how it is compiled."""
        return sha256(f"{_CONTEXT}{source}".encode()).hexdigest()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what is there; a file that cannot be read, or is broken, is as good as none."""
        try:
            super().load_bytecode(bucket)
        except Exception:
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what can be kept."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


@cache
def template_cache() -> TemplateCache | None:
    """The cache of this user; None where there can be none."""
    with suppress(OSError, RuntimeError):
        return TemplateCache()
    return None
