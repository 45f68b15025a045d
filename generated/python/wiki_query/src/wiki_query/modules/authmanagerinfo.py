"""AuthManagerInfo: `meta=authmanagerinfo`."""

from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import When
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
    label: Annotated[str | RawMessage, When("`messageformat` is not `none`")]
    help: Annotated[str | RawMessage, When("`messageformat` is not `none`")]
    optional: bool
    sensitive: bool


class AuthenticationRequest(TypedDict):
    id: str
    metadata: dict[str, Any]
    required: str
    """Known values: `optional`, `primary-required`, `required`."""
    provider: Annotated[str | RawMessage, When("`messageformat` is not `none`")]
    account: Annotated[str | RawMessage, When("`messageformat` is not `none`")]
    fields: Annotated[dict[str, AuthenticationField], When("`mergerequestfields` is not set")]
    """By name."""


class AuthManagerInfoResult(TypedDict):
    """What `AuthManagerInfo` tells."""

    canauthenticatenow: bool
    cancreateaccounts: bool
    canlinkaccounts: bool
    securitysensitiveoperationstatus: Annotated[str, When("`securitysensitiveoperation` is given")]
    """Known values: `fail`, `ok`, `reauth`."""
    haspreservedstate: Annotated[bool, When("`requestsfor` is given")]
    hasprimarypreservedstate: Annotated[bool, When("`requestsfor` is given")]
    preservedusername: Annotated[str, When("`requestsfor` is given")]
    requests: Annotated[list[AuthenticationRequest], When("`requestsfor` is given")]
    fields: Annotated[
        dict[str, AuthenticationField], When("`requestsfor` is given and `mergerequestfields` set")
    ]


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
