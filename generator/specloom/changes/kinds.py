"""The kinds of changes: one row for each, with who has to do something about it, and what is said of it."""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias, get_args

Effect: TypeAlias = Literal["breaking", "warning", "addition", "deprecation", "docs", "none"]
"""`breaking`: programs that worked may fail. `warning`: nobody knows whether they do. `addition`: there is more.
`deprecation`: programs work, and should change. `docs`: only texts differ."""
EFFECTS: tuple[Effect, ...] = get_args(Effect)
"""The worst one first."""


def worse_effect(effect: Effect, other: Effect) -> Effect:
    """The worse of two."""
    return effect if EFFECTS.index(effect) <= EFFECTS.index(other) else other


ChangeKind: TypeAlias = Literal[
    "api-added",
    "api-removed",
    "api-renamed",
    "package-renamed",
    "key-needed",
    "key-dropped",
    "key-renamed",
    "key-moved",
    "scheme-added",
    "scheme-removed",
    "protocol-changed",
    "server-variable-changed",
    "server-variable-added",
    "server-variable-removed",
    "operation-added",
    "operation-removed",
    "operation-moved",
    "operation-renamed",
    "operation-id-changed",
    "operation-key-needed",
    "operation-key-dropped",
    "operation-deprecated",
    "operation-undeprecated",
    "operation-internal",
    "operation-published",
    "address-changed",
    "prefix-changed",
    "post-needed",
    "post-dropped",
    "token-needed",
    "token-dropped",
    "right-needed",
    "right-dropped",
    "generator-added",
    "generator-removed",
    "parameter-added",
    "parameter-required-added",
    "parameter-removed",
    "parameter-renamed",
    "parameter-respelled",
    "argument-renamed",
    "parameter-moved",
    "parameter-became-required",
    "parameter-became-optional",
    "parameter-deprecated",
    "parameter-undeprecated",
    "secret-added",
    "secret-removed",
    "parameter-by-name",
    "parameters-reordered",
    "type-narrowed",
    "type-widened",
    "type-replaced",
    "python-type-changed",
    "value-added",
    "value-removed",
    "value-of-site",
    "values-closed",
    "values-opened",
    "value-deprecated",
    "value-undeprecated",
    "default-changed",
    "limit-lowered",
    "limit-raised",
    "check-added",
    "check-removed",
    "several-values-added",
    "several-values-removed",
    "rule-added",
    "rule-removed",
    "result-changed",
    "result-narrowed",
    "result-replaced",
    "reply-widened",
    "result-moved",
    "events-added",
    "events-removed",
    "events-changed",
    "field-added",
    "field-removed",
    "field-not-seen",
    "type-not-seen",
    "field-renamed",
    "field-respelled",
    "field-became-optional",
    "field-became-certain",
    "field-narrowed",
    "field-widened",
    "field-replaced",
    "field-limit-lowered",
    "field-limit-raised",
    "field-one-way",
    "field-both-ways",
    "field-deprecated",
    "field-undeprecated",
    "record-added",
    "record-removed",
    "record-renamed",
    "helper-added",
    "helper-removed",
    "error-added",
    "error-removed",
    "error-renamed",
    "absence-added",
    "absence-removed",
    "fact-added",
    "fact-removed",
    "fact-changed",
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
    """Replacement to write now."""


KINDS: Mapping[ChangeKind, Row] = {
    "api-added": Row("addition", "addition", "{subject} was added"),
    "api-removed": Row("breaking", "breaking", "{subject} was removed"),
    "api-renamed": Row("docs", "docs", "the id of {subject} was {before} and is now {after}"),
    "package-renamed": Row(
        "none",
        "breaking",
        "the package of {subject} was {before} and is now {after}",
        "import {after}",
    ),
    "key-needed": Row(
        "breaking", "breaking", "{subject} now needs a key", "pass one to the client"
    ),
    "key-dropped": Row("addition", "breaking", "{subject} no longer needs a key", "pass none"),
    "key-renamed": Row(
        "breaking",
        "breaking",
        "the key of {subject} was sent as {before} and is now sent as {after}",
        "pass the key to the client by its new name",
    ),
    "key-moved": Row(
        "breaking",
        "none",
        "the key of {subject} was sent as {before} and is now sent as {after}",
        "generate the client again",
    ),
    "scheme-added": Row("addition", "addition", "the security scheme {subject} was added"),
    "scheme-removed": Row(
        "breaking",
        "breaking",
        "the security scheme {subject} was removed",
        "pass the client what its operations need now",
    ),
    "protocol-changed": Row(
        "breaking",
        "none",
        "a part of all requests or replies of {subject} changed",
        "generate the client again",
    ),
    "server-variable-changed": Row(
        "none",
        "breaking",
        "the variable in the address of {subject} was {before} and is now {after}",
        "pass the address to the client by its new name",
    ),
    "server-variable-added": Row(
        "none", "addition", "the variable {subject} of the address can now be given"
    ),
    "server-variable-removed": Row(
        "none",
        "breaking",
        "the variable {subject} of the address was removed",
        "pass the whole address to the client",
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
    "operation-id-changed": Row(
        "docs",
        "docs",
        "the id of {subject} was {before}, which is its name in OpenAPI documents",
    ),
    "operation-key-needed": Row(
        "breaking", "none", "{subject} now needs the key", "send the key in its requests"
    ),
    "operation-key-dropped": Row("addition", "none", "{subject} no longer needs the key"),
    "operation-deprecated": Row("deprecation", "deprecation", "{subject} is now deprecated"),
    "operation-undeprecated": Row("docs", "docs", "{subject} is no longer deprecated"),
    "operation-internal": Row("docs", "docs", "{subject} is now internal"),
    "operation-published": Row("docs", "docs", "{subject} is no longer internal"),
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
        "breaking", "none", "{subject} must now be sent by POST", "generate the client again"
    ),
    "post-dropped": Row("addition", "none", "{subject} need no longer be sent by POST"),
    "token-needed": Row(
        "breaking",
        "none",
        "{subject} needed the token {before} and now needs {after}",
        "generate the client again",
    ),
    "token-dropped": Row("addition", "none", "{subject} no longer needs the token {before}"),
    "right-needed": Row(
        "breaking", "breaking", "{subject} now needs a right", "log in with an account that has it"
    ),
    "right-dropped": Row("addition", "addition", "{subject} no longer needs a right"),
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
    "parameter-respelled": Row(
        "breaking",
        "none",
        "{subject} is now sent as {after}",
        "generate the client again",
    ),
    "argument-renamed": Row(
        "none", "breaking", "{subject} was {before} in Python and is now {after}", "write {after}"
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
    "parameter-deprecated": Row("deprecation", "deprecation", "{subject} is now deprecated"),
    "parameter-undeprecated": Row("docs", "docs", "{subject} is no longer deprecated"),
    "secret-added": Row(
        "docs", "docs", "{subject} is now a secret, which clients keep out of logs"
    ),
    "secret-removed": Row("docs", "docs", "{subject} is no longer a secret"),
    "parameter-by-name": Row(
        "none", "breaking", "{subject} must now be passed by its name", "write {after}"
    ),
    "parameters-reordered": Row(
        "none",
        "breaking",
        "the order of parameters of {subject} was {before} and is now {after}",
        "pass them in this order, or by their names",
    ),
    "type-narrowed": Row("breaking", "breaking", "{subject} took {before} and now takes {after}"),
    "type-widened": Row("addition", "addition", "{subject} took {before} and now takes {after}"),
    "type-replaced": Row(
        "addition",
        "breaking",
        "{subject} took {before} and now takes {after}",
        "convert what you pass",
    ),
    "python-type-changed": Row(
        "none", "breaking", "{subject} was {before} in Python and is now {after}"
    ),
    "value-added": Row("addition", "addition", "{subject} now also takes {after}"),
    "value-removed": Row("breaking", "breaking", "{subject} no longer takes {before}"),
    "value-of-site": Row(
        "docs", "docs", "{subject} takes other values, which depend on the site: {after}"
    ),
    "values-closed": Row(
        "docs",
        "breaking",
        "{subject} took any value in Python and now takes the values of a list",
        "write `Forced(…)` around others",
    ),
    "values-opened": Row("docs", "addition", "{subject} now takes any value in Python"),
    "value-deprecated": Row(
        "deprecation", "deprecation", "values of {subject} are now deprecated: {after}"
    ),
    "value-undeprecated": Row(
        "docs", "docs", "values of {subject} are no longer deprecated: {after}"
    ),
    "default-changed": Row(
        "breaking",
        "breaking",
        "the default of {subject} was {before} and is now {after}",
        "pass {before} to keep it",
    ),
    "limit-lowered": Row("breaking", "breaking", "{subject} had {before} and now has {after}"),
    "limit-raised": Row("addition", "addition", "{subject} had {before} and now has {after}"),
    "check-added": Row("breaking", "breaking", "{subject} now refuses {after}"),
    "check-removed": Row("addition", "addition", "{subject} no longer refuses {before}"),
    "several-values-added": Row(
        "addition",
        "breaking",
        "{subject} now takes several values",
        "pass the types of the new signature, and no `None`",
    ),
    "several-values-removed": Row(
        "breaking", "breaking", "{subject} now takes only one value", "send a call for each value"
    ),
    "rule-added": Row("docs", "breaking", "{subject} has a new rule: {after}"),
    "rule-removed": Row("addition", "addition", "{subject} no longer has the rule: {before}"),
    "result-changed": Row(
        "breaking", "breaking", "the result of {subject} was {before} and is now {after}"
    ),
    "result-narrowed": Row(
        "addition", "addition", "the result of {subject} was {before} and is now {after}"
    ),
    "result-replaced": Row(
        "addition", "breaking", "the result of {subject} was {before} and is now {after}"
    ),
    "reply-widened": Row(
        "breaking",
        "none",
        "{subject} was {before} in replies and is now {after}",
        "generate the client again",
    ),
    "result-moved": Row(
        "breaking",
        "none",
        "the result of {subject} was {before} and is now {after}",
        "generate the client again",
    ),
    "events-added": Row("addition", "addition", "{subject} can answer with {after}"),
    "events-removed": Row("breaking", "breaking", "{subject} no longer answers with {before}"),
    "events-changed": Row(
        "breaking", "breaking", "{subject} answered with {before}, now with {after}"
    ),
    "field-added": Row("addition", "addition", "{subject} was added"),
    "field-removed": Row("breaking", "breaking", "{subject} was removed"),
    "field-not-seen": Row(
        "warning", "breaking", "{subject} was seen in replies and is not seen again"
    ),
    "type-not-seen": Row(
        "warning",
        "breaking",
        "{subject} was seen in replies as {before} and is not seen again as that: it is now {after}",
    ),
    "field-renamed": Row("breaking", "breaking", "{subject} is now called {after}", "read {after}"),
    "field-respelled": Row(
        "breaking",
        "none",
        "{subject} is now {after} in requests and replies",
        "generate the client again",
    ),
    "field-became-optional": Row(
        "breaking", "breaking", "{subject} may now be missing", "handle that case"
    ),
    "field-became-certain": Row("addition", "addition", "{subject} can no longer be missing"),
    "field-narrowed": Row("addition", "addition", "{subject} was {before} and is now {after}"),
    "field-widened": Row("breaking", "breaking", "{subject} was {before} and is now {after}"),
    "field-replaced": Row("addition", "breaking", "{subject} was {before} and is now {after}"),
    "field-limit-lowered": Row(
        "addition", "addition", "{subject} had {before} in replies and now has {after}"
    ),
    "field-limit-raised": Row(
        "breaking",
        "breaking",
        "{subject} had {before} in replies and now has {after}",
        "handle the other values",
    ),
    "field-one-way": Row(
        "breaking", "breaking", "{subject} is now in {after} alone", "use it there alone"
    ),
    "field-both-ways": Row("addition", "addition", "{subject} is in requests and in replies now"),
    "field-deprecated": Row("deprecation", "deprecation", "{subject} is now deprecated"),
    "field-undeprecated": Row("docs", "docs", "{subject} is no longer deprecated"),
    "record-added": Row("addition", "addition", "the type {subject} was added"),
    "record-removed": Row("none", "breaking", "the type {subject} was removed"),
    "record-renamed": Row(
        "none", "breaking", "the type {subject} is now called {after} in Python", "write {after}"
    ),
    "helper-added": Row("none", "addition", "{subject} was added to the client"),
    "helper-removed": Row("none", "breaking", "{subject} was removed from the client"),
    "error-added": Row("addition", "addition", "{subject} was added to the errors"),
    "error-removed": Row("breaking", "breaking", "{subject} is no longer among the errors"),
    "error-renamed": Row(
        "none", "breaking", "the error {subject} is now called {after} in Python", "write {after}"
    ),
    "absence-added": Row(
        "none", "addition", "the client can now return nothing instead of raising {subject}"
    ),
    "absence-removed": Row(
        "none",
        "breaking",
        "the client can no longer return nothing instead of raising {subject}",
        "catch the error",
    ),
    "fact-added": Row("docs", "docs", "the fact {subject} was added: {after}"),
    "fact-removed": Row("docs", "docs", "the fact {subject} was removed: {before}"),
    "fact-changed": Row("docs", "docs", "the fact {subject} was {before} and is now {after}"),
    "text-changed": Row("docs", "docs", "the texts of {subject} changed"),
}
assert KINDS.keys() == set(get_args(ChangeKind))
