"""Credentials of a client, by the security schemes of its API: how they are given, and which an operation needs."""

import math
import os
from base64 import b64encode
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, TypeAlias, cast

import msgspec

from ..core.deadline import Clock
from ..core.errors import transport_error
from ..core.header import value_fault
from ..core.lock import OwnLock
from ..core.options import Options
from ..core.retry import TRANSIENT_FAILURES, RetryBudget, exchange
from ..core.secret import Sealed, Secret, hidden, hide_in_logs
from ..core.steps import Failure, Outcome, Reply, Request, Send, Wait
from ..core.wire import form
from .addresses import address_problem
from .arguments import is_whole_text
from .errors import ApiError, ConfigurationError, ResponseError
from .messages import message_of
from .operation import Api, Operation, Scheme

_POLL = 0.02
"""Seconds between two looks at a token that another thread or task is getting."""
_MARGIN = 30.0
"""Seconds before its end in which a token is renewed; at most a tenth of its life."""
_LABEL = "token"
"""The operation that errors of the token's server name."""


class ClientCredentials:
    """An account of a program in OAuth 2: the client gets tokens for it and renews them.

    Args:
        client_id: Name of the account.
        client_secret: Its password.
        scopes: Rights to ask for; without any, those that the server gives.
        token_url: Address of the server of tokens, where it is not the one that the API describes.
    """

    __slots__ = ("client_id", "client_secret", "scopes", "token_url")

    def __init__(
        self,
        client_id: str,
        client_secret: str | Secret,
        *,
        scopes: Sequence[str] = (),
        token_url: str | None = None,
    ) -> None:
        self.client_id = client_id
        self.client_secret = hidden(client_secret)
        self.scopes = tuple(scopes)
        self.token_url = token_url

    def __repr__(self) -> str:
        return f"ClientCredentials({self.client_id!r}, '***')"


class BasicCredentials(msgspec.Struct, frozen=True):
    """User and password, as they are sent."""

    encoded: Secret
    password: Secret


class TokenSource:
    """Gets tokens for an account; shared by all threads and tasks of a client."""

    def __init__(self, account: ClientCredentials, url: str) -> None:
        self.account = account
        self.url = url
        self.lock = OwnLock()
        self._token: Secret | None = None
        self._ends = -math.inf

    def current(self, now: float) -> Secret | None:
        """The token, while it lasts."""
        return self._token if now < self._ends else None

    def drop(self, request: Request) -> bool:
        """Forget the token if a request had it; another thread or task may have got a new one since."""
        token = self._token
        if token is not None and any(
            token.reveal() in secret.reveal() for secret in request.secrets
        ):
            self._ends = -math.inf
        return token is not None

    def keep(self, token: Secret, ends: float) -> None:
        """Keep a new token until a time."""
        self._token, self._ends = token, ends


Function: TypeAlias = Sealed[Callable[[], Any]]
"""A function that returns the key or the token before each call."""
Credential: TypeAlias = Secret | Function | BasicCredentials | TokenSource


# --- What a caller gives ---------------------------------------------------------------------------


def seal(**arguments: object) -> Mapping[str, object]:
    """The credentials among the arguments of a client, so that no traceback shows them."""
    return {name: _sealed(value) for name, value in arguments.items() if value is not None}


def _sealed(value: object) -> object:
    if isinstance(value, Sealed | ClientCredentials):
        return cast("object", value)
    return Secret(value) if isinstance(value, str) else Sealed(value)


def open_credentials(
    api: Api, arguments: Mapping[str, object], allow_http: bool
) -> dict[str, Credential]:
    """Each scheme for which a caller or the environment gives something; a `ConfigurationError` for what cannot be sent."""
    names = [name for scheme in api.schemes for name in _arguments(scheme)]
    variables = ((name, os.environ.get(variable_of(api, name))) for name in names)
    values: dict[str, object] = {name: Secret(text) for name, text in variables if text}
    return _credentials(api, {**values, **arguments}, allow_http)


