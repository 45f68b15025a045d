"""Files become plain data, in which every value has a position. Refused files are in the corpus."""

import datetime
import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from specloom.diagnostics import Diagnostics
from specloom.documents.decode import decode
from specloom.documents.document import Document, Finding
from specloom.documents.json_text import parse_json
from specloom.documents.limits import Limits
from specloom.documents.suggestion import Meant, did_you_mean_or_all, nearest
from specloom.documents.yaml_text import parse_yaml

PIECE = "list fo string"


def from_yaml(text: str) -> Document:
    diagnostics = Diagnostics()
    document = parse_yaml(text, "f.yaml", diagnostics)
    assert document is not None, diagnostics.found
    return document


# --- Scalars ---------------------------------------------------------------------------------------


@pytest.mark.promise(
    "Only `true`, `false`, `null`, `~` and decimal numbers are read as something other than text"
)
@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("yes", "yes"),
        ("NO", "NO"),
        ("on", "on"),
        ("y", "y"),
        ("2026-01-31", "2026-01-31"),
        ("2026-01-31T10:00:00Z", "2026-01-31T10:00:00Z"),
        ("12:30:45", "12:30:45"),
        ("010", "010"),
        ("0o10", "0o10"),
        ("0x1F", "0x1F"),
        ("0b1", "0b1"),
        ("1_000", "1_000"),
        (".inf", ".inf"),
        (".nan", ".nan"),
        ("=", "="),
        ("'1'", "1"),
        ('"true"', "true"),
        ("a & b! *", "a & b! *"),
        ("'&a *a !a'", "&a *a !a"),
        ("18446744073709551615", 2**64 - 1),
        ("-9223372036854775808", -(2**63)),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("0", 0),
        ("-17", -17),
        ("+3", 3),
        ("1.5", 1.5),
        ("-.5", -0.5),
        ("1e3", 1000.0),
        ("1.0E-2", 0.01),
    ],
)
def test_only_json_s_own_scalars_are_not_texts(written, read):
    value = from_yaml(f"key: {written}\n").data["key"]
    assert value == read
    assert type(value) is type(read)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc"), inner, max_size=3),
    max_leaves=8,
)


@given(JSON, st.booleans())
def test_json_is_read_as_any_json_reader_does(value, ascii_only):
    text = json.dumps(value, ensure_ascii=ascii_only, indent=1)
    document = parse_json(text, "f.json", Diagnostics())
    assert document is not None
    assert document.data == value


def test_a_surrogate_pair_is_one_character():
    document = parse_json(r'["\ud83d\ude00"]', "f.json", Diagnostics())
    assert document is not None
    assert document.data == ["\U0001f600"]


# --- Positions ---------------------------------------------------------------------------------------

YAML = """\
a:
  - x
  - b: 1
    "c d":   two
"""
JSON_TEXT = """\
{"a": [
   "x",
   {"b": 1, "c d":
      "two"}]}
"""


@pytest.mark.parametrize(
    ("pointer", "key", "in_yaml", "in_json"),
    [
        ((), True, (1, 1), (1, 1)),
        ((), False, (1, 1), (1, 1)),
        (("a",), True, (1, 1), (1, 2)),
        (("a", 0), False, (2, 5), (2, 4)),
        (("a", 1, "b"), False, (3, 8), (3, 10)),
        (("a", 1, "c d"), True, (4, 5), (3, 13)),
        (("a", 1, "c d"), False, (4, 14), (4, 7)),
        (("a", 1, "none"), False, (3, 5), (3, 4)),
        (("a", 7), False, (2, 3), (1, 7)),
    ],
)
def test_a_value_s_place_is_found(pointer, key, in_yaml, in_json):
    assert from_yaml(YAML).position(pointer, key) == in_yaml
    document = parse_json(JSON_TEXT, "f.json", Diagnostics())
    assert document is not None
    assert document.position(pointer, key) == in_json


class Day(msgspec.Struct):
    """A text that JSON Schema does not check further."""

    day: datetime.date
    more_days: list["Day"] = []


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ("list fo string", (1, 12)),
        ("'list fo string'", (1, 13)),
        ("list\n  fo string", (1, 7)),
        ('"list\\u0020fo string"', (1, 7)),
    ],
)
def test_a_character_of_a_text_has_its_place_where_the_text_is_in_one_piece(written, place):
    document = from_yaml(f"type: {written}")
    finding = Finding(("type",), "malformed-type", "`list` needs `of`", character=(PIECE, 5))
    [diagnostic] = document.diagnostics([finding])
    assert document.data == {"type": PIECE}
    assert (diagnostic.line, diagnostic.column) == place


def test_a_hint_is_looked_for_where_it_is_told():
    document = from_yaml("group: itms")
    findings = [
        Finding(("group",), "unknown-name", "unknown", Meant("itms", ["items"])),
        Finding(("group",), "unknown-name", "unknown", Meant("itms", ["orders"], "write a group")),
        Finding(("group",), "unknown-name", "unknown", Meant("itms", ["orders"])),
    ]
    hints = [diagnostic.hint for diagnostic in document.diagnostics(findings)]
    assert hints == ["did you mean `items`?", "write a group", None]


def test_what_the_schema_does_not_see_has_its_place():
    diagnostics = Diagnostics()
    assert (
        decode(from_yaml("day: 2026-01-31\nmore_days:\n  - day: one\n"), Day, diagnostics) is None
    )
    message = "f.yaml:3:10: wrong-value: `more_days[0].day`: Invalid RFC3339 encoded date"
    assert [str(fault) for fault in diagnostics.found] == [message]


# --- Misspelt names ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("titel", "title"),
        ("titlex", "title"),
        ("TITLE", "title"),
        ("namespaces", "namespace"),
        ("zzz", None),
        ("", None),
    ],
)
def test_the_nearest_name_is_found(name, near):
    assert nearest(name, ["titles", "title", "namespace", "prefix"]) == near


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("minimum_items", None),
        ("required_if", None),
        ("maximum_item", "maximum_items"),
        ("maximumitems", "maximum_items"),
        ("maximumm", "maximum"),
    ],
)
def test_no_name_of_another_meaning_is_suggested(name, near):
    candidates = ["minimum", "maximum", "maximum_items", "required", "values"]
    assert nearest(name, candidates) == near


@pytest.mark.parametrize(
    ("candidates", "hint"),
    [
        (["title", "prefix"], "did you mean `title`?"),
        (["prefix", "namespace"], "there are: prefix, namespace"),
        ([], "there are none"),
    ],
)
def test_where_none_is_near_all_are_named(candidates, hint):
    assert did_you_mean_or_all("titel", candidates) == hint


@pytest.mark.parametrize(("deep", "codes"), [(5, []), (6, ["over-limit"]), (7, ["over-limit"])])
@pytest.mark.parametrize("bracket", ["[", '{"a":'])
def test_json_may_be_as_deep_as_the_limit(bracket, deep, codes):
    diagnostics = Diagnostics()
    text = bracket * (deep - 1) + "[]" + ("]" if bracket == "[" else "}") * (deep - 1)
    parse_json(text, "f.json", diagnostics, Limits(depth=5))
    assert [diagnostic.code for diagnostic in diagnostics.found] == codes
