"""Rules for every part of the model."""

import msgspec
import pytest

from specloom.model import structs as model

PARTS = [
    part
    for part in vars(model).values()
    if isinstance(part, type) and issubclass(part, model.Node) and part is not model.Node
]


@pytest.mark.promise("A key with its default value is left out")
@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
def test_a_default_is_one_that_the_document_leaves_out(part: type[model.Node]) -> None:
    """msgspec omits a default that a factory makes only where the factory is the plain class."""
    factories = {field.default_factory for field in msgspec.structs.fields(part)}
    assert factories <= {msgspec.NODEFAULT, dict, list, set}


@pytest.mark.promise("returns the typed, frozen objects")
@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
def test_a_part_is_frozen_and_closed(part: type[model.Node]) -> None:
    assert part.__struct_config__.frozen
    assert part.__struct_config__.forbid_unknown_fields
