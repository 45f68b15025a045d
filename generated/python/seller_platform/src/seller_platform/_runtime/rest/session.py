"""The context that the calls of one client share, from its arguments or the environment."""

import os
import time
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any, Self, TypeAlias, cast

import msgspec

from ..core.deadline import Clock
from ..core.header import overridden
from ..core.options import OptionFields, Options, header_pairs, is_async, problem_of
from ..core.retry import RetryBudget
from ..core.secret import Sealed, Secret, hide_in_logs, secret
from ..core.steps import Pairs
from .addresses import address_problem
from .credentials import (
    Credential,
    Function,
    changed_credentials,
    checked,
    credential_problem,
    moved_credentials,
    open_credentials,
    schemes_of,
    variable_of,
)
from .errors import ConfigurationError
from .operation import Api, Operation, Scheme
from .variables import filled_address, variable_problem, variables_of

_ARGUMENTS = ("transport", "allow_http")
"""Of a client beside its options, address and key."""
WHOLE_ADDRESS = "base_url"
"""The argument for another address than the API's own."""


KeyFunction: TypeAlias = Callable[[], str | Secret]
AsyncKeyFunction: TypeAlias = Callable[[], str | Secret | Awaitable[str | Secret]]
Key: TypeAlias = Secret | Sealed[AsyncKeyFunction]
"""A key, or the function that returns it before each call."""


class Session(msgspec.Struct, frozen=True):
    """The context that the calls of one client share."""

    api: Api
    address: str
    key: Secret | None
    credential: Secret | None
    """The key, or `Bearer` and the key, as sent."""
    key_function: Sealed[AsyncKeyFunction] | None
    """Returns the key before each call; None: it stays the same."""
    options: Options
    budget: RetryBudget
    credentials: Mapping[str, Credential] = {}
    """Name of a security scheme → what is sent for it."""
    has_own_address: bool = False
    """True if the address was given, and holds for every operation."""
    server_variables: Mapping[str, str] = {}
    """Variable of addresses → its text."""
    allow_http: bool = False
    """True if secrets may be sent without encryption."""
    clock: Clock = time.monotonic

    def with_changes(
        self,
        key: Key | None,
        options: OptionFields,
        credentials: Mapping[str, object],
        server_variables: Mapping[str, object],
    ) -> Self:
        """A session with other options, and with another key or server if one is given; the retry budget is shared."""
        session = self._at(server_variables)
        api = _with_token_urls(self.api, session.server_variables)
        changed = msgspec.structs.replace(
            session,
            options=_options(self.options, options),
            credentials={
                **moved_credentials(api, self.credentials, self.allow_http),
                **changed_credentials(api, credentials, self.allow_http),
            },
        )
        return changed if key is None else changed.with_key(key)

    def _at(self, server_variables: Mapping[str, object]) -> Self:
        """A session with other texts for variables of the address."""
        names = [name for name, text in server_variables.items() if text is not None]
        if not names:
            return self
        if self.has_own_address:
            text = f"{names[0]} changes nothing: the client was given a whole address"
            raise ConfigurationError(text)
        texts = _texts(self.api, server_variables, self.server_variables)
        address = _checked(_filled(self.api, self.api.address, texts), self.allow_http)
        return msgspec.structs.replace(self, address=address, server_variables=texts)

    def with_key(self, key: Key) -> Self:
        """A session with another key, or a function that returns it."""
        value, credential, function = _credentials(self.api, key)
        return msgspec.structs.replace(
            self, key=value, credential=credential, key_function=function
        )

    def with_returned_key(self, value: object) -> Self:
        """A session with the key that the function returned, as a secret; anything else is refused."""
        argument = "key" if self.api.key is None else self.api.key.argument
        if not isinstance(value, Secret):
            raise ConfigurationError(
                f"{argument}: expected a function that returns text (str), got {type(value).__name__}"
            )
        if not value.reveal():
            raise ConfigurationError(f"{argument}: the function returned an empty text")
        return self.with_key(value)

    def functions(self, operation: Operation[Any]) -> tuple[tuple[Scheme, Function], ...]:
        """Schemes of an operation whose key or token a function returns before each call."""
        schemes = schemes_of(self.api, self.credentials, operation)
        credentials = ((scheme, self.credentials[scheme.name]) for scheme in schemes)
        return tuple(
            (scheme, credential)
            for scheme, credential in credentials
            if isinstance(credential, Sealed) and not isinstance(credential, Secret)
        )

    def with_returned(self, scheme: Scheme, value: object) -> Self:
        """A session with the key or the token that a function returned, as a secret."""
        return self.with_credential(scheme, checked(scheme, value))

    def with_credential(self, scheme: Scheme, value: Secret) -> Self:
        """A session with another key or token for a scheme."""
        return msgspec.structs.replace(self, credentials={**self.credentials, scheme.name: value})

    def with_headers(self, headers: Pairs) -> Self:
        """A session whose requests have further headers, in place of those of the same names."""
        if not headers:
            return self
        whole = overridden(header_pairs(self.options.headers), headers)
        options = msgspec.structs.replace(self.options, headers=whole)
        return msgspec.structs.replace(self, options=options)

    def address_of(self, operation: Operation[Any]) -> str:
        """The address that the path of an operation follows."""
        if operation.address is None or self.has_own_address:
            return self.address
        if not variables_of(operation.address):
            return operation.address
        return _checked(
            _filled(self.api, operation.address, self.server_variables), self.allow_http
        )

    @property
    def headers(self) -> dict[str, str]:
        """Sent with every request."""
        agent = f"{self.api.package.replace('_', '-')}/{self.api.version}"
        if self.api.description:
            agent += f" ({self.api.description})"
        return {"User-Agent": agent, "Accept": "application/json"}


