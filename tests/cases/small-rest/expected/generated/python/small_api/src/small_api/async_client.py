"""The asynchronous client of the Small API."""

from typing import Unpack

import httpx2

from ._runtime.core.options import OptionFields
from ._runtime.rest.async_client import AsyncBaseClient, AsyncResource
from .models import Thing, ThingsGetShape
from .operations import API, THINGS_GET


class AsyncClient(AsyncBaseClient):
    """An API for a test.

    May be shared by tasks of one event loop; close it, or use it in an `async with` block.

    The address must begin with `https://`, unless it is of this machine or `allow_http` is true.
    The other options are the fields of `Options`.
    """

    def __init__(
        self,
        base_url: str | None = None,
        *,
        transport: httpx2.AsyncBaseTransport | None = None,
        allow_http: bool = False,
        **options: Unpack[OptionFields],
    ) -> None:
        super().__init__(API, base_url, None, transport, allow_http, options)

    @property
    def things(self) -> "AsyncThingsResource":
        """What there is."""
        return AsyncThingsResource(self)


class AsyncThingsResource(AsyncResource):
    """What there is."""

    async def get(self, id: int, *, shape: ThingsGetShape | None = None) -> Thing:
        """Return a thing.

        `id`: Number of the thing.

        `shape`: Which shape to show. The API takes `no` where it is left out.
        """
        return await self._client.call(THINGS_GET, id=id, shape=shape)
