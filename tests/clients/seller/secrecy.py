"""A key that must not be seen, answers that would show it, and how it would look."""

import gzip
import json
from collections.abc import Iterable
from urllib.parse import quote, quote_plus

from .script import ITEMS, Play, hang, raw, reply, reset, then_reset

KEY = "canary key/ü&%=+'\"\\x"
IN_JSON = json.dumps(KEY).encode()
FORMS = {
    KEY,
    quote(KEY),
    quote(KEY, safe=""),
    quote_plus(KEY),
    quote(KEY, safe="").lower(),
    repr(KEY)[1:-1],
    "canary",
}
ECHO = json.dumps({"status": "error", "msg": f"wrong key {KEY}"}).encode()
NAMED = json.dumps(KEY).encode()

FAULTS: dict[str, Play] = {
    "documented error": reply(b'{"status": "error", "msg": "No items found"}'),
    "error that repeats the key": reply(ECHO),
    "not JSON, with the key in it": reply(f"<h1>{KEY}</h1>".encode()),
    "HTTP error, with the key in it": reply(f"<h1>{KEY}</h1>".encode(), 403),
    "member missing": reply(b'{"status": "success"}'),
    "member that is the key": reply(b'{"status": "success", "items": %s}' % IN_JSON),
    "member that is not a number": reply(b'{"status": "success", %s: NaN}' % NAMED),
    "member that occurs twice": reply(b'{"status": "success", %s: 1, %s: 2}' % (NAMED, NAMED)),
    "nested deeply": reply(b'{"status": "success", "items": %s%s' % (b"[" * 20_000, IN_JSON)),
    "cut off": reply(b'{"status": "success", "items": [%s, ' % IN_JSON),
    "envelope that says neither": reply(b'{"status": %s}' % IN_JSON),
    "redirect that repeats the key": reply(
        b"", 307, {"Location": f"https://elsewhere.test/?api_key={quote(KEY)}"}
    ),
    "reset": reset,
    "reset within the answer": then_reset(b"HTTP/1.1 200 X\r\nContent-Length: 9\r\n\r\n{"),
    "no HTTP": raw(b"nonsense\r\n\r\n"),
    "no HTTP, but the key": raw(KEY.encode() + b"\r\n\r\n"),
    "key in a header": reply(ITEMS[:-1], headers={"X-Key": quote(KEY, safe="/ü")}),
    "key in the reason phrase": raw(
        b"HTTP/1.1 403 wrong key %s\r\nContent-Length: 0\r\n\r\n" % KEY.encode()
    ),
    "silence": hang,
    "too large": reply(b"x" * 100_000),
    "bomb": reply(gzip.compress(bytes(1_000_000)), headers={"Content-Encoding": "gzip"}),
    "bad compression": reply(b"canary", headers={"Content-Encoding": "gzip"}),
    "unavailable": reply(IN_JSON, 503),
}
WITHOUT_REPLY = [FAULTS[name] for name in ("reset", "no HTTP", "no HTTP, but the key", "silence")]


def assert_hidden(texts: Iterable[str]) -> None:
    for text in texts:
        for form in FORMS:
            assert form not in text, text
