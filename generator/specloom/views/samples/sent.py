"""A request as it travels, with the places of what is secret."""

from specloom.rendering.render import View

FORM = "application/x-www-form-urlencoded"
"""The type of a form without files."""
KEY = "YOUR-KEY"
"""Stands for the key where no environment is read."""
COOKIES = "YOUR-COOKIES"
TOKEN = "YOUR-TOKEN"  # noqa: S105  # stands for one


class Pair(View, frozen=True):
    """A name and a value that travel; the key's is read from the environment."""

    name: str
    value: str
    """What comes before the key, for the key."""
    variable: str
    """The environment variable; empty: it is not the key."""
    placeholder: str = KEY
    """Stands for the key."""

    @property
    def shown(self) -> str:
        """The value, where no environment is read."""
        return self.value + self.placeholder if self.variable else self.value

    @property
    def lines(self) -> tuple[str, ...]:
        """The same, line by line, for a body in which lines stay lines."""
        return tuple(self.shown.split("\n"))


class Sent(View, frozen=True):
    """A request in its parts."""

    method: str
    url: str
    """Without a query."""
    query: tuple[Pair, ...]
    headers: tuple[Pair, ...]
    """With the type of the body."""
    form: tuple[Pair, ...]
    files: tuple[Pair, ...]
    """Files that go with the form: the name of each, and its path."""
    body: Pair | None
    """JSON; the key stands between `value` and `name`."""
    gives_json: bool

    @property
    def query_fields(self) -> tuple[tuple[str, tuple[Pair, ...]], ...]:
        """Each name of the query with all of its values."""
        return _by_name(self.query)

    @property
    def form_fields(self) -> tuple[tuple[str, tuple[Pair, ...]], ...]:
        """Each name of the form with all of its values."""
        return _by_name(self.form)


def _by_name(pairs: tuple[Pair, ...]) -> tuple[tuple[str, tuple[Pair, ...]], ...]:
    found: dict[str, tuple[Pair, ...]] = {}
    for pair in pairs:
        found[pair.name] = (*found.get(pair.name, ()), pair)
    return tuple(found.items())
