"""Looks names up for no longer than a call may wait.

The system's resolver takes no timeout, and a thread that waits for it cannot be stopped: it is left behind, and
ends when the resolver does. Meanwhile, calls that ask for the same name wait for the same thread, so that a resolver
which does not answer holds one thread for each name, however many calls give up.
"""

import ipaddress
import os
import socket
from concurrent.futures import Future
from threading import Thread
from typing import TypeAlias

import httpcore2

_Question: TypeAlias = tuple[int, str, int]
"""The process that asks, since threads end in a fork; host and port."""

_under_way: dict[_Question, Future[list[str]]] = {}


def addresses(host: str, port: int, timeout: float) -> list[str]:
    """The addresses of a host, in the order in which to try them."""
    if _is_address(host):
        return [host]
    try:
        return _answer((os.getpid(), host, port)).result(timeout)
    except TimeoutError:
        raise httpcore2.ConnectTimeout("the name of the host was not found in time") from None
    except (OSError, UnicodeError) as error:
        text = str(error)
    raise httpcore2.ConnectError(text)


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def _answer(question: _Question) -> Future[list[str]]:
    """The pending answer of a thread that looks this up already, or of a new one."""
    new_answer: Future[list[str]] = Future()
    answer = _under_way.setdefault(question, new_answer)
    if answer is new_answer:
        try:
            Thread(
                target=_look_up, args=(question, new_answer), name="look-up", daemon=True
            ).start()
        except RuntimeError:  # no more threads
            _under_way.pop(question)
            raise
    return answer


def _look_up(question: _Question, answer: Future[list[str]]) -> None:
    _, host, port = question
    try:
        address_infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        _under_way.pop(question)
        answer.set_exception(error)
    else:
        _under_way.pop(question)
        answer.set_result(list(dict.fromkeys(str(address[0]) for *_, address in address_infos)))
