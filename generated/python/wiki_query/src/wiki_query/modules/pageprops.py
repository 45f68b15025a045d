"""PageProps: `prop=pageprops`."""

from .._runtime.mediawiki.module import PropModule
from .._runtime.mediawiki.types import Many


class PageProps(PropModule[dict[str, str]], name="pageprops", prefix="pp"):
    """Tell the properties that the text of each page sets, such as its sort key or display
    title.
    """

    prop: Many[str] = ()
    """Names of the properties to tell; all when left out."""

    __continue__ = ("ppcontinue",)
