"""Keeps track of the logged-in account, after any action that logs in or out."""

from ..plain import JSON, is_object
from .context import State


def note_account(state: State, action: str, data: object) -> None:
    """Record a change of the account from a reply: otherwise the next edit would assert the former account."""
    result: object = data.get(action) if is_object(data) else None
    if action == "logout":
        forget_account(state)
    elif is_object(result) and (name := _name_after(action, result)) is not None:
        entered(state, name)
        state.relogin = None  # its password is not kept, and another would open another's session


def forget_account(state: State) -> None:
    """Record that nobody is logged in."""
    state.account, state.relogin, state.high_limits = None, None, None
    state.tokens = {}


def entered(state: State, name: str) -> None:
    """An account is logged in now; what was learned of the one before holds no longer."""
    state.tokens, state.high_limits = {}, None
    state.account = name
    state.logins += 1


def _name_after(action: str, result: JSON) -> str | None:
    """The account for which a login opened a session; None if it did not."""
    if action == "login" and result.get("result") == "Success":
        return str(result.get("lgusername"))
    if action == "clientlogin" and result.get("status") == "PASS":
        return str(result.get("username"))
    return None
