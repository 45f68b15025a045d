"""The synchronous side of a client: one pool of connections, any number of calls."""

import warnings
from collections.abc import Mapping
from contextlib import AbstractContextManager
from copy import copy
from types import MappingProxyType, TracebackType
from typing import Any, Self, TypeVar

import httpx2

from ..core.driver import Driver, open_http
from ..core.options import OptionFields
from ..core.steps import Reply
from .calls import Value, call, concealed, kept_odd_rows, kept_replies, reply_to
from .decode import OddRow
from .operation import Api, Operation
from .response import Method, P, Response
from .session import Key, Session, client_fault, open_session
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
        session, function = self._session, self._session.key_function
        if function is not None and operation.key is not None:
            key = self._driver.secret_of(function.reveal())
            session = session.with_returned_key(key)
        if operation.security:
            for scheme, returning in session.functions(operation):
                value = self._driver.secret_of(returning.reveal())
                session = session.with_returned(scheme, value)
        return self._driver.run(call(session, operation, sealed_values))

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
