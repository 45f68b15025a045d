"""A wiki, asked one request after the other."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, Unpack, cast

import httpx2

from ..core.cookies import SendableCookies
from ..core.deprecation import by_new_name
from ..core.driver import Driver, open_http
from ..core.secret import Secret, hidden, secret
from .base import CONNECTIONS, AnyWiki, checked_connections, client_fault, http_headers
from .modules.module import (
    ActionModule,
    AnyModule,
    Beside,
    Generator,
    ListModule,
    MetaModule,
    PropModule,
)
from .modules.types import Many
from .plain import JSON
from .queries.arguments import check_meta
from .queries.bounds import PerPage
from .queries.combined_query import combined_query
from .queries.explain import Explanation
from .queries.iteration import Resumable
from .queries.list_query import ListQuery, list_query
from .queries.order import Asked
from .queries.page_query import PageQuery, page_query, single_page
from .queries.prop_query import PropQuery, prop_query
from .queries.selection import Ids, Titles, chosen
from .raw.raw import raw_call, raw_query
from .raw.raw_value import File, Raw, raw_values
from .results.page import Combined, Page
from .results.result import beside
from .session.address import checked_page
from .session.changes import Changes
from .session.oauth import OAuth1
from .session.session import FurtherSteps, credentials_of, log_in, log_out

if TYPE_CHECKING:
    import builtins
    from datetime import datetime

    from .actions.reply import ActReply
    from .modules.catalogue import Difference
    from .writing.change_page import SavedPage
    from .writing.page_sets import PurgedPage, WatchedPage
    from .writing.upload import SavedFile

T = TypeVar("T")
ResultT = TypeVar("ResultT")


class Items(Generic[T]):
    """Results of a query, fetched while you loop over them. After an error, a further loop continues there."""

    def __init__(self, driver: Driver, query: Resumable[T]) -> None:
        self._driver = driver
        self._rest = query
        self._source = driver.items(query.steps())

    def __iter__(self) -> Iterator[T]:
        return self

    def __next__(self) -> T:
        for item in self._source:
            self._rest.progress.count_item()
            return item
        if self._rest.progress.ended:
            raise StopIteration
        self._rest = self._rest.rest()  # an error ended it
        self._source = self._driver.items(self._rest.steps())
        return next(self)

    @property
    def cursor(self) -> JSON | None:
        """Position of the call, as JSON values, for `cursor=` of a later call; None at the end."""
        place = self._rest.progress.cursor()
        return None if place is None else place.to_json()


class ListItems(Items[T]):
    """The items of a list module."""

    def __init__(self, driver: Driver, query: ListQuery) -> None:
        super().__init__(driver, query)
        self._query = query

    def explain(self) -> Explanation:
        """The requests of this call, without sending any."""
        return self._query.explain()

    def beside(self, module: type[Beside[ResultT]]) -> ResultT:
        """Data of a module besides its items, such as a number of matches, in the replies so far."""
        requested = self._query.module
        if not isinstance(requested, cast("type[AnyModule]", module)):
            raise TypeError(f"{module.__name__} was not requested")
        return cast("ResultT", beside(self._query.progress.beside, requested))


class Pages(Items[Page]):
    """The pages of a query. A page comes when everything about it is there."""

    def __init__(self, driver: Driver, query: PageQuery) -> None:
        super().__init__(driver, query)
        self._query = query

    def explain(self) -> Explanation:
        """The requests of this call, without sending any."""
        return self._query.explain()

    def in_input_order(self) -> Items[Asked]:
        """One answer for each title or id that you gave, in your order."""
        return Items(self._driver, self._query.ordered())


class PropItems(Items[tuple[Page, T]]):
    """Items that a prop module lists: pairs of a page and an item."""

    def __init__(self, driver: Driver, query: PropQuery) -> None:
        super().__init__(driver, query)
        self._query = query

    def explain(self) -> Explanation:
        """The requests of this call, without sending any."""
        return self._query.explain()


class Wiki(AnyWiki):
    """A wiki and the account that asks it. Threads may share it."""

    def __init__(
        self,
        api_url: str,
        *,
        user_agent: str,
        access_token: str | Secret | None = None,
        oauth1: OAuth1 | None = None,
        connections: int = CONNECTIONS,
        transport: httpx2.BaseTransport | None = None,
        **settings: Unpack[Changes],
    ) -> None:
        """Make a client of a wiki. An access token or `oauth1` takes the place of a login.

        Args:
            api_url: The address of `api.php`.
            user_agent: The program, and whom to ask about it.
            access_token: A token of OAuth 2.
            oauth1: Keys of OAuth 1.0a, which sign each request.
            connections: Highest number of open connections, shared with the clients that `with_options` makes. A call for
                which there is none waits.
            transport: Sends the requests, instead of the client's own connections.
            **settings: The options, by name.
        """
        hidden_token = secret(access_token)
        del access_token  # no traceback from here on shows it
        super().__init__(api_url, hidden_token, oauth1, settings)
        http = open_http(
            headers=http_headers(user_agent, self.__protocol__),
            cookies=SendableCookies(),
            transport=transport,
            connections=checked_connections(connections),
            fault=client_fault,
        )
        self._driver = Driver(http)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        if self._owns_pool:
            self._driver.http.close()

    @property
    def _cookies(self) -> httpx2.Cookies:
        return self._driver.http.cookies

    @classmethod
    def from_page(
        cls,
        page_url: str,
        *,
        user_agent: str,
        access_token: str | Secret | None = None,
        oauth1: OAuth1 | None = None,
        connections: int = CONNECTIONS,
        transport: httpx2.BaseTransport | None = None,
        **settings: Unpack[Changes],
    ) -> Self:
        """Make a client from the address of any page of a wiki: it finds the address of `api.php`.

        Args:
            page_url: The address of the page.
            user_agent: The program, and whom to ask about it.
            access_token: A token of OAuth 2.
            oauth1: Keys of OAuth 1.0a, which sign each request.
            connections: Highest number of open connections.
            transport: Sends the requests, instead of the client's own connections.
            **settings: The options, by name.
        """
        from .session.discover import find_api  # rarely needed

        hidden_token = secret(access_token)
        del access_token  # no traceback from here on shows it
        wiki = cls(
            checked_page(page_url),
            user_agent=user_agent,
            access_token=hidden_token,
            oauth1=oauth1,
            connections=connections,
            transport=transport,
            **settings,
        )
        try:
            wiki._moved_to(wiki._driver.run(find_api(page_url, wiki._context.settings.options)))
        except BaseException:
            wiki.close()
            raise
        return wiki

    def login(
        self,
        username: str,
        password: str | Secret,
        *,
        on_challenge: FurtherSteps | None = None,
        further: FurtherSteps | None = None,
    ) -> str:
        """Log in with a name and password.

        Args:
            username: Name of the account.
            password: Its own password, not that of a bot.
            on_challenge: Answers further questions, such as a two-factor code.
            further: Deprecated: the earlier name of `on_challenge`.
        """
        hidden_password = hidden(password)
        del password  # no traceback from here on shows it
        on_challenge = by_new_name("on_challenge", on_challenge, "further", further)
        credentials = credentials_of(
            username, hidden_password, bot=False, on_challenge=on_challenge
        )
        return self._driver.run(log_in(self._context.bounded(), credentials))

    def login_bot(self, username: str, password: str | Secret) -> str:
        """Log in with a bot password.

        Args:
            username: The name `User@App`.
            password: The password of that name.
        """
        hidden_password = hidden(password)
        del password  # no traceback from here on shows it
        credentials = credentials_of(username, hidden_password, bot=True, on_challenge=None)
        return self._driver.run(log_in(self._context.bounded(), credentials))

    def logout(self) -> None:
        """Log out and forget the password."""
        self._driver.run(log_out(self._context.bounded()))
        self._driver.http.cookies.clear()

    def list(
        self,
        module: ListModule[T],
        *,
        max_items: int | None = None,
        cursor: Mapping[str, Any] | None = None,
        force: bool = False,
        insist: bool | None = None,
    ) -> ListItems[T]:
        """Items of a list module, one by one.

        Args:
            module: The module with its parameters: `AllPages(namespace=0)`.
            max_items: The most items to return.
            cursor: Where an earlier call has stopped.
            force: Send a call that breaks a rule, too.
            insist: Deprecated: the earlier name of `force`.
        """
        query = list_query(
            self._context,
            module,
            max_items=max_items,
            cursor=cursor,
            force=by_new_name("force", force, "insist", insist),
        )
        return ListItems(self._driver, query)

    def pages(
        self,
        *props: PropModule[Any],
        titles: Titles | None = None,
        pageids: Ids | None = None,
        revids: Ids | None = None,
        generator: Generator | None = None,
        redirects: bool = False,
        convert_titles: bool = False,
        max_items: int | None = None,
        max_per_page: PerPage = None,
        cursor: Mapping[str, Any] | None = None,
        force: bool = False,
        insist: bool | None = None,
    ) -> Pages:
        """Pages, with what prop modules tell about each. A generator may bring a page twice.

        Args:
            *props: The modules with their parameters.
            titles: Pages by their titles, any number of them.
            pageids: Pages by their ids.
            revids: Pages by ids of their revisions.
            generator: A module that chooses the pages.
            redirects: Take the page that a redirect leads to.
            convert_titles: Try titles in the other scripts of the wiki's language.
            max_items: The most pages to return.
            max_per_page: The most items of a module about each page: a number, or one for each class.
            cursor: Where an earlier call has stopped.
            force: Send a call that breaks a rule, too.
            insist: Deprecated: the earlier name of `force`.
        """
        query = page_query(
            self._context,
            props,
            of=chosen(titles, pageids, revids),
            generator=generator,
            redirects=redirects,
            convert_titles=convert_titles,
            max_items=max_items,
            max_per_page=max_per_page,
            cursor=cursor,
            force=by_new_name("force", force, "insist", insist),
        )
        return Pages(self._driver, query)

    def page(
        self,
        page: str | int,
        *props: PropModule[Any],
        redirects: bool = False,
        convert_titles: bool = False,
        max_per_page: PerPage = None,
        force: bool = False,
        insist: bool | None = None,
    ) -> Page:
        """One page. One that is missing has the state "missing".

        Args:
            page: Its title or id.
            *props: The modules that tell about it, with their parameters.
            redirects: Take the page that a redirect leads to.
            convert_titles: Try titles in the other scripts of the wiki's language.
            max_per_page: The most items of a module about each page: a number, or one for each class.
            force: Send a call that breaks a rule, too.
            insist: Deprecated: the earlier name of `force`.

        Raises:
            AbsentError: It is a page of another wiki.
        """
        call = single_page(
            self._context.bounded(),
            page,
            props,
            redirects=redirects,
            convert_titles=convert_titles,
            max_per_page=max_per_page,
            force=by_new_name("force", force, "insist", insist),
        )
        return self._driver.run(call)

    def prop(
        self,
        module: PropModule[Sequence[T]],
        *,
        titles: Titles | None = None,
        pageids: Ids | None = None,
        revids: Ids | None = None,
        generator: Generator | None = None,
        redirects: bool = False,
        convert_titles: bool = False,
        max_items: int | None = None,
        max_per_page: PerPage = None,
        cursor: Mapping[str, Any] | None = None,
        force: bool = False,
        insist: bool | None = None,
    ) -> PropItems[T]:
        """List the items of a prop module, each with its page: `for page, link in …`.

        An item is returned as soon as a reply contains it. Its page has only the data of that reply.

        Args:
            module: The module with its parameters: `Links(namespace=0)`.
            titles: Pages by their titles, any number of them.
            pageids: Pages by their ids.
            revids: Pages by ids of their revisions.
            generator: A module that chooses the pages.
            redirects: Take the page that a redirect leads to.
            convert_titles: Try titles in the other scripts of the wiki's language.
            max_items: The most items to return.
            max_per_page: The most items of a module about each page: a number, or one for each class.
            cursor: Position of an earlier call.
            force: Send a call that breaks a rule, too.
            insist: Deprecated: the earlier name of `force`.
        """
        query = prop_query(
            self._context,
            module,
            of=chosen(titles, pageids, revids),
            generator=generator,
            redirects=redirects,
            convert_titles=convert_titles,
            max_items=max_items,
            max_per_page=max_per_page,
            cursor=cursor,
            force=by_new_name("force", force, "insist", insist),
        )
        return PropItems(self._driver, query)

    def query(
        self,
        *modules: AnyModule,
        titles: Titles | None = None,
        pageids: Ids | None = None,
        revids: Ids | None = None,
        generator: Generator | None = None,
        redirects: bool = False,
        max_items: int | None = None,
        max_per_page: PerPage = None,
        force: bool = False,
        insist: bool | None = None,
    ) -> Combined:
        """Ask several modules in one request. Each continues to its end, a list only to `max_items`.

        Args:
            *modules: The modules with their parameters.
            titles: Pages by their titles, any number of them.
            pageids: Pages by their ids.
            revids: Pages by ids of their revisions.
            generator: A module that chooses the pages.
            redirects: Take the page that a redirect leads to.
            max_items: The most items of each list; with a generator, the most pages.
            max_per_page: The most items of a module about each page: a number, or one for each class.
            force: Send a call that breaks a rule, too.
            insist: Deprecated: the earlier name of `force`.
        """
        query = combined_query(
            self._context.bounded(),
            modules,
            of=chosen(titles, pageids, revids),
            generator=generator,
            redirects=redirects,
            max_items=max_items,
            max_per_page=max_per_page,
            force=by_new_name("force", force, "insist", insist),
        )
        return self._driver.run(query.call())

    def meta(
        self, module: MetaModule[ResultT], *, force: bool = False, insist: bool | None = None
    ) -> ResultT:
        """Data of a meta module about the wiki or the account.

        Args:
            module: The module with its parameters: `SiteInfo()`.
            force: Send a call that breaks a rule, too.
            insist: Deprecated: the earlier name of `force`.
        """
        check_meta(module)
        combined = self.query(module, force=by_new_name("force", force, "insist", insist))
        return combined[type(module)]

    def act(
        self, action: ActionModule[ResultT], *, force: bool = False, insist: bool | None = None
    ) -> ResultT:
        """Carry out an action, such as an edit, and return its result.

        What changes the wiki is sent again only if it is certain that nothing was done.

        Args:
            action: The action with its parameters.
            force: Send a call that breaks a rule, too.
            insist: Deprecated: the earlier name of `force`.
        """
        from .actions.act import act  # programs that only read do without

        result: ResultT = self._driver.run(
            act(
                self._context.bounded(), action, force=by_new_name("force", force, "insist", insist)
            )
        )
        return result

    def act_reply(
        self, action: ActionModule[ResultT], *, force: bool = False, insist: bool | None = None
    ) -> "ActReply[ResultT]":
        """Carry out an action as `act` does, and return also what stands beside its result, and its warnings.

        Args:
            action: The action with its parameters.
            force: Send a call that breaks a rule, too.
            insist: Deprecated: the earlier name of `force`.
        """
        from .actions.reply import act_reply

        return self._driver.run(
            act_reply(
                self._context.bounded(), action, force=by_new_name("force", force, "insist", insist)
            )
        )

    def change_page(
        self,
        page: str | Page,
        change: Callable[[str], str | None],
        *,
        summary: str = "",
        section: str | int | None = None,
        create: bool = False,
        redirects: bool = False,
        minor: bool = False,
        bot: bool = False,
        tags: Many[str] = (),
        watchlist: str | None = None,
        respect_bots: Many[str] = (),
        attempts: int = 5,
    ) -> "SavedPage | None":
        """Change the text of a page: read it, call a function with it, and save the result on exactly the revision that was read.

        After an edit conflict it begins again, with the new text. Without a reply, it looks in the history for a revision
        with the text that was sent. Returns None if nothing had to be changed, and nothing was saved.

        Args:
            page: Its title, or a page of a query that returned its text and revision, which saves a request.
            change: Returns the new text for the old one; None or the same text saves nothing.
            summary: Edit summary.
            section: Number of the section to change; "new" adds one, of what the function makes of an empty text.
            create: Make the page, of an empty text, if it is missing.
            redirects: Change the target if the page is a redirect.
            minor: Mark the edit as minor.
            bot: Mark the edit as that of a bot.
            tags: Change tags for the edit.
            watchlist: Watchlist setting: "watch", "unwatch", "nochange" or "preferences".
            respect_bots: Names that the bot answers to in `{{bots}}` and `{{nobots}}`.
            attempts: Highest number of beginnings, or of edits without a reply.

        Raises:
            AbsentError: The page or section does not exist, or was deleted meanwhile.
            EditConflict: Others have changed the page at each attempt.
            Excluded: The page keeps the bot away.
            Uncertain: It is not known whether the edit was saved.
        """
        from .writing.change_page import change_page, page_change

        request = page_change(
            page,
            change,
            protocol=self._context.protocol,
            summary=summary,
            section=section,
            create=create,
            redirects=redirects,
            minor=minor,
            bot=bot,
            tags=tags,
            watchlist=watchlist,
            respect_bots=respect_bots,
            attempts=attempts,
        )
        return self._driver.run(change_page(self._context.bounded(), request))

    def upload(
        self,
        file: File,
        filename: str,
        *,
        comment: str = "",
        text: str | None = None,
        tags: Many[str] = (),
        watchlist: str | None = None,
        ignore: Many[str] = (),
        chunk_bytes: int = 1024 * 1024,
        in_background: bool = False,
        progress: Callable[[int, int], object] | None = None,
    ) -> "SavedFile":
        """Upload a file; if it is larger than a chunk, in chunks, which continue at the offset that the wiki returns.

        Args:
            file: A path, a file that is open in binary mode, or bytes.
            filename: Name that the file gets, without namespace.
            comment: Comment of the upload, and text of a new page without `text`.
            text: Text of a new page.
            tags: Change tags for the log entry and the new page.
            watchlist: Watchlist setting: "watch", "nochange" or "preferences".
            ignore: Names of warnings in spite of which it is saved, if there are no other warnings.
            chunk_bytes: Size of a chunk; a wiki may refuse more than a mebibyte or two.
            in_background: Let the wiki publish it in its job queue, and wait for that.
            progress: Called with the number of bytes that the wiki has, and of all.

        Raises:
            NotDone: The wiki has warnings that are not named.
            Uncertain: It is not known whether the file was saved.
        """
        from .writing.upload import file_upload, upload

        content, request = file_upload(
            file,
            filename,
            protocol=self._context.protocol,
            comment=comment,
            text=text,
            tags=tags,
            watchlist=watchlist,
            ignore=ignore,
            chunk_bytes=chunk_bytes,
            in_background=in_background,
            progress=progress,
        )
        return self._driver.run(upload(self._context, content, request))

    def purge(
        self,
        *,
        titles: Titles | None = None,
        pageids: Ids | None = None,
        revids: Ids | None = None,
        generator: Generator | None = None,
        redirects: bool = False,
        convert_titles: bool = False,
        update_links: bool = False,
        update_links_recursively: bool = False,
    ) -> "builtins.list[PurgedPage]":
        """Throw away what the wiki has cached of pages, however many.

        Args:
            titles: Titles of the pages.
            pageids: Ids of the pages.
            revids: Ids of revisions whose pages to take.
            generator: Module that chooses the pages.
            redirects: Go on to the targets of redirects.
            convert_titles: Try other variants of the wiki's language where a title is missing.
            update_links: Update the tables of links as well.
            update_links_recursively: Also those of the pages that use it as a template.

        Raises:
            Partial: There are pages for which it was not done.
        """
        from .writing.page_sets import purge

        call = purge(
            self._context,
            of=chosen(titles, pageids, revids),
            generator=generator,
            redirects=redirects,
            convert_titles=convert_titles,
            update_links=update_links,
            update_links_recursively=update_links_recursively,
        )
        return self._driver.run(call)

    def watch(
        self,
        *,
        titles: Titles | None = None,
        pageids: Ids | None = None,
        revids: Ids | None = None,
        generator: Generator | None = None,
        redirects: bool = False,
        convert_titles: bool = False,
        unwatch: bool = False,
        expiry: "datetime | str | None" = None,
    ) -> "builtins.list[WatchedPage]":
        """Put pages on the watchlist, however many, or take them off.

        Args:
            titles: Titles of the pages.
            pageids: Ids of the pages.
            revids: Ids of revisions whose pages to take.
            generator: Module that chooses the pages.
            redirects: Go on to the targets of redirects.
            convert_titles: Try other variants of the wiki's language where a title is missing.
            unwatch: Take them off.
            expiry: When they leave the watchlist: an aware datetime, or text such as "1 month".

        Raises:
            Partial: There are titles for which it was not done.
        """
        from .writing.page_sets import watch

        call = watch(
            self._context,
            of=chosen(titles, pageids, revids),
            generator=generator,
            redirects=redirects,
            convert_titles=convert_titles,
            unwatch=unwatch,
            expiry=expiry,
        )
        return self._driver.run(call)

    def check_catalogue(self) -> "tuple[Difference, ...]":
        """Differences between the modules of this wiki and those of this package."""
        from .modules.catalogue import compare  # rarely needed

        return self._driver.run(compare(self._context.bounded()))

    def raw(
        self,
        parameters: Mapping[str, Raw] | None = None,
        *,
        post: bool | None = None,
        token: str | None = None,
        **wire: Raw,
    ) -> Any:
        """Send any action, and return its reply: a dictionary, for some actions a list, and bytes if it is not JSON.

        Args:
            parameters: What is sent, by the wiki's own names. A path, an open file and bytes are sent as a file.
            post: Whether to send a POST; None: as the action needs it.
            token: Add a token of this kind, such as `csrf`, and send a POST.
            **wire: The same as `parameters`, for names that are identifiers.
        """
        values = raw_values(parameters, wire)
        del parameters, wire  # no traceback from here on shows a secret
        return self._driver.run(raw_call(self._context.bounded(), values, post=post, token=token))

    def raw_iter(self, parameters: Mapping[str, Raw] | None = None, **wire: Raw) -> Iterator[JSON]:
        """The replies to any query, one after the other, until the last.

        Args:
            parameters: Parameters, by the wiki's own names.
            **wire: Further parameters, whose names are identifiers.
        """
        return Items(self._driver, raw_query(self._context, raw_values(parameters, wire)))
