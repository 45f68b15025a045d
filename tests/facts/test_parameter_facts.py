"""The tables of facts of parameters and of fields: each row is of a field, and is tried by a fact of some source."""

import pytest

from specloom.model.field_facts import FIELD_FACTS
from specloom.model.parameter import FACTS, Parameter
from specloom.model.structs import Field
from specloom.runtime.rest.operation import Limits

from . import test_seller_facts, test_wiki_facts

TRIED = {fact.key for fact in (*test_seller_facts.FACTS, *test_wiki_facts.FACTS)}

OF_PROBES = {"observed"}
"""Facts of a field that come from probes of a wiki."""


@pytest.mark.parametrize("name", FACTS)
def test_a_row_is_of_a_field_that_a_source_has_a_key_for(name: str) -> None:
    assert name in Parameter.__struct_fields__, f"Parameter has no field {name}"
    assert name in TRIED, f"no source has a key for {name}, or no fact tries it"


@pytest.mark.parametrize("name", sorted({row.name for row in FIELD_FACTS} - OF_PROBES))
def test_a_row_of_a_field_of_results_is_one_too(name: str) -> None:
    assert name in Field.__struct_fields__, f"Field has no member {name}"
    assert name in TRIED, f"no source has a key for {name}, or no fact tries it"


def test_what_clients_check_is_a_limit_where_versions_are_compared() -> None:
    limits = {name for name, row in FACTS.items() if row.changed in ("least", "most")}
    assert {*Limits.__struct_fields__} - {"maximum_items"} - limits == set()
    assert {name for name, row in FACTS.items() if row.limit} == limits
