"""Whatever a text holds, an encoder makes something that is read back as that text."""

import ast
import inspect
import io
import json
import sys
import tomllib
import unicodedata
from typing import Any
from urllib.parse import unquote

import black
import pytest
import ruamel.yaml
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from specloom.languages.characters import HIDDEN, JOINERS, is_printable, revealed, stripped
from specloom.languages.commonmark import commonmark, commonmark_code
from specloom.languages.markdown import Markdown
from specloom.languages.python import (
    Python,
    py_beside,
    py_docstring,
    py_docstring_as_written,
    py_identifier,
    py_imported,
    py_literal,
    py_prose,
    py_sentence,
    py_text,
)
from specloom.languages.safe import composed, joined
from specloom.languages.toml import toml_array, toml_string
from specloom.languages.yaml import (
    Yaml,
    yaml_block,
    yaml_flow,
    yaml_pointer,
    yaml_scalar,
    yaml_text,
    yaml_tree,
)
from specloom.model import server_address
from specloom.model.structs import Error
from specloom.rendering.formatting import json_of_yaml
from specloom.rendering.languages import LANGUAGES
from specloom.rendering.templates import UnsafeTextError

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
"""Any text that a file can contain: lone surrogates have no UTF-8 form."""
TRICKY = st.text(
    st.sampled_from(list("\"'\\{}#%&*!|>@`:,-?[]~= \n\t\r\x00\x7f\x85\u2028\ufeffa1eny."))
)
MISREAD = """
    yes no on off y n Y N true True null Null ~ 1 1.0 1e3 1E3 0o7 0x1F 0b1 1_000 12:30:45 .5 5. .inf
    .NaN -.inf +1 -1 - -- --- ... = << ! !!str 2001-01-01 2001-12-14t21:59:43.10-05:00 {{ }} {% %} {# #}
    %YAML @a `a &a *a a:b a: a\u00a0b ? ?a |- >- [] {} '' "" 0.1e-5 1e 0o 1__0 NaN Infinity
    $ $a $ref
"""
WORDS = st.sampled_from(MISREAD.split())
ANY = TEXT | TRICKY | WORDS
PLAIN = ANY | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.booleans()
PLAIN_OR_NONE = PLAIN | st.none()


def yaml_1_2(text: str) -> Any:
    reader = ruamel.yaml.YAML(typ="safe", pure=True)
    reader.version = (1, 2)
    return reader.load(io.StringIO(text))


def yaml_1_1(text: str) -> Any:
    return yaml.load(text, yaml.CSafeLoader)


def same(left_value: object, right: object) -> bool:
    return type(left_value) is type(right) and left_value == right


# --- Python ----------------------------------------------------------------------------------------


@given(PLAIN_OR_NONE | st.tuples(PLAIN) | st.tuples(PLAIN, PLAIN))
@example("\ud800")
@example("'\"")
def test_a_python_literal_evaluates_to_its_value(value):
    assert ast.literal_eval(py_literal(value)) == value


@given(ANY)
def test_black_leaves_a_python_literal_alone(text):
    line = f"x = {py_literal(text)}\n"
    assert black.format_str(line, mode=black.Mode(line_length=1_000_000)) == line


@given(ANY | st.lists(ANY).map(" ".join) | st.lists(ANY).map("\n\n".join))
@example('"""')
@example('a "quoted"')
@example('"')
@example("ends in a backslash\\")
@example("{{ spec }} {% raw %} \\N{DASH} \\x41")
def test_a_docstring_holds_every_word_of_its_text(text):
    source = f"class A:\n    {py_docstring(text, indent=4)}\n"
    names: dict[str, type] = {}
    exec(compile(source, "docstring", "exec"), names)
    docstring = inspect.getdoc(names["A"]) or ""
    assert docstring.split() == revealed(text).split()


@pytest.mark.promise("all text is wrapped")
@given(st.lists(st.text("abc d", min_size=1), min_size=1).map("\n\n".join))
def test_a_docstring_stays_within_the_width(text):
    for line in py_docstring(text, indent=8, width=60).split("\n"):
        assert len(line) <= 60 or " " not in line.strip()


