"""Tokens: `meta=tokens`."""

from typing import Annotated, Literal, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import Prop
from .._runtime.mediawiki.module import MetaModule
from .._runtime.mediawiki.types import All, Many

TokenType: TypeAlias = Literal[
    "createaccount", "csrf", "login", "patrol", "rollback", "userrights", "watch"
]
"""Kinds of tokens."""


class TokensResult(TypedDict):
    """What `Tokens` tells."""

    createaccounttoken: Annotated[str, Prop("createaccount")]
    csrftoken: Annotated[str, Prop("csrf")]
    logintoken: Annotated[str, Prop("login")]
    patroltoken: Annotated[str, Prop("patrol")]
    rollbacktoken: Annotated[str, Prop("rollback")]
    userrightstoken: Annotated[str, Prop("userrights")]
    watchtoken: Annotated[str, Prop("watch")]


class Tokens(MetaModule[TokensResult], name="tokens", prefix="", selector="type", read=False):
    """Tell the tokens that actions which change something ask for."""

    type: Many[TokenType | str] | All = ("csrf",)
    """Kinds of tokens to give; `*` for all of them.

    - `createaccount`: For creating an account.
    - `csrf`: For most actions that change something.
    - `login`: For logging in.
    - `patrol`: For marking changes as patrolled.
    - `rollback`: For rolling edits back.
    - `userrights`: For changing the groups of users.
    - `watch`: For watching pages and ceasing to.
    """

    __continue__ = ("type",)
