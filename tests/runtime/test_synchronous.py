"""The synchronous clients are what `python -m tests.synchronous` makes of the asynchronous ones."""

import pytest

from tests.synchronous import CLIENTS, RUNTIME, TEXTS, made_synchronous


@pytest.mark.parametrize("name", CLIENTS)
def test_a_synchronous_client_is_made_of_the_asynchronous_one(name: str) -> None:
    text = made_synchronous(name)
    assert text == (RUNTIME / CLIENTS[name]).read_text("utf-8")
    assert "sync" not in text.replace("asynchronous", "").replace("synchronous", "").lower()


def test_every_text_that_is_replaced_is_there() -> None:
    written = "".join((RUNTIME / name).read_text("utf-8") for name in CLIENTS)
    assert [text for text in TEXTS if f'"""{text}"""' not in written] == []
