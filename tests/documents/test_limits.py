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