def test_white_space_around_a_text_is_what_shows_nothing_and_hides_nothing():
    spaces = [character for character in map(chr, range(0x3001)) if character.isspace()]
    around = "".join(character for character in spaces if not HIDDEN.match(character))
    assert stripped(f"{around}a b{around}") == "a b"
    hidden = [character for character in spaces if HIDDEN.match(character)]
    assert "\x85" in hidden
    assert [stripped(character) for character in hidden] == hidden


@pytest.mark.promise("all text is wrapped")
def test_a_docstring_is_made_of_pieces_on_lines_of_their_own():
    text = f"""
    Begins with {py_prose("a text")}.
    {py_sentence("Goes on")}

    - {py_sentence('an "entry"?')}
    """
    whole = '"""Begins with a text. Goes on.\n\n    - an "entry"?\n    """'
    assert py_docstring(text, 4) == whole


@pytest.mark.promise("lists arguments in the form that editors read")
def test_a_docstring_lists_arguments_as_editors_read_them():
    arguments = "Args:\n        a: One of\n            these.\n\n    More."
    whole = f'"""Lists.\n\n    {arguments}\n    """'
    assert py_docstring("Lists.\n\nArgs:\na: One of these.\n\nMore.", 4, 22) == whole


NUMPY = """
    Return a thing.

    Parameters
    ----------
    name : str
        What it is called, in so many words that a line of a hundred characters has no room for them.

    :param name: 'one' or \"\"\"two\"\"\"
    """


@pytest.mark.promise("It keeps your line breaks and indentation")
def test_a_docstring_as_written_keeps_its_lines():
    source = f"def f():\n    {py_docstring_as_written(NUMPY, 4)}\n"
    names: dict[str, object] = {}
    exec(compile(source, "docstring", "exec"), names)
    assert inspect.getdoc(names["f"]) == inspect.cleandoc(NUMPY)
    assert source.splitlines()[3] == "    Parameters"
    assert py_docstring_as_written("one line", 4) == '"""one line"""'


@given(TEXT | TRICKY)
def test_a_docstring_as_written_holds_every_word_of_its_text(text):
    source = f"class A:\n    {py_docstring_as_written(text, indent=4)}\n"
    names: dict[str, type] = {}
    exec(compile(source, "docstring", "exec"), names)
    assert (inspect.getdoc(names["A"]) or "").split() == revealed(text).split()


LONG = "a" * 45


@pytest.mark.parametrize(
    ("filled", "expected"),
    [
        (py_docstring(f"{LONG} {LONG}bbb"), f'"""{LONG} {LONG}bbb"""'),
        (py_docstring(f"{LONG} {LONG}bbbb"), f'"""{LONG}\n{LONG}bbbb\n"""'),
        (py_docstring("a\n\naaaa bbbb", 0, 9), '"""a\n\naaaa bbbb\n"""'),
        (py_docstring("a\n\naaaa bbbb", 0, 8), '"""a\n\naaaa\nbbbb\n"""'),
        (py_docstring("a\n\naaaa-bbbb", 0, 8), '"""a\n\naaaa-bbbb\n"""'),
        (py_docstring("a\n\nArgs:\naa: bb", 0, 10), '"""a\n\nArgs:\n    aa: bb\n"""'),
        (py_docstring("a\n\nArgs:\naa: bb", 0, 9), '"""a\n\nArgs:\n    aa:\n        bb\n"""'),
        (py_text(LONG + LONG), f'"{LONG}{LONG}"'),
        (py_text(f"{LONG}{LONG}b"), f'("{LONG}{LONG}b")'),
        (py_text("aaaa", 1, width=15), '"aaaa"'),
        (py_text("aaaa", 1, width=14), '("aaaa")'),
        (py_text("aaaa bbbb cccc dddd", 1, width=17), '("aaaa bbbb " "cccc dddd")'),
        (py_text("aaaa bbbb cccc dddd", 1, width=16), '("aaaa " "bbbb " "cccc dddd")'),
        (py_text("aaaa bbbb", 1, bracketed=True, width=16), '"aaaa bbbb"'),
        (py_text("aaaa bbbb", 1, bracketed=True, width=15), '"aaaa " "bbbb"'),
        (yaml_text(f"b {LONG[2:]}{LONG}"), f"b {LONG[2:]}{LONG}"),
        (yaml_text(f"b {LONG[1:]}{LONG}"), f">-\n  b\n  {LONG[1:]}{LONG}"),
        (yaml_text(f"b {LONG}-{LONG}"), f">-\n  b\n  {LONG}-{LONG}"),
        (yaml_text(f"{LONG}{LONG}b"), f"{LONG}{LONG}b"),
    ],
)
def test_a_line_is_filled_to_the_width_and_not_beyond(filled, expected):
    assert filled == expected


