"""Checks whether a page's text excludes a bot: the templates `{{bots}}` and `{{nobots}}`.

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
    """The template on a page that excludes the bot, as written there; None if the bot may edit.

    `names` are the bot's account, and the kinds of message it leaves (`optout=`).
    A page with several templates is closed if any of them closes it. Templates in comments and `<nowiki>`
    do not count.
    """
    if _TEMPLATE.search(text) is None:
        return None
    bot = {_folded(name) for name in names}
    for match in _TEMPLATE.finditer(_without_hidden_parts(text)):
        if _closes(match["name"].lower(), match["rest"] or "", bot):
            return match[0]
    return None


def _closes(template: str, rest: str, bot: set[str]) -> bool:
    arguments = dict(_arguments(rest))
    if template == "nobots" and "allow" not in arguments:
        arguments.setdefault(
            "deny", arguments.get("", {_EVERY})
        )  # without a list, it is for every bot
    allowed = arguments.get("allow")
    unwanted = arguments.get("deny", set[str]()) | arguments.get("optout", set[str]())
    if not bot.isdisjoint(unwanted):
        return True
    if allowed is not None and not bot.isdisjoint(allowed):
        return False
    return _EVERY in unwanted or (allowed is not None and _EVERY not in allowed)


def _arguments(rest: str) -> Iterator[tuple[str, set[str]]]:
    """The arguments of a template: name → values; an argument without a name has the empty one."""
    for argument in rest.split("|")[1:]:
        name, separator, values_text = argument.partition("=")
        if not separator:
            name, values_text = "", argument
        values = {_folded(value) for value in values_text.split(",")} - {""}
        if values or separator:
            yield name.strip().lower(), values


def _folded(name: str) -> str:
    """A name as it is compared: wikis write blanks as underscores, and people any case."""
    return " ".join(name.replace("_", " ").split()).casefold()


def _without_hidden_parts(text: str) -> str:
    """The text without comments and `<nowiki>`. Each part is looked at once, however long."""
    lower, visible, at = text.lower(), list[str](), 0
    unclosed: set[str] = set()
    while match := _HIDES.search(text, at):
        ending = f"</{match[1].lower()}" if match[1] else _COMMENT_ENDS
        end = -1 if ending in unclosed else lower.find(ending, match.end())
        if end < 0:  # what nothing ends is text
            unclosed.add(ending)
            visible.append(text[at : match.end()])
            at = match.end()
        else:
            visible.append(text[at : match.start()])
            at = end + len(ending)
    return "".join(visible) + text[at:]
