"""ExtLinks: `prop=extlinks`."""

from typing import TypedDict

from .._runtime.mediawiki.module import PropModule
from .._runtime.mediawiki.types import PageSize
from ..rules import QUERY_BAD_VALUE, QUERY_REQUIRES
from ..values import UrlProtocol


class ExtLinksItem(TypedDict):
    """One item of `ExtLinks`."""

    url: str


class ExtLinks(PropModule[list[ExtLinksItem]], name="extlinks", prefix="el"):
    """List the external addresses that each page links to."""

    page_size: PageSize = "max"
    """Links per request, at most; `max` for as many as the account may have."""
    protocol: UrlProtocol | str = ""
    """Protocol of the addresses to list; with `query` and no protocol only `http` is searched."""
    query: str | None = None
    """Address to search for, its protocol in `protocol`; `*` stands for any part. All links when
    left out.
    """
    expandurl: bool = False
    """Put the protocol before addresses that begin with `//`."""

    __rules__ = (QUERY_REQUIRES, QUERY_BAD_VALUE)
    __continue__ = ("elcontinue",)
