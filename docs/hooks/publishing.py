"""Adaptations of the published site: opened from files, in versions, without white space and source maps.

MkDocs calls these functions, which `hooks` in `docs/site.yml` names.
"""

import os
import re
from pathlib import Path
from typing import Any, cast

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.pages import Page

_AS_WRITTEN_OR_LINES = re.compile(
    r"(<(pre|script|style|textarea)\b.*?</\2>)|\s*\n\s*", re.DOTALL | re.IGNORECASE
)

_COLOURED_SPACE = re.compile(r'<span class="w">(\s*)</span>')
"""White space in highlighted code, which needs no colour."""


@event_priority(100)  # before the plugin `offline` names a script of another host
def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Search from files without another host; a menu of versions where mike builds one of them."""
    plugins = cast("dict[str, Any]", config.plugins)
    offline = plugins.get("material/offline") or plugins.get("offline")
    if offline is not None and offline.config["enabled"]:
        config.extra["polyfills"] = ["javascripts/iframe-worker.js"]
    if os.environ.get("MIKE_DOCS_VERSION"):
        config.extra["version"] = {"provider": "mike"}
    return config


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Leave out indentation and empty lines, a tenth of a page, where they mean nothing, and colours of white space."""
    del page, config
    output = _COLOURED_SPACE.sub(r"\1", output)
    return _AS_WRITTEN_OR_LINES.sub(lambda match: match[1] or "\n", output)


def on_post_build(config: MkDocsConfig) -> None:
    """Leave out what only debuggers need."""
    for source_map in Path(config.site_dir).rglob("*.map"):
        source_map.unlink()
