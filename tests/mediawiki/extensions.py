"""A second wiki, with extensions that bring modules of their own."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.mediawiki.seed import ALICE, Editor
from tests.mediawiki.server import ADMIN, SOURCE, Wiki, install, serve, stop
from tests.mediawiki.server import NEWER as NEWER_SOURCE

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
"""Extensions of MediaWiki 1.43."""
PAGES = {
    "Oak": "An '''oak''' is a tree.\n\n== Wood ==\nHard.",
    "Elm": "An '''elm''' is a tree too.\n\n== Wood ==\nTough.",
    "MediaWiki:Gadgets-definition": "== tools ==\n* clock[ResourceLoader|default]|clock.js",
    "MediaWiki:Gadget-clock.js": "mw.log('It is late.');",
}


RICH_PAGES = {
    "MediaWiki:Gadgets-definition": "== tools ==\n"
    "* clock[ResourceLoader|default|rights=edit|dependencies=mediawiki.util]|clock.js|clock.css\n"
    "== looks ==\n* plain[ResourceLoader|skins=vector|hidden]|plain.css",
    "MediaWiki:Gadget-clock": "A clock beside the search.",
    "MediaWiki:Gadget-clock.css": ".clock { float: right }",
    "MediaWiki:Gadget-plain.css": "body { color: black }",
    "MediaWiki:Gadget-section-tools": "Tools",
    "MediaWiki:Titleblacklist": ".*weed.* <errmsg=titleblacklist-forbidden>",
    "MediaWiki:Spam-blacklist": "spam\\.example",
    "Template:Tree": "A {{{1}}} of oak."
    '<templatedata>{"description": "A tree.", "params": {"1": {"type": "string"}}}</templatedata>',
    "Picture": "[[File:Oak.png|thumb]] An '''oak''' in a picture, <math>x^2</math>. {{Tree|leaf}}",
    "Category:Trees": "[[Category:Plants]]",
    "Sapling": "A sapling. [[Category:Trees]]",
    "Untidy": "<center>''Untidy</center> <b>text",
}
"""Settings with which the modules of all twelve return something."""
FILTERS = (
    ("Saplings", "added_lines contains 'sapling'", "tag", 1, 0, 0),
    ("Hidden", "added_lines contains 'weed'", "", 1, 1, 0),
    ("Old", "false", "", 0, 0, 1),
)
"""Name, pattern, consequence, and whether it is enabled, hidden, deleted."""


def install_with_extensions(
    folder: Path, extensions: Sequence[str] = EXTENSIONS, source: Path = SOURCE
) -> Wiki:
    """A new wiki with extensions, their tables made; it is not served yet."""
    wiki = install(folder, source)
    with (folder / "LocalSettings.php").open("a") as file:
        # Where they are themselves: the folder beside has links to those of the installed version.
        file.write(f"$wgExtensionDirectory = '{source}/extensions-core';\n")
        file.writelines(f"wfLoadExtension( '{name}' );\n" for name in extensions)
        file.write(f"$wgLocalisationCacheConf['storeDirectory'] .= '-{'-'.join(extensions)}';\n")
    wiki.maintain("update.php", "--quick")
    return wiki


def seed(wiki: Wiki) -> None:
    """Pages and a gadget."""
    admin = Editor(wiki, *ADMIN)
    for title, text in PAGES.items():
        admin.do("edit", title=title, text=text, summary="A seed.")


def enrich(wiki: Wiki, extensions: Sequence[str]) -> None:
    """Filters with a hit, gadgets of all kinds, a picture, lists of what is forbidden, notices and lint errors."""
    admin = Editor(wiki, *ADMIN)
    wiki.maintain("createAndPromote.php", *ALICE)
    admin.upload("Oak.png", (640, 480), 0x336633)
    actor = "'1'" if wiki.source == NEWER_SOURCE else "'1','Admin'"
    columns = "af_actor" if wiki.source == NEWER_SOURCE else "af_user,af_user_text"
    for number, (name, pattern, action, *flags) in enumerate(FILTERS, 1):
        values = [number, pattern, "20240101000000", "A note.", name, action, *flags]
        rest = ",".join("'" + str(value).replace("'", "''") + "'" for value in values)
        public_columns = "af_id,af_pattern,af_timestamp,af_comments,af_public_comments,af_actions"
        names = f"{public_columns},af_enabled,af_hidden,af_deleted,{columns}"
        _sql(wiki, f"INSERT INTO abuse_filter ({names}) VALUES ({rest},{actor})")
    columns = "afa_filter,afa_consequence,afa_parameters"
    _sql(wiki, f"INSERT INTO abuse_filter_action ({columns}) VALUES (1,'tag','young')")
    for title, text in RICH_PAGES.items():
        admin.do("edit", title=title, text=text)
    alice = Editor(wiki, *ALICE)
    alice.do("edit", title="Nursery", text="A sapling.")
    alice.do("edit", title="User talk:Admin", text="== Oaks ==\n[[User:Admin]], look. ~~~~")
    if "Linter" in extensions:
        columns = "linter_page,linter_namespace,linter_cat,linter_start,linter_end,linter_params"
        page = "(SELECT page_id FROM page WHERE page_title='Untidy')"
        params = '{"name":"center","templateInfo":{"name":"Template:Tree"}}'
        _sql(wiki, f"INSERT INTO linter ({columns}) VALUES ({page},0,3,0,24,'{params}')")
    wiki.maintain("runJobs.php")


def _sql(wiki: Wiki, query: str) -> None:
    wiki.maintain("sql.php", "--query", query)


@contextmanager
def serving(folder: Path, extensions: Sequence[str], source: Path) -> Iterator[Wiki]:
    """A wiki with extensions and data, until the end."""
    wiki = install_with_extensions(folder, extensions, source)
    process = serve(wiki)
    try:
        seed(wiki)
        enrich(wiki, extensions)
        yield wiki
    finally:
        stop(process)
