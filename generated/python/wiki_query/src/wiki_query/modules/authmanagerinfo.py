"""AuthManagerInfo: `meta=authmanagerinfo`."""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from .._runtime.mediawiki.module import MetaModule
from .._runtime.mediawiki.types import Forced

AuthenticationAction: TypeAlias = Literal[
    "change",
    "create",
    "create-continue",
    "link",
    "link-continue",
    "login",
    "login-continue",
    "remove",
    "unlink",
]
"""What a login form is for."""
MessageFormat: TypeAlias = Literal["html", "none", "raw", "wikitext"]
"""How messages are written."""


class RawMessage(TypedDict):
    """A message as `messageformat=raw` gives it."""

    key: str
    params: list[Any]


class AuthenticationField(TypedDict):
    type: str
    """Known values: `button`, `checkbox`, `hidden`, `multiselect`, `null`, `password`, `select`,
    `string`.
    """
    value: NotRequired[Any]
    options: NotRequired[dict[str, str]]
    """When: there is a choice."""
    label: NotRequired[str | RawMessage]
    """When: unless `messageformat=none`."""
    help: NotRequired[str | RawMessage]
    """When: unless `messageformat=none`."""
    optional: bool
    sensitive: bool


class AuthenticationRequest(TypedDict):
    id: str
    metadata: dict[str, Any]
    required: str
    """Known values: `optional`, `primary-required`, `required`."""
    provider: NotRequired[str | RawMessage]
    """When: unless `messageformat=none`."""
    account: NotRequired[str | RawMessage]
    """When: unless `messageformat=none`."""
    fields: NotRequired[dict[str, AuthenticationField]]
    """By name. When: without `mergerequestfields`."""


class AuthManagerInfoResult(TypedDict):
    """What `AuthManagerInfo` tells."""

    canauthenticatenow: bool
    cancreateaccounts: bool
    canlinkaccounts: bool
    securitysensitiveoperationstatus: NotRequired[str]
    """When: with `securitysensitiveoperation`. Known values: `fail`, `ok`, `reauth`."""
    haspreservedstate: NotRequired[bool]
    """When: with `requestsfor`."""
    hasprimarypreservedstate: NotRequired[bool]
    """When: with `requestsfor`."""
    preservedusername: NotRequired[str]
    """When: with `requestsfor`."""
    requests: NotRequired[list[AuthenticationRequest]]
    """When: with `requestsfor`."""
    fields: NotRequired[dict[str, AuthenticationField]]
    """When: with `requestsfor` and `mergerequestfields`."""


class AuthManagerInfo(
    MetaModule[AuthManagerInfoResult], name="authmanagerinfo", prefix="ami", read=False
):
    """Tell how one can log in, sign up or change credentials, and which fields that needs."""

    securitysensitiveoperation: str | None = None
    """Name of an operation; tell whether the user must log in afresh for it."""
    requestsfor: AuthenticationAction | Forced | None = None
    """Step of authentication whose fields to tell.

    - `change`: Change one's credentials.
    - `create`: Begin to create an account.
    - `create-continue`: Go on creating an account.
    - `link`: Begin to link an account of another service.
    - `link-continue`: Go on linking an account.
    - `login`: Begin to log in.
    - `login-continue`: Go on logging in.
    - `remove`: Remove credentials.
    - `unlink`: Undo the link to another account.
    """
    mergerequestfields: bool = False
    """Join the fields of all requests into one object."""
    messageformat: MessageFormat | Forced = "wikitext"
    """Form of the messages in the answer.

    - `html`: As HTML.
    - `none`: No messages.
    - `raw`: As message key and parameters.
    - `wikitext`: As wikitext.
    """