def changed_credentials(
    api: Api, arguments: Mapping[str, object], allow_http: bool
) -> dict[str, Credential]:
    """Each scheme for which a caller gives something new. The environment does not count: it would replace what was given before."""
    for scheme in api.schemes:
        missing = [name for name in _arguments(scheme) if name not in arguments]
        if len(missing) == 1 and scheme.user_argument:
            raise ConfigurationError(f"{missing[0]} is missing: user and password go together")
    return _credentials(api, arguments, allow_http)


def moved_credentials(
    api: Api, credentials: Mapping[str, Credential], allow_http: bool
) -> dict[str, Credential]:
    """Credentials, with new tokens for accounts whose server of tokens is another one now."""
    moved = dict(credentials)
    for scheme in api.schemes:
        source = credentials.get(scheme.name)
        if not isinstance(source, TokenSource) or source.account.token_url:
            continue
        if source.url != scheme.token_url:
            moved[scheme.name] = _credential(scheme, source.account, allow_http)
    return moved


def _credentials(
    api: Api, arguments: Mapping[str, object], allow_http: bool
) -> dict[str, Credential]:
    credentials: dict[str, Credential] = {}
    for scheme in api.schemes:
        values = [arguments[name] for name in _arguments(scheme) if name in arguments]
        if len(values) < len(_arguments(scheme)):
            continue
        if scheme.kind == "basic":
            credentials[scheme.name] = _basic(scheme, *values)
        else:
            credentials[scheme.name] = _credential(scheme, values[0], allow_http)
    return credentials


def variable_of(api: Api, argument: str) -> str:
    """The environment variable that stands for an argument of a client."""
    return f"{api.package}_{argument}".upper()


def _arguments(scheme: Scheme) -> tuple[str, ...]:
    return (scheme.user_argument, scheme.argument) if scheme.user_argument else (scheme.argument,)


def _credential(scheme: Scheme, value: object, allow_http: bool) -> Credential:
    argument = scheme.argument
    if isinstance(value, ClientCredentials):
        if scheme.kind != "oauth2":
            raise ConfigurationError(f"{argument}: ClientCredentials are for OAuth 2 only")
        url = value.token_url or scheme.token_url
        if not url:
            raise ConfigurationError(f"{argument}: token_url is missing: the API describes none")
        problem = address_problem(url, allow_http)
        if problem is not None:
            raise ConfigurationError(f"{argument}: token_url {problem}")
        hide_in_logs(value.client_secret)
        return TokenSource(value, url)
    if isinstance(value, Secret):
        return checked(scheme, value)
    content = cast("Sealed[object]", value).reveal()
    if not callable(content):
        raise _not_text(argument, content)
    return cast("Function", value)


def _not_text(argument: str, value: object) -> ConfigurationError:
    kind = type(value).__name__
    return ConfigurationError(f"{argument} is of type {kind} and must be a string (str)")


def _basic(scheme: Scheme, user: object, password: object) -> BasicCredentials:
    for argument, value in ((scheme.user_argument, user), (scheme.argument, password)):
        if not isinstance(value, Secret):
            raise _not_text(argument, cast("Sealed[object]", value).reveal())
        if not is_whole_text(value.reveal()):
            text = f"{argument} contains half a surrogate pair, which is not a character"
            raise ConfigurationError(text)
    user, password = cast("Secret", user), cast("Secret", password)
    if ":" in user.reveal():
        raise ConfigurationError(f"{scheme.user_argument} contains a colon, which ends the name")
    encoded = Secret(b64encode(f"{user.reveal()}:{password.reveal()}".encode()).decode())
    hide_in_logs(encoded)
    hide_in_logs(password)
    return BasicCredentials(encoded, password)


def checked(scheme: Scheme, value: object) -> Secret:
    """A key or a token that can be sent; a `ConfigurationError` says why another cannot."""
    argument = scheme.argument
    if not isinstance(value, Secret):
        kind = type(value).__name__
        raise ConfigurationError(
            f"{argument}: expected a function that returns text (str), got {kind}"
        )
    text = value.reveal()
    problem = credential_problem(text, scheme.place != "query") if text else "is empty"
    if problem is not None:
        raise ConfigurationError(f"{argument} {problem}")
    hide_in_logs(value)
    return value


