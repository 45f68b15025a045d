"""Labels for the cells of wide tables: on a phone a row becomes a card, which says what its values are.

The element around such a table lets browsers skip it until it is near the screen, which a table itself cannot.
"""

import re
from collections.abc import Sequence
from html import escape, unescape

FEWEST = 3
"""Columns of a table that needs labels."""
_TABLE = re.compile(r'(<div class="sl-(?:params|fields)"[^>]*>\s*)?<table>.*?</table>', re.DOTALL)
"""Tables of parameters and fields have other labels, in the style sheet."""
_HEAD = re.compile(r"<th\b[^>]*>(.*?)</th>", re.DOTALL)
_ROW = re.compile(r"<tr>.*?</tr>", re.DOTALL)
_TAG = re.compile(r"<[^>]+>")


def with_labels(html: str) -> str:
    """A page with the labels."""
    return _TABLE.sub(lambda table: table[0] if table[1] else _labelled(table[0]), html)


def _labelled(table: str) -> str:
    labels = [escape(unescape(_TAG.sub("", head))) for head in _HEAD.findall(table)]
    if len(labels) < FEWEST:
        return table
    rows = _ROW.sub(lambda row: _labelled_row(row[0], labels), table)
    return f'<div class="sl-table">{rows}</div>'


def _labelled_row(row: str, labels: Sequence[str]) -> str:
    first, *cells = row.split("<td")
    if len(cells) != len(labels):
        return row
    return first + "".join(
        f'<td data-label="{label}"{cell}' for label, cell in zip(labels, cells, strict=True)
    )
