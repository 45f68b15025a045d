"""Only regular files are read, and only so much of them."""

import os
import socket
from pathlib import Path
from typing import Any

import msgspec
import pytest

from specloom.diagnostics import Diagnostics
from specloom.documents.file import TooLargeError, is_missing, read_bytes
from specloom.documents.json_text import load_json, parse_json
from specloom.documents.limits import HIGHEST, STANDARD, Limits
from specloom.documents.yaml_text import load_yaml, parse_yaml


@pytest.mark.promise("Integers have at most 64 bits. Only regular files are read")
@pytest.mark.parametrize("load", [load_yaml, load_json])
@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (".", "it is a folder"),
        ("pipe", "it is a pipe"),
        ("socket", "No such device or address"),
        ("/dev/zero", "it is a device"),
        ("x" * 300, "File name too long"),
        ("a\0b", "embedded null byte"),
    ],
)
def test_only_a_regular_file_is_read(tmp_path: Path, load: Any, path: str, reason: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as waiting:
        waiting.bind(str(tmp_path / "socket"))
        diagnostics = Diagnostics()
        assert load(tmp_path / path, "f", diagnostics) is None
        assert not is_missing(tmp_path / path)
    assert [str(fault) for fault in diagnostics.found] == [
        f"f: unreadable-file: the file cannot be read: {reason}"
    ]


@pytest.mark.promise("so the size of what is read is limited")
@pytest.mark.parametrize(
    ("name", "least", "usual", "greatest"), [("megabytes", 1, 16, 256), ("depth", 1, 100, 200)]
)
def test_limits_can_be_set_within_bounds(name: str, least: int, usual: int, greatest: int) -> None:
    assert (getattr(STANDARD, name), getattr(HIGHEST, name)) == (usual, greatest)
    for value in (least, greatest):
        assert getattr(msgspec.convert({name: value}, Limits), name) == value
    for value in (least - 1, greatest + 1):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({name: value}, Limits)


@pytest.mark.skipif(not Path("/proc/version").exists(), reason="needs Linux")
def test_a_file_whose_size_is_not_known_is_read_up_to_its_limit() -> None:
    path = Path("/proc/version")
    assert path.stat().st_size == 0
    content = path.read_bytes()
    assert read_bytes(path, len(content)) == content
    with pytest.raises(TooLargeError):
        read_bytes(path, len(content) - 1)


@pytest.mark.promise(
    "Size, depth and numbers are limited", "so the size of what is read is limited"
)
@pytest.mark.parametrize("load", [load_yaml, load_json])
def test_a_file_is_read_up_to_its_limit(tmp_path: Path, load: Any) -> None:
    limits = Limits(megabytes=1)
    (tmp_path / "f").write_text('["' + "x" * (1_000_000 - 4) + '"]')
    assert load(tmp_path / "f", "f", Diagnostics(), limits) is not None
    (tmp_path / "f").write_text('["' + "x" * (1_000_000 - 3) + '"]')
    diagnostics = Diagnostics()
    assert load(tmp_path / "f", "f", diagnostics, limits) is None
    assert [str(fault) for fault in diagnostics.found] == [
        "f: over-limit: the file is larger than 1,000,000 bytes;"
        " raise `limits.megabytes` in the list of APIs if that is right"
    ]


@pytest.mark.promise("Size, depth and numbers are limited")
@pytest.mark.parametrize("parse", [parse_yaml, parse_json])
@pytest.mark.parametrize("limits", [STANDARD, HIGHEST])
def test_nesting_is_read_up_to_its_limit(parse: Any, limits: Limits) -> None:
    deep = "[[]," + "[" * (limits.depth - 1) + "1234567890123456789" + "]" * limits.depth
    assert parse(deep, "f", Diagnostics(), limits) is not None
    diagnostics = Diagnostics()
    assert parse(f"[{deep}]", "f", diagnostics, limits) is None
    assert "nested too deeply" in str(diagnostics.found[0])


@pytest.mark.promise(
    "Size, depth and numbers are limited",
    "Integers have at most 64 bits. Only regular files are read",
)
@pytest.mark.parametrize(("text", "read"), [("18446744073709551615", 2**64 - 1), ("-1", -1)])
def test_integers_of_64_bits_are_read(text: str, read: int) -> None:
    for parse in (parse_yaml, parse_json):
        document = parse(f"[{text}]", "f", Diagnostics())
        assert document is not None
        assert document.data == [read]


def _any_grammar(text: str) -> tuple[Any, list[str]]:
    diagnostics = Diagnostics()
    parse = parse_json if text.startswith("{") else parse_yaml
    document = parse(text, "f", diagnostics, STANDARD, "any")
    return document and document.data, [str(fault) for fault in diagnostics.found]


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("a: &x {b: 1}\nc: *x", {"a": {"b": 1}, "c": {"b": 1}}),
        ("a: &x text\nc: [*x, *x]", {"a": "text", "c": ["text", "text"]}),
        ("a: &x {b: 1, c: 2}\nd: {<<: *x, c: 3}", {"a": {"b": 1, "c": 2}, "d": {"b": 1, "c": 3}}),
        (
            "a: [&x {b: 1}, &y {b: 2, c: 3}]\nd: {<<: [*x, *y]}",
            {"a": [{"b": 1}, {"b": 2, "c": 3}], "d": {"b": 1, "c": 3}},
        ),
        ("a: 92233720368547758070", {"a": 9.223372036854776e19}),
        ('{"a": 92233720368547758070, "b": 1}', {"a": 9.223372036854776e19, "b": 1}),
    ],
)
def test_documents_of_others_may_have_aliases_merge_keys_and_long_integers(
    text: str, data: object
) -> None:
    assert _any_grammar(text) == (data, [])


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a: &x [*x]", "f:1:8: malformed-yaml: `*x` is within itself"),
        ("a: &x b\n*x : 1", "f:2:1: malformed-yaml: a key cannot be an alias"),
        (
            "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
            + "\n".join(
                f"a{number}: &a{number} [{', '.join([f'*a{number - 1}'] * 10)}]"
                for number in range(1, 9)
            ),
            "f:7:20: over-limit: aliases make more than 5,000,000 values of the document",
        ),
        ('{"a": 1' + "0" * 400 + "}", f"f:1:7: over-limit: `1{'0' * 19}…` is an integer"),
    ],
)
def test_aliases_and_integers_of_others_have_limits(text: str, fault: str) -> None:
    data, faults = _any_grammar(text)
    assert data is None
    assert faults[0].startswith(fault)
