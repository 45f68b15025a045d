"""A second wiki, with extensions that bring modules of their own."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.mediawiki.seed import Editor
from tests.mediawiki.server import ADMIN, SOURCE, Wiki, install, serve, stop

EXTENSIONS = ("AbuseFilter", "Gadgets", "OATHAuth", "PageImages", "TextExtracts")
"""Parts of the system's package, of MediaWiki 1.39 and of 1.43."""
TWELVE = (
    *EXTENSIONS,
    "CategoryTree",
    "Math",
    "Scribunto",
    "SpamBlacklist",
    "TemplateData",
    "TitleBlacklist",
    "VisualEditor",
)
"""All of them that bring modules, and one that changes the core's."""
NEWER = (*TWELVE, "DiscussionTools", "Echo", "Linter", "Thanks")
"""Those of MediaWiki 1.43."""
PAGES = {
    "Oak": "An '''oak''' is a tree.\n\n== Wood ==\nHard.",
    "Elm": "An '''elm''' is a tree too.\n\n== Wood ==\nTough.",
    "MediaWiki:Gadgets-definition": "== tools ==\n* clock[ResourceLoader|default]|clock.js",
    "MediaWiki:Gadget-clock.js": "mw.log('It is late.');",
}


def install_with_extensions(
    folder: Path, extensions: Sequence[str] = EXTENSIONS, source: Path = SOURCE
) -> Wiki:
    """A new wiki with extensions, their tables made; it is not served yet."""
    wiki = install(folder, source)
    with (folder / "LocalSettings.php").open("a") as file:
        # Where they are themselves: the folder beside has links to those of the installed version.
        file.write(f"$wgExtensionDirectory = '{source}/extensions-core';\n")
        file.writelines(f"wfLoadExtension( '{name}' );\n" for name in extensions)
    wiki.maintain("update.php", "--quick")
    return wiki


def seed(wiki: Wiki) -> None:
    """Pages and a gadget."""
    admin = Editor(wiki, *ADMIN)
    for title, text in PAGES.items():
        admin.do("edit", title=title, text=text, summary="A seed.")


@contextmanager
def serving(folder: Path, extensions: Sequence[str], source: Path) -> Iterator[Wiki]:
    """A wiki with extensions and data, until the end."""
    wiki = install_with_extensions(folder, extensions, source)
    process = serve(wiki)
    try:
        seed(wiki)
        yield wiki
    finally:
        stop(process)
