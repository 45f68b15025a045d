"""The files of a folder that describes one wiki: the list of APIs, the catalogue, an overlay to begin with."""

import json
import re
from collections.abc import Sequence
from html import unescape

from specloom import resources
from specloom.fetching.catalogue import Catalogue
from specloom.fetching.catalogue_text import catalogue_text

ID = "wiki"
EXAMPLE = "library"
"""The API of the example."""
SCHEMA = "# yaml-language-server: $schema=../generated/schema/apis.schema.json\n"
_OVERLAY = """\
# yaml-language-server: $schema=../../generated/schema/overlay.schema.json
# What the catalogue does not show: texts, results, rules. What stands here goes before what specloom knows itself.
source: our own knowledge of this wiki

# modules:
#   extracts:
#     summary: Return how pages begin.
#     result:
#       where: page
#       container: object
#       fields:
#         extract: string
"""


def entry_text(catalogue: Catalogue, package: str, source: str, overlays: Sequence[str]) -> str:
    """The list of APIs with the wiki alone."""
    version = [] if catalogue.version is None else [f'    wiki_version: "{catalogue.version}"']
    name = catalogue.site_name
    title = [] if name is None or not name.isprintable() else [f"    title: {_quoted(name)}"]
    lines = [
        "# The APIs that specloom describes; paths are relative to this folder.",
        "specloom: 1",
        "apis:",
        f"  - id: {ID}",
        "    reader: paraminfo",
        f"    source: {source}",
        f"    actions: {source}",
        f"    package: {package}",
        *title,
        f"    server: {_quoted(catalogue.api_url)}",
        *version,
        "    overlays:",
        *(f"      - {_quoted(name)}" for name in overlays),
    ]
    return "\n".join(lines) + "\n"


def site_settings(title: str) -> str:
    """Settings of MkDocs for a site with a title: those of the example."""
    example = (resources.example() / "mkdocs.yml").read_text("utf-8")
    return f"site_name: {_quoted(_site_name(title))}\n{example.partition(chr(10))[2]}"


def _site_name(title: str) -> str:
    """A title without what could be markup: the theme prints the name of a site as HTML, also in attributes."""
    text = unescape(title)
    while text != title:
        title, text = text, unescape(text)
    return re.sub("[<>]", "", text).replace('"', "'").strip() or "API"


def home_page(api: str) -> str:
    """The home page of a site for one API: that of the example with another API."""
    home = (resources.example() / "docs/index.md").read_text("utf-8")
    return home.replace(EXAMPLE, api)


def first_files(catalogue: Catalogue, package: str) -> dict[str, str]:
    """The first files of a folder for a wiki: its API, an overlay, and the site's name."""
    name = catalogue.site_name
    title = name if name is not None and name.isprintable() else package
    overlays = ["builtin:mediawiki", "wiki/overlay.yaml"]
    return {
        "spec/apis.yaml": SCHEMA + entry_text(catalogue, package, "wiki/catalogue.json", overlays),
        "spec/wiki/catalogue.json": catalogue_text(catalogue.modules, catalogue.help_format),
        "spec/wiki/overlay.yaml": _OVERLAY,
        "mkdocs.yml": site_settings(title),
        "docs/index.md": home_page(ID),
    }


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
