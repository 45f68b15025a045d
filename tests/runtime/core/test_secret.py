"""A secret shows itself nowhere, and is removed from text in every form it may have there."""

import copy
import dataclasses
import json
import pickle
import pprint
import re
from typing import Any
from urllib.parse import quote, quote_plus

import attrs
import msgspec
import pytest
import rich.pretty
from hypothesis import given
from hypothesis import strategies as st

from specloom.runtime.core.secret import HiddenBytes, Sealed, Secret
from specloom.runtime.core.steps import Reply, Request
from tests.clients.exposure import reached


def test_it_shows_itself_only_when_asked() -> None:
    secret = Secret("canary")
    assert "canary" not in f"{secret} {secret!r} {[secret]}"
    assert secret.reveal() == "canary"


def test_hidden_bytes_are_bytes_that_do_not_show() -> None:
    hidden = HiddenBytes(b"/x?key=canary")
    assert "canary" not in f"{hidden} {hidden!r} {[hidden]}"
    assert hidden == b"/x?key=canary"


@pytest.mark.promise("A `Secret` cannot be pickled")
def test_it_is_not_pickled_or_copied() -> None:
    with pytest.raises(TypeError):
        pickle.dumps(Secret("canary"))
    with pytest.raises(TypeError):
        copy.deepcopy(Secret("canary"))


@pytest.mark.promise("logs of any level")
@given(st.text(min_size=1))
def test_no_form_of_it_stays_in_a_text(value: str) -> None:
    value = "k" + value.encode("utf-8", "replace").decode()
    secret = Secret(value)
    lower = re.sub("%..", lambda match: match[0].lower(), quote(value, safe=""))
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


@pytest.mark.promise(
    "A key of fewer than 8 characters is replaced only where it is a whole word",
    "A secret of fewer than 8 characters is replaced in texts only where it is a word of its own",
)
def test_a_long_secret_is_removed_from_within_words_and_a_short_one_where_it_is_a_word() -> None:
    assert Secret("canary-1").scrub("xcanary-1y") == "x***y"
    assert (
        Secret("a").scrub("a bad key: 'a', a=a, é-a, data")
        == "*** bad key: '***', ***=***, é-***, data"
    )


@pytest.mark.parametrize("before", [" ", "%20", "\\n", "\\x20", "\\u0020", "/", '"', "+", "="])
def test_a_short_secret_is_a_word_after_whatever_is_encoded_before_it(before: str) -> None:
    assert Secret("key").scrub(f"x{before}key") == f"x{before}***"


def test_a_short_secret_that_is_no_word_is_removed_everywhere() -> None:
    assert Secret("+\\").scrub("a+\\b") == "a***b"


@dataclasses.dataclass
class ByDataclass:
    value: Any


@attrs.define
class ByAttrs:
    value: Any


class ByStruct(msgspec.Struct):
    value: Any


@pytest.mark.parametrize("kind", [dict, ByDataclass, ByAttrs, ByStruct])
@pytest.mark.parametrize(
    "value",
    [
        Secret("canary"),
        Sealed("canary"),
        Sealed([b"canary"]),
        Reply(status=200, headers={"X": "canary"}, body=b"canary"),
        Request(method="GET", url="https://h.test", content=Sealed(b"canary"), repeatable=True),
    ],
    ids=lambda value: type(value).__name__,
)
def test_whatever_holds_it_does_not_show_it(kind: Any, value: Any) -> None:
    if isinstance(value, Secret):
        value.scrub("so that it has been looked for")
    whole = kind(value=value)
    texts = [repr(whole), str(whole), pprint.pformat(whole), rich.pretty.pretty_repr(whole)]
    assert "canary" not in " ".join([*texts, *reached(whole)])
    for show in (
        dataclasses.asdict,
        attrs.asdict,
        msgspec.structs.asdict,
        msgspec.to_builtins,
        vars,
    ):
        try:
            texts.append(str(show(whole)))
        except (TypeError, attrs.exceptions.NotAnAttrsClassError) as error:
            texts.append(str(error))
    assert "canary" not in " ".join(texts)


def test_a_reply_can_go_to_another_process() -> None:
    reply = Reply(status=200, headers={"X": "y"}, body=b"{}")
    assert pickle.loads(pickle.dumps(reply)) == copy.deepcopy(reply) == reply
    assert reply != Reply(status=200, headers={"X": "y"}, body=b"[]")
