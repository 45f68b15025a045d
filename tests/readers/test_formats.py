"""Every format of sources has a reader, and an entry of `apis.yaml` has every field that only some formats take."""

import inspect
from importlib import import_module
from typing import get_args

import pytest

from specloom.sources.config import ApiEntry
from specloom.sources.formats import FORMATS, OptionalField


@pytest.mark.parametrize("name", FORMATS)
def test_the_module_of_a_format_has_a_reader(name):
    module = import_module(FORMATS[name].module)
    inspect.signature(module.read).bind("entry", "folder", "diagnostics", "limits")


def test_an_entry_has_each_field_that_a_format_may_take():
    assert {*get_args(OptionalField)} <= {*ApiEntry.__struct_fields__}
    assert {field for row in FORMATS.values() for field in row.takes} == {*get_args(OptionalField)}
