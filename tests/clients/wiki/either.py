"""Both clients behind one face, so that a test says once what holds for both."""

import asyncio
import builtins
import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Self

import wiki_query
from wiki_query import Asked, AsyncClient, Client, Combined, Page

USER_AGENT = "tests/1 (tests@example.org)"
PATIENT: Any = {"timeout": 60.0, "deadline": 300.0}
"""However busy the machine is, time ends no call; only where that is tested is less time given."""


def with_defaults(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a client, with those that all have here."""
    return {"user_agent": USER_AGENT, **PATIENT, **settings}


class Call(NamedTuple):
    """One call of a client, to be made later."""

    method: str
    """`list`, `pages` or `query`."""
    modules: Sequence[Any]
    options: Mapping[str, Any]


class Either:
    """A client of either kind, everything collected at once."""

    client: Any

    def _result(self, call: Any) -> Any:
        """The result of a call."""
        return call

    def _all(self, items: Any) -> builtins.list[Any]:
        """All items of a call."""
        return [*items]

    def each_of(self, items: Any, take: Callable[[Any], object]) -> None:
        """Hand over item by item, up to the end or an error."""
        for item in items:
            take(item)

    @property
    def warnings(self) -> Any:
        return self.client.warnings

    def with_options(self, **settings: Any) -> Self:
        other = copy.copy(self)
        other.client = self.client.with_options(**settings)
        return other

    def login(self, *account: str, **options: Any) -> Any:
        return self._result(self.client.login(*account, **options))

    def login_bot(self, *account: str) -> Any:
        return self._result(self.client.login_bot(*account))

    def logout(self) -> None:
        self._result(self.client.logout())

    def list(self, module: Any, **options: Any) -> builtins.list[Any]:
        return self._all(self.client.list(module, **options))

    def pages(self, *props: Any, **options: Any) -> builtins.list[Page]:
        return self._all(self.client.pages(*props, **options))

    def page(self, *values: Any, **options: Any) -> Page:
        page: Page = self._result(self.client.page(*values, **options))
        return page

    def prop(self, module: Any, **options: Any) -> builtins.list[tuple[Page, Any]]:
        return self._all(self.client.prop(module, **options))

    def ordered(self, *props: Any, **options: Any) -> builtins.list[Asked]:
        return self._all(self.client.pages(*props, **options).in_input_order())

    def query(self, *modules: Any, **options: Any) -> Combined:
        answer: Combined = self._result(self.client.query(*modules, **options))
        return answer

    def meta(self, module: Any, **options: Any) -> Any:
        return self._result(self.client.meta(module, **options))

    def each(self, calls: Sequence[Call]) -> builtins.list[Any]:
        return [getattr(self, call.method)(*call.modules, **call.options) for call in calls]

    def raw(self, *values: Any, **wire: Any) -> Any:
        return self._result(self.client.raw(*values, **wire))

    def act(self, *values: Any, **options: Any) -> Any:
        return self._result(self.client.act(*values, **options))

    def act_reply(self, *values: Any, **options: Any) -> Any:
        return self._result(self.client.act_reply(*values, **options))

    def change_page(self, *values: Any, **options: Any) -> Any:
        return self._result(self.client.change_page(*values, **options))

    def upload(self, *values: Any, **options: Any) -> Any:
        return self._result(self.client.upload(*values, **options))

    def purge(self, **options: Any) -> Any:
        return self._result(self.client.purge(**options))

    def watch(self, **options: Any) -> Any:
        return self._result(self.client.watch(**options))

    def check_catalogue(self) -> Any:
        return self._result(self.client.check_catalogue())

    def raw_all(self, **wire: Any) -> builtins.list[dict[str, Any]]:
        return self._all(self.client.raw_iter(**wire))

    def close(self) -> None:
        self.client.close()


class Sync(Either):
    """The client of one thread."""

    def __init__(self, api_url: str, package: Any = wiki_query, **settings: Any) -> None:
        self.client: Client = package.Client(api_url, **with_defaults(settings))


class Async(Either):
    """The asynchronous client, on an event loop."""

    def __init__(self, api_url: str, package: Any = wiki_query, **settings: Any) -> None:
        self._loop = asyncio.Runner()
        self.client: AsyncClient = package.AsyncClient(api_url, **with_defaults(settings))

    def _result(self, call: Any) -> Any:
        return self._loop.run(call)

    def _all(self, items: Any) -> builtins.list[Any]:
        async def collected() -> builtins.list[Any]:
            return [item async for item in items]

        return self._loop.run(collected())

    def each_of(self, items: Any, take: Callable[[Any], object]) -> None:
        async def looped() -> None:
            async for item in items:
                take(item)

        self._loop.run(looped())

    def each(self, calls: Sequence[Call]) -> builtins.list[Any]:
        """All at once, as programs of this kind ask."""

        async def result_of(call: Call) -> Any:
            answer = getattr(self.client, call.method)(*call.modules, **call.options)
            return await answer if call.method == "query" else [item async for item in answer]

        async def together() -> builtins.list[Any]:
            return await asyncio.gather(*map(result_of, calls))

        return self._loop.run(together())

    def close(self) -> None:
        self._loop.run(self.client.close())
        self._loop.close()
