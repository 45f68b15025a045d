"""Where the names in a text lead, seen from one page."""

from typing import Literal

from specloom.model.structs import Operation, Record
from specloom.rendering.render import View
from specloom.views import words
from specloom.views.reference.places import Places, path_to


class Part(View, frozen=True):
    """A part of a text: words, or a name with the page that tells about it."""

    kind: Literal["words", "value", "parameter", "error", "record", "values"]
    """What the name names; `values` is a list of values."""
    text: str
    name: str = ""
    """Of what the page tells about, without a value that stands in the text."""
    address: str | None = None
    """Of the page; empty: this one. None: no page tells about it."""


class Assumption(View, frozen=True):
    """Something that a description leaves open, as a page names it that tells what is assumed."""

    id: str
    subject: str
    address: str
    """Of the page about all of them."""


class Links(View, frozen=True):
    """Where the names in texts of one page lead."""

    places: Places
    page: str
    home: str = ""
    """The page of the parameters that the texts name."""
    parameters: frozenset[str] = frozenset()
    """The names of those."""
    shown: frozenset[str] = frozenset()
    """Records with a section on the page itself."""

    @classmethod
    def of_operation(cls, places: Places, operation: Operation, page: str) -> "Links":
        """Of a text about an operation."""
        parameters = frozenset(parameter.name for parameter in operation.parameters)
        shown = frozenset(record.name for record in places.records(operation))
        return cls(places, page, places.operation(operation), parameters, shown)

    def assumed(self, *names: str) -> tuple[Assumption, ...]:
        """What a part of the API rests on, by the names that it has in entries of `unspecified`."""
        address = path_to(self.page, self.places.page("unspecified"))
        return tuple(
            Assumption(entry.id, entry.subject, address)
            for entry in self.places.api.unspecified
            if not set(names).isdisjoint(entry.about)
        )

    def parts(self, text: words.Text) -> tuple[Part, ...]:
        """A text with its links."""
        return tuple(
            Part("words", part) if isinstance(part, str) else self._named(part) for part in text
        )

    def _named(self, name: words.Name) -> Part:
        match name.kind:
            case "value":
                return Part("value", name.text)
            case "parameter":
                return self._parameter(name)
            case "error":
                known = name.text in self.places.error_codes
                home = path_to(self.page, self.places.page("errors")) if known else None
                return Part("error", name.text, name.text, home)
            case "type":
                return self._type(name.text)

    def _parameter(self, name: words.Name) -> Part:
        text, of = (part.removeprefix(words.QUERY) for part in (name.text, name.parameter))
        known, home = self.parameters, self.home
        if name.text.startswith(words.QUERY):
            known, home = self.places.query_parameters, self.places.page("calling")
        return Part("parameter", text, of, path_to(self.page, home) if of in known else None)

    def _type(self, name: str) -> Part:
        if not isinstance(self.places.types.get(name), Record):
            return Part("values", name, name, path_to(self.page, self.places.page("values")))
        home = self.page if name in self.shown else self.places.page("types")
        return Part("record", name, name, path_to(self.page, home))
