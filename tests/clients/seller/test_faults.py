"""Faults between client and platform: the right error each, a counted number of requests."""

import socket
import threading
from typing import Any

import pytest
from seller_platform import (
    ApiError,
    AsyncClient,
    CallTimeoutError,
    DecodeError,
    EnvelopeError,
    Error,
    HttpError,
    InvalidRequest,
    NoItemsFound,
    NotJsonError,
    ResponseError,
    TransportError,
)

from tests.clock import Clock

from .conftest import Use
from .script import (
    IMPATIENT,
    ITEM,
    ITEMS,
    PATIENT,
    PURCHASED,
    Play,
    Script,
    hang,
    reply,
    reset,
    success,
)

FAST: dict[str, Any] = {"backoff": 0.001, "timeout": PATIENT}


def get(seller: Any) -> Any:
    return seller.items.list()


def post(seller: Any) -> Any:
    return seller.purchases.validate("X")


@pytest.mark.promise("If you know that it is harmless, allow it")
@pytest.mark.parametrize("play", [reset, reply(b"", 408)], ids=["reset", "request timeout"])
def test_a_post_that_is_safe_is_repeated_until_it_is_answered(use: Use, play: Play) -> None:
    with Script(play, reply(PURCHASED)) as server:
        assert use(server.address, post, **FAST, repeat_unsafe=True)
        assert len(server.requests) == 2


REFUSALS: dict[str, tuple[Play, bool]] = {
    **{f"status {status}": (reply(b"<html>", status), False) for status in (301, 401, 413, 429)},
    "the platform's": (reply(b'{"status": "error", "msg": "Not today"}', 403), False),
    "the platform's, documented": (
        reply(b'{"status": "error", "msg": "Invalid purchase code"}', 500),
        False,
    ),
    "the platform's, of a fault": (reply(b'{"status": "error", "msg": "Oh"}', 500), True),
    **{f"status {status}": (reply(b"<html>", status), True) for status in (302, 403, 404, 499)},
    "a proxy's page": (reply(b"<html>"), True),
    "a proxy's JSON": (reply(b'{"error": "x"}'), True),
}
"""Exceptions of a call, and whether it may have been carried out."""


@pytest.mark.promise("whether the platform may have carried out the request")
@pytest.mark.parametrize(("play", "maybe_sent"), REFUSALS.values(), ids=REFUSALS)
def test_an_error_says_whether_the_platform_may_have_acted(
    use: Use, play: Play, maybe_sent: bool
) -> None:
    with Script(play) as server, pytest.raises((ApiError, HttpError, ResponseError)) as raised:
        use(server.address, post, **FAST, retries=0)
    assert raised.value.maybe_sent is maybe_sent
    assert not (raised.value.retryable and maybe_sent)


@pytest.mark.promise("only when it is certain that nothing was sent")
def test_a_reset_during_the_request_body_counts_as_sent(use: Use) -> None:
    with Script(reset, reads_body=False) as server:
        with pytest.raises(TransportError) as raised:
            use(server.address, lambda seller: seller.purchases.validate("x" * 5_000_000), **FAST)
        assert raised.value.maybe_sent
        assert len(server.requests) == 1


@pytest.mark.promise("the reply is larger than `max_response_bytes`, counted after unpacking")
@pytest.mark.parametrize(
    ("end", "error"),
    [
        (b"", NotJsonError),
        (b', "x": NaN}', DecodeError),
        (b', "x": -Infinity}', DecodeError),
        (b', "status": "success"}', DecodeError),
        (b', "x": {"y": 1, "y": 1}}', DecodeError),
        *(
            (b', "x": %s1%s}' % (b"[" * depth, b"]" * depth), NotJsonError)
            for depth in (990, 500_000)
        ),
    ],
    ids=["cut off", "NaN", "infinity", "key twice", "key twice within", "nested", "very nested"],
)
@pytest.mark.parametrize(("call", "body"), [(get, ITEMS), (post, PURCHASED)], ids=["get", "post"])
def test_an_answer_that_cannot_be_relied_upon_is_refused_and_not_asked_for_again(
    use: Use, call: Any, body: bytes, end: bytes, error: type[Error]
) -> None:
    assert body.endswith(b"}")
    with Script(reply(body[:-1] + end)) as server:
        with pytest.raises(error) as raised:
            use(server.address, call, **FAST)
        assert type(raised.value) is error
        assert not raised.value.retryable
        assert len(server.requests) == 1


