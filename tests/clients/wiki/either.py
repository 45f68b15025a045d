"""Both clients behind one face, so that a test says once what holds for both."""

import asyncio
import builtins
import copy
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from wiki_query import Asked, AsyncClient, Client, Combined, Page

T = TypeVar("T")
USER_AGENT = "tests/1 (tests@example.org)"
PATIENT: Any = {"timeout": 60.0, "deadline": 300.0}
"""However busy the machine is, time ends no call; only where that is tested is less time given."""


def given(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a client, with those that all have here."""
    return {"user_agent": USER_AGENT, **PATIENT, **settings}


class Call(NamedTuple):
    """One call of a client, to be made later."""

    method: str
    """`list`, `pages` or `query`."""
    modules: Sequence[Any]
    options: Mapping[str, Any]


class Either(Protocol):
    """What both can do, everything collected at once."""

    @property
    def warnings(self) -> tuple[Any, ...]: ...

    def login(self, *account: str, **options: Any) -> str: ...
    def login_bot(self, *account: str) -> str: ...
    def logout(self) -> None: ...
    def with_options(self, **settings: Any) -> "Either": ...
    def list(self, module: Any, **options: Any) -> builtins.list[Any]: ...
    def pages(self, *props: Any, **options: Any) -> builtins.list[Page]: ...
    def page(self, *values: Any, **options: Any) -> Page: ...
    def prop(self, module: Any, **options: Any) -> builtins.list[tuple[Page, Any]]: ...
    def ordered(self, *props: Any, **options: Any) -> builtins.list[Asked]: ...
    def query(self, *modules: Any, **options: Any) -> Combined: ...
    def meta(self, module: Any, **options: Any) -> Any: ...
    def each(self, calls: Sequence[Call]) -> builtins.list[Any]: ...
    def raw(self, *values: Any, **wire: Any) -> Any: ...
    def raw_all(self, **wire: Any) -> builtins.list[dict[str, Any]]: ...
    def close(self) -> None: ...


class Sync:
    """The client of one thread."""

    def __init__(self, api_url: str, **settings: Any) -> None:
        self.client = Client(api_url, **given(settings))

    @property
    def warnings(self) -> tuple[Any, ...]:
        return self.client.warnings

    def login(self, *account: str, **options: Any) -> str:
        return self.client.login(*account, **options)

    def login_bot(self, *account: str) -> str:
        return self.client.login_bot(*account)

    def logout(self) -> None:
        self.client.logout()

    def with_options(self, **settings: Any) -> Either:
        other = copy.copy(self)
        other.client = self.client.with_options(**settings)
        return other

    def list(self, module: Any, **options: Any) -> builtins.list[Any]:
        return [*self.client.list(module, **options)]

    def pages(self, *props: Any, **options: Any) -> builtins.list[Page]:
        return [*self.client.pages(*props, **options)]

    def page(self, *values: Any, **options: Any) -> Page:
        return self.client.page(*values, **options)

    def prop(self, module: Any, **options: Any) -> builtins.list[tuple[Page, Any]]:
        return [*self.client.prop(module, **options)]

    def ordered(self, *props: Any, **options: Any) -> builtins.list[Asked]:
        return [*self.client.pages(*props, **options).in_input_order()]

    def query(self, *modules: Any, **options: Any) -> Combined:
        return self.client.query(*modules, **options)

    def meta(self, module: Any, **options: Any) -> Any:
        return self.client.meta(module, **options)

    def each(self, calls: Sequence[Call]) -> builtins.list[Any]:
        return [getattr(self, one.method)(*one.modules, **one.options) for one in calls]

    def raw(self, *values: Any, **wire: Any) -> Any:
        return self.client.raw(*values, **wire)

    def raw_all(self, **wire: Any) -> builtins.list[dict[str, Any]]:
        return [*self.client.raw_iter(**wire)]

    def close(self) -> None:
        self.client.close()


class Async:
    """The asynchronous client, on a loop of its own."""

    def __init__(self, api_url: str, **settings: Any) -> None:
        self._loop = asyncio.Runner()
        self.client = AsyncClient(api_url, **given(settings))

    @property
    def warnings(self) -> tuple[Any, ...]:
        return self.client.warnings

    def login(self, *account: str, **options: Any) -> str:
        return self._run(self.client.login(*account, **options))

    def login_bot(self, *account: str) -> str:
        return self._run(self.client.login_bot(*account))

    def logout(self) -> None:
        self._run(self.client.logout())

    def with_options(self, **settings: Any) -> Either:
        other = copy.copy(self)
        other.client = self.client.with_options(**settings)
        return other

    def list(self, module: Any, **options: Any) -> builtins.list[Any]:
        return self._all(self.client.list(module, **options))

    def pages(self, *props: Any, **options: Any) -> builtins.list[Page]:
        return self._all(self.client.pages(*props, **options))

    def page(self, *values: Any, **options: Any) -> Page:
        return self._run(self.client.page(*values, **options))

    def prop(self, module: Any, **options: Any) -> builtins.list[tuple[Page, Any]]:
        return self._all(self.client.prop(module, **options))

    def ordered(self, *props: Any, **options: Any) -> builtins.list[Asked]:
        return self._all(self.client.pages(*props, **options).in_input_order())

    def query(self, *modules: Any, **options: Any) -> Combined:
        return self._run(self.client.query(*modules, **options))

    def meta(self, module: Any, **options: Any) -> Any:
        return self._run(self.client.meta(module, **options))

    def each(self, calls: Sequence[Call]) -> builtins.list[Any]:
        """All at once, as programs of this kind ask."""

        async def made(one: Call) -> Any:
            answer = getattr(self.client, one.method)(*one.modules, **one.options)
            return await answer if one.method == "query" else [item async for item in answer]

        async def together() -> builtins.list[Any]:
            return await asyncio.gather(*map(made, calls))

        return self._run(together())

    def raw(self, *values: Any, **wire: Any) -> Any:
        return self._run(self.client.raw(*values, **wire))

    def raw_all(self, **wire: Any) -> builtins.list[dict[str, Any]]:
        return self._all(self.client.raw_iter(**wire))

    def close(self) -> None:
        self._run(self.client.aclose())
        self._loop.close()

    def _run(self, call: Coroutine[Any, Any, T]) -> T:
        return self._loop.run(call)

    def _all(self, items: Any) -> builtins.list[Any]:
        async def collected(source: AsyncIterator[Any]) -> builtins.list[Any]:
            return [item async for item in source]

        return self._run(collected(items))
