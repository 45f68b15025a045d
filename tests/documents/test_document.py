"""Files become plain data, and every fault of a file is told with its line and column."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from specloom.diagnostics import Diagnostics
from specloom.documents.decode import decode
from specloom.documents.document import Document
from specloom.documents.json_text import load_json, parse_json
from specloom.documents.suggestion import nearest
from specloom.documents.yaml_text import load_yaml, parse_yaml


def yaml_faults(text: str) -> list[str]:
    diagnostics = Diagnostics()
    assert parse_yaml(text, "f.yaml", diagnostics) is None
    return [str(one) for one in diagnostics.found]


def json_faults(text: str) -> list[str]:
    diagnostics = Diagnostics()
    assert parse_json(text, "f.json", diagnostics) is None
    return [str(one) for one in diagnostics.found]


def from_yaml(text: str) -> Document:
    diagnostics = Diagnostics()
    document = parse_yaml(text, "f.yaml", diagnostics)
    assert document is not None, diagnostics.found
    return document


# --- Scalars ---------------------------------------------------------------------------------------


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
        ("!!str 1", "1"),
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
    found = from_yaml(f"key: {written}\n").data["key"]
    assert found == read
    assert type(found) is type(read)


def test_a_merge_key_is_a_key_like_any_other():
    assert from_yaml("a: &a {b: 1}\nc:\n  <<: *a\n").data["c"] == {"<<": {"b": 1}}


def test_an_alias_stands_for_what_it_names():
    assert from_yaml("a: &x [1, 2]\nb: *x\n").data == {"a": [1, 2], "b": [1, 2]}


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


# --- Faults of a file --------------------------------------------------------------------------------


@pytest.mark.parametrize("load", [load_yaml, load_json])
def test_a_missing_file_is_told(tmp_path, load):
    diagnostics = Diagnostics()
    assert load(tmp_path / "no", "shown/no", diagnostics) is None
    assert [str(one) for one in diagnostics.found] == [
        "shown/no: missing-file: there is no such file"
    ]


@pytest.mark.parametrize("load", [load_yaml, load_json])
def test_a_folder_is_no_file(tmp_path, load):
    diagnostics = Diagnostics()
    assert load(tmp_path, "x", diagnostics) is None
    assert [one.code for one in diagnostics.found] == ["unreadable-file"]


@pytest.mark.parametrize("load", [load_yaml, load_json])
def test_a_byte_that_is_not_utf8_is_told_with_its_place(tmp_path, load):
    (tmp_path / "f").write_bytes("ä: 1\nb: ö".encode() + b"\xff\n")
    diagnostics = Diagnostics()
    assert load(tmp_path / "f", "f", diagnostics) is None
    assert [str(one) for one in diagnostics.found] == [
        "f:2:5: not-utf8: byte 0xff is not UTF-8; save the file as UTF-8"
    ]


@pytest.mark.parametrize("load", [load_yaml, load_json])
def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path, load):
    (tmp_path / "f").write_bytes(b'\xef\xbb\xbf{"a": 1}')
    document = load(tmp_path / "f", "f", Diagnostics())
    assert document.data == {"a": 1}


@pytest.mark.parametrize("text", ["", "  \n"])
def test_an_empty_file_is_told(text):
    assert yaml_faults(text) == ["f.yaml: empty-file: the file holds no data"]
    assert json_faults(text) == ["f.json: empty-file: the file holds no data"]


@pytest.mark.parametrize(
    ("text", "place", "code"),
    [
        ("a: [1\n", "2:1", "malformed-yaml"),
        ("a: 1\n b: 2\n", "2:3", "malformed-yaml"),
        ("a: *b\n", "1:4", "malformed-yaml"),
        ("a: \x01\n", "1:4", "malformed-yaml"),
        ("a: 1\n---\nb: 2\n", "2:1", "malformed-yaml"),
        ("a: &x\n  b: *x\n", "1:4", "malformed-yaml"),
        ("? [a]\n: 1\n", "1:3", "malformed-yaml"),
        ("a: !!python/name:os.system x\n", "1:4", "malformed-yaml"),
        ("a: !own {b: 1}\n", "1:4", "malformed-yaml"),
        ("a:\n  b: 1\n  b: 2\n", "3:3", "duplicate-key"),
    ],
)
def test_a_fault_of_yaml_is_told_with_its_place(text, place, code):
    (fault,) = yaml_faults(text)
    assert fault.startswith(f"f.yaml:{place}: {code}: ")


@pytest.mark.parametrize(
    ("text", "place", "code"),
    [
        ('{"a": 1,\n "b": }', "2:7", "malformed-json"),
        ('{"a": ', "1:6", "malformed-json"),
        ("[NaN]", "1:2", "malformed-json"),
        ('["\tä", tru]', "1:3", "malformed-json"),
        ('{"ä": 1, x}', "1:10", "malformed-json"),
        ('{"a": {\n  "b": 1,\n  "b": 2}}', "3:3", "duplicate-key"),
        ('{"a": 1, "\\u0061": 2}', "1:10", "duplicate-key"),
    ],
)
def test_a_fault_of_json_is_told_with_its_place(text, place, code):
    (fault,) = json_faults(text)
    assert fault.startswith(f"f.json:{place}: {code}: ")


def test_deep_nesting_is_a_fault_and_no_crash():
    assert "nested too deeply" in json_faults("[" * 100_000)[0]
    assert "nested too deeply" in yaml_faults("[" * 100_000)[0]
    assert "nested too deeply" in yaml_faults("\n".join(" " * n + "a:" for n in range(3000)))[0]


def test_every_repeated_key_is_told():
    assert [one.split(":")[1] for one in yaml_faults("a: 1\na: 2\nb: 1\nb: 2\nb: 3\n")] == [
        "2",
        "4",
        "5",
    ]


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


# --- Typed -------------------------------------------------------------------------------------------


class Part(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind", tag="part"):
    name: str


class Whole(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind", tag="whole"):
    count: int


class Root(msgspec.Struct, forbid_unknown_fields=True, rename={"from_": "from"}):
    name: str
    from_: int
    kinds: list[str] = []
    either: Part | Whole | None = None
    words: str | list[str] = ""


def misfits(text: str) -> list[str]:
    diagnostics = Diagnostics()
    assert decode(from_yaml(text), Root, diagnostics) is None
    return [str(one) for one in diagnostics.found]


def test_what_fits_is_decoded():
    found = decode(
        from_yaml("name: a\nfrom: 1\neither: {kind: whole, count: 2}\n"), Root, Diagnostics()
    )
    assert found == Root("a", 1, either=Whole(2))


def test_every_misfit_is_told_at_once():
    assert misfits(
        "name: 1.10\nform: 1\nkinds: [1, b]\neither: {kind: whole, count: x}\nwords: {}\n"
    ) == [
        "f.yaml:1:1: missing-key: `from` is missing",
        "f.yaml:1:7: wrong-type: `name` must be a text, not `1.1`; put it in quotes",
        "f.yaml:2:1: unknown-key: unknown key `form`; did you mean `from`?",
        "f.yaml:3:9: wrong-type: `kinds[0]` must be a text, not `1`; put it in quotes",
        "f.yaml:4:30: wrong-type: `either.count` must be an integer, not `x`",
        "f.yaml:5:8: wrong-type: `words` must be a text or a list, not a mapping",
    ]


def test_a_wrong_tag_is_told_with_those_there_are():
    assert misfits("name: a\nfrom: 1\neither: {kind: hole, count: 1}\n") == [
        "f.yaml:3:16: wrong-value: `either.kind` cannot be `hole`; did you mean `whole`?"
    ]


def test_a_document_of_another_kind_is_told():
    assert misfits("[1]\n") == [
        "f.yaml:1:1: wrong-type: the document must be a mapping, not a list"
    ]


class Limited(msgspec.Struct):
    size: int


def test_what_only_the_decoder_refuses_is_told_too():
    diagnostics = Diagnostics()
    document = parse_json('{"size": 1.5}', "f.json", diagnostics)
    assert document is not None
    assert decode(document, Limited, diagnostics) is None
    assert [(one.line, one.column) for one in diagnostics.found] == [(1, 10)]


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("1e3", "must be an integer, not `1000.0`"),
        ("1.0", "must be an integer, not `1.0`"),
        ("'12'", "must be an integer, not `12`; leave the quotes out"),
        ("x" * 500, f"must be an integer, not `{'x' * 80}…`"),
    ],
)
def test_a_wrong_value_is_told_with_its_place_in_short(value, told):
    diagnostics = Diagnostics()
    assert decode(from_yaml(f"size: {value}\n"), Limited, diagnostics) is None
    assert [str(one) for one in diagnostics.found] == [f"f.yaml:1:7: wrong-type: `size` {told}"]


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("titel", "title"),
        ("TITLE", "title"),
        ("namespaces", "namespace"),
        ("zzz", None),
        ("", None),
    ],
)
def test_the_nearest_name_is_found(name, near):
    assert nearest(name, ["title", "namespace", "prefix"]) == near
