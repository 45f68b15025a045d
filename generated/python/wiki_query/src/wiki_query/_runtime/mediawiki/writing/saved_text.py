"""The text that a wiki saves of one that it is sent, so that an edit can be recognised by its content."""

import re
from collections import Counter
from unicodedata import normalize

from ..errors import ResponseError
from ..plain import is_object
from ..session.calls import ask
from ..session.context import Context, Quiet

_MARKS = re.compile(
    r"~{3,5}"  # signatures
    r"|\{\{\s*[^\s{}\[\]|:#<>][^{}\[\]|:#<>\n]*:"  # subst:, which has names in each language
    r"|\|\]\]|\[\[\|"  # pipe tricks
)
_MODELS = frozenset({"Scribunto", "css", "javascript", "text", "wikitext"})
"""Content models of which a wiki changes nothing but marks, line ends and the end; JSON is laid out anew, for example."""
_BLANKS = " \t\r\n"


def as_saved(text: str) -> str:
    """A text without marks as any wiki saves it: in NFC, with line feeds, without blanks at the end."""
    unix = text.rstrip(_BLANKS).replace("\r\n", "\n").replace("\r", "\n")
    return normalize("NFC", unix)


def saved_text(
    context: Context, text: str, *, before: str, title: str, model: str | None
) -> Quiet[str]:
    """The text as this wiki saves it, which changes no more when it is sent.

    Marks of `before` were saved like this already. Only for others, or for another content model, the wiki is asked.
    `model` is None for a page that is not there yet.
    """
    plain = as_saved(text)
    is_plain = model in _MODELS or (model is None and not title.endswith(".json"))
    if is_plain and not _marks(plain) - _marks(before):
        return plain
    return (yield from transformed(context, plain, title=title, model=model))


def _marks(text: str) -> Counter[str]:
    return Counter(_MARKS.findall(text))


def transformed(context: Context, text: str, *, title: str, model: str | None) -> Quiet[str]:
    """A text as this wiki transforms it before it saves it."""
    params = {"action": "parse", "onlypst": "1", "title": title, "text": text}
    if model is not None:
        params["contentmodel"] = model
    data = yield from ask(context, params, label="parse", post=True)
    result: object = data.get("parse")
    saved = result.get("text") if is_object(result) else None
    if isinstance(saved, str):
        return saved
    text = "the answer has no `text`"
    raise ResponseError(text, status=200, operation="parse")
