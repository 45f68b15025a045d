"""The kinds of modules that a catalogue has and that are generated: query modules, and the actions beside `query`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from specloom.model.query_names import MAIN
from specloom.model.structs import ACTION_GROUP

ModulesKey: TypeAlias = Literal["modules", "action_modules"]


@dataclass(frozen=True, slots=True)
class Kind:
    """Facts that modules of a kind share."""

    key: ModulesKey
    """Key of these modules in an overlay."""
    called: str
    unnamed: str
    paths: re.Pattern[str]
    """Pattern of their paths in a catalogue."""
    groups: Mapping[str, str]
    """Their groups, with the titles that these have where no overlay gives others."""
    asked: str
    """The request that fetches their catalogue."""


_REQUEST = "fetch api.php?action=paraminfo&format=json&helpformat=none&modules="
QUERIES = Kind(
    "modules",
    "query module",
    "a query module without a name",
    # Deeper paths are of modules within modules, which are called in other ways.
    re.compile(r"query\+[^+]+"),
    {"list": "Lists", "prop": "Page properties", "meta": "Meta information"},
    f"{_REQUEST}query%2B*",
)
ACTIONS = Kind(
    "action_modules",
    "action",
    "an action without a name",
    re.compile(rf"(?!(?:{MAIN}|query)$)[^+]+"),
    {ACTION_GROUP: "Actions"},
    f"{_REQUEST}main%7C**",
)
