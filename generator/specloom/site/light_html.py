"""Pages without what browsers show nothing of: white space between elements, tags that HTML does not ask for, elements around names,
and colours that are those of other text.
"""

import re

_AS_WRITTEN = re.compile(r"<(pre|script|style|textarea)\b.*?</\1>", re.DOTALL | re.IGNORECASE)
"""Elements in which each character counts."""
_LINES = re.compile(r"\s*\n\s*")
_FRAME = "body|div|footer|head|header|html|li|link|main|meta|nav|ol|section|title|ul"
"""Elements that hold others, beside which a line end is nothing; texts stay apart for programs that read no styles."""
_LINE_BESIDE_A_FRAME = re.compile(rf"\n(?=</?(?:{_FRAME})\b)|(?<=\n)\n|(?<=<!doctype html>)\n")
_LINE_AT_THE_BEGINNING = re.compile(rf"(<(?:{_FRAME})\b[^<>]*>|</(?:{_FRAME})>)\n")
_OPTIONAL_END = re.compile(r"</(?:dd|dt|li|option|tbody|td|th|thead|tr)>")
"""Ends that the next tag makes, by the standard of HTML. The line end after them keeps texts apart."""
_EMPTY_CELL = re.compile(r"(<td\b[^<>]*>)(?:</(?:tbody|td|tr)>\n?)+")
"""With a line end in place of its end, it would not be empty."""
_PLAIN_TOKEN = re.compile(r'<span class="(?:fm|kc|n|na|nv|nx|o|ow|p|w|x)">([^<]*)</span>')
"""Names, operators, punctuation and white space in highlighted code: most of its elements, of the colour of code or near it."""
_TOKEN_AFTER_ITS_LIKE = re.compile(r'(<span class="(\w+)">[^<]*)</span>(\s*)<span class="\2">')
_TAG = re.compile(r"<[a-z][\w-]*(?:\s+[\w-]+(?:=\"[^\"]*\")?)*\s*/?>")
_NAVIGATION = re.compile(r'<div class="md-sidebar\b.*?(?=<div class="md-content")', re.DOTALL)
_NAMED = re.compile(r'<span class="md-ellipsis">\s*([^<]*?)\s*</span>')
"""Names of pages in the navigation: the theme's script measures each of these elements."""
_PRUNED = " md-nav__item--pruned md-nav__item--nested"
"""Of sections without their pages: no style and no script asks for these names there."""
_QUOTED = re.compile(r'="([^"]*&quot;[^"]*)"')


def lightened(output: str) -> str:
    """A page that shows the same."""
    output = _NAVIGATION.sub(_lightened_navigation, output)
    parts: list[str] = []
    end = 0
    for element in _AS_WRITTEN.finditer(output):
        parts += [_prose(output[end : element.start()]), _code(element[0])]
        end = element.end()
    return "".join([*parts, _prose(output[end:])])


def _lightened_navigation(navigation: re.Match[str]) -> str:
    return _LINES.sub("", _NAMED.sub(r"\1", navigation[0]).replace(_PRUNED, ""))


def _prose(html: str) -> str:
    html = _LINE_BESIDE_A_FRAME.sub("", _LINES.sub("\n", html))
    html = _EMPTY_CELL.sub(r"\1", _LINE_AT_THE_BEGINNING.sub(r"\1", html))
    html = _OPTIONAL_END.sub("", html)
    return (
        _TAG.sub(lambda tag: _QUOTED.sub(_within_apostrophes, tag[0]), html)
        if "&quot;" in html
        else html
    )


def _within_apostrophes(value: re.Match[str]) -> str:
    text = value[1].replace("'", "&#39;").replace("&quot;", '"')
    return f"='{text}'"


def _code(html: str) -> str:
    html = _PLAIN_TOKEN.sub(r"\1", html)
    count = 1
    while count:
        html, count = _TOKEN_AFTER_ITS_LIKE.subn(r"\1\3", html)
    return html
