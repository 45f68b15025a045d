"""Code that a small screen has to scroll can be reached with the keyboard, before any script has run.

The theme's script gives the same code the focus late, and where no mouse can hover takes it from all code; `javascripts/reachable_code.js` gives it back.
Code with a long first line is marked, since its copy button would cover the end of that.
"""

import re
from html import unescape

FITS = 36
"""Letters of a line that the narrowest phone shows without scrolling."""
FITS_BESIDE_THE_BUTTON = 32
"""Letters of a first line; the form's script knows the number too."""
FITS_A_TABLET = 44
"""Letters of a first line in a column beside another one; the form's script knows it, too."""
_BLOCK = re.compile(r"(<pre\b[^>]*>(?:<span></span>)?<code)>(.*?)</code>", re.DOTALL)
_TAG = re.compile(r"<[^>]+>")


def with_reachable_code(html: str) -> str:
    """A page in which the focus can rest on code with long lines."""
    return _BLOCK.sub(_reachable, html)


def _reachable(block: re.Match[str]) -> str:
    start, code = block.groups()
    lines = _lines(code)
    if len(lines[0]) > FITS_A_TABLET:
        start += ' class="sl-long-start sl-longer-start"'
    elif len(lines[0]) > FITS_BESIDE_THE_BUTTON:
        start += ' class="sl-long-start"'
    if any(len(line) > FITS for line in lines):
        start += ' tabindex="0"'
    return f"{start}>{code}</code>"


def _lines(code: str) -> list[str]:
    return unescape(_TAG.sub("", code)).expandtabs(4).split("\n")
