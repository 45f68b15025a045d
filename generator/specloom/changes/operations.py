"""What changed in operations: how each is called, and what it asks of its parameters."""

from collections.abc import Iterator

from msgspec.structs import replace

from specloom.changes import parameters
from specloom.changes.change import Change
from specloom.changes.pairs import paired
from specloom.changes.types import relation
from specloom.model.structs import Api, Operation, Result, Rule
from specloom.views import words


def changes(before: Api, after: Api) -> Iterator[Change]:
    """Those of all operations and actions of an API, and of what all of them share."""
    old, new = ({named.name: named for named in api.types} for api in (before, after))
    both = parameters.Lists(old, new)
    queries = paired(before.operations, after.operations, _id)
    actions = paired(before.actions, after.actions, _id)
    for _, was, now in (*queries, *actions):
        found = now or was
        assert found is not None
        subject = shown(after if now else before, found)
        if was is None or now is None:
            yield Change(
                "operation-added" if was is None else "operation-removed", after.id, subject
            )
        else:
            yield from _operation(after.id, subject, was, now)
            yield from _parameters(after.id, subject, was, now, both)
    if before.wire is not None and after.wire is not None:
        shared = before.wire.parameters, after.wire.parameters
        yield from parameters.changes(after.id, "action=query", ("", ""), *shared, both)
        yield from _rules(after.id, "action=query", before.wire.rules, after.wire.rules)


def _id(operation: Operation) -> str:
    return operation.id


def shown(api: Api, operation: Operation) -> str:
    """An operation as a request names it."""
    if api.wire is None:
        return operation.id
    return f"{api.wire.group_parameters.get(operation.group, operation.group)}={operation.id}"


def _operation(api: str, subject: str, was: Operation, now: Operation) -> Iterator[Change]:
    if was.group != now.group:
        yield Change("operation-moved", api, subject, f"`{was.group}`", f"`{now.group}`")
    names = [found.class_name or found.method_name or found.id for found in (was, now)]
    if names[0] != names[1]:
        yield Change("operation-renamed", api, subject, f"`{names[0]}`", f"`{names[1]}`")
    addresses = [f"`{found.method or 'GET'} {found.path}`" for found in (was, now)]
    if addresses[0] != addresses[1] and was.method is not None:
        yield Change("address-changed", api, subject, *addresses)
    if was.prefix != now.prefix:
        yield Change("prefix-changed", api, subject, f"`{was.prefix}`", f"`{now.prefix}`")
    if now.must_be_posted and not was.must_be_posted:
        yield Change("post-needed", api, subject)
    if was.generator != now.generator:
        yield Change("generator-added" if now.generator else "generator-removed", api, subject)
    if now.deprecated and not was.deprecated:
        yield Change("operation-deprecated", api, subject)
    if now.internal and not was.internal:
        yield Change("operation-internal", api, subject)
    if (was.summary, was.description, was.title) != (now.summary, now.description, now.title):
        yield Change("text-changed", api, subject)
    yield from _result(api, subject, was.result, now.result)
    yield from _rules(api, subject, was.rules, now.rules)
    for name, old, new in paired(was.errors, now.errors, lambda error: error.name):
        if old is None or new is None or old.message != new.message:
            about = f"{subject}: {name}"
            if old is not None:
                yield Change("error-removed", api, f"{about} ({old.message})")
            if new is not None:
                yield Change("error-added", api, f"{about} ({new.message})")


def _parameters(
    api: str, subject: str, was: Operation, now: Operation, both: parameters.Lists
) -> Iterator[Change]:
    prefixes = was.prefix, now.prefix
    for old, new in (
        (was.parameters, now.parameters),
        (was.templated_parameters, now.templated_parameters),
    ):
        yield from parameters.changes(api, subject, prefixes, old, new, both)


def _result(api: str, subject: str, was: Result | None, now: Result | None) -> Iterator[Change]:
    if was is None or now is None:
        if was is not now:
            yield Change("result-changed", api, subject, _type(was), _type(now))
        return
    how = relation(was.type, now.type)
    if how != "same":
        narrower = how == "narrower"
        told = _type(was), _type(now)
        yield Change("result-narrowed" if narrower else "result-changed", api, subject, *told)
    if _place(was) != _place(now):
        yield Change("result-moved", api, subject, _place(was), _place(now))


def _type(result: Result | None) -> str:
    return "nothing" if result is None else words.plain(words.type_text(result.type))


def _place(result: Result) -> str:
    keys = [key for key in (result.key, result.items_key, result.nested_key) if key]
    path = ".".join(keys)
    return f"{f'at `{path}` in' if path else 'spread over'} the {_WHERE[result.where]}"


_WHERE = {"body": "reply", "query": "object `query`", "page": "pages", "top-level": "top level"}


def _rules(
    api: str, subject: str, before: tuple[Rule, ...], after: tuple[Rule, ...]
) -> Iterator[Change]:
    old, new = ([_essence(rule) for rule in rules] for rules in (before, after))
    for rule in old:
        if rule not in new:
            yield Change("rule-removed", api, subject, before=_said(rule))
    for rule in new:
        if rule not in old:
            yield Change("rule-added", api, subject, after=_said(rule))


def _essence(rule: Rule) -> Rule:
    """A rule without what only tells of it."""
    return replace(rule, name=None, source=None, effect=None)


def _said(rule: Rule) -> str:
    return words.clause(words.plain(words.rule_text(rule))).rstrip(":")
