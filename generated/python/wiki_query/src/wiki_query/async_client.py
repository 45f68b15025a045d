"""Wiki query modules, asked from Python."""

from ._runtime.mediawiki.async_client import AsyncWiki
from .protocol import PROTOCOL


class AsyncClient(AsyncWiki):
    """The wiki, asked from asynchronous code."""

    __protocol__ = PROTOCOL
