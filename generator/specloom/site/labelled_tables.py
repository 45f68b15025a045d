"""Labels for the cells of wide tables: on a phone a row becomes a card, which says what its values are.

The element around such a table, which counts its rows, lets browsers skip it until it is near the screen; they cannot skip a table itself.
The first table of a page has none, since it may be on the first screen.
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
    parts: list[str] = []
    end = 0
    is_first = True
    for table in _TABLE.finditer(html):
        labelled = table[0] if table[1] else _labelled(table[0])
        if labelled != table[0]:
            labelled, is_first = labelled if is_first else _around(labelled), False
        parts += [html[end : table.start()], labelled]
        end = table.end()
    return "".join([*parts, html[end:]])


def _around(table: str) -> str:
    return f'<div class="sl-table" style="--rows: {len(_ROW.findall(table))}">{table}</div>'


def _labelled(table: str) -> str:
    labels = [escape(unescape(_TAG.sub("", head))) for head in _HEAD.findall(table)]
    if len(labels) < FEWEST:
        return table
    return _ROW.sub(lambda row: _labelled_row(row[0], labels), table)


def _labelled_row(row: str, labels: Sequence[str]) -> str:
    first, *cells = row.split("<td")
    if len(cells) != len(labels):
        return row
    return first + "".join(
        f'<td data-label="{label}"{cell}' for label, cell in zip(labels, cells, strict=True)
    )
