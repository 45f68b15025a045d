"""Arguments as texts, as files and as parts of an address, also those that must not be shown."""

import io
from collections.abc import Callable
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import Any

import pytest

from specloom.runtime.core.secret import Sealed, is_sealed
from specloom.runtime.rest.files import is_file, upload_of
from specloom.runtime.rest.texts import cookie_value, joined_pairs, pairs_of
from specloom.runtime.rest.variables import filled_address


@pytest.mark.parametrize(
    "write",
    [
        lambda value: pairs_of([("a", value)])[0][1],
        lambda value: joined_pairs([("a", value)])[0][1],
        cookie_value,
    ],
    ids=["repeated", "joined", "cookie"],
)
@pytest.mark.parametrize("value", ["b", 7, Sealed("b"), Sealed(7)])
def test_the_text_of_a_value_is_sealed_if_the_value_is(
    write: Callable[[Any], Any], value: Any
) -> None:
    assert is_sealed(write(value)) == is_sealed(value)


def test_the_text_of_a_list_is_sealed_if_one_of_its_items_is() -> None:
    ((_, text),) = joined_pairs([("a", ["b", Sealed("c")])])
    assert isinstance(text, Sealed)
    assert text.reveal() == "b,c"
    assert joined_pairs([("a", ["b", "c"]), ("d", [])]) == (("a", "b,c"),)


class _OnlyRead:
    def read(self) -> bytes:
        return b""


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (b"", True),
        (Path("a"), True),
        (io.BytesIO(), True),
        (("a.txt", b""), True),
        (io.StringIO(), False),
        (_OnlyRead(), True),
        (bytearray(), True),
        ("a.txt", False),
        (("a.txt", "text"), False),
        ((b"a.txt", b""), False),
        (("a.txt", b"", b""), False),
    ],
)
def test_a_file_is_bytes_a_path_or_open_for_bytes(value: object, *, expected: bool) -> None:
    assert is_file(value) == expected


def test_a_file_has_the_name_of_its_path_or_of_its_parameter(tmp_path: Path) -> None:
    path = tmp_path / "photo.png"
    path.write_bytes(b"")
    with path.open("rb") as opened, SpooledTemporaryFile() as unnamed:
        names = [
            upload_of("image", value).filename
            for value in (path, opened, unnamed, b"", ("other.png", path))
        ]
    assert names == ["photo.png", "photo.png", "image", "image", "other.png"]


def test_a_variable_without_a_text_stays() -> None:
    assert filled_address("https://{a}.{b}.org", {"a": "x"}) == "https://x.{b}.org"
