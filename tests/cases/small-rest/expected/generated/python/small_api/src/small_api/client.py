"""The synchronous client of the Small API."""

from typing import Unpack

import httpx2

from ._runtime.core.options import OptionFields
from ._runtime.rest.client import BaseClient, Resource
from .models import Thing, ThingsGetShape
from .operations import API, THINGS_GET


class Client(BaseClient):
    """An API for a test.

    May be shared by threads; close it, or use it in a `with` block.

    The address must begin with `https://`, unless it is of this machine or `allow_http` is true.
    The other options are the fields of `Options`.
    """

    def __init__(
        self,
        base_url: str | None = None,
        *,
        transport: httpx2.BaseTransport | None = None,
        allow_http: bool = False,
        **options: Unpack[OptionFields],
    ) -> None:
        super().__init__(API, base_url, None, transport, allow_http, options)

    @property
    def things(self) -> "ThingsResource":
        """What there is."""
        return ThingsResource(self)


class ThingsResource(Resource):
    """What there is."""

    def get(self, id: int, *, shape: ThingsGetShape | None = None) -> Thing:
        """Return a thing.

        `id`: Number of the thing.

        `shape`: Which shape to show. The API takes `no` where it is left out.
        """
        return self._client.call(THINGS_GET, id=id, shape=shape)
