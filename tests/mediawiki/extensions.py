"""A second wiki, with extensions that bring query modules of their own."""

from collections.abc import Sequence
from pathlib import Path

from tests.mediawiki.seed import Editor
from tests.mediawiki.server import ADMIN, Wiki, install

EXTENSIONS = ("AbuseFilter", "Gadgets", "OATHAuth", "PageImages", "TextExtracts")
"""Parts of the system's package."""
PAGES = {
    "Oak": "An '''oak''' is a tree.\n\n== Wood ==\nHard.",
    "Elm": "An '''elm''' is a tree too.\n\n== Wood ==\nTough.",
    "MediaWiki:Gadgets-definition": "== tools ==\n* clock[ResourceLoader|default]|clock.js",
    "MediaWiki:Gadget-clock.js": "mw.log('It is late.');",
}


def install_with_extensions(folder: Path, extensions: Sequence[str] = EXTENSIONS) -> Wiki:
    """A new wiki with extensions, their tables made; it is not served yet."""
    wiki = install(folder)
    with (folder / "LocalSettings.php").open("a") as file:
        file.writelines(f"wfLoadExtension( '{name}' );\n" for name in extensions)
    wiki.maintain("update.php", "--quick")
    return wiki


def seed(wiki: Wiki) -> None:
    """Pages and a gadget."""
    admin = Editor(wiki, *ADMIN)
    for title, text in PAGES.items():
        admin.do("edit", title=title, text=text, summary="A seed.")
