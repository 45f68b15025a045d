"""Adaptations of the published site: opened from files, in versions, with files for programs, without white space and source maps."""

import os
import re
from pathlib import Path
from typing import Any, cast

from mkdocs.config.defaults import MkDocsConfig

FOR_PROGRAMS = ("feed.xml", "llms.txt", "robots.txt")
"""Templates of files at the root of a site, unless it has such a file itself."""
_AS_WRITTEN_OR_LINES = re.compile(
    r"(<(pre|script|style|textarea)\b.*?</\2>)|\s*\n\s*", re.DOTALL | re.IGNORECASE
)

_COLOURED_SPACE = re.compile(r'<span class="w">(\s*)</span>')
"""White space in highlighted code, which needs no colour."""


def prepare(config: MkDocsConfig) -> None:
    """Search from files without another host; a menu of versions where mike builds one of them; files for programs."""
    missing = {name for name in FOR_PROGRAMS if not (Path(config.docs_dir) / name).exists()}
    config.theme.static_templates |= missing
    plugins = cast("dict[str, Any]", config.plugins)
    offline = plugins.get("material/offline") or plugins.get("offline")
    if offline is not None and offline.config["enabled"]:
        config.extra["polyfills"] = ["javascripts/iframe-worker.js"]
    if os.environ.get("MIKE_DOCS_VERSION"):
        config.extra["version"] = {"provider": "mike"}


def without_white_space(output: str) -> str:
    """A page without indentation and empty lines, a tenth of it, where they mean nothing, and colours of white space."""
    output = _COLOURED_SPACE.sub(r"\1", output)
    return _AS_WRITTEN_OR_LINES.sub(lambda match: match[1] or "\n", output)


def remove_source_maps(config: MkDocsConfig) -> None:
    """Remove files from a built site that only debuggers need."""
    for source_map in Path(config.site_dir).rglob("*.map"):
        source_map.unlink()
