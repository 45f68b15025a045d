"""The notation for types reads integers of 64 bits, and says of longer ones what is wrong."""

import pytest

from specloom.model import structs as model
from specloom.readers.type_text import Malformed, Parsed, parse


@pytest.mark.parametrize("number", [2**63 - 1, -(2**63), 0])
def test_a_number_of_64_bits_is_a_type(number: int) -> None:
    assert parse(str(number)) == Parsed(model.Constant(value=number), ())


@pytest.mark.promise("Size, depth and numbers are limited")
@pytest.mark.parametrize("text", ["9" * 5000, "-" + "9" * 5000, str(2**63), str(-(2**63) - 1)])
def test_a_longer_one_is_none(text: str) -> None:
    assert parse(f"string or {text}") == Malformed(10, "the number has more than 64 bits")
