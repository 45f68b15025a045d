"""The plugin `specloom` of MkDocs: which part of this package each event of a build calls."""

from pathlib import Path
from typing import Any, cast

from jinja2 import Environment
from mkdocs.config.base import LegacyConfig
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from specloom.site import (
    coloured_methods,
    descriptions,
    documents,
    edit_links,
    filled_samples,
    form_script,
    home,
    labelled_tables,
    light_html,
    linked_types,
    plain_markdown,
    publishing,
    reachable_code,
    releases,
    revision_dates,
    search_index,
    settings,
)
from specloom.site.earlier_files import GUIDE, REPLACED, earlier_files
from specloom.site.shared_parts import SharedParts

_LOG = get_plugin_logger("specloom")
NAVIGATION = "nav.yaml"
"""Below `docs/`: an input of `specloom generate`, not a file of the site."""


class SpecloomPlugin(BasePlugin[LegacyConfig]):  # type: ignore[no-untyped-call]  # MkDocs types no subclasses
    """Pages of the reference in any site of the Material theme."""

    @event_priority(100)  # before the plugin `offline` names a script of another host
    def on_config(self, config: MkDocsConfig) -> None:
        """Add settings, the theme's additions and the navigation."""
        earlier = earlier_files(Path(str(config.config_file_path)).parent)
        if earlier:
            _LOG.warning("%s; %s:\n%s", REPLACED, GUIDE, "\n".join(earlier.lines()))
        settings.complete(config)
        publishing.prepare(config)
        self._shared = SharedParts()

    def on_files(self, files: Files, *, config: MkDocsConfig) -> None:
        """Add files that are not below `docs/`."""
        navigation = files.get_file_from_path(NAVIGATION)
        if navigation is not None:
            files.remove(navigation)
        documents.add(files, config)
        form_script.add(files, config)

    def on_page_markdown(
        self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files
    ) -> str:
        """Complete links to documents and home pages."""
        del files
        markdown = documents.with_sizes(markdown, config)
        return home.with_home_page(markdown, page.file.src_uri, config)

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Complete the description, tables and code."""
        del config, files
        descriptions.complete(page, html)
        return reachable_code.with_reachable_code(
            linked_types.with_links(
                labelled_tables.with_labels(coloured_methods.with_colours(html))
            )
        )

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> None:
        """Complete pages once all of them are read."""
        edit_links.lead_to_descriptions(files, config)
        revision_dates.set_dates(files, config)
        cast("dict[str, Any]", env.globals)["releases"] = releases.releases(files)

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Shorten a page."""
        del page, config
        return self._shared.take_out(
            light_html.lightened(filled_samples.with_first_language(output))
        )

    @event_priority(-50)  # after `search` has written its index, before `offline` copies it
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Add the texts for programs, and shorten the search."""
        plain_markdown.write(config)
        publishing.remove_source_maps(config)
        self._shared.write(config)
        search_index.shorten(config)
