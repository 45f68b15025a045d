"""Transports that a caller gives to a client."""

from collections.abc import Callable
from typing import TypeAlias

import httpx2

Fault: TypeAlias = Callable[[str, str], Exception]
"""Makes a package's error of a text and the name of an argument, which is empty if it concerns none."""


def fault_of(text: str, argument: str) -> ValueError:
    """The error for packages without an error class for it."""
    return ValueError(f"{argument}: {text}" if argument else text)


def transport_problem(transport: object, *, asynchronous: bool) -> str | None:
    """The fault of a transport, in words; None if a client of this kind can use it."""
    kind = "Async" if asynchronous else ""
    expected = f"expected a transport such as httpx2.{kind}HTTPTransport(…)"
    if isinstance(transport, type):
        return f"{expected}, got the class {transport.__name__}"
    name = type(transport).__name__
    if isinstance(transport, httpx2.Client | httpx2.AsyncClient):
        return f"{expected}, got an httpx2.{name}: give the transport that it was made with"
    modules = [base.__module__.partition(".")[0] for base in type(transport).__mro__]
    if "httpx" in modules and not {"httpx2", "opentelemetry"}.intersection(modules):
        return f"{expected}, got httpx.{name}, which is of another library than httpx2"
    methods = ("handle_async_request", "handle_request")
    usable, other = methods if asynchronous else methods[::-1]
    if callable(getattr(transport, usable, None)):
        return None
    if callable(getattr(transport, other, None)):
        programs = "synchronous" if asynchronous else "asynchronous"
        return f"{expected}, got {name}, which is for {programs} programs"
    return f"{expected}, got {name}"
