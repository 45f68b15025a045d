"""A raw TCP server that sends whatever bytes a test wants, and counts what arrives."""

import contextlib
import json
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

Play: TypeAlias = Callable[[socket.socket], None]
"""Action on a connection whose request has been read."""

ITEM = {
    "id": 1,
    "name": "n",
    "description": "d",
    "category": "c",
    "sub_category": "s",
    "options": [],
    "version": "1.0.0",
    "demo_link": "https://example.org",
    "tags": [],
    "media": {"thumbnail": "https://example.org/t.png"},
    "price": {"regular": 1.5, "extended": 2},
    "currency": "USD",
    "published_at": "2024-01-02T03:04:05Z",
}
PURCHASE = {
    "purchase_code": "X",
    "license_type": "Regular",
    "price": 1,
    "currency": "USD",
    "item": ITEM,
    "downloaded": False,
    "date": "2024-01-02T03:04:05Z",
}


def success(**members: object) -> bytes:
    return json.dumps({"status": "success", **members}).encode()


ITEMS = success(items=[ITEM])
PURCHASED = success(data={"purchase": PURCHASE})


def reply(body: bytes = ITEMS, status: int = 200, headers: Mapping[str, str] | None = None) -> Play:
    """A whole response; the connection stays open."""
    lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    return raw("\r\n".join(lines).encode() + b"\r\n\r\n" + body)


def raw(*parts: bytes, pause: float = 0.0) -> Play:
    """Bytes as they are, with a pause after each part."""

    def play(connection: socket.socket) -> None:
        for part in parts:
            connection.sendall(part)
            time.sleep(pause)

    return play


def reset(connection: socket.socket) -> None:
    """End the connection with a TCP reset."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    connection.close()


def then_reset(first: bytes) -> Play:
    """Send something, then end the connection with a TCP reset."""

    def play(connection: socket.socket) -> None:
        connection.sendall(first)
        time.sleep(0.02)
        reset(connection)

    return play


def then(first: Play, second: Play) -> Play:
    """One after the other on the same connection."""

    def play(connection: socket.socket) -> None:
        first(connection)
        second(connection)

    return play


PATIENT = 30.0
"""Seconds that a client waits where time is not what is tested, however busy the machine is."""
IMPATIENT = 0.5
"""Seconds that it waits for a server that says nothing; enough for its request to arrive."""


def hang(connection: socket.socket) -> None:
    """Say nothing for longer than any test waits."""
    time.sleep(3)


def interrupt(connection: socket.socket, number: int = signal.SIGUSR1) -> None:
    """Send this process a signal while it waits for an answer."""
    time.sleep(0.05)
    os.kill(os.getpid(), number)
    hang(connection)


class Script:
    """Plays one after the other, the last again and again; `requests` holds what was received."""

    def __init__(self, *plays: Play, reads_body: bool = True, reads_at_all: bool = True) -> None:
        self._plays = plays
        self._reads_body = reads_body
        self._reads_at_all = reads_at_all
        self._lock = threading.Lock()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.requests: list[bytes] = []
        self.connections = 0
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def __enter__(self) -> "Script":
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)  # ends the thread that waits in it
        self._listening.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._listening.accept()
                self.connections += 1
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with contextlib.suppress(OSError), connection:
            if not self._reads_at_all:
                self._next()(connection)
                return
            for request in self._received(connection):
                self.requests.append(request)
                self._next()(connection)

    def _next(self) -> Play:
        with self._lock:
            first, *rest = self._plays
            self._plays = tuple(rest) or (first,)
            return first

    def _received(self, connection: socket.socket) -> Iterator[bytes]:
        pending = b""
        while chunk := connection.recv(65536):
            pending += chunk
            while b"\r\n\r\n" in pending:
                head, _, rest = pending.partition(b"\r\n\r\n")
                size = _length(head) if self._reads_body else 0
                while len(rest) < size:
                    more = connection.recv(65536)
                    if not more:
                        return
                    rest += more
                yield head + b"\r\n\r\n" + rest[:size]
                pending = rest[size:]


def _length(head: bytes) -> int:
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    return 0
