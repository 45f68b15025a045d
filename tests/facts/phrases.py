"""Phrases of outputs for facts: patterns of the lines that change with a fact, by the keys of the model.

Phrases from the tables of facts are in `model/parameter.py` and `model/field_facts.py` alone.

`{}` is the value. Without a pattern, the value itself is expected. Several patterns must all match; a pattern
that begins with `!` is for the opposite. `rest` and `wiki` are the clients of either protocol.
"""

from collections.abc import Mapping
from typing import TypeAlias

Patterns: TypeAlias = Mapping[str, str | tuple[str, ...]]


def _says(**patterns: str | tuple[str, ...]) -> Patterns:
    return patterns


VERSIONS = ('__version__ = "{}"', 'version="{}"', '(?<!_)version = "{}"')

PHRASES: Mapping[str, Patterns] = {
    # --- Parameters ---
    "all_specifier": _says(
        wiki=r"\| All\b",
        openapi=("`{}` stands for all", "all_specifier: .{}"),
        page="`{}` stands for all",
    ),
    "allows_duplicates": _says(
        wiki="DUPLICATES",
        openapi=("allows_duplicates: true", "value may be repeated"),
        page="may be repeated",
    ),
    "accepts": _says(rest=r"\| None\b"),
    "default": _says(openapi="default_value: .*{}", page="`{}`"),
    "deprecated": _says(wiki="DEPRECATED|deprecated=True", openapi="deprecated: true"),
    "deprecated_values": _says(
        wiki='Deprecated\\("{}"',
        openapi=r"deprecated_values: \[{}\]",
        page="(?i)deprecated.*`{}`|`{}`.*deprecated",
    ),
    "enforce_range": _says(wiki="ENFORCED", openapi="enforce_range: true", page="enforced"),
    "example_value": _says(openapi="examples: - .?{}"),
    "extra_namespaces": _says(
        openapi="extra_namespaces: .*{}",
    ),
    "format": _says(openapi="format: {}", page="{}|string, (?:e-mail address|URL)"),
    "high_limit": _says(
        openapi=("maxItems: {}", "{} for bots"),
        page="{} for bots",
    ),
    "high_maximum": _says(
        wiki=r"Limit\(1, 500, {}",
        openapi=("maximum: {}", "high_maximum: {}", "{} for bots"),
        page="{} for bots",
    ),
    "internal_values": _says(
        wiki='Internal\\("{}"',
        openapi=r"internal_values: \[{}",
        page="Internal values :",
    ),
    "limit": _says(
        rest=("maximum_items={}", "At most {} items"),
        wiki=r"Count\({}",
        openapi=("(?i)up to {} values", r"limit: {}"),
        page="up to {} values",
    ),
    "location": _says(rest='"{}"', openapi="in: {}|requestBody:", page="· {}|JSON {}"),
    "maximum": _says(
        rest="maximum={}",
        wiki=r"Limit\(1, {}",
        openapi="maximum: {}",
        page="to {}",
    ),
    "maximum_bytes": _says(
        rest="maximum_bytes={}",
        wiki=r"Length\({}",
        openapi=("maximum_bytes: {}", "Up to {} bytes"),
        page="up to {} bytes",
    ),
    "maximum_characters": _says(
        rest="maximum_characters={}",
        wiki=r"Length\(None, {}",
        openapi="maxLength: {}",
        page="up to {} characters",
    ),
    "exclusive_maximum": _says(
        rest="exclusive_maximum={}", openapi="exclusiveMaximum: {}", page="less than {}"
    ),
    "exclusive_minimum": _says(
        rest="exclusive_minimum={}", openapi="exclusiveMinimum: {}", page="more than {}"
    ),
    "multiple_of": _says(rest="multiple_of={}", openapi="multipleOf: {}", page="a multiple of {}"),
    "minimum_items": _says(
        rest="minimum_items={}", openapi="minItems: {}", page="{} or more values"
    ),
    "unique_items": _says(rest="unique_items=True", openapi="uniqueItems: true", page="Repeated"),
    "minimum_members": _says(
        rest="minimum_members={}", openapi="minProperties: {}", page="Fewest members"
    ),
    "maximum_members": _says(
        rest="maximum_members={}", openapi="maxProperties: {}", page="Most members"
    ),
    "minimum": _says(
        rest="minimum={}",
        wiki=r"Limit\({}",
        openapi="minimum: {}",
        page="{} or more",
    ),
    "minimum_characters": _says(
        rest="minimum_characters={}",
        openapi="minLength: {}",
        page="{} or more characters",
    ),
    "multiple": _says(
        rest=("several=True", r"Sequence\["),
        wiki=r"Many\[",
        openapi="type: array",
        page="· list of",
    ),
    "must_exist": _says(wiki="MUST_EXIST", openapi="must_exist: true", page="Must exist"),
    "pattern": _says(rest='pattern="{}"', openapi="pattern: .{}"),
    "required": _says(
        rest=("required=True", r"item_id: int,"),
        wiki=r"from_: str(?! \|)",
        openapi="required: true|Required with `",
    ),
    "sensitive": _says(
        rest="_concealed",
        wiki="SENSITIVE",
        openapi="sensitive: true",
    ),
    "note_texts": _says(openapi=("^{}| {} ", "text: {}")),
    "submodule_prefix": _says(openapi="submodule_prefix: {}", page="`{}` in front"),
    "subtypes": _says(openapi=r"subtypes: .*\b{}\b"),
    "token_type": _says(
        wiki=("A `{}` token", '"tokentype", "{}"'),
        openapi="token_type: {}",
    ),
    # --- Operations ---
    "absence": _says(rest="_or_none", page="_or_none"),
    "class_name": _says(openapi="list{}"),
    "dynamic_parameters": _says(openapi="dynamic_parameters: true", page="Takes more parameters"),
    "generator": _says(wiki=r"\bGenerator\b", openapi="generator: true", page="generator"),
    "idempotent": _says(
        rest="!repeatable=False", openapi="x-specloom-idempotent: true", page="safe to repeat"
    ),
    "internal": _says(wiki="internal=True", openapi="internal: true", page=r"Also\W+internal"),
    "message": _says(
        rest=('documented = "{}"', "answers “{}”"), openapi=("summary: {}", "msg: {}"), page="`{}`"
    ),
    "key_sent": _says(rest='key="query"', openapi="name: api_key", page="`api_key` · string"),
    "method": _says(openapi="(?i){}:"),
    "must_be_posted": _says(
        wiki="post=True", openapi="must_be_posted: true", page="must be posted"
    ),
    "operations": _says(page="items/(?:get|fetch)"),
    "places": _says(page="(?i){}"),
    "prefix": _says(wiki='prefix="{}"', openapi="prefix: {}", page=":   `{}`"),
    "read_rights": _says(wiki="!read=False", openapi="read_rights: true", page="read right"),
    "write_rights": _says(wiki="write=True", openapi="write_rights: true", page="write right"),
    # --- Results and records ---
    "presence.brought_by": _says(
        wiki='Prop\\(.*"{}"',
        openapi=("Presence: with .*`prop={}`", r"brought_by: .*\b{}\b"),
        page="`prop={}`",
    ),
    "container": _says(model="kind: reference", wiki="Result", openapi="Result", page="Result"),
    "currency_of": _says(openapi="currency-of: {}"),
    "hidden_by": _says(wiki='HiddenBy\\("{}"', openapi="hidden_by: {}"),
    "items_key": _says(wiki='items="{}"', page="its member `{}`"),
    "key": _says(rest='member="{}"', wiki='key="{}"'),
    "known_values": _says(openapi=r"known-values: .*\b{}\b"),
    "nested_key": _says(wiki='nested="{}"', openapi="nested_key: {}"),
    "presence.omitted_if": _says(
        model="omitted_if: |text: {}",
        rest="Omitted if .*{}",
        openapi=("omitted if .*{}", "omitted_if: |x-specloom-conditions: "),
        page="omitted if .*{}",
    ),
    "presence.only_if": _says(
        model="only_if: ",
        rest="Only if .*{}",
        openapi=("only if .*{}", "only_if: |x-specloom-conditions: "),
        page="only if .*{}",
    ),
    "presence.optional": _says(
        wiki="NotRequired",
        openapi="optional: true",
        page="optional",
    ),
    "selector": _says(wiki='selector="{}"', openapi="selector: {}", page="`{}=page`"),
    "presence.requested": _says(
        wiki=r"When\(", openapi=("always, if", "requested: true"), page="always, if"
    ),
    "presence.when": _says(openapi=("(?:if |Presence: ){}", r"\{.*when: {}")),
    "where": _says(page="beside `query`"),
    "about": _says(page="assumed: "),
    # --- Rules ---
    "rules.kind": _says(wiki=r"Rules\.{}", openapi="kind: {}", page=r"\w"),
    # --- Value lists, groups, facts ---
    "site_specific": _says(
        wiki=r"Direction \| str", openapi="The site decides", page="configur(?:ation|ed)"
    ),
    "unobserved": _says(openapi="observed: false", page="(?i)not observed|not seen"),
    # --- The API ---
    "alternative_separator": _says(
        model=r"\\u001e", wiki=r'alternative_separator="\\x1e"', openapi=r"U\+001E", page=r"U\+001E"
    ),
    "example": _says(openapi="https://other.example.org"),
    "generator_prefix": _says(
        wiki='generator_prefix="{}"', openapi="generator_prefix: {}", page="`{}` in front"
    ),
    "retry": _says(wiki='"badvalue"'),
    "scheme": _says(rest="(?i){}", page="(?i){}"),
    "rules": _says(openapi=("- {}", r"rules: \[{}"), page="- {}"),
    "secret": _says(openapi=("Secret: keep", "secret: true"), page=r"\*\*secret\*\*"),
    "version": _says(
        rest=VERSIONS,
        wiki=VERSIONS,
    ),
    "separator": _says(
        wiki='separator="{}"',
        openapi=("joined by `{}`", "separator: .?{}"),
        page="joined with `{}`",
    ),
}