def open_session(
    api: Api,
    place: str | None,
    key: Key | None,
    allow_http: bool,
    options: OptionFields,
    credentials: Mapping[str, object],
    server_variables: Mapping[str, object],
) -> Session:
    """A session; a `ConfigurationError` says what is missing or wrong."""
    if not isinstance(cast("object", allow_http), bool):
        raise ConfigurationError(
            f"allow_http: expected True or False, got {type(allow_http).__name__}"
        )
    texts = _texts(api, server_variables)
    is_chosen = any(text is not None for text in server_variables.values())
    address = _address(api, place, allow_http, texts, is_chosen)
    value, credential, function = _credentials(api, key)
    settings = _options(Options(), options)
    return Session(
        api,
        address,
        value,
        credential,
        function,
        settings,
        RetryBudget(),
        open_credentials(_with_token_urls(api, texts), credentials, allow_http),
        allow_http=allow_http,
        has_own_address=address != filled_address(api.address, texts).rstrip("/"),
        server_variables=texts,
    )


def key_of(argument: str, value: object, *, asynchronous: bool = False) -> Key | None:
    """The key that a caller gives, as text or as a function, so that no traceback shows it."""
    if value is None or isinstance(value, Sealed):
        return cast("Key | None", value)
    if not callable(value):
        return Secret(cast("str", value))
    if is_async(value) and not asynchronous:
        text = f"{argument} is an async function: only an AsyncClient can await it"
        raise ConfigurationError(text)
    return Sealed(cast("AsyncKeyFunction", value))


def client_fault(text: str, argument: str) -> ConfigurationError:
    """The error of a client that cannot be made, for an argument or in this environment."""
    return ConfigurationError(f"{argument}: {text}" if argument else text)


def _options(before: Options, changes: OptionFields) -> Options:
    for name, value in changes.items():
        problem = problem_of(name, value, arguments=_ARGUMENTS)
        if problem is not None:
            raise ConfigurationError(problem)
    return msgspec.structs.replace(before, **changes)


def _from_environment(api: Api, argument: str) -> str | None:
    return os.environ.get(variable_of(api, argument)) or None  # empty is how many tools unset one


