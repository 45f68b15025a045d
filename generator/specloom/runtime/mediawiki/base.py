"""Parts that both clients share: settings, facts learned from the wiki, and saved sessions."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from copy import copy
from typing import Any, ClassVar, ParamSpec, Self, Unpack

import httpx2
import msgspec

from ..core.secret import Secret, hide_in_logs, scrub_logs
from .errors import ParameterError
from .modules.module import AnyModule, Generator, is_action
from .modules.protocol import Protocol
from .plain import JSON
from .queries.combined_query import combined_query
from .queries.explain import Explanation
from .queries.selection import Ids, Titles, chosen
from .session.address import checked_address, checked_user_agent
from .session.changes import Changes
from .session.context import Context, State, WikiWarning
from .session.oauth import OAuth1
from .session.session import session_fault, session_to_json, take_session
from .session.settings import Settings

P = ParamSpec("P")


def http_headers(user_agent: str, protocol: Protocol) -> dict[str, str]:
    """Headers that the connections of a client send with every request."""
    package = f"{protocol.package.replace('_', '-')}/{protocol.version}"
    if protocol.description:
        package += f" ({protocol.description})"
    return {"User-Agent": f"{checked_user_agent(user_agent)} {package}", "Accept-Encoding": "gzip"}


def _token_fault(token: object) -> str | None:
    """Why a header cannot hold an access token; None where it can."""
    if not isinstance(token, str):
        return "expected text, got another type"
    if not token:
        return "it is empty; leave it out to ask without an account"
    if not (token.isascii() and token.isprintable()) or " " in token:
        return "it holds a blank, a line break or another character that no access token has"
    return None


def _oauth1_fault(oauth1: object, access_token: Secret | None) -> str | None:
    """Why requests cannot be signed; None where they can."""
    if not isinstance(oauth1, OAuth1):
        return f"expected an OAuth1(…), got {type(oauth1).__name__}"
    if access_token is not None:
        return "requests are either signed or have an access_token of OAuth 2, not both"
    return None


CONNECTIONS = 8
"""Open at a time, where nobody says how many: few enough for any wiki."""


def checked_connections(number: object) -> int:
    """A number of connections; anything else is refused."""
    if isinstance(number, int) and not isinstance(number, bool) and number > 0:
        return number
    text = f"connections: expected a whole number from 1 on, got {number!r}"
    raise ParameterError(text, code=None, module="client", parameter="connections")


def client_fault(text: str, argument: str) -> ParameterError:
    """The error of a client that cannot be made, for an argument or in this environment."""
    text = f"{argument}: {text}" if argument else text
    return ParameterError(text, code=None, module="client", parameter=argument or None)


class AnyWiki(ABC):
    """A wiki and the account that asks it, whoever carries the requests out."""

    __protocol__: ClassVar[Protocol]

    def __init__(
        self, api_url: str, access_token: Secret | None, oauth1: OAuth1 | None, settings: Changes, /
    ) -> None:
        if access_token is not None and (fault := _token_fault(access_token.reveal())):
            text = f"access_token: {fault}"
            raise ParameterError(text, code=None, module="client", parameter="access_token")
        if oauth1 is not None and (fault := _oauth1_fault(oauth1, access_token)):
            raise ParameterError(f"oauth1: {fault}", code=None, module="client", parameter="oauth1")
        self._context = Context(
            url=checked_address(api_url),
            protocol=self.__protocol__,
            settings=Settings().changed(settings),
            state=State(access_token=access_token, oauth1=oauth1),
        )
        scrub_logs()
        if access_token is not None:
            hide_in_logs(access_token)
        for hidden in () if oauth1 is None else oauth1.secrets:
            hide_in_logs(hidden)
        self._owns_pool = True

    def __repr__(self) -> str:
        context: Context | None = getattr(self, "_context", None)
        return f"{type(self).__name__}({'' if context is None else repr(context.url)})"

    @property
    @abstractmethod
    def _cookies(self) -> httpx2.Cookies:
        """The cookies of the connections, which contain the session."""

    def _moved_to(self, url: str) -> None:
        self._context = msgspec.structs.replace(self._context, url=checked_address(url))

    @property
    def api_url(self) -> str:
        """The address of `api.php`."""
        return self._context.url

    @property
    def warnings(self) -> tuple[WikiWarning, ...]:
        """The last thousand warnings of the wiki."""
        return tuple(self._context.state.warnings)

    def with_options(self, **settings: Unpack[Changes]) -> Self:
        """A client with other settings, over the same connections and login. Closing it leaves them open.

        Args:
            **settings: The options to change, by name.
        """
        other = copy(self)
        other._context = self._context.changed(settings)
        other._owns_pool = False
        return other

    def save_session(self) -> JSON:
        """The session as JSON values. Whoever has them is logged in: keep them like a password."""
        return session_to_json(self._context, self._cookies.jar)

    def restore_session(self, saved: Mapping[str, Any]) -> None:
        """Go on with a saved session instead of the present one.

        It holds no password: once it ends, nobody can open it again.

        Args:
            saved: What `save_session` has returned.
        """
        fault = session_fault(self._context, saved)
        if fault is None:
            take_session(self._context, self._cookies, saved)
            return
        del saved  # no traceback from here on shows it
        raise fault

    def explain(
        self,
        *modules: AnyModule,
        titles: Titles | None = None,
        pageids: Ids | None = None,
        revids: Ids | None = None,
        generator: Generator | None = None,
        redirects: bool = False,
    ) -> Explanation:
        """The requests of `query` with the same arguments, or of `act` with an action, even if they break a rule.

        It sends nothing. `explain_call` does the same for the other methods that write.

        Args:
            *modules: The modules with their parameters, or one action.
            titles: Pages by their titles, any number of them.
            pageids: Pages by their ids.
            revids: Pages by ids of their revisions.
            generator: A module that chooses the pages.
            redirects: Take the page that a redirect leads to.
        """
        chosen_by = (titles, pageids, revids, generator)
        if len(modules) == 1 and is_action(modules[0]) and chosen_by == (None,) * 4:
            from .actions.explain import explain_action  # programs that only read do without

            return explain_action(self._context, modules[0])
        query = combined_query(
            self._context,
            modules,
            of=chosen(titles, pageids, revids),
            generator=generator,
            redirects=redirects,
            max_items=None,
            max_per_page=None,
            force=True,
        )
        return query.explain()

    def explain_call(
        self, method: Callable[P, object], /, *args: P.args, **options: P.kwargs
    ) -> Explanation:
        """All requests that a method which writes would send if all goes well, without sending any.

        It assumes that pages exist, that nobody else changes them, and that the wiki returns no warnings. For `change_page`, the
        function is called only if the page is given with its text, or for a new section.

        Args:
            method: `act`, `act_reply`, `change_page`, `upload`, `purge` or `watch` of a client.
            *args: Its arguments.
            **options: Its keyword arguments.
        """
        from .actions.explain import explain_method  # programs that only read do without

        return explain_method(method, *args, **options)