TYPES: Mapping[str, Patterns] = {
    "any": _says(rest="Any", wiki="Any", openapi="", page="anything"),
    "boolean": _says(rest="bool", wiki="bool", page="boolean|flag"),
    "decimal": _says(rest="Money|Decimal", page="decimal number"),
    "expiry": _says(page="time, span or `infinity`", wiki="Expiry"),
    "integer": _says(rest="int", wiki="int"),
    "list": _says(rest="tuple|list", wiki="list", openapi="array", page="(?i)list of"),
    "map": _says(rest="Mapping", openapi="additionalProperties", page="each value"),
    "namespace": _says(wiki="Namespace", page="namespace number"),
    "null": _says(rest="None", wiki="None"),
    "number": _says(rest="float"),
    "object": _says(rest=r"Mapping\[str, Any\]"),
    "string": _says(rest="str", wiki="str"),
    "text": _says(wiki="Text"),
    "timestamp": _says(
        openapi="date-time|timestamp", rest="Timestamp", wiki="Timestamp|Time", page="time"
    ),
    "title": _says(wiki="Title"),
    "user": _says(wiki="User", page="users?"),
}
"""Names of types in outputs, by the words of the notation."""

FIELDS: Mapping[str, Patterns] = {
    "access": _says(rest="!sub_category: str", openapi="{}Only: true", page="nly in re"),
    "default": _says(rest="Default: `{}`", openapi="default: .?{}", page="Default: `{}`"),
    "deprecated": _says(rest="Deprecated", openapi="deprecated: true", page="Deprecated"),
    "deprecated_values": _says(
        rest="Deprecated values: `{}`",
        openapi=r"x-specloom-deprecated-values: \[{}\]",
        page="Deprecated values: `{}`",
    ),
    "minimum_items": _says(
        rest="At least {} items", openapi="minItems: {}", page="At least {} items"
    ),
    "unique_items": _says(rest="No item twice", openapi="uniqueItems: true", page="No item twice"),
    "minimum_members": _says(
        rest="At least {} members", openapi="minProperties: {}", page="At least {} members"
    ),
    "maximum_members": _says(
        rest="At most {} members", openapi="maxProperties: {}", page="At most {} members"
    ),
    "limit": _says(rest="At most {} items", openapi="maxItems: {}", page="At most {} items"),
    "maximum": _says(rest="At most {}", openapi="maximum: {}", page="At most {}"),
    "maximum_bytes": _says(
        rest="At most {} bytes", openapi="Up to {} bytes", page="At most {} bytes"
    ),
    "maximum_characters": _says(
        rest="At most {} characters", openapi="maxLength: {}", page="At most {} characters"
    ),
    "exclusive_maximum": _says(
        rest="Less than {}", openapi="exclusiveMaximum: {}", page="Less than {}"
    ),
    "exclusive_minimum": _says(
        rest="More than {}", openapi="exclusiveMinimum: {}", page="More than {}"
    ),
    "multiple_of": _says(
        rest="A multiple of {}", openapi="multipleOf: {}", page="a multiple of {}"
    ),
    "each": _says(
        rest="Each value: at most 9 characters",
        openapi="maxLength: 9",
        page="Each value: at most 9",
    ),
    "minimum": _says(rest="At least {}", openapi="minimum: {}", page="At least {}"),
    "minimum_characters": _says(
        rest="At least {} characters", openapi="minLength: {}", page="At least {} characters"
    ),
    "pattern": _says(rest="Pattern: `{}`", openapi="pattern: .{}", page="Pattern: .*{}"),
}
"""Phrases for facts of fields that are said otherwise of parameters."""
