"""Parameters that many operations have stand in `operations.py` once."""

import ast

import pytest

from tests.clients.rest.building import generated

DESCRIPTION = """\
specloom: 1
title: Inventory
version: 1.0.0
summary: Things in boxes.
server: {url: "{host}", summary: The server., example: "https://inventory.example.org"}
groups: {items: {title: Items}}
operations:
  items.get: {title: Get, summary: Get., method: GET, path: "/items/{number}", parameters: {number: {type: integer}, locale: {type: string}}}
  items.move: {title: Move, summary: Move., method: PUT, path: "/items/{number}", parameters: {number: {type: integer}, name: {type: string, place: json}}}
  items.rename: {title: Rename, summary: Rename., method: POST, path: "/items/{number}", parameters: {number: {type: integer}, name: {type: string, place: json}}}
  items.replace: {title: Replace, summary: Replace., method: PUT, path: "/items/{number}/all", parameters: {number: {type: integer}, name: {type: string, place: json}}}
  items.list: {title: List, summary: List., method: GET, path: /items, parameters: {number: {type: string}, locale: {type: string}}}
"""


@pytest.fixture(scope="module")
def statements(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Each statement of `operations.py`, in the form of Python's own printer."""
    folder = generated(tmp_path_factory.mktemp("shared"), DESCRIPTION)
    text = (folder / "src/inventory_client/operations.py").read_text("utf-8")
    return [ast.unparse(statement) for statement in ast.parse(text).body]


def test_a_parameter_of_three_operations_has_a_constant(statements: list[str]) -> None:
    constants = [statement for statement in statements if statement.startswith("_")]
    assert constants == ["_NUMBER = Parameter('number', 'path', kind='integer', required=True)"]
    assert sum("(_NUMBER," in statement for statement in statements) == 4


def test_other_parameters_stand_where_they_are_used(statements: list[str]) -> None:
    text = "\n".join(statements)
    assert text.count("Parameter('name', 'json')") == 3  # members of bodies
    assert text.count("Parameter('locale', 'query')") == 2
    assert text.count("Parameter('number', 'query')") == 1
