"""What changed in operations: how each is called, and what it asks of its parameters."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from specloom.changes import parameters
from specloom.changes.change import Change, Thing, hidden
from specloom.changes.kinds import ChangeKind
from specloom.changes.pairs import paired
from specloom.changes.seen import is_open, is_seen
from specloom.changes.types import relation
from specloom.model.sent import sent_by_clients
from specloom.model.structs import Api, Operation, OperationError, Parameter, Result, Rule
from specloom.views import words


def changes(before: Api, after: Api) -> Iterator[Change]:
    """Those of all operations and actions of an API, and of what all of them share."""
    old, new = ({named.name: named for named in api.types} for api in (before, after))
    key = after.authentication.parameter if after.authentication else None
    both = parameters.Lists(old, new, key)
    for kind, these, those in (
        ("operations", before.operations, after.operations),
        ("actions", before.actions, after.actions),
    ):
        for name, was, now in paired(these, those, lambda operation: operation.id):
            found = now or was
            assert found is not None
            subject = Thing(after.id, shown(after if now else before, found), (kind, name))
            if was is None or now is None:
                yield subject.changed("operation-added" if was is None else "operation-removed")
            else:
                yield from _operation(subject, was, now, both)
    if before.wire is not None and after.wire is not None:
        query = Thing(after.id, "action=query", ("wire",))
        shared = before.wire.parameters, after.wire.parameters
        yield from parameters.changes(query, ("", ""), *shared, both)
        names = _names_of(before.wire.parameters)
        yield from _rules(query, before.wire.rules, after.wire.rules, names)


def shown(api: Api, operation: Operation) -> str:
    """An operation as a request names it."""
    if api.wire is None:
        return operation.id
    return f"{api.wire.group_parameters.get(operation.group, operation.group)}={operation.id}"


def _operation(
    subject: Thing, was: Operation, now: Operation, both: parameters.Lists
) -> Iterator[Change]:
    own = [*_names(subject, was, now), *_request(subject, was, now), *_state(subject, was, now)]
    yield from own
    yield from _result(subject.part(subject.name, "result"), was.result, now.result)
    names = _names_of((*was.parameters, *was.templated_parameters))
    yield from _rules(subject.part(subject.name, "rules"), was.rules, now.rules, names)
    yield from _errors(subject, was.errors, now.errors)
    prefixes = was.prefix, now.prefix
    for kind in ("parameters", "templated_parameters"):
        old, new = getattr(was, kind), getattr(now, kind)
        found = parameters.changes(subject, prefixes, old, new, both, kind)
        yield from _shown(found, subject, was, now)
    if now.method is not None:
        yield from parameters.reordered(subject, was.parameters, now.parameters, both)
    if not own and _bare(was) != _bare(now):
        yield subject.changed("text-changed")


def _shown(
    found: Iterable[Change], subject: Thing, was: Operation, now: Operation
) -> Iterator[Change]:
    """Changes of parameters, those that clients of a wiki send by themselves hidden."""
    given: dict[str, bool] = {}
    for operation in (was, now):
        for one in (*operation.parameters, *operation.templated_parameters):
            is_sent = operation.method is None and sent_by_clients(operation, one)
            given[one.name] = given.get(one.name, False) or not is_sent
    for change in found:
        yield from [change] if given[change.at[len(subject.at) + 1]] else hidden([change])


def _bare(operation: Operation) -> Operation:
    """Without the parts that are compared one by one, and without what is told of the server's own code."""
    return replace(
        operation,
        parameters=(),
        templated_parameters=(),
        result=None,
        rules=(),
        errors=(),
        help_urls=None,
        implementation=None,
        provided_by=None,
        provided_by_name=None,
        license_tag=None,
        license_link=None,
        templated=True,
        source=None,
        extra=None,
    )


def _names(subject: Thing, was: Operation, now: Operation) -> Iterator[Change]:
    if was.group != now.group:
        yield subject.changed("operation-moved", f"`{was.group}`", f"`{now.group}`")
    names = [found.class_name or found.method_name or found.id for found in (was, now)]
    if names[0] != names[1]:
        yield subject.changed("operation-renamed", f"`{names[0]}`", f"`{names[1]}`")


def _request(subject: Thing, was: Operation, now: Operation) -> Iterator[Change]:
    """What a request has to be like."""
    addresses = [f"`{found.method or 'GET'} {found.path}`" for found in (was, now)]
    if addresses[0] != addresses[1] and was.method is not None:
        yield subject.changed("address-changed", *addresses)
    if was.prefix != now.prefix:
        yield subject.changed("prefix-changed", f"`{was.prefix}`", f"`{now.prefix}`")
    yield from _flag(subject, was.must_be_posted, now.must_be_posted, "post-needed", "post-dropped")
    if was.token != now.token:
        told = [f"`{token}`" if token else "none" for token in (was.token, now.token)]
        yield subject.changed("token-needed" if now.token else "token-dropped", *told)
    rights = [found.read_rights or found.write_rights for found in (was, now)]
    yield from _flag(subject, rights[0], rights[1], "right-needed", "right-dropped")
    yield from _flag(subject, was.generator, now.generator, "generator-added", "generator-removed")


