"""The tree of errors that clients of both protocols share."""

import ast
import pickle
from collections import Counter
from pathlib import Path

import pytest

from specloom.runtime import core
from specloom.runtime.core.errors import (
    ApiError,
    CallTimeoutError,
    ClientError,
    ConnectError,
    Error,
    ParameterError,
    ResponseError,
    ResponseTooLargeError,
    TransportError,
    transport_error,
)
from specloom.runtime.core.steps import FailureKind, Reply
from specloom.runtime.mediawiki import errors as wiki
from specloom.runtime.rest import errors as rest

RUNTIME = Path(core.__file__).parent.parent
REPLY = Reply(status=503, headers={"retry-after": "7", "content-type": "text/html"}, body=b"<p>")


def test_no_class_of_the_runtime_is_defined_twice() -> None:
    names = Counter(
        node.name
        for path in RUNTIME.rglob("errors.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize(
    ("error", "bases"),
    [
        (ParameterError, (Error, ValueError)),
        (rest.ConfigurationError, (Error, ValueError)),
        (rest.HttpError, (Error,)),
        (rest.DecodeError, (ResponseError,)),
        (rest.NotJsonError, (ResponseError,)),
        (rest.EnvelopeError, (ResponseError,)),
        (CallTimeoutError, (TransportError, TimeoutError)),
        (ConnectError, (TransportError,)),
        (ResponseTooLargeError, (TransportError,)),
        (wiki.ServerError, (ApiError, wiki.WikiError)),
        (wiki.AbsentError, (wiki.WikiError, KeyError)),
        (wiki.Blocked, (wiki.RightsError, wiki.ServerError)),
        (wiki.Captcha, (wiki.NotDone, wiki.ServerError)),
        (wiki.Uncertain, (wiki.WikiError,)),
        (wiki.Partial, (wiki.WikiError,)),
    ],
)
def test_an_error_is_one_of_its_kinds(
    error: type[Exception], bases: tuple[type[Exception], ...]
) -> None:
    assert all(issubclass(error, base) for base in (*bases, ClientError))


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        ("connect", ConnectError),
        ("timeout", CallTimeoutError),
        ("deadline", CallTimeoutError),
        ("too-large", ResponseTooLargeError),
        ("network", TransportError),
    ],
)
def test_a_kind_of_failure_has_a_class(kind: FailureKind, error: type[TransportError]) -> None:
    assert transport_error(kind) is error


@pytest.mark.promise("The former name of `retryable`, `retry`, still works and warns")
@pytest.mark.parametrize("retryable", [True, False])
def test_the_former_name_of_retryable_warns(retryable: bool) -> None:
    error = wiki.ServerError("maxlag", "the wiki lags", retryable=retryable)
    with pytest.warns(DeprecationWarning, match="is now called `retryable`"):
        assert error.retry is retryable  # pyright: ignore[reportDeprecated]  # it is what is tested


ERRORS = (
    Error("lost\x1b", operation="items.get", retryable=True),
    ParameterError("limit is above 500", parameter="limit", code="badinteger", module="query"),
    rest.DecodeError("a member is missing", path="$.id", operation="items.get", reply=REPLY),
    CallTimeoutError("no reply", operation="items.get", kind="timeout"),
    wiki.ServerError("maxlag", "it lags", operation="edit", maybe_sent=True, retry_after=2.0),
    wiki.AbsentError("no text", "text"),
    wiki.Uncertain(TransportError("lost"), sent={"title": "A"}, operation="edit"),
    wiki.WarningError("odd", "an odd value", module="main", operation="parse"),
)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_survives_pickling(error: Error) -> None:
    restored = pickle.loads(pickle.dumps(error))
    assert (type(restored), str(restored)) == (type(error), str(error))
    assert vars(restored).keys() == vars(error).keys()


def test_a_text_has_the_operation_the_evidence_and_the_pause() -> None:
    error = rest.HttpError("not the API", operation="items.get", reply=REPLY)
    assert str(error) == (
        "items.get: not the API (HTTP status 503, text/html, <p>); the server asks to wait 7 seconds"
    )
    assert str(ERRORS[0]) == r"items.get: lost\x1b"
    assert str(ERRORS[4]) == (
        "maxlag: it lags (edit, status 200); the server asks to wait 2 seconds; "
        "it may have been carried out all the same"
    )
