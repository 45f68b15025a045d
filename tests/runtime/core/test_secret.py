"""A secret shows itself nowhere, and is removed from text in every form it may have there."""

import copy
import json
import pickle
import re
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specloom.runtime.core.secret import HiddenBytes, Secret


def test_it_shows_itself_only_when_asked() -> None:
    secret = Secret("canary")
    assert "canary" not in f"{secret} {secret!r} {[secret]}"
    assert secret.reveal() == "canary"


def test_hidden_bytes_are_bytes_that_do_not_show() -> None:
    hidden = HiddenBytes(b"/x?key=canary")
    assert "canary" not in f"{hidden} {hidden!r} {[hidden]}"
    assert hidden == b"/x?key=canary"


def test_it_is_not_pickled_or_copied() -> None:
    with pytest.raises(TypeError):
        pickle.dumps(Secret("canary"))
    with pytest.raises(TypeError):
        copy.deepcopy(Secret("canary"))


@given(st.text(min_size=1))
def test_no_form_of_it_stays_in_a_text(value: str) -> None:
    value = "k" + value.encode("utf-8", "replace").decode()
    secret = Secret(value)
    lower = re.sub("%..", lambda found: found[0].lower(), quote(value, safe=""))
    forms = [value, quote(value), quote(value, safe=""), quote_plus(value), repr(value)[1:-1]]
    forms += [repr(value.encode())[2:-1], json.dumps(value)[1:-1], lower]
    forms += [
        repr(value.encode())[2:-1].replace("\\", "\\\\"),
        "".join(f"%{byte:02X}" for byte in value.encode()),
    ]
    for form in forms:
        assert secret.scrub(f"<{form}>") == "<***>"


def test_an_empty_secret_removes_nothing() -> None:
    assert Secret("").scrub("text") == "text"
