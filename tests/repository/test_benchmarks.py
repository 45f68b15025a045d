"""Names of the program in benchmarks exist."""

import importlib

import pytest
from benchmarks.checks import CHECKS


@pytest.mark.parametrize("name", CHECKS)
def test_a_check_that_is_timed_is_a_function(name: str) -> None:
    home, _, function_name = f"specloom.{name}".rpartition(".")
    assert callable(getattr(importlib.import_module(home), function_name))
