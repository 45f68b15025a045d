"""Adaptations of the published site: opened from files, in versions, with files for programs, without source maps."""

import os
from pathlib import Path
from typing import Any, cast

from mkdocs.config.defaults import MkDocsConfig

FOR_PROGRAMS = ("feed.xml", "llms.txt", "robots.txt")
"""Templates of files at the root of a site, unless it has such a file itself."""


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


def remove_source_maps(config: MkDocsConfig) -> None:
    """Remove files from a built site that only debuggers need."""
    for source_map in Path(config.site_dir).rglob("*.map"):
        source_map.unlink()