def _missing(api: Api, argument: str) -> ConfigurationError:
    text = f"{argument} is missing: give it, or set {variable_of(api, argument)}"
    return ConfigurationError(text)


def _credentials(
    api: Api, key: Key | None
) -> tuple[Secret | None, Secret | None, Sealed[AsyncKeyFunction] | None]:
    """The key, what is sent of it, and the function that returns it instead."""
    if api.key is None:
        return None, None, None
    if key is not None and not isinstance(key, Secret):
        return None, None, key
    value = _key(api, api.key.argument, api.key.in_header, key)
    hide_in_logs(value)
    return value, Secret(f"Bearer {value.reveal()}") if api.key.bearer else value, None


def _key(api: Api, argument: str, in_header: bool, argument_key: Secret | None) -> Secret:
    key = argument_key or secret(_from_environment(api, argument))
    if key is None or not key.reveal():
        raise _missing(api, argument)
    _check_text(argument, type(key.reveal()))
    problem = credential_problem(key.reveal(), in_header)
    if problem is not None:
        raise ConfigurationError(f"{argument} {problem}")
    return key


def _texts(
    api: Api, arguments: Mapping[str, object], before: Mapping[str, str] = MappingProxyType({})
) -> dict[str, str]:
    """Variables of addresses, each with the text of the caller, else the present one, else that of the environment, else its default."""
    texts: dict[str, str] = {}
    for variable in api.server_variables:
        text = arguments.get(variable.argument)
        if text is None:
            text = before.get(variable.name)
        if text is None:
            text = _from_environment(api, variable.argument) or variable.default
        _check_text(variable.argument, type(text))
        texts[variable.name] = cast("str", text)
    return texts


def _filled(api: Api, address: str, texts: Mapping[str, str]) -> str:
    """An address with the texts of its variables, of which none may change more than its own part."""
    names = variables_of(address)
    for variable in api.server_variables:
        if variable.name in names:
            problem = variable_problem(address, variable, texts[variable.name])
            if problem is not None:
                raise ConfigurationError(f"{variable.argument} {problem}")
    return filled_address(address, texts)


def _with_token_urls(api: Api, texts: Mapping[str, str]) -> Api:
    """An API whose tokens are got where the variables say."""
    schemes = (
        msgspec.structs.replace(scheme, token_url=_filled(api, scheme.token_url, texts))
        for scheme in api.schemes
    )
    return msgspec.structs.replace(api, schemes=tuple(schemes)) if texts else api


def _address(
    api: Api,
    place: str | None,
    allow_http: bool,
    texts: Mapping[str, str],
    is_chosen: bool,
) -> str:
    """The address that the caller gives or chooses by variables, else that of the environment, else that of the API."""
    argument = api.variable or WHOLE_ADDRESS
    address = place or (None if is_chosen else _from_environment(api, argument))
    if address is None and api.variable is not None:
        raise _missing(api, argument)
    if address is None and api.server_variables:
        return _checked(_filled(api, api.address, texts).rstrip("/"), allow_http)
    text = api.address if address is None else address
    _check_text(argument, type(text))
    if api.variable is not None and _is_a_part(api, text):
        text = api.address.replace(f"{{{api.variable}}}", text)
    return _checked(text, allow_http)


def _checked(text: str, allow_http: bool) -> str:
    problem = address_problem(text, allow_http)
    if problem is not None:
        raise ConfigurationError(f"the address of the API {problem}")
    return text.rstrip("/")


def _is_a_part(api: Api, text: str) -> bool:
    """Return whether a text is a value of the variable, and not a whole address."""
    return "://" not in text or api.address.startswith(f"{{{api.variable}}}")


def _check_text(argument: str, kind: type[object]) -> None:
    """Refuse other types than text; the error names the type, since the value may be secret."""
    if not issubclass(kind, str):
        text = f"{argument} is of type {kind.__name__} and must be a string (str)"
        raise ConfigurationError(text)