def credential_problem(text: str, is_header: bool) -> str | None:
    """The fault of a key or a token; the text does not repeat it."""
    if text != text.strip():
        return "begins or ends with a blank"
    if not is_whole_text(text):
        return "contains half a surrogate pair, which is not a character"
    return value_fault(text) if is_header else None


# --- What an operation needs -----------------------------------------------------------------------


def schemes_of(
    api: Api, credentials: Mapping[str, Credential], operation: Operation[Any]
) -> tuple[Scheme, ...]:
    """The schemes that a call is sent with: the first alternative of which all are given.

    A `ConfigurationError` names what is missing, unless the operation can be called without any.
    """
    schemes = {scheme.name: scheme for scheme in api.schemes}
    for names in operation.security:
        if names and all(name in credentials for name in names):
            return tuple(schemes[name] for name in names)
    if not operation.security or () in operation.security:
        return ()
    alternatives = [[schemes[name] for name in names] for names in operation.security]
    missing = _either(alternatives, lambda argument: argument)
    variables = _either(alternatives, lambda argument: variable_of(api, argument))
    text = f"needs {missing}: give it to the client, or set {variables}"
    raise ConfigurationError(text, operation=operation.name)


def _either(alternatives: Sequence[Sequence[Scheme]], word: Callable[[str], str]) -> str:
    """The arguments of alternatives in words."""
    return " or ".join(
        " and ".join(word(argument) for scheme in schemes for argument in _arguments(scheme))
        for schemes in alternatives
    )


def token_of(
    source: TokenSource, options: Options, budget: RetryBudget, clock: Clock
) -> Generator[Send | Wait, Outcome | None, Secret]:
    """The token of an account: the one that is there, or a new one, which one thread or task gets for all."""
    token = source.current(clock())
    if token is not None:
        return token
    while not source.lock.acquire():
        yield Wait(_POLL)
    try:
        token = source.current(clock())
        if token is None:
            outcome = yield from exchange(_token_request(source), options, budget, clock=clock)
            if isinstance(outcome, Failure):
                raise transport_error(outcome.kind)(
                    outcome.text,
                    operation=_LABEL,
                    retryable=outcome.kind in TRANSIENT_FAILURES,
                    kind=outcome.kind,
                    maybe_sent=False,
                )
            token, life = _token(source, outcome)
            source.keep(token, clock() + life - min(_MARGIN, life / 10))
        return token
    finally:
        source.lock.release()


def _token_request(source: TokenSource) -> Request:
    account = source.account
    password = account.client_secret
    pair = f"{account.client_id}:{password.reveal()}"
    encoded = Secret(b64encode(pair.encode()).decode())
    scopes = (("scope", " ".join(account.scopes)),) if account.scopes else ()
    return Request(
        method="POST",
        url=source.url,
        headers=(("Authorization", Secret(f"Basic {encoded.reveal()}")),),
        content=form((("grant_type", "client_credentials"), *scopes)),
        content_type="application/x-www-form-urlencoded",
        repeatable=True,
        label=_LABEL,
        secrets=(password, encoded),
    )


class _Token(msgspec.Struct):
    access_token: str
    expires_in: float | None = None


def _token(source: TokenSource, reply: Reply) -> tuple[Secret, float]:
    """The token in a reply, and the seconds that it lasts. No error holds the reply, which may have the token."""
    if reply.status >= 300:
        try:
            message = message_of(reply.json())
        except ValueError:
            message = None
        text = message or "the server gave no token"
        text = source.account.client_secret.scrub(text)
        raise ApiError(text, operation=_LABEL, status=reply.status)
    try:
        token = msgspec.json.decode(reply.body, type=_Token, strict=False)
    except (msgspec.MsgspecError, ValueError):
        token = None
    if token is None or not token.access_token or value_fault(token.access_token):
        text = "the reply has no `access_token` that can be sent"
        raise ResponseError(text, operation=_LABEL, status=reply.status)
    secret = Secret(token.access_token)
    hide_in_logs(secret)
    return secret, math.inf if token.expires_in is None else max(token.expires_in, 0.0)