@pytest.mark.parametrize(
    ("text", "block"),
    [
        ("a\nb", "|-\n  a\n  b"),
        ("a\n\nb", "|-\n  a\n\n  b"),
        ("a\n", '"a\\n"'),
        (" a\nb", '" a\\nb"'),
        ("a \nb", '"a \\nb"'),
    ],
)
def test_lines_stay_lines_where_a_block_can_hold_them(text, block):
    assert yaml_text(text) == block


def test_an_escape_is_as_short_as_it_can_be():
    hidden = "\x7f\uffff\U000e0041"
    assert py_literal(hidden) == r'"\x7f\uffff\U000e0041"'
    assert yaml_scalar(hidden) == r'"\u007f\uffff\U000e0041"'


@pytest.mark.promise("In any other place of a Python output, their text is refused")
@given(st.text("ab1 '#\"\\\n;()", min_size=1))
def test_a_piece_of_a_docstring_is_no_python_elsewhere(text):
    with pytest.raises(SyntaxError):
        ast.parse(f"x = {py_prose(text)}\n")


def test_a_name_that_others_have_gets_an_underscore():
    names = {"Item", "Item_", "Other"}
    assert py_beside("Item", names) == "Item__"
    assert py_imported("Item", names) == "Item as Item__"
    assert py_beside("Price", names) == py_imported("Price", names) == "Price"


def test_markdown_prints_names_and_literals_of_python_for_code():
    filters = LANGUAGES[Markdown].filters
    assert filters["name"]("_a_b_") == Markdown("_a_b_")
    assert filters["py"]("a`*b*\n```") == Markdown('"a`*b*\\n```"')
    with pytest.raises(ValueError):
        filters["name"]("a b")


@pytest.mark.parametrize("name", ["a b", "1a", "", "a-b", "a.b", "a\n"])
def test_what_is_no_identifier_is_refused(name):
    with pytest.raises(ValueError):
        py_identifier(name)


@pytest.mark.parametrize("name", ["class", "None", "import"])
def test_a_keyword_is_no_identifier(name):
    with pytest.raises(ValueError):
        py_identifier(name)


# --- YAML, TOML --------------------------------------------------------------------------------------


@given(PLAIN_OR_NONE)
@example(1e20)
@example(1e-7)
@example(-0.0)
def test_a_yaml_scalar_is_read_as_its_value_by_both_versions(value):
    for text in (f"k: {yaml_scalar(value)}\n", f"- {yaml_scalar(value)}\n"):
        (first,) = yaml_1_1(text).values() if text[0] == "k" else yaml_1_1(text)
        (second,) = yaml_1_2(text).values() if text[0] == "k" else yaml_1_2(text)
        assert same(first, value)
        assert same(second, value)


@given(ANY)
def test_a_yaml_scalar_can_be_a_key(text):
    document = f"{yaml_scalar(text)}: 1\n"
    assert yaml_1_1(document) == {text: 1}
    assert yaml_1_2(document) == {text: 1}


JSON = st.recursive(
    PLAIN_OR_NONE,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY, inner, max_size=3),
    max_leaves=6,
)


@given(JSON)
def test_a_yaml_flow_collection_is_read_as_its_value(value):
    document = f"k: {yaml_flow(value)}\n"
    assert yaml_1_1(document) == {"k": value}
    assert yaml_1_2(document) == {"k": value}


