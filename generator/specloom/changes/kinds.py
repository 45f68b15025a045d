"""The kinds of changes: one row for each, with who has to do something about it, and what is said of it."""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias, get_args

Effect: TypeAlias = Literal["breaking", "addition", "docs", "none"]
"""`breaking`: what worked before may fail. `addition`: there is more. `docs`: it reads differently, no more."""

ChangeKind: TypeAlias = Literal[
    "api-added",
    "api-removed",
    "package-renamed",
    "operation-added",
    "operation-removed",
    "operation-moved",
    "operation-renamed",
    "operation-deprecated",
    "operation-internal",
    "address-changed",
    "prefix-changed",
    "post-needed",
    "generator-added",
    "generator-removed",
    "parameter-added",
    "parameter-required-added",
    "parameter-removed",
    "parameter-renamed",
    "parameter-moved",
    "parameter-became-required",
    "parameter-became-optional",
    "parameter-deprecated",
    "type-narrowed",
    "type-widened",
    "value-added",
    "value-removed",
    "value-of-site",
    "value-deprecated",
    "default-changed",
    "limit-lowered",
    "limit-raised",
    "several-values-added",
    "several-values-removed",
    "rule-added",
    "rule-removed",
    "result-changed",
    "result-narrowed",
    "result-moved",
    "field-added",
    "field-removed",
    "field-renamed",
    "field-became-optional",
    "field-became-certain",
    "field-narrowed",
    "field-widened",
    "record-added",
    "record-removed",
    "error-added",
    "error-removed",
    "text-changed",
]


class Row(NamedTuple):
    """One kind of change."""

    wire: Effect
    """For whoever sends requests and reads replies, by hand or by the OpenAPI documents."""
    source: Effect
    """For whoever calls the generated client."""
    sentence: str
    """Names the `{subject}`, and what was `{before}` and is `{after}`."""
    advice: str = ""
    """What to write now."""


KINDS: Mapping[ChangeKind, Row] = {
    "api-added": Row("addition", "addition", "{subject} was added"),
    "api-removed": Row("breaking", "breaking", "{subject} was removed"),
    "package-renamed": Row(
        "none",
        "breaking",
        "the package of {subject} was {before} and is now {after}",
        "import {after}",
    ),
    "operation-added": Row("addition", "addition", "{subject} was added"),
    "operation-removed": Row("breaking", "breaking", "{subject} was removed"),
    "operation-moved": Row(
        "breaking", "breaking", "{subject} moved from the group {before} to {after}"
    ),
    "operation-renamed": Row(
        "none",
        "breaking",
        "{subject} was {before} in Python and is now {after}",
        "write {after}",
    ),
    "operation-deprecated": Row("docs", "docs", "{subject} is now deprecated"),
    "operation-internal": Row("docs", "docs", "{subject} is now internal"),
    "address-changed": Row(
        "breaking",
        "none",
        "{subject} was {before} and is now {after}",
        "generate the client again",
    ),
    "prefix-changed": Row(
        "breaking",
        "none",
        "the parameters of {subject} began with {before} and now begin with {after}",
        "generate the client again",
    ),
    "post-needed": Row(
        "breaking", "none", "{subject} must now be posted", "generate the client again"
    ),
    "generator-added": Row("addition", "addition", "{subject} can now be a generator"),
    "generator-removed": Row("breaking", "breaking", "{subject} can no longer be a generator"),
    "parameter-added": Row("addition", "addition", "{subject} was added; it may be left out"),
    "parameter-required-added": Row(
        "breaking", "breaking", "{subject} was added, and every call needs it", "pass it"
    ),
    "parameter-removed": Row("breaking", "breaking", "{subject} was removed", "leave it out"),
    "parameter-renamed": Row(
        "breaking", "breaking", "{subject} is now called {after}", "write {after}"
    ),
    "parameter-moved": Row(
        "breaking",
        "none",
        "{subject} was sent in the {before} and is now sent in the {after}",
        "generate the client again",
    ),
    "parameter-became-required": Row(
        "breaking", "breaking", "{subject} may no longer be left out", "pass it"
    ),
    "parameter-became-optional": Row("addition", "addition", "{subject} may now be left out"),
    "parameter-deprecated": Row("docs", "docs", "{subject} is now deprecated"),
    "type-narrowed": Row("breaking", "breaking", "{subject} took {before} and now takes {after}"),
    "type-widened": Row("addition", "addition", "{subject} took {before} and now takes {after}"),
    "value-added": Row("addition", "addition", "{subject} takes {after}, too"),
    "value-removed": Row("breaking", "breaking", "{subject} no longer takes {before}"),
    "value-of-site": Row(
        "docs", "docs", "{subject} takes other values, which depend on the site: {after}"
    ),
    "value-deprecated": Row("docs", "docs", "of {subject}, {after} is now deprecated"),
    "default-changed": Row(
        "breaking",
        "breaking",
        "without {subject}, {before} was meant and now {after} is",
        "pass {before} to keep it",
    ),
    "limit-lowered": Row("breaking", "breaking", "{subject}: {before} became {after}"),
    "limit-raised": Row("addition", "addition", "{subject}: {before} became {after}"),
    "several-values-added": Row("addition", "addition", "{subject} now takes several values"),
    "several-values-removed": Row(
        "breaking", "breaking", "{subject} takes only one value now", "send a call for each value"
    ),
    "rule-added": Row("docs", "breaking", "{subject} has a rule more: {after}"),
    "rule-removed": Row("addition", "addition", "{subject} has a rule less: {before}"),
    "result-changed": Row(
        "breaking", "breaking", "the result of {subject} was {before} and is now {after}"
    ),
    "result-narrowed": Row(
        "addition", "addition", "the result of {subject} was {before} and is now {after}"
    ),
    "result-moved": Row(
        "breaking",
        "none",
        "the result of {subject} was {before} and is now {after}",
        "generate the client again",
    ),
    "field-added": Row("addition", "addition", "{subject} was added"),
    "field-removed": Row("breaking", "breaking", "{subject} was removed"),
    "field-renamed": Row("breaking", "breaking", "{subject} is now called {after}", "read {after}"),
    "field-became-optional": Row(
        "breaking", "breaking", "{subject} may be missing where it was not", "allow for that"
    ),
    "field-became-certain": Row(
        "addition", "addition", "{subject} is there where it could be missing"
    ),
    "field-narrowed": Row("addition", "addition", "{subject} was {before} and is now {after}"),
    "field-widened": Row("breaking", "breaking", "{subject} was {before} and is now {after}"),
    "record-added": Row("addition", "addition", "the type {subject} was added"),
    "record-removed": Row("none", "breaking", "the type {subject} was removed"),
    "error-added": Row("addition", "addition", "{subject} was added to the errors"),
    "error-removed": Row("breaking", "breaking", "{subject} is no longer among the errors"),
    "text-changed": Row("docs", "docs", "the texts of {subject} read differently"),
}
assert KINDS.keys() == set(get_args(ChangeKind))
