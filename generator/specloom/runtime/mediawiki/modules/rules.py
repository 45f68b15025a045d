"""Rules between the parameters of one module: the kinds of rules, one row for each.

A term is a parameter (`start`), a value (`sort=timestamp`), anything else (`sort!=name`), or the same
of the query itself (`query.titles`). A rule without a code is a trap: the server accepts the request
and answers wrongly, or with nothing.

A row defines how a rule is broken, as data that clients (`breaches.py`) and the forms of a reference
evaluate alike, and its texts. In a sentence `{terms}` are terms with `and` before the last
one, `{terms:or}` with `or`.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

import msgspec

Terms: TypeAlias = tuple[str, ...]
Sentence: TypeAlias = str | tuple[str, ...]
"""Of several forms, the first whose places a rule can fill: `{terms}`, `{others}`, `{partners}` (the
terms beside a parameter), `{first}` and `{last}` of the terms, `{pairs}`, `{value}`, `{count}`, and
`{beyond}` or `{before}` for the order of two values."""
Account: TypeAlias = Literal["login", "right"]
"""The account that a server requires: logged in, or with a right."""

AS_GENERATOR = "as generator"
"""A term that holds of a module that chooses the pages."""
SEVERAL_PAGES = "several pages"
"""A term that holds of a query that is known to have more than one page."""


class Rule(msgspec.Struct, frozen=True):
    """One rule; `kind` is the name of what makes it."""

    kind: str
    terms: Terms = ()
    others: Terms = ()
    """Terms that the terms need, or exclude."""
    code: str | None = None
    none: str | None = None
    """The code where none of the terms is given, if it differs."""
    pairs: tuple[tuple[str, str], ...] = ()
    value: str | int | None = None
    limit: int | None = None
    high_limit: int | None = None
    effect: str | None = None
    """Effect of breaking the rule, in words."""


class Amount(NamedTuple):
    """Limits of the number of terms that hold."""

    least: int
    maximum: int | None = None
    """None: all of them; -1: all but one."""

    def fits(self, count: int, of: int) -> bool:
        """Return whether a number of terms is within the limits; there must be some terms."""
        maximum = (
            of if self.maximum is None else self.maximum if self.maximum >= 0 else of + self.maximum
        )
        return of > 0 and self.least <= count <= maximum


NONE, SOME, SEVERAL = Amount(0, 0), Amount(1), Amount(2)


class Counted(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="by", tag="count"):
    """A way to break a rule: the numbers of terms and of other terms that hold."""

    message: str
    """Placeholders: `{terms}` and `{others}`, and those that hold: `{given}`, `{opposed}`."""
    terms: Amount
    others: Amount | None = None
    """None: they do not matter. A rule without other terms is not broken by them."""


class Valued(msgspec.Struct, frozen=True, tag_field="by", tag="value"):
    """A rule is broken by single values of its terms."""

    message: str
    """Names the `{term}`, its `{item}`, and what is `{wrong}` with it."""
    values: Literal["pair", "part", "lacking", "namespace"]
    """Both of a pair; one that holds the rule's value, or lacks it; a title outside of the rule's namespace."""


class Ordered(msgspec.Struct, frozen=True, tag_field="by", tag="order"):
    """A rule is broken if the first term is beyond the last one, or before it where no other holds."""

    message: str
    """Names the `{terms}`."""
    directed: str
    """Message for a rule with other terms: their parameter is `{by}`, and `{setting}` with its value."""


Way: TypeAlias = Counted | Valued | Ordered
ONLY_THE_SERVER_KNOWS: tuple[Way, ...] = ()


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """Makes rules of one kind."""

    broken: tuple[Way, ...]
    """Each way to break a rule."""
    whole: Sentence
    """Sentence for the whole rule; ends in a colon if only an effect follows."""
    of_term: Sentence | None
    """Sentence for one of its terms; None if the rule does not limit that one alone."""
    of_other: Sentence | None = None
    """Sentence for one of its other terms."""
    others: Terms = ()
    """Other terms that all rules of the kind share."""
    account: Account | None = None
    """Account that every rule of the kind requires."""
    name: str = ""
    """The attribute of `Rules`."""

    def __set_name__(self, owner: type, name: str) -> None:
        msgspec.structs.force_setattr(self, "name", name)

    @property
    def asks_for_terms(self) -> bool:
        """Return whether a call without arguments breaks a rule, whatever its other terms are."""
        counts = [way for way in self.broken if isinstance(way, Counted)]
        return any(way.terms.least == 0 and way.others is None for way in counts)

    @property
    def needs_each_term(self) -> bool:
        """True if a rule is meaningless without any one of its terms."""
        return any(isinstance(way, Ordered) for way in self.broken)

    def __call__(
        self,
        *terms: str,
        others: Terms = (),
        code: str | None = None,
        none: str | None = None,
        pairs: tuple[tuple[str, str], ...] = (),
        value: str | int | None = None,
        limit: int | None = None,
        high_limit: int | None = None,
        effect: str | None = None,
    ) -> Rule:
        """A rule of the kind."""
        return Rule(self.name, terms, others, code, none, pairs, value, limit, high_limit, effect)


_TOO_MANY = Counted("only one of {terms}; given: {given}", SEVERAL)
_TOO_FEW = Counted("one of {terms} is needed", NONE)
_ALONE = Counted("{given} works only with {others:or}", SOME, others=NONE)


class Rules:
    """The kinds of rules."""

    at_least_one = Kind(
        broken=(_TOO_FEW,),
        whole="Give at least one of {terms}.",
        of_term="at least one of this and {partners:or}.",
    )
    bad_value = Kind(
        broken=(Valued("{term}: {item} must not hold {wrong}", "part"),),
        whole=("{terms} must not hold {value}.", "{terms} must be a value that the server knows."),
        of_term=("must not hold {value}.", "must be a value that the server knows."),
    )
    conflicting_values = Kind(
        broken=(Valued("{term}: {item} does not go with {wrong}", "pair"),),
        whole=(
            "Of {terms}, {pairs} exclude each other.",
            "Of {terms}, some values exclude each other.",
        ),
        of_term=("{pairs} exclude each other.", "some values exclude each other."),
    )
    count = Kind(
        broken=ONLY_THE_SERVER_KNOWS,
        whole="{terms}: at most {count}.",
        of_term="at most {count}.",
    )
    exactly_one = Kind(
        broken=(_TOO_MANY, _TOO_FEW),
        whole="Give exactly one of {terms}.",
        of_term="either this or {partners:or}.",
    )
    generator_not_with = Kind(
        broken=(Counted("as generator it does not go with {given}", SOME, others=SOME),),
        whole="As a generator, not together with {terms}.",
        of_term=None,
        others=(AS_GENERATOR,),
    )
    ignored = Kind(
        broken=(_ALONE,),
        whole=("{terms}: no effect without {others:or}.", "{terms}:"),
        of_term=("no effect without {others:or}.", ""),
    )
    limit_depends = Kind(
        broken=ONLY_THE_SERVER_KNOWS,
        whole=(
            "{terms}: at most {count}, with {others:or}.",
            "{terms}: at most {count}, as a rule.",
        ),
        of_term=("at most {count}, with {others:or}.", "at most {count}, as a rule."),
    )
    login = Kind(
        broken=ONLY_THE_SERVER_KNOWS,
        whole="Only for a user who is logged in.",
        of_term=None,
        account="login",
    )
    max_one = Kind(
        broken=(_TOO_MANY,),
        whole="Give at most one of {terms}.",
        of_term="not together with {partners:or}.",
    )
    must_hold = Kind(
        broken=(Valued("{term}: {item} lacks {wrong}", "lacking"),),
        whole="Each value of {terms} must hold {value}.",
        of_term="each value must hold {value}.",
    )
    namespace = Kind(
        broken=(Valued("{term}: {item} is not in {wrong}", "namespace"),),
        whole=("{terms} must lie in namespace {value}.", "{terms} must lie in namespace `0`."),
        of_term=("must lie in namespace {value}.", "must lie in namespace `0`."),
    )
    not_with = Kind(
        broken=(Counted("{given} does not go with {opposed}", SOME, others=SOME),),
        whole="{terms} not together with {others:or}.",
        of_term="not together with {others:or}.",
        of_other="not together with {partners:or}.",
    )
    not_with_revids = Kind(
        broken=(Counted("{given} does not go with revids", SOME, others=SOME),),
        whole="{terms} not when `revids` chooses the pages.",
        of_term="not when `revids` chooses the pages.",
        others=("query.revids",),
    )
    ordered = Kind(
        broken=(
            Ordered(
                message="nothing is between {terms}: swap them",
                directed="nothing is between {terms} with {setting}: swap them, or change {by}",
            ),
        ),
        whole=(
            "Nothing lies between {first} and {last} if {first} is {beyond} with {others:or},"
            " or {before} otherwise.",
            "Nothing lies between {first} and {last} if {first} is {beyond}.",
        ),
        of_term=(
            "nothing lies between {first} and {last} if {first} is {beyond} with {others:or},"
            " or {before} otherwise.",
            "nothing lies between {first} and {last} if {first} is {beyond}.",
        ),
        of_other="nothing lies between {first} and {last} if {first} is {beyond}.",
    )
    recommended = Kind(
        broken=ONLY_THE_SERVER_KNOWS,
        whole="{terms} should be given.",
        of_term="should be given.",
    )
    requires = Kind(
        broken=(_ALONE,),
        whole="{terms} only together with {others:or}.",
        of_term="only together with {others:or}.",
    )
    right = Kind(
        broken=ONLY_THE_SERVER_KNOWS,
        whole=(
            "{terms} only with the right {value}.",
            "Only with the right {value}.",
            "{terms} only with a right.",
            "Only with a right.",
        ),
        of_term=("only with the right {value}.", "only with a right."),
        account="right",
    )
    single_page = Kind(
        broken=(Counted("{given} works only with a single page", SOME, others=SOME),),
        whole="{terms} only with a single page.",
        of_term="only with a single page.",
        others=(SEVERAL_PAGES,),
    )
    site_config = Kind(
        broken=ONLY_THE_SERVER_KNOWS,
        whole="{terms}: depends on the configuration of the site.",
        of_term="depends on the configuration of the site.",
    )
    wire_collision = Kind(
        broken=ONLY_THE_SERVER_KNOWS,
        whole="{terms} and {others:or} have one name on the wire.",
        of_term="has one name on the wire with {others:or}.",
        of_other="has one name on the wire with {partners:or}.",
    )


KINDS: Mapping[str, Kind] = {
    name: kind for name, kind in vars(Rules).items() if isinstance(kind, Kind)
}
"""Name → kind."""
