"""The protocol of one wiki: how its modules are called, as the package was generated."""

import typing
from collections.abc import Iterable, Mapping

import msgspec

from .rules import Rule, Rules


class SharingRule(typing.Protocol):
    """A rule, as far as it may share a name."""

    @property
    def kind(self) -> str:
        """The name of its row."""
        ...

    @property
    def terms(self) -> Iterable[str]:
        """Terms of the rule."""
        ...


def own_names(names: Iterable[str], rules: Iterable[SharingRule]) -> frozenset[str]:
    """Reserved names: a query's own parameters, except those that a rule lets a module share
    (`wire_collision`).
    """
    shared = {
        term.removeprefix("query.")
        for rule in rules
        if rule.kind == Rules.wire_collision.name
        for term in rule.terms
    }
    return frozenset(names) - shared


class Action(msgspec.Struct, frozen=True, kw_only=True):
    """Parameters and kind of an action that is not a query."""

    parameters: tuple[str, ...]
    """Their names on the wire; `{…}` stands for a part that another parameter decides."""
    files: tuple[str, ...] = ()
    """Names of the parameters that take a file."""
    post: bool = False
    """True if it must be sent by POST."""
    token: str | None = None
    """The kind of token that it wants."""
    member: str | None = None
    """The member of an answer that holds the result; None: not known, or the whole answer is the result."""
    media_type: str | None = None
    """Media type of its reply if that is not JSON."""


class Protocol(msgspec.Struct, frozen=True, kw_only=True):
    """Names and limits that all calls share."""

    package: str
    version: str
    fixed: Mapping[str, str]
    """Sent with every call."""
    groups: Mapping[str, str]
    """Group → the parameter that names its modules."""
    generator_parameter: str
    generator_prefix: str
    """Before the wire names of a module that chooses the pages."""
    separator: str
    alternative_separator: str
    """First of a list one of whose values holds the separator, and between its values."""
    post_above_bytes: int
    """A longer query goes into the body."""
    post_header: str
    """`Name: value`, sent with a query in the body: it changes nothing on the wiki."""
    error_header: str
    description: str = ""
    """A hash of the description of the API that the package was generated from."""
    batches: Mapping[str, tuple[int, int]]
    """Parameter of the query → how many values it takes, and with high limits."""
    parameters: tuple[str, ...]
    """Parameters of the query itself."""
    resolutions: tuple[str, ...]
    """Members of `query` that tell how titles and ids became pages."""
    page_fields: tuple[str, ...]
    """Members of a page that no module brings."""
    retry_later: tuple[str, ...]
    """Error codes after which the same call may work later."""
    retry_after_login: tuple[str, ...]
    """Error codes that a new login may mend."""
    rules: tuple[Rule, ...]
    """Between the parameters of the query itself."""
    actions: Mapping[str, Action]
    """Known actions by name; parameters of every call are those of `main`."""

    @property
    def own_names(self) -> frozenset[str]:
        """Reserved names: a query's own parameters, except those that a rule lets a module share."""
        names = (*self.fixed, *self.groups.values(), self.generator_parameter, *self.parameters)
        return own_names(names, self.rules)
