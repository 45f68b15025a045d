"""Looks names up for no longer than a call may wait.

The system's resolver takes no timeout, and a thread that waits for it cannot be stopped: it is left behind, and
ends when the resolver does.
"""

import ipaddress
import socket
from queue import Empty, SimpleQueue
from threading import Thread

import httpcore2


def addresses(host: str, port: int, timeout: float) -> list[str]:
    """The addresses of a host, in the order in which to try them."""
    if _is_address(host):
        return [host]
    answer: SimpleQueue[list[str] | OSError | UnicodeError] = SimpleQueue()
    Thread(target=_look_up, args=(host, port, answer), name="look-up", daemon=True).start()
    try:
        found = answer.get(timeout=timeout)
    except Empty:
        raise httpcore2.ConnectTimeout("the name of the host was not found in time") from None
    if isinstance(found, Exception):
        raise httpcore2.ConnectError(str(found))
    return found


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def _look_up(
    host: str, port: int, answer: "SimpleQueue[list[str] | OSError | UnicodeError]"
) -> None:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        answer.put(error)
    else:
        answer.put(list(dict.fromkeys(str(address[0]) for *_, address in found)))
