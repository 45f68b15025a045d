"""Order of values, as far as it is the same on every wiki."""

import re
from datetime import UTC, datetime

_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?")
_NUMBER = re.compile(r"-?\d{1,15}")
_TITLE = re.compile(r"[A-Za-z0-9]+")
"""Anything else may change before it is compared, or its order depends on the database."""


def compared(first: object, last: object, kind: str) -> int | None:
    """-1 if the first value comes first, 1 if the last one does, 0: neither; None where that is not certain."""
    if kind == "time":
        return _compared(_time(first), _time(last))
    if kind == "number":
        return _compared(_number(first), _number(last))
    if not (_is_plain(first) and _is_plain(last)):
        return None
    # A wiki may write the first letter large, and a database may not tell large letters from small ones.
    forms = (str, _with_large_initial, str.lower)
    orders = {_compared(form(str(first)), form(str(last))) for form in forms}
    return orders.pop() if len(orders) == 1 else None


def _compared(first: str | float | None, last: str | float | None) -> int | None:
    if isinstance(first, str) and isinstance(last, str):
        return (first > last) - (first < last)
    if isinstance(first, int | float) and isinstance(last, int | float):
        return (first > last) - (first < last)
    return None


def _time(value: object) -> float | None:
    """Whole seconds, as wikis count."""
    if isinstance(value, str) and _TIME.fullmatch(value):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            return None
    if not isinstance(value, datetime):
        return None
    return (value if value.tzinfo else value.replace(tzinfo=UTC)).timestamp() // 1


def _number(value: object) -> int | None:
    return int(str(value)) if _NUMBER.fullmatch(str(value)) else None


def _is_plain(value: object) -> bool:
    return isinstance(value, str) and _TITLE.fullmatch(value) is not None


def _with_large_initial(text: str) -> str:
    return text[:1].upper() + text[1:]
