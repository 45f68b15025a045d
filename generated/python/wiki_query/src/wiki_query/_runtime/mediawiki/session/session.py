"""Login, logout and saved sessions."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, cast

import httpx2
import msgspec

from ...core.escape import escaped
from ...core.frames import call_user
from ...core.header import character_fault
from ...core.secret import Secret, hidden, reveal, scrubbed
from ..errors import LoginError, ParameterError
from ..modules.encode import Params
from ..plain import JSON, is_list, is_object, object_in, objects
from ..queries.limits import learn_rights
from .account import entered, forget_account
from .calls import ask
from .context import Context, Quiet
from .tokens import fetch_token

RETURN_URL = "http://127.0.0.1/"
"""Return address for a login by another site; never requested."""


class LoginStep(msgspec.Struct, frozen=True):
    """A further question of a login, such as a two-factor code or the text of a captcha."""

    message: str
    fields: Mapping[str, str]
    """Name of each requested field → its label."""
    requests: tuple[Mapping[str, Any], ...]
    """Everything that the wiki says about it."""


FurtherSteps: TypeAlias = Callable[[LoginStep], Mapping[str, str]]
"""Gives the fields that a step wants."""


class Credentials(msgspec.Struct, frozen=True):
    """Name and password; kept in memory, to log in again when a session expires."""

    username: str
    password: Secret
    bot: bool
    on_challenge: FurtherSteps | None


def credentials_of(
    username: str, password: Secret, *, bot: bool, on_challenge: FurtherSteps | None
) -> Credentials:
    """Check the arguments of a login; the error does not contain them."""
    for name, value in (("username", username), ("password", password.reveal())):
        argument = cast("object", value)
        if not isinstance(argument, str) or not argument:
            kind = "an empty one" if argument == "" else type(argument).__name__
            raise _login_fault(name, f"expected text, got {kind}")
    if on_challenge is not None and not callable(cast("object", on_challenge)):
        raise _login_fault(
            "on_challenge", f"expected a function, got {type(on_challenge).__name__}"
        )
    return Credentials(username, password, bot, on_challenge)


def _login_fault(name: str, text: str) -> ParameterError:
    return ParameterError(f"{name}: {text}", code=None, module="client", parameter=name)


def log_in(context: Context, credentials: Credentials) -> Quiet[str]:
    """Log in, learn what the account may, and log in again by itself once the session is gone."""
    name = yield from _log_in(context, credentials)

    def again(later: Context) -> Quiet[None]:
        yield from _log_in(later, credentials)

    context.state.relogin = again
    yield from learn_rights(context)
    return name


def _log_in(context: Context, credentials: Credentials) -> Quiet[str]:
    state, login_context = context.state, context.of_login()
    state.tokens = {}  # they belong to the session that ends here
    token = yield from fetch_token(login_context, "login")
    if credentials.bot:
        name = yield from _log_in_bot(login_context, credentials, token)
    else:
        name = yield from _log_in_client(login_context, credentials, token)
    entered(state, name)
    return name


def _log_in_bot(context: Context, credentials: Credentials, token: Secret) -> Quiet[str]:
    params: dict[str, str | Secret] = {
        "action": "login",
        "lgname": credentials.username,
        "lgpassword": credentials.password,
        "lgtoken": token,
    }
    data = yield from _post(context, params)
    result: JSON = object_in(data, "login")
    if result.get("result") != "Success":
        reason: object = result.get("reason") or ""
        # A message is an object, except with errorformat=bc.
        text = reason.get("text", "") if is_object(reason) else reason
        raise _refusal(str(result.get("result", "Failed")), str(text), params)
    return str(result.get("lgusername", credentials.username))


def _log_in_client(context: Context, credentials: Credentials, token: Secret) -> Quiet[str]:
    params: dict[str, str | Secret] = {
        "action": "clientlogin",
        "username": credentials.username,
        "password": credentials.password,
        "loginreturnurl": RETURN_URL,  # without it, the wiki refuses the login
        "logintoken": token,
    }
    while True:
        data = yield from _post(context, params)
        result: JSON = object_in(data, "clientlogin")
        status = str(result.get("status", "FAIL"))
        if status == "PASS":
            return str(result.get("username", credentials.username))
        if status not in ("UI", "RESTART") or credentials.on_challenge is None:
            code, text = str(result.get("messagecode", status)), str(result.get("message", ""))
            if "@" in credentials.username:
                text += f" ({credentials.username!r} looks like a bot password: use login_bot)"
            raise _refusal(code, text.strip(), params)
        answered = call_user(credentials.on_challenge, _step(result))
        params = {
            "action": "clientlogin",
            "logincontinue": "1",
            "logintoken": token,
            # A code of a second factor is as good as a password.
            **{name: hidden(value) for name, value in answered.items()},
        }


def _refusal(code: str, text: str, params: Params) -> LoginError:
    secrets = [value for value in params.values() if isinstance(value, Secret)]
    code, text = (escaped(scrubbed(message, secrets)) for message in (code, text))
    action = reveal(params["action"])
    return LoginError(code, text, module=action, operation=action)


def _post(context: Context, params: Params) -> Quiet[JSON]:
    """Send once and never again: what it does is done, whether an answer comes or not."""
    label = reveal(params["action"])
    return (yield from ask(context, params, label=label, post=True, repeatable=False))


def _step(result: JSON) -> LoginStep:
    requests = objects(result.get("requests"))
    fields: dict[str, str] = {}
    for request in requests:
        request_fields: JSON = object_in(request, "fields")
        for name, field in request_fields.items():
            fields[name] = str(field.get("label", name)) if is_object(field) else name
    return LoginStep(str(result.get("message", "")), fields, tuple(requests))


def log_out(context: Context) -> Quiet[None]:
    """End the session on the wiki, and forget what belongs to it."""
    token = yield from fetch_token(context, "csrf")
    yield from _post(context, {"action": "logout", "token": token})
    forget_account(context.state)


def session_to_json(context: Context, cookies: Iterable[Any]) -> JSON:
    """A session as plain values. Whoever has them is logged in: keep them as you would a password."""
    return {
        "api_url": context.url,
        "account": context.state.account,
        "high_limits": context.state.high_limits,
        "cookies": [
            {
                "name": cookie.name,
                "value": cookie.value,
                "domain": cookie.domain,
                "path": cookie.path,
            }
            for cookie in cookies
        ],
    }


def session_fault(context: Context, saved: Mapping[str, Any]) -> ParameterError | None:
    """Why a session cannot be taken; None where it can. It is not repeated: it is as good as a password."""
    if not isinstance(cast("object", saved), Mapping):
        return _refused(f"a session that was saved is a mapping, not {type(saved).__name__}")
    if saved.get("api_url") != context.url:
        return _refused(f"this session belongs to {saved.get('api_url')}")
    for cookie in _cookies(saved):
        if not all(isinstance(cookie.get(name), str) for name in _COOKIE):
            return _refused("this is not a saved session")
        if fault := character_fault("".join(cookie[name] for name in _COOKIE)):
            return _refused(f"a cookie of the session {fault}, which no header can carry")
    return None


def take_session(context: Context, jar: httpx2.Cookies, saved: Mapping[str, Any]) -> None:
    """Go on with a session that was saved."""
    jar.clear()  # cookies of another session would be sent beside these
    for cookie in _cookies(saved):
        jar.set(**{name: cookie[name] for name in _COOKIE})
    state, account, high = context.state, saved.get("account"), saved.get("high_limits")
    name = None if account is None else str(account)
    if name != state.account:
        state.relogin = None  # it would go on as somebody else
    state.account = name
    state.high_limits = None if high is None else bool(high)
    state.tokens = {}


def _cookies(saved: Mapping[str, Any]) -> list[JSON]:
    cookies: object = saved.get("cookies")
    return objects(cookies if is_list(cookies) else [])


_COOKIE = ("name", "value", "domain", "path")


def _refused(text: str) -> ParameterError:
    return ParameterError(text, code=None, module="query", parameter="session")
