"""Whose session it is after an action that logs in or out, whichever way it was sent."""

from ..plain import JSON, is_object
from .context import State


def note_account(state: State, action: str, data: object) -> None:
    """Learn from an answer that the account has changed: else the next change would assert the one before."""
    told: object = data.get(action) if is_object(data) else None
    if action == "logout":
        left(state)
    elif is_object(told) and (name := _name_after(action, told)) is not None:
        entered(state, name)
        state.relogin = None  # its password is not kept, and another would open another's session


def left(state: State) -> None:
    """Nobody is logged in now."""
    state.account, state.relogin, state.high_limits = None, None, None
    state.tokens = {}


def entered(state: State, name: str) -> None:
    """An account is logged in now; what was learned of the one before holds no longer."""
    state.tokens, state.high_limits = {}, None
    state.account = name
    state.logins += 1


def _name_after(action: str, told: JSON) -> str | None:
    """The account that a login has opened a session for."""
    if action == "login" and told.get("result") == "Success":
        return str(told.get("lgusername"))
    if action == "clientlogin" and told.get("status") == "PASS":
        return str(told.get("username"))
    return None
