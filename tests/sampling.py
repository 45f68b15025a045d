"""Values of a parametrized test, of which `make test` runs a sample."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def sampled(values: Iterable[object], sample: Collection[object]) -> list[Any]:
    """All values, those that are not in the sample marked as `exhaustive`."""
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=() if value in sample else pytest.mark.exhaustive,
        )
        for value in values
    ]
