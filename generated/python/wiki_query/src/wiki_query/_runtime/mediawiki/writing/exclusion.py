"""Whether the text of a page lets a bot edit it: the templates `{{bots}}` and `{{nobots}}`.

The rules are those that wikis document for "exclusion compliant" bots (Template:Bots).
"""

import re
from collections.abc import Iterable, Iterator

_TEMPLATE = re.compile(
    r"\{\{\s*(?:template\s*:\s*)?(?P<name>nobots|bots)\s*(?P<rest>\|[^{}]*)?\}\}", re.IGNORECASE
)
_HIDES = re.compile(r"<!--|<(nowiki|pre|syntaxhighlight|source)\b[^<>]*(?<!/)>", re.IGNORECASE)
_COMMENT_ENDS = "-->"
_EVERY = "all"


def refusal_of(text: str, names: Iterable[str]) -> str | None:
    """The template on a page that keeps a bot away, as it stands there; None if the bot may edit.

    `names` are those that the bot answers to: its account, and what kinds of message it leaves (`optout=`).
    A page with several templates is closed if any of them closes it. Templates in comments and `<nowiki>`
    do not count.
    """
    if _TEMPLATE.search(text) is None:
        return None
    bot = {_folded(name) for name in names}
    for found in _TEMPLATE.finditer(_shown(text)):
        if _closes(found["name"].lower(), found["rest"] or "", bot):
            return found[0]
    return None


def _closes(template: str, rest: str, bot: set[str]) -> bool:
    given = dict(_arguments(rest))
    if template == "nobots" and "allow" not in given:
        given.setdefault("deny", given.get("", {_EVERY}))  # without a list, it is for every bot
    allowed = given.get("allow")
    unwanted = given.get("deny", set[str]()) | given.get("optout", set[str]())
    if not bot.isdisjoint(unwanted):
        return True
    if allowed is not None and not bot.isdisjoint(allowed):
        return False
    return _EVERY in unwanted or (allowed is not None and _EVERY not in allowed)


def _arguments(rest: str) -> Iterator[tuple[str, set[str]]]:
    """The arguments of a template: name → what is listed; without a name, the empty one."""
    for argument in rest.split("|")[1:]:
        name, separator, listed = argument.partition("=")
        if not separator:
            name, listed = "", argument
        values = {_folded(value) for value in listed.split(",")} - {""}
        if values or separator:
            yield name.strip().lower(), values


def _folded(name: str) -> str:
    """A name as it is compared: wikis write blanks as underscores, and people any case."""
    return " ".join(name.replace("_", " ").split()).casefold()


def _shown(text: str) -> str:
    """The text without what the wiki does not read as templates. One look at each part, however long."""
    lower, kept, at = text.lower(), list[str](), 0
    unclosed: set[str] = set()
    while found := _HIDES.search(text, at):
        ending = f"</{found[1].lower()}" if found[1] else _COMMENT_ENDS
        end = -1 if ending in unclosed else lower.find(ending, found.end())
        if end < 0:  # what nothing ends is text
            unclosed.add(ending)
            kept.append(text[at : found.end()])
            at = found.end()
        else:
            kept.append(text[at : found.start()])
            at = end + len(ending)
    return "".join(kept) + text[at:]