@given(
    ANY
    | st.lists(ANY | st.text("abcdefgh", min_size=3), max_size=40).map(" ".join)
    | st.lists(ANY | st.text("abc #:", min_size=3), max_size=5).map("\n".join)
)
@example(f" {'word ' * 30}end")
def test_yaml_prose_is_read_as_its_text(text):
    document = f"k: {yaml_text(text)}\nl: 1\n"
    assert yaml_1_1(document) == {"k": text, "l": 1}
    assert yaml_1_2(document) == {"k": text, "l": 1}


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_yaml_holds_no_number_that_json_lacks(value):
    with pytest.raises(ValueError):
        yaml_scalar(value)


@given(ANY)
def test_a_toml_string_is_read_as_its_text(text):
    assert tomllib.loads(f"k = {toml_string(text)}\n") == {"k": text}


# --- All -------------------------------------------------------------------------------------------


@pytest.mark.promise("a value of another language")
@pytest.mark.parametrize("raw", ["text", Yaml("text")])
def test_languages_do_not_mix(raw):
    with pytest.raises(TypeError):
        joined(Python(", "), [raw])
    with pytest.raises(TypeError):
        composed(Markdown("<b>{}</b>"), raw)


@pytest.mark.parametrize(
    ("address", "is_one"),
    [
        ("https://a.example", True),
        ("HTTP://a.example:1/b/", True),
        ("https://a.example:0", False),
        ("https://a.example:b", False),
        ("https://[a", False),
        ("https://a.example/?b", False),
        ("https://a.example/#b", False),
        ("ftp://a.example", False),
        ("https://", False),
    ],
)
def test_an_address_of_a_server_is_one_that_paths_can_be_added_to(address, is_one):
    assert (server_address.problem(address) is None) is is_one


def test_an_unsafe_text_is_a_type_error():
    assert issubclass(UnsafeTextError, TypeError)


def test_a_character_is_printable_whichever_unicode_this_python_has():
    every = [chr(code) for code in range(sys.maxunicode + 1)]
    assigned = [character for character in every if unicodedata.category(character) != "Cn"]
    assert [
        character for character in assigned if is_printable(character) != character.isprintable()
    ] == []
    of_unicode_15 = "\U0001fae8"  # Python 3.11 has 14
    assert py_literal(of_unicode_15) == f'"{of_unicode_15}"'
    long = f"{of_unicode_15} " * 60 + "."
    assert yaml_text(long).startswith(">-\n")


TEXTUAL = [
    (language.__name__, name)
    for language, row in LANGUAGES.items()
    for name in row.filters
    if name not in {"address", "anchor", "array", "beside", "dotted", "imported", "name", "pointer"}
    and (language, name) not in {(Python, "prose"), (Python, "sentence")}  # go through `docstring`
]


@pytest.mark.parametrize(("language", "name"), TEXTUAL)
def test_no_output_holds_a_character_that_does_not_show_and_each_is_named(language, name):
    (filters,) = (row.filters for kind, row in LANGUAGES.items() if kind.__name__ == language)
    more = (4,) if name == "block" else ()
    for hidden in "\x01\x1b\x7f\x9b\u061c\u200e\u202e\u2066\U000e0041":
        filtered = filters[name](f"some {hidden} text", *more)
        assert HIDDEN.search(filtered) is None, filtered
        octal = "".join(f"\\{byte:03o}" for byte in hidden.encode())
        names = {f"{ord(hidden):x}", json.dumps(hidden)[1:-1], octal}
        assert any(name in filtered for name in names)
    for joiner in JOINERS:
        assert joiner in filters[name](f"some{joiner}text", *more)


def test_a_json_document_names_them_too():
    document_text = json_of_yaml('{a: "\\u202e\\x7f\\U000e0041\u200d"}\n').decode()
    assert document_text == '{\n "a": "\\u202e\\u007f\\udb40\\udc41\u200d"\n}\n'


DATA = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(2**63), 2**63 - 1), TEXT),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(TEXT, inner, max_size=4)),
    max_leaves=20,
)


@given(DATA, st.integers(0, 4))
def test_a_tree_of_data_comes_back_wherever_it_stands(data, depth):
    margin = "  " * depth
    printed = yaml_tree({"outer": [data]}, len(margin))
    assert json.loads(json_of_yaml(f"{margin}{printed}\n")) == {"outer": [data]}


