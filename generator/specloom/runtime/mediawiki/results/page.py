"""One page of an answer, and the answer to several modules at once."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias, TypeVar, cast, overload

from ..errors import AbsentError
from ..modules.module import AnyModule, Beside, ListModule, MetaModule, PropModule
from ..plain import JSON, is_list, is_object
from .form import check_form
from .placement import RESOLUTION, misplaced_result
from .result import Spread, beside, is_unknown, nothing, shown_data
from .result import at as under

T = TypeVar("T")
PageState: TypeAlias = Literal["existing", "missing", "invalid", "special"]


class View:
    """The modules of a query, as its pages are seen through them."""

    def __init__(self, modules: Sequence[AnyModule], page_fields: Sequence[str]) -> None:
        self.requested = {type(module): module for module in modules}
        self.spread = Spread(modules, page_fields)

    def module(self, kind: type[Any]) -> AnyModule:
        """The requested module of a class."""
        if not isinstance(cast("object", kind), type):
            raise TypeError(f"expected a class, such as page[Links], got {kind!r}")
        if kind not in self.requested:
            requested = ", ".join(module.__name__ for module in self.requested) or "no module"
            raise AbsentError(f"{kind.__name__} was not requested; {requested} was", kind.__name__)
        return self.requested[kind]


class Page:
    """A page, with what each prop module tells about it: `page[Links]`."""

    __slots__ = ("_view", "fragment", "raw")

    def __init__(self, raw: JSON, view: View) -> None:
        self.raw = raw
        """Data from the server, with all parts of the page merged."""
        self.fragment: str | None = None
        """Section that the redirect leads to, if `page(…, redirects=True)` has followed one; None if it names no section."""
        self._view = view

    @property
    def title(self) -> str:
        """The title; AbsentError for a page id that does not exist."""
        if "title" not in self.raw:
            raise AbsentError(f"the wiki tells no title of {self!r}", "title")
        return cast("str", self.raw["title"])

    @property
    def ns(self) -> int | None:
        """The number of the namespace; None if the title is invalid."""
        return cast("int | None", self.raw.get("ns"))

    @property
    def pageid(self) -> int | None:
        """The id of the page; None if it does not exist."""
        return cast("int | None", self.raw.get("pageid"))

    @property
    def index(self) -> int | None:
        """The rank of the page in the search that found it."""
        return cast("int | None", self.raw.get("index"))

    @property
    def state(self) -> PageState:
        """True if the page is `existing`, `missing`, `invalid` or `special`."""
        if "invalid" in self.raw:
            return "invalid"
        if "special" in self.raw:
            return "special"
        return "missing" if "missing" in self.raw else "existing"

    @property
    def exists(self) -> bool:
        """True if there is a page: neither missing, nor invalid, nor made by the wiki itself."""
        return self.state == "existing"

    @property
    def invalid_reason(self) -> str | None:
        """Why the title is invalid, in the wiki's words."""
        reason: object = self.raw.get("invalidreason")
        if is_object(reason):
            return str(reason.get("text", ""))
        return None if reason is None else str(reason)

    @property
    def text(self) -> str:
        """The wikitext, if it was requested by `Revisions(prop="content", slots="main")`."""
        revisions: object = self.raw.get("revisions")
        latest: JSON = revisions[0] if is_list(revisions) and revisions else {}
        slots: object = latest.get("slots")
        main: object = slots.get("main") if is_object(slots) else latest
        text: object = main.get("content") if is_object(main) else None
        if not isinstance(text, str):
            raise AbsentError(self._why_no_text(latest, main), "text")
        return text

    def _why_no_text(self, latest: JSON, main: object) -> str:
        if not self.exists:
            return f"{self!r} lacks a text: it is {self.state}"
        hidden = latest.get("texthidden") or (is_object(main) and main.get("texthidden"))
        if hidden:
            return f"the wiki withholds the text of {self!r}"
        if not latest and any(
            type(each).__wire__.name == "revisions" for each in self._view.requested.values()
        ):
            return f"no revision of {self!r} was requested, so its text is not known"
        needed = 'prop=revisions with prop="content" and slots="main"'
        return f"the text of {self!r} was not requested: {needed} brings it"

    def __getitem__(self, prop: type[PropModule[T]]) -> T:
        """Data of a module about this page; raises `AbsentError` if there are none.

        For a module with an undescribed result, a dictionary of the keys that are not known to come from
        another
        requested module. Several such modules all get these keys, except one that is named like another
        module.
        """
        data = self._data(prop)
        if data is None:
            text = f"{prop.__name__} tells nothing of {self!r}, which is {self.state}"
            raise AbsentError(text, prop.__name__)
        return cast("T", data)

    def get(self, prop: type[PropModule[T]]) -> T | None:
        """Data of a module about this page; None if there are none."""
        return cast("T | None", self._data(prop))

    def beside(self, prop: type[Beside[T]]) -> T:
        """Data of a module besides its result."""
        return cast("T", beside(self.raw, self._view.module(prop)))

    def _data(self, prop: type[AnyModule]) -> Any:
        module = self._view.module(prop)
        key = prop.__wire__.key
        if key is None:
            part = self._view.spread.part(self.raw, prop)
            if is_unknown(prop):
                return part
            return shown_data(part, module) if part else None
        data = under(self.raw, key)
        if data is None and self.state in ("existing", "missing"):
            if key not in self.raw and (odd := self._view.spread.odd(self.raw)):
                raise misplaced_result(odd, module)
            if key in self.raw:
                check_form(None, module)
            return nothing(module)
        if data is None:
            return None
        return shown_data(data, module)

    def __repr__(self) -> str:
        shown_as = self.raw.get("title", self.raw.get("pageid"))
        return f"Page({shown_as!r})"


class Combined:
    """The answer to several modules: `answer[AllUsers]`, `answer[SiteInfo]`, `answer.pages`."""

    __slots__ = ("_items", "_view", "pages", "raw")

    def __init__(
        self,
        raw: JSON,
        pages: Sequence[Page],
        items: Mapping[type[AnyModule], list[Any]],
        view: View,
    ) -> None:
        self.raw = raw
        """The whole reply, all parts of it merged; pages and items of lists not included."""
        self.pages = list(pages)
        """Of the titles or ids given, or of the generator."""
        self._items = items
        self._view = view

    @overload
    def __getitem__(self, module: type[ListModule[T]]) -> list[T]: ...
    @overload
    def __getitem__(self, module: type[MetaModule[T]]) -> T: ...
    @overload
    def __getitem__(self, module: type[PropModule[T]]) -> T: ...
    def __getitem__(self, module: type[AnyModule]) -> Any:
        requested = self._view.module(module)
        if isinstance(requested, ListModule):
            return self._items[module]
        wire = module.__wire__
        if wire.where == "page":
            raise AbsentError(f"{module.__name__} describes pages: see `pages`", module.__name__)
        around: JSON = self.raw if wire.where == "top-level" else self.raw.get("query", {})
        if wire.key is None:
            fields = {key: value for key, value in around.items() if key not in RESOLUTION}
            return shown_data(self._view.spread.part(fields, module), requested)
        data = under(around, wire.key)
        if data is None:
            if wire.key in around:
                check_form(None, requested)
            data = nothing(requested)
        return shown_data({} if data is None else data, requested)

    def beside(self, module: type[Beside[T]]) -> T:
        """Data of a module besides its result."""
        requested = self._view.module(module)
        return cast("T", beside(self.raw.get("query", {}), requested))
