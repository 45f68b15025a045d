"""A wiki that is asked about itself, with the client that generated packages have."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import urlsplit

from specloom import __version__
from specloom.documents.limits import STANDARD
from specloom.fetching.http_credentials import NAME as HTTP_NAME
from specloom.fetching.http_credentials import PASSWORD as HTTP_PASSWORD
from specloom.fetching.http_credentials import HttpCredentials
from specloom.runtime.core.secret import Secret, scrubbed
from specloom.runtime.mediawiki.client import Wiki
from specloom.runtime.mediawiki.errors import (
    BusyError,
    LoginError,
    ParameterError,
    ResponseError,
    RightsError,
    ServerError,
    TransportError,
    WikiError,
)
from specloom.runtime.mediawiki.modules.protocol import Action, Protocol

MOST_BYTES = STANDARD.megabytes * 1_000_000
"""Of one reply: as much as is read of a file."""
_LONGEST_TEXT = 500
"""Characters of an error."""
SECONDS = 60.0
"""Of one request with all its attempts, where nobody says another time."""


@dataclass(frozen=True, slots=True)
class Login:
    """An account of a wiki."""

    username: str | None
    """None with a token."""
    password: Secret | None = None
    bot_password: Secret | None = None
    token: Secret | None = None
    """Of OAuth 2."""


@dataclass(frozen=True, slots=True)
class WikiAccess:
    """Address, account and contact for requests to a wiki."""

    address: str
    """Of its `api.php`, or of any of its pages."""
    contact: str | None = None
    """Contact of the operator: an e-mail address or a page."""
    login: Login | None = None
    seconds: float = SECONDS
    """Of one request with all its attempts."""
    http: HttpCredentials | None = None
    """For the server of the address."""


class FetchError(Exception):
    """Nothing usable came; the text says what was wrong and what to do."""

    def __init__(self, address: str, message: str, hint: str | None = None) -> None:
        text = message if message.startswith(address) else f"{address}: {message}"
        super().__init__(shortened(text) + (f"; {hint}" if hint else ""))


def shortened(text: str) -> str:
    """A text with words of a wiki, cut: they may be of any length."""
    return text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]}…"


NAME, PASSWORD, BOT_PASSWORD, TOKEN = (
    "WIKI_USERNAME",
    "WIKI_PASSWORD",
    "WIKI_BOT_PASSWORD",
    "WIKI_TOKEN",
)
_LOGIN = f"set {NAME} and {PASSWORD} or {BOT_PASSWORD}, or {TOKEN}"


def login_of(environment: Mapping[str, str], address: str) -> Login:
    """The account that the environment names; a `FetchError` where it names none."""
    if token := environment.get(TOKEN):
        return Login(None, token=Secret(token))
    name = environment.get(NAME)
    password, of_bot = environment.get(PASSWORD), environment.get(BOT_PASSWORD)
    if not name or not (password or of_bot):
        raise FetchError(address, "the environment names no account to log in with", _LOGIN)
    return Login(
        name,
        None if of_bot or not password else Secret(password),
        Secret(of_bot) if of_bot else None,
    )


class RawWiki(Wiki):
    """A wiki of which only raw questions are asked."""

    __protocol__ = Protocol(
        package="specloom",
        version=__version__,
        fixed={
            "action": "query",
            "format": "json",
            "formatversion": "2",
            "errorformat": "plaintext",
            "uselang": "en",
        },
        groups={"list": "list", "prop": "prop", "meta": "meta"},
        generator_parameter="generator",
        generator_prefix="g",
        separator="|",
        alternative_separator="\x1f",
        post_above_bytes=2000,
        post_header="Promise-Non-Write-API-Action: true",
        error_header="MediaWiki-API-Error",
        batches={},
        parameters=(),
        resolutions=(),
        page_fields=(),
        retry_later=("maxlag", "readonly", "ratelimited"),
        retry_after_login=("assertuserfailed", "badtoken"),
        rules=(),
        actions={"paraminfo": Action(parameters=("modules", "helpformat"), member="paraminfo")},
    )

    def read(self, **parameters: str) -> dict[str, Any]:
        """A reply to a request that changes nothing."""
        reply: object = self.raw(parameters)
        return cast("dict[str, Any]", reply) if isinstance(reply, dict) else {}

    def without_headers(self) -> None:
        """Send no headers of the caller from here on."""
        self._context = self._context.changed({"headers": {}})


@contextmanager
def opened(access: WikiAccess) -> Generator[RawWiki]:
    """The wiki, with a login if one is given; every fault inside is raised as FetchError."""
    try:
        with _wiki_client(access) as wiki:
            yield wiki
        return
    except WikiError as error:
        message, hint = _explained(error, access)
    # Outside of `except`, since the other error may repeat what was sent.
    secrets = () if access.http is None else (access.http.header, access.http.password)
    raise FetchError(access.address, scrubbed(message, secrets), hint)


def _wiki_client(access: WikiAccess) -> RawWiki:
    contact = f"({access.contact})" if access.contact else "(User: not named)"
    login, http = access.login, access.http
    wiki = RawWiki.from_page(
        access.address,
        user_agent=f"specloom/{__version__} {contact}",
        access_token=None if login is None else login.token,
        timeout=min(access.seconds, 30.0),
        deadline=access.seconds,
        max_response_bytes=MOST_BYTES,
        headers={} if http is None else {"Authorization": http.header},
        fatal=(),  # a wiki that does not know a parameter says so, and the reply tells the rest
    )
    if http is not None and _server(wiki.api_url) != _server(access.address):
        wiki.without_headers()  # the password is meant for the server that was named
    try:
        if login is not None and login.username is not None:
            if login.bot_password is not None:
                wiki.login_bot(login.username, login.bot_password)
            elif login.password is not None:
                wiki.login(login.username, login.password)
    except BaseException:
        wiki.close()
        raise
    return wiki


def _server(address: str) -> tuple[str, str]:
    parts = urlsplit(address)
    return parts.scheme.lower(), parts.netloc.lower()


def _explained(error: WikiError, access: WikiAccess) -> tuple[str, str | None]:
    """The message of an error, and a remedy."""
    text = str(error)
    if isinstance(error, ParameterError):
        text = text.removeprefix("page_url ").removeprefix("api_url ").partition(";")[0]
        return f"the address {text}", "give one such as https://wiki.example.org/"
    if isinstance(error, TransportError):
        if error.kind == "too-large":
            size = MOST_BYTES // 1_000_000
            return f"the reply is larger than {size} MB", "is this the address of a wiki?"
        if error.kind in ("deadline", "timeout"):
            return f"no answer within {access.seconds:g} s", "try again, or give a longer --timeout"
        return text, "look at the address, and at HTTPS_PROXY and SSL_CERT_FILE"
    if isinstance(error, LoginError):
        return f"the login was refused: {text}", _LOGIN
    if isinstance(error, RightsError) and error.code == "readapidenied":
        return "only who is logged in may read this wiki", f"{_LOGIN}, and give --login"
    if isinstance(error, BusyError):
        return text, "the wiki is busy; try again later, and say with --contact who asks"
    if isinstance(error, ResponseError):
        if error.status == 401:
            return text.partition("; headers={")[0], _unauthorized(access)
        if error.status == 403:
            return text, "say with --contact who asks; a private wiki wants --login"
        if " redirects to " in text:
            return text.partition("; ")[0], "give the address that it leads to"
        hint = "give the address of api.php, or of a page of the wiki"
        # What a program would call is no advice on the command line.
        reason = text.partition("; from_page(")[0].removesuffix("; give the address of api.php")
        return reason, hint
    if isinstance(error, ServerError):
        return f"the wiki refused: {text}", None
    return text, None


def _unauthorized(access: WikiAccess) -> str:
    """A remedy if the server in front of a wiki asks for a name and a password."""
    if access.login is not None and access.login.token is not None:
        return (
            f"a request has either {TOKEN} or a password for the server: log in with {BOT_PASSWORD}"
        )
    if access.http is not None:
        return f"the server does not take the name and the password of {access.http.source}"
    host = urlsplit(access.address).hostname
    return f"set {HTTP_NAME} and {HTTP_PASSWORD}, or name {host} in ~/.netrc"