@pytest.mark.promise("status 304 is an `HttpError` that says so")
def test_a_reply_that_nothing_has_changed_is_said_as_what_it_is(use: Use) -> None:
    with Script(reply(b"", 304, {"ETag": '"1"'})) as server, pytest.raises(HttpError) as raised:
        use(server.address, get, headers={"If-None-Match": '"1"'}, **FAST)
    assert str(raised.value).startswith("items.list: not modified: nothing has changed since")
    assert (raised.value.status, raised.value.retryable) == (304, False)
    assert len(server.requests) == 1


HTML = {"Content-Type": "text/html; charset=utf-8"}
NO_TYPE = "no content type"
REDIRECT = "redirects are not followed"
NO_ANSWER = "an error that is not the API's own"
BEGINNING = '{"status": "success", "items": [{"id": 1, "name": "n", "description": "d", '


@pytest.mark.promise(
    "the operation, such as `items.get`",
    "names the operation, the HTTP status and the content type",
    "control characters are escaped",
)
@pytest.mark.parametrize(
    ("status", "body", "headers", "error", "place"),
    [
        (
            300,
            ITEMS[:9],
            {},
            HttpError,
            f"{REDIRECT} (HTTP status 300, {NO_TYPE}, {BEGINNING[:9]})",
        ),
        (399, b"", {}, HttpError, f"{REDIRECT} (HTTP status 399, {NO_TYPE}, nothing)"),
        (
            503,
            b"<html>\x1b[2J\r\n" + "\u202e\x9b".encode(),
            HTML,
            HttpError,
            f"{NO_ANSWER} (HTTP status 503, text/html; charset=utf-8, <html>\\x1b[2J\\r\\n\\u202e\\x9b)",
        ),
        (400, b'{"status": "odd"}', {}, HttpError, None),
        (400, b"[1]", {}, HttpError, None),
        (
            200,
            b"<html>" + b"x" * 300,
            HTML,
            NotJsonError,
            "JSON is malformed: invalid character (byte 0) "
            f"(HTTP status 200, text/html; charset=utf-8, <html>{'x' * 194}\u2026)",
        ),
        (
            200,
            b"<br />\nNotice: x" + ITEMS,
            {},
            NotJsonError,
            "JSON is malformed: invalid character (byte 0) "
            f"(HTTP status 200, {NO_TYPE}, <br />\\nNotice: x{BEGINNING}",
        ),
        (200, b" \n", {}, NotJsonError, f"the body is empty (HTTP status 200, {NO_TYPE}, nothing)"),
        (
            200,
            b"[1]",
            {},
            EnvelopeError,
            f"Expected `object`, got `array` (HTTP status 200, {NO_TYPE}, [1])",
        ),
        (
            200,
            b'{"status": "o\\nk"}',
            {},
            EnvelopeError,
            "`status` is 'o\\nk', not `success` or `error` (HTTP",
        ),
        (200, b"{}", {}, EnvelopeError, "`status` is missing, not `success` or `error` (HTTP"),
        (
            200,
            b'{"status": "success"}',
            {},
            DecodeError,
            "a required member is missing - at `$.items` (HTTP",
        ),
        (
            200,
            b'{"status": "error", "msg": "\\u001b[2Jgo\\nne"}',
            HTML,
            ApiError,
            "\\x1b[2Jgo\\nne (HTTP status 200, text/html; charset=utf-8)",
        ),
    ],
)
def test_an_error_tells_the_operation_and_what_came(
    use: Use,
    status: int,
    body: bytes,
    headers: dict[str, str],
    error: type[ApiError | HttpError | ResponseError],
    place: str | None,
) -> None:
    play = reply(body, status, {**headers, "Retry-After": "90"})
    with Script(play) as server, pytest.raises(error) as raised:
        use(server.address, get, **FAST)
    text = str(raised.value)
    assert type(raised.value) is error
    assert text.startswith(f"items.list: {place or ''}")
    assert text.isprintable()
    assert raised.value.retry_after == 90
    assert text.endswith("; the server asks to wait 90 seconds")
    assert getattr(raised.value, "message", "").isprintable()