def _state(subject: Thing, was: Operation, now: Operation) -> Iterator[Change]:
    deprecated = was.deprecated, now.deprecated
    yield from _flag(subject, *deprecated, "operation-deprecated", "operation-undeprecated")
    yield from _flag(
        subject, was.internal, now.internal, "operation-internal", "operation-published"
    )
    if was.media_type != now.media_type:
        told = [found.media_type or "application/json" for found in (was, now)]
        yield subject.changed("result-changed", *(f"`{one}`" for one in told))
    if (was.summary, was.description, was.title) != (now.summary, now.description, now.title):
        yield subject.changed("text-changed")


def _flag(
    subject: Thing, was: bool, now: bool, gained: ChangeKind, lost: ChangeKind
) -> Iterator[Change]:
    if was != now:
        yield subject.changed(gained if now else lost)


def _errors(
    subject: Thing, was: tuple[OperationError, ...], now: tuple[OperationError, ...]
) -> Iterator[Change]:
    for name, old, new in paired(was, now, lambda error: error.name):
        if old is not None and new is not None and old.message == new.message:
            about = subject.part(f"{subject.name}: {name}", "errors", name)
            yield from _flag(about, old.absence, new.absence, "absence-added", "absence-removed")
            continue
        if old is not None:
            yield _of_error(subject, old).changed("error-removed")
        if new is not None:
            yield _of_error(subject, new).changed("error-added")


def _of_error(subject: Thing, error: OperationError) -> Thing:
    about = f"{subject.name}: {error.name} ({error.message})"
    return subject.part(about, "errors", error.name)


def _result(subject: Thing, was: Result | None, now: Result | None) -> Iterator[Change]:
    if was is None or now is None:
        if was is not now:
            yield subject.changed("result-changed", _type(was), _type(now))
        return
    found: list[Change] = []
    how = relation(was.type, now.type)
    if how != "same":
        kind: ChangeKind = "result-narrowed" if how == "narrower" else "result-changed"
        is_lost = how == "wider" and is_seen(was) and is_open(now.type)
        found.append(subject.changed("type-not-seen" if is_lost else kind, _type(was), _type(now)))
    # Where nothing is known of a result, its place is a guess.
    if _place(was) != _place(now) and not (was.assumed or now.assumed):
        found.append(subject.changed("result-moved", _place(was), _place(now)))
    yield from found
    if not found and replace(was, siblings=(), source=None) != replace(
        now, siblings=(), source=None
    ):
        yield subject.changed("text-changed")


def _type(result: Result | None) -> str:
    return "nothing" if result is None else words.plain(words.type_text(result.type))


def _place(result: Result) -> str:
    keys = [key for key in (result.key, result.items_key, result.nested_key) if key]
    path = ".".join(keys)
    return f"{f'at `{path}` in' if path else 'spread over'} the {_WHERE[result.where]}"


_WHERE = {"body": "reply", "query": "object `query`", "page": "pages", "top-level": "top level"}


def _names_of(parameters: Iterable[Parameter]) -> frozenset[str]:
    return frozenset(parameter.name for parameter in parameters)


def _rules(
    subject: Thing, before: tuple[Rule, ...], after: tuple[Rule, ...], names: frozenset[str]
) -> Iterator[Change]:
    """Those of `names`, the parameters of before: no program gives others."""
    old, new = ([_essence(rule) for rule in rules] for rules in (before, after))
    same = [_without_new_terms(rule, names) for rule in new]
    for rule in old:
        if rule not in same:
            yield subject.changed("rule-removed", before=_said(rule))
    for rule, meant in zip(new, same, strict=True):
        if meant not in old:
            yield subject.changed("rule-added", after=_said(rule))
    if old == same and (old != new or _texts(before) != _texts(after)):
        yield subject.changed("text-changed")


def _without_new_terms(rule: Rule, names: frozenset[str]) -> Rule:
    """A choice among parameters without those that are new to choose."""
    if rule.kind not in _CHOICES:
        return rule
    kept = (term for term in rule.terms if term in names or not term.isidentifier())
    return replace(rule, terms=tuple(kept))


_CHOICES = frozenset({"exactly_one", "at_least_one"})


def _texts(rules: tuple[Rule, ...]) -> list[str | None]:
    return [rule.effect for rule in rules]


def _essence(rule: Rule) -> Rule:
    """A rule without what only tells of it."""
    return replace(rule, name=None, source=None, effect=None)


def _said(rule: Rule) -> str:
    return words.clause(words.plain(words.rule_text(rule))).rstrip(":")
