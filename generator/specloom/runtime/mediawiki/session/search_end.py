"""Notice that a search ended where the server shows no further results, although there are more."""

from collections.abc import Mapping

from ...core.secret import Secret
from ..plain import JSON, is_list, is_object
from .context import WikiWarning

MOST_RESULTS = 10_000
"""Results of one search that CirrusSearch shows, the search of Wikipedia and many other wikis."""
_PREFIXES = {"sr": False, "gsr": True}
"""Prefix of the parameters of a search → whether the search chooses pages for others."""


def search_end(params: Mapping[str, str | Secret], data: object) -> list[WikiWarning]:
    """Warning about a search that an answer ends at the limit; empty for any other answer."""
    if not is_object(data) or not is_object(query := data.get("query")):
        return []
    following: object = data.get("continue")
    for prefix, is_generator in _PREFIXES.items():
        is_last = not is_object(following) or f"{prefix}offset" not in following
        if f"{prefix}search" in params and is_last:
            end = _end(params, data, query, prefix) if is_generator else _total(query) - 1
            if end >= MOST_RESULTS:
                text = (
                    f"the search ended after {MOST_RESULTS} results, the most that the wiki shows, and there "
                    "may be more; split it, such as by namespace, by `prefix:` or by `intitle:`"
                )
                return [WikiWarning("search-limit", text, "search")]
    return []


def _total(query: JSON) -> int:
    """Number of all results of a list, if the wiki counts them; otherwise 0."""
    summary: object = query.get("searchinfo")
    total: object = summary.get("totalhits") if is_object(summary) else None
    return total if is_list(query.get("search")) and isinstance(total, int) else 0


def _end(params: Mapping[str, str | Secret], data: JSON, query: JSON, prefix: str) -> int:
    """Place of the last result that chose a page; 0 while the answer is incomplete."""
    offset = params.get(f"{prefix}offset", "0")
    pages: object = query.get("pages")
    if not data.get("batchcomplete") or not isinstance(offset, str) or not offset.isdecimal():
        return 0
    return int(offset) + (len(pages) if is_list(pages) else 0)
