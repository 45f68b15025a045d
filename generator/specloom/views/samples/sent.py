"""A request as it travels, with the places of what is secret."""

from specloom.rendering.render import View
from specloom.views.samples.value import encoded_text

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
    """The value; for the key, the text before it."""
    variable: str
    """The environment variable; empty for pairs other than the key."""
    placeholder: str = KEY
    """Stands for the key."""
    media: str = ""
    """Media type of a part of a form; empty for a text."""

    @property
    def encoded_name(self) -> str:
        """The name as an address has it."""
        return encoded_text(self.name)

    @property
    def visible(self) -> str:
        """The value for places without an environment."""
        return self.value + self.placeholder if self.variable else self.value

    @property
    def file_name(self) -> str:
        """The name of the file at a path."""
        return self.value.rpartition("/")[2]

    @property
    def quoted_value(self) -> str:
        """The value between quotes, as curl reads a part of a form that has a media type."""
        escaped = self.value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the value, for a body that keeps them."""
        return tuple(self.visible.split("\n"))


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
    is_multipart: bool
    """True if the form is sent in parts."""
    body: Pair | None
    """The key stands between `value` and `name`."""
    gives_json: bool
    gives_bytes: bool
    """True if the reply is neither JSON nor a text."""

    @property
    def module(self) -> str:
        """Module of Node that sends a body with GET, which fetch refuses; empty for any other request."""
        has_body = bool(self.form or self.body) and not self.is_multipart
        if self.method != "GET" or not has_body:
            return ""
        return "node:http" if self.url.startswith("http:") else "node:https"

    @property
    def texts(self) -> tuple[Pair, ...]:
        """Parts of the form that are texts."""
        return tuple(pair for pair in self.form if not pair.media)

    @property
    def documents(self) -> tuple[Pair, ...]:
        """Parts of the form that are JSON."""
        return tuple(pair for pair in self.form if pair.media)

    @property
    def query_fields(self) -> tuple[tuple[str, tuple[Pair, ...]], ...]:
        """Each name of the query with all of its values."""
        return _by_name(self.query)

    @property
    def form_fields(self) -> tuple[tuple[str, tuple[Pair, ...]], ...]:
        """Each name of the form with all of its values."""
        return _by_name(self.form)


def _by_name(pairs: tuple[Pair, ...]) -> tuple[tuple[str, tuple[Pair, ...]], ...]:
    by_name: dict[str, tuple[Pair, ...]] = {}
    for pair in pairs:
        by_name[pair.name] = (*by_name.get(pair.name, ()), pair)
    return tuple(by_name.items())
