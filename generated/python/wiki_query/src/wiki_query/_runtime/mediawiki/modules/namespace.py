"""The namespaces that every wiki has, by name."""

from enum import IntEnum


class Namespace(IntEnum):
    """The namespaces of every MediaWiki. A wiki may have more: `SiteInfo(prop="namespaces")` lists them."""

    MEDIA = -2
    SPECIAL = -1
    MAIN = 0
    TALK = 1
    USER = 2
    USER_TALK = 3
    PROJECT = 4
    PROJECT_TALK = 5
    FILE = 6
    FILE_TALK = 7
    MEDIAWIKI = 8
    MEDIAWIKI_TALK = 9
    TEMPLATE = 10
    TEMPLATE_TALK = 11
    HELP = 12
    HELP_TALK = 13
    CATEGORY = 14
    CATEGORY_TALK = 15


def namespace_named(name: str) -> Namespace | None:
    """The namespace with an English name, which every wiki accepts; None for other names."""
    return Namespace.__members__.get(name.strip(" _").replace(" ", "_").upper())
