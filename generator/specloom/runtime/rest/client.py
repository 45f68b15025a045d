"""The synchronous side of a client: one pool of connections, any number of calls."""

import warnings
from collections.abc import Mapping
from contextlib import AbstractContextManager
from copy import copy
from functools import partial
from types import MappingProxyType, TracebackType
from typing import Any, Self, TypeVar, cast

import httpx2

from ..core.driver import Driver, open_http
from ..core.options import OptionFields
from ..core.steps import Pairs, Reply
from .calls import (
    RECORDED,
    Value,
    call,
    concealed,
    kept_odd_rows,
    kept_replies,
    open_reply_to,
    operation_of,
    recorded_calls,
    reply_to,
    streamed,
)
from .decode import OddRow
from .events import with_switch
from .operation import Api, Events, Operation
from .response import Method, P, Response
from .session import Key, Session, client_fault, open_session
from .stream import Body, Download, Stream
from .undescribed import Parts, undescribed

T = TypeVar("T")


class BaseClient:
    """Base of all clients; a subclass adds its operations."""

    def __init__(
        self,
        api: Api,
        place: str | None,
        key: Key | None,
        transport: httpx2.BaseTransport | None,
        allow_http: bool,
        options: OptionFields,
        credentials: Mapping[str, object] = MappingProxyType({}),
        server_variables: Mapping[str, object] = MappingProxyType({}),
    ) -> None:
        self._session = open_session(
            api, place, key, allow_http, options, credentials, server_variables
        )
        self._driver = Driver(
            open_http(headers=self._session.headers, transport=transport, fault=client_fault)
        )
        self._owns_pool = True

    def call(self, operation: Operation[T], /, **values: Value) -> T:
        """Call an operation by its description.

        Args:
            operation: One of the module `operations`.
            **values: Its parameters.
        """
        sealed_values = concealed(operation, values)
        del values  # no traceback from here on shows a secret
        if (recorded := RECORDED.get()) is not None:
            recorded.append(partial(self._opened, streamed(operation), sealed_values))
            return cast("T", None)
        session = self._session_of(operation)
        return self._driver.run(call(session, operation, sealed_values))

    def stream(self, events: Events[T], /, **values: Value) -> Stream[T]:
        """Items of a reply as they come, inside a `with` block, by the description of an operation.

        Args:
            events: One of the module `operations`.
            **values: Parameters of its operation.
        """
        operation = operation_of(events)
        sealed_values = concealed(operation, with_switch(events, values))
        return Stream(partial(self._opened, operation, sealed_values), events)

    def download(self, method: Method[P, object], /, *args: P.args, **kwargs: P.kwargs) -> Download:
        """Call a method of this client, and read the bytes of its reply piece by piece, inside a `with` block.

        Args:
            method: Such as `client.files.content`.
            *args: Its arguments.
            **kwargs: Its arguments.
        """
        return Download(partial(_download, partial(method, *args, **kwargs)))

    def _opened(
        self, operation: Operation[Any], values: Mapping[str, Value], headers: Pairs = ()
    ) -> Body:
        """The body of the reply to an operation, which is not read yet."""
        usual_session = self._session_of(operation)
        session = usual_session.with_headers(headers)
        reply = self._driver.run(open_reply_to(session, operation, values))
        reopen = partial(self._opened, operation, values)
        return Body(self._driver, session, operation, reply, reopen)

    def _session_of(self, operation: Operation[Any]) -> Session:
        """The session with what functions return for a call of an operation."""
        session, function = self._session, self._session.key_function
        if function is not None and operation.key is not None:
            key = self._driver.secret_of(function.reveal())
            session = session.with_returned_key(key)
        if operation.security:
            for scheme, returning in session.functions(operation):
                value = self._driver.secret_of(returning.reveal())
                session = session.with_returned(scheme, value)
        return session

    def _request(self, method: str, path: str, parts: Parts) -> Reply:
        """The reply to a request that no operation describes."""
        operation, values = undescribed(self._session.api, method, path, parts)
        session = self._session
        for scheme, returning in session.functions(operation):
            value = self._driver.secret_of(returning.reveal())
            session = session.with_returned(scheme, value)
        return self._driver.run(reply_to(session, operation, values))

    def _changed(
        self,
        key: Key | None,
        options: OptionFields,
        credentials: Mapping[str, object] = MappingProxyType({}),
        server_variables: Mapping[str, object] = MappingProxyType({}),
    ) -> Self:
        """A client with other options, and another key or server where one is given, over the same connections."""
        other = copy(self)
        other._session = self._session.with_changes(key, options, credentials, server_variables)
        other._owns_pool = False
        return other

    def respond(self, method: Method[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Response[T]:
        """Call a method of this client. The result is `value`, beside the `status`, `headers` and `etag` of the reply.

        Args:
            method: Such as `client.items.get`.
            *args: Its arguments.
            **kwargs: Its arguments.
        """
        with kept_replies() as replies:
            value = method(*args, **kwargs)
        return Response(value, replies)

    def replies(self) -> AbstractContextManager[list[Reply]]:
        """The raw replies of the calls that this thread makes inside: `with client.replies() as raw:`."""
        return kept_replies()

    def odd_rows(self) -> AbstractContextManager[list[OddRow]]:
        """Rows of lists that do not fit, set aside in the calls that this thread makes inside."""
        return kept_odd_rows()

    def close(self) -> None:
        """Close the connections."""
        if self._owns_pool:
            self._driver.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        session: Session | None = getattr(self, "_session", None)
        return f"{type(self).__name__}({'' if session is None else repr(session.address)})"


def _download(method: Method[[], object]) -> Body:
    """The body of the reply to the call that a method makes."""
    with recorded_calls() as calls:
        method()
    if len(calls) != 1:
        raise TypeError("expected a method of this client, got a function that makes no call")
    body: Body = calls[0]()
    return body


class Resource:
    """Operations that belong together, of one client."""

    __slots__ = ("_client",)

    def __init__(self, client: BaseClient) -> None:
        self._client = client

    def _warn(self, text: str) -> None:
        """Say that the method which was called is deprecated, at the place of the call."""
        warnings.warn(text, DeprecationWarning, stacklevel=3)

    def _concealed(self, operation: Operation[Any], /, **values: Value) -> Mapping[str, Value]:
        """Arguments for `call`, of which no traceback shows those that are secret."""
        return concealed(operation, values)