@given(TEXT)
def test_a_name_in_a_reference_comes_back_and_ends_neither_the_quotes_nor_the_path(name):
    reference = json.loads(json_of_yaml(f'"#/a/{yaml_pointer(name)}"\n'))
    part = unquote(reference.removeprefix("#/a/"))
    assert "/" not in part
    assert part.replace("~1", "/").replace("~0", "~") == name


def test_a_schema_is_a_tree_with_short_lines_for_its_types_examples_and_extensions():
    schema = {
        "type": ["string", "null"],
        "enum": ["a", "b"],
        "examples": [{"a": 1}, [2]],
        "properties": {"type": {"type": "string"}, "examples": {"anyOf": [{"type": "null"}]}},
        "required": [],
        "x-mine": {"a": [1]},
    }
    assert yaml_tree({"Name": schema}, 2).split("\n") == [
        "Name:",
        '    type: [string, "null"]',
        "    enum:",
        "      - a",
        "      - b",
        "    examples:",
        "      - {a: 1}",
        "      - [2]",
        "    properties:",
        "      type:",
        "        type: string",
        "      examples:",
        "        anyOf:",
        '          - type: "null"',
        "    required: []",
        "    x-mine: {a: [1]}",
    ]


def test_empty_examples_of_a_schema_come_back():
    assert json.loads(json_of_yaml(f"{yaml_tree({'examples': [], 'type': []})}\n")) == {
        "examples": [],
        "type": [],
    }


@given(TEXT, st.integers(0, 4))
def test_prose_is_read_as_its_text_wherever_it_stands(text, depth):
    margin = "  " * depth
    document = f"{margin}k: {yaml_text(text, len(margin))}\n{margin}l: 1\n"
    assert yaml_1_2(document) == {"k": text, "l": 1}


@given(st.lists(TEXT, min_size=1, max_size=3))
def test_whatever_stands_in_a_block_the_block_goes_on(texts):
    lines = "".join(f"    - {yaml_block(text, 6)}\n" for text in texts)
    document = f"  k: |-\n    First.\n{lines}  l: 1\n"
    for loaded in (yaml_1_1(document), yaml_1_2(document)):
        assert loaded.keys() == {"k", "l"}
        assert loaded["k"].startswith("First.\n- ")


def test_a_block_keeps_the_lines_of_a_text():
    assert yaml_block(" One.\n\n- two \tthree\n  four ", 2) == "One.\n\n  - two  three\n    four"


def test_a_code_span_is_one_line():
    assert commonmark_code("x\n\n## y") == "`x ## y`"


def test_a_part_of_the_model_is_printed_as_its_facts():
    printed = yaml_flow({"errors": (Error(name="readonly", message="Closed."),)})
    assert printed == "{errors: [{name: readonly, message: Closed.}]}"


def test_prose_for_commonmark_opens_no_element_outside_code():
    assert commonmark("a <b> `<c>` < `<d>`") == "a &lt;b> `<c>` < `<d>`"
    assert commonmark("a ` <b> `<c>") == "a ` <b> `&lt;c>"
    assert commonmark("a ` <b>") == "a ` &lt;b>"
    assert commonmark("<b> <x> <b onclick='x'>", has_html=True) == "<b> &lt;x> &lt;b onclick='x'>"
    link = '<a href="javascript:x">x</a> <a href="/x" href="javascript:x">'
    assert commonmark(link, has_html=True) == link.replace("<a", "&lt;a")
    assert commonmark_code("a`b") == "`` a`b ``"
    assert commonmark_code("") == "the empty string"


@given(TEXT, st.integers(0, 60), st.integers(0, 20))
def test_a_text_is_the_same_text_on_several_lines(text, indent, around):
    literal = py_text(text, indent, around=around)
    assert eval(literal) == revealed(text)
    assert literal.startswith("(") or len(literal) <= 100 - indent - around


@given(TEXT, st.integers(0, 60))
def test_a_text_in_brackets_needs_no_more_of_them(text, indent):
    literal = py_text(text, indent, bracketed=True)
    assert eval(f"str({literal})") == revealed(text)
    assert not literal.startswith("(")


@given(st.lists(TEXT, max_size=4))
def test_an_array_of_toml(texts):
    assert tomllib.loads(f"x = {toml_array(texts)}")["x"] == texts
