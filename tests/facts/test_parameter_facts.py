"""The table of facts of parameters and fields: each row is of a member, and is tried by a fact of some source."""

import pytest

from specloom.model.facts import FACTS
from specloom.model.structs import Field, Limits, ModuleField, ModuleParameter, Parameter

from . import test_seller_facts, test_wiki_facts
from .saying import KEYS

TRIED = {fact.key for fact in (*test_seller_facts.FACTS, *test_wiki_facts.FACTS)}

OF_PROBES = {"observed"}
"""Facts of a field that come from probes of a wiki."""


MEMBERS = {
    name
    for form in (Parameter, Field, Limits, ModuleParameter, ModuleField)
    for name in form.__struct_fields__
}


@pytest.mark.parametrize("name", sorted({row.name for row in FACTS} - OF_PROBES))
def test_a_row_is_of_a_member_that_a_source_has_a_key_for(name: str) -> None:
    assert name in MEMBERS, f"no parameter and no field has a member {name}"
    assert KEYS.get(name, name) in TRIED, f"no source has a key for {name}, or no fact tries it"


def test_what_clients_check_is_a_limit_where_versions_are_compared() -> None:
    limits = {row.name for row in FACTS if row.changed in ("least", "most")}
    assert {*Limits.__struct_fields__} - {"maximum_items", "each"} - limits == set()
    assert {row.name for row in FACTS if row.limit} == limits