@pytest.mark.promise(
    "checks that the reply is about the code, or the item, that you asked for",
    "a reply about another item or another code than you asked for",
    "clients refuse a reply that repeats another value",
)
@pytest.mark.parametrize(
    ("call", "body", "message"),
    [
        (lambda seller: seller.items.get(1), success(item=ITEM), None),
        (lambda seller: seller.items.get(2), success(item=ITEM), "`id` is not the `item_id` given"),
        (lambda seller: seller.purchases.validate("x"), PURCHASED, None),
        (
            lambda seller: seller.purchases.validate_or_none("Y"),
            PURCHASED,
            "`purchase_code` is not the `purchase_code` given",
        ),
    ],
)
def test_an_answer_to_another_question_is_refused(
    use: Use, call: Any, body: bytes, message: str | None
) -> None:
    with Script(reply(body)) as server:
        if message is None:
            assert use(server.address, call)
            return
        with pytest.raises(ResponseError, match=message):
            use(server.address, call, **FAST)
        assert len(server.requests) == 1


def test_an_error_with_a_result_is_none(use: Use) -> None:
    with Script(reply(ITEMS, 400)) as server:
        assert use(server.address, get)


@pytest.mark.promise("no data for longer than `timeout`, or the `deadline` passed")
def test_a_call_ends_at_its_deadline_while_a_name_is_looked_up(
    use: Use, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The resolver answers only after the call has ended."""
    ended = threading.Event()

    def slow(*_: Any, **__: Any) -> Any:
        ended.wait(PATIENT)
        raise socket.gaierror("not found")

    def call(seller: Any) -> Any:
        async def asynchronously() -> None:
            try:
                await post(seller)
            finally:
                ended.set()  # the loop waits for its threads before it closes

        return asynchronously() if isinstance(seller, AsyncClient) else post(seller)

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    with pytest.raises(CallTimeoutError, match="passed; nothing was sent") as raised:
        use("https://slow.test", call, timeout=PATIENT, deadline=IMPATIENT)
    ended.set()
    assert not raised.value.maybe_sent


MANY: dict[str, Any] = {"retries": 50, "backoff": 0.001}


@pytest.mark.promise("no pause reaches beyond it", "limits the whole call")
def test_the_deadline_bounds_all_attempts_together(use: Use, clock: Clock) -> None:
    def late(connection: socket.socket) -> None:
        clock.move(100.0)
        hang(connection)

    with Script(late) as server:
        with pytest.raises(CallTimeoutError):
            use(server.address, get, clock=clock, timeout=IMPATIENT, deadline=250.0, **MANY)
        assert len(server.requests) == 3


REFUSED = b'{"status": "error", "msg": "%s"}'


@pytest.mark.promise(
    "The message decides, whatever the HTTP status", "A documented message is final"
)
@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_a_documented_message_is_final_whatever_the_status(use: Use, status: int) -> None:
    with Script(reply(REFUSED % b"No items found", status)) as server:
        with pytest.raises(NoItemsFound) as raised:
            use(server.address, get, **FAST)
        assert not raised.value.retryable
        assert len(server.requests) == 1


@pytest.mark.promise(
    "from any other call, their messages raise an `ApiError`",
    "Every call may raise `InvalidRequest`",
    "Only the operations that the error lists raise it",
)
@pytest.mark.parametrize(
    ("call", "message", "kind"),
    [
        (lambda seller: seller.items.list(), b"Invalid purchase code", ApiError),
        (lambda seller: seller.items.list_or_empty(), b"Item Not Found", ApiError),
        (lambda seller: seller.items.get_or_none(1), b"No items found", ApiError),
        (lambda seller: seller.purchases.validate_or_none("X"), b"Item Not Found", ApiError),
        (lambda seller: seller.purchases.validate("X"), b"Invalid request", InvalidRequest),
    ],
)
def test_only_its_own_messages_say_of_an_operation_that_there_is_no_such_thing(
    use: Use, call: Any, message: bytes, kind: type[ApiError]
) -> None:
    with Script(reply(REFUSED % message)) as server, pytest.raises(ApiError) as raised:
        use(server.address, call)
    assert (type(raised.value), raised.value.message) == (kind, message.decode())


@pytest.mark.promise("one of these statuses, except 500, with a message that is not documented")
@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_another_message_may_be_about_the_moment(use: Use, status: int) -> None:
    with Script(reply(REFUSED % b"Too busy", status), reply(ITEMS)) as server:
        assert len(use(server.address, get, **FAST)) == 1
        assert len(server.requests) == 2
    with Script(reply(REFUSED % b"Too busy", status)) as server:
        with pytest.raises(ApiError) as raised:
            use(server.address, get, **{**FAST, "retries": 0})
        assert raised.value.retryable
