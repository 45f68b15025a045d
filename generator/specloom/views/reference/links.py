"""Links for the names in a page's texts."""

from typing import Literal

from specloom.model.structs import Alias, Operation, Record
from specloom.rendering.render import View
from specloom.views import words
from specloom.views.reference.places import Places, path_to


class Part(View, frozen=True):
    """A part of a text: words, or a name with the page that tells about it."""

    kind: Literal["words", "value", "parameter", "error", "record", "values"]
    """Kind of the named thing; `values` is a list of values."""
    text: str
    name: str = ""
    """Name of the thing, without a value that the text contains."""
    address: str | None = None
    """Of the page; empty: this one. None: no page tells about it."""


class Assumption(View, frozen=True):
    """A link to an unspecified point and the assumption made for it."""

    id: str
    subject: str
    address: str
    """Of the page about all of them."""


class Links(View, frozen=True):
    """Links for the names in the texts of one page."""

    places: Places
    page: str
    home: str = ""
    """The page of the parameters that the texts name."""
    parameters: frozenset[str] = frozenset()
    """The names of those."""
    shown_records: frozenset[str] = frozenset()
    """Records and aliases with a section on the page itself."""

    @classmethod
    def of_operation(cls, places: Places, operation: Operation, page: str) -> "Links":
        """Links for texts about an operation."""
        parameters = frozenset(parameter.name for parameter in operation.parameters)
        shown_records = frozenset(
            (
                *(record.name for record in places.records(operation)),
                *(alias.name for alias in places.aliases(operation)),
            )
        )
        return cls(places, page, places.operation(operation), parameters, shown_records)

    def assumed(self, *names: str) -> tuple[Assumption, ...]:
        """Assumptions about a part of the API, by its names in entries of `unspecified`."""
        address = path_to(self.page, self.places.page("unspecified"))
        return tuple(
            Assumption(entry.id, entry.subject, address)
            for entry in self.places.api.unspecified
            if not set(names).isdisjoint(entry.about)
        )

    def parts(self, text: words.Text) -> tuple[Part, ...]:
        """A text with its links."""
        return tuple(
            Part("words", part) if isinstance(part, str) else self._linked(part) for part in text
        )

    def _linked(self, name: words.Name) -> Part:
        match name.kind:
            case "value":
                return Part("value", name.text)
            case "parameter":
                return self._parameter(name)
            case "error":
                is_known = name.text in self.places.error_codes
                home = path_to(self.page, self.places.page("errors")) if is_known else None
                return Part("error", name.text, name.text, home)
            case "type":
                return self._type(name.text)

    def _parameter(self, name: words.Name) -> Part:
        text, of = (part.removeprefix(words.QUERY) for part in (name.text, name.parameter))
        names, home = self.parameters, self.home
        if name.text.startswith(words.QUERY):
            names, home = self.places.query_parameters, self.places.page("calling")
        return Part("parameter", text, of, path_to(self.page, home) if of in names else None)

    def _type(self, name: str) -> Part:
        if not isinstance(self.places.types.get(name), Record | Alias):
            return Part("values", name, name, path_to(self.page, self.places.page("values")))
        home = self.page if name in self.shown_records else self.places.types_page(name)
        return Part("record", name, name, path_to(self.page, home))
