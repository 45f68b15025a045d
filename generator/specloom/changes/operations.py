"""Changes of operations: their calls, and the rules of their parameters."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from specloom.changes import parameters, type_change
from specloom.changes.change import Change, Thing, hidden
from specloom.changes.kinds import ChangeKind
from specloom.changes.markup import code, text_of
from specloom.changes.pairs import matched, paired
from specloom.changes.parameters import Sides
from specloom.changes.protocols import CallView, request_name, view_of
from specloom.changes.python_types import PythonView
from specloom.changes.seen import is_open, is_seen
from specloom.changes.types import JsonType, relation
from specloom.model.sent import sent_by_clients
from specloom.model.structs import (
    Api,
    Error,
    Operation,
    Parameter,
    Result,
    Rule,
    errors_of,
)
from specloom.views import words

Alternatives: TypeAlias = tuple[frozenset[str], ...]


def changes(before: Api, after: Api) -> Iterator[Change]:
    """Changes of all operations and actions of an API, and of the parts that they share."""
    sides = Sides(PythonView.of(before), PythonView.of(after))
    for kind, old, new in (
        ("operations", before.operations, after.operations),
        ("actions", before.actions, after.actions),
    ):
        for previous, now in _paired(old, new):
            operation = now or previous
            assert operation is not None
            name = request_name(after if now else before, operation)
            subject = Thing(after.id, name, (kind, operation.id))
            if previous is None or now is None:
                yield subject.changed(
                    "operation-added" if previous is None else "operation-removed"
                )
            else:
                yield from _key_of(subject, (before, previous), (after, now))
                previous, now = _without_key(before, previous), _without_key(after, now)
                yield from _errors(subject, errors_of(before, previous), errors_of(after, now))
                yield from _operation(subject, previous, now, sides)
    if before.protocol.kind == after.protocol.kind:
        query = Thing(after.id, "action=query", ("wire",))
        shared = before.shared_parameters, after.shared_parameters
        yield from parameters.changes(query, ("", ""), *shared, sides)
        names = _names_of(before.shared_parameters)
        yield from _rules(query, before.protocol.shared_rules, after.protocol.shared_rules, names)


def _paired(
    before: Sequence[Operation], after: Sequence[Operation]
) -> Iterator[tuple[Operation | None, Operation | None]]:
    """Operations that have one id, or, in a REST API, another id and one method and path."""
    pairs = paired(before, after, lambda operation: operation.id)
    new = {
        view_of(now).request_line: now
        for _, previous, now in pairs
        if previous is None and now is not None
    }
    new.pop("", None)
    renamed = {
        previous.id: new.pop(view_of(previous).request_line)
        for _, previous, now in pairs
        if previous is not None and now is None and view_of(previous).request_line in new
    }
    matched_ids = {operation.id for operation in renamed.values()}
    for id_, previous, now in pairs:
        if previous is not None or id_ not in matched_ids:
            yield previous, now or renamed.get(id_)


# --- The key -----------------------------------------------------------------------------------------


def _key(api: Api) -> str | None:
    return api.authentication.parameter if api.authentication else None


def _key_of(
    subject: Thing, old: tuple[Api, Operation], new: tuple[Api, Operation]
) -> Iterator[Change]:
    """The change of an operation that needs the key or no longer does; a key that is new to the API is
    reported there.
    """
    before, after = (_key_parameter(*side) for side in (old, new))
    if old[0].authentication is None or new[0].authentication is None:
        return
    if (before is None) != (after is None):
        yield subject.changed("operation-key-needed" if after else "operation-key-dropped")
    elif before is not None and after is not None and before.location != after.location:
        place = subject.part(f"{subject.name}: {after.name}", "parameters", after.name)
        yield place.changed("parameter-moved", before.location, after.location)


def _key_parameter(api: Api, operation: Operation) -> Parameter | None:
    """The parameter with the key, if an operation has it."""
    key = _key(api)
    return next((parameter for parameter in operation.parameters if parameter.name == key), None)


def _without_key(api: Api, operation: Operation) -> Operation:
    """The operation without its parameter for the key, which callers do not pass."""
    key = _key_parameter(api, operation)
    other_parameters = tuple(
        parameter for parameter in operation.parameters if parameter is not key
    )
    return replace(operation, parameters=other_parameters)


def _operation(
    subject: Thing, previous: Operation, now: Operation, sides: Sides
) -> Iterator[Change]:
    operation_changes = [
        *_names(subject, previous, now),
        *_request(subject, view_of(previous), view_of(now)),
        *_state(subject, previous, now),
    ]
    yield from operation_changes
    yield from _result(subject.part(subject.name, "result"), previous.result, now.result, sides)
    names = _names_of(previous.every_parameter)
    yield from _rules(subject.part(subject.name, "rules"), previous.rules, now.rules, names)
    prefixes = previous.call.prefix, now.call.prefix
    for kind, old, new in (
        ("parameters", previous.parameters, now.parameters),
        ("templated_parameters", previous.call.templated_parameters, now.call.templated_parameters),
    ):
        parameter_changes = parameters.changes(subject, prefixes, old, new, sides, kind)
        yield from _visible_changes(parameter_changes, subject, previous, now)
    if view_of(now).is_http:
        yield from parameters.reordered(subject, previous.parameters, now.parameters)
    if not operation_changes and _bare(previous) != _bare(now):
        yield subject.changed("text-changed")


def _visible_changes(
    changes_: Iterable[Change], subject: Thing, previous: Operation, now: Operation
) -> Iterator[Change]:
    """Changes of parameters, those that clients of a wiki send by themselves hidden."""
    is_given: dict[str, bool] = {}
    for operation in (previous, now):
        for parameter in operation.every_parameter:
            is_sent = view_of(operation).is_grouped and sent_by_clients(operation, parameter)
            is_given[parameter.name] = is_given.get(parameter.name, False) or not is_sent
    for change in changes_:
        yield from [change] if is_given[change.at[len(subject.at) + 1]] else hidden([change])


def _bare(operation: Operation) -> Operation:
    """An operation without the parts that are compared one by one, and without facts about the server's code."""
    return replace(
        operation,
        call=view_of(operation).bare,
        parameters=(),
        result=None,
        rules=(),
        errors=(),
        source=None,
    )


def _names(subject: Thing, previous: Operation, now: Operation) -> Iterator[Change]:
    names = view_of(previous).python_name, view_of(now).python_name
    if view_of(previous).is_grouped and previous.group != now.group:
        yield subject.changed("operation-moved", code(previous.group), code(now.group))
    if names[0] != names[1]:
        yield subject.changed("operation-renamed", *names)
    if previous.id != now.id:
        yield subject.changed("operation-id-changed", code(previous.id), code(now.id))


def _request(subject: Thing, previous: CallView, now: CallView) -> Iterator[Change]:
    """Changes of a request."""
    if previous.address and not _is_same_address(previous, now):
        yield subject.changed("address-changed", code(previous.address), code(now.address))
    if previous.prefix != now.prefix:
        yield subject.changed("prefix-changed", code(previous.prefix), code(now.prefix))
    yield from _flag(subject, previous.is_posted, now.is_posted, "post-needed", "post-dropped")
    if previous.token != now.token:
        tokens = [code(token) if token else "none" for token in (previous.token, now.token)]
        yield subject.changed("token-needed" if now.token else "token-dropped", *tokens)
    yield from _flag(
        subject, previous.needs_right, now.needs_right, "right-needed", "right-dropped"
    )
    generators = previous.is_generator, now.is_generator
    yield from _flag(subject, *generators, "generator-added", "generator-removed")
    internal = previous.is_internal, now.is_internal
    yield from _flag(subject, *internal, "operation-internal", "operation-published")
    if previous.media_type != now.media_type:
        yield subject.changed("result-changed", code(previous.media_type), code(now.media_type))
    if not _suffice(previous.schemes, now.schemes):
        yield subject.changed("operation-key-needed")
    elif not _suffice(now.schemes, previous.schemes):
        yield subject.changed("operation-key-dropped")


def _suffice(schemes: Alternatives, needed: Alternatives) -> bool:
    """Return whether callers who have any one of these alternatives have one of those that are needed."""
    return all(any(other <= alternative for other in needed) for alternative in schemes)


def _is_same_address(previous: CallView, now: CallView) -> bool:
    """Return whether requests go to the same addresses; variables may have other names, and no other order."""
    if previous.address == now.address:
        return True
    is_reordered = any(
        old != new and old in now.variables
        for old, new in zip(previous.variables, now.variables, strict=False)
    )
    return previous.request_line == now.request_line and not is_reordered


def _state(subject: Thing, previous: Operation, now: Operation) -> Iterator[Change]:
    deprecated = previous.deprecated, now.deprecated
    yield from _flag(subject, *deprecated, "operation-deprecated", "operation-undeprecated")
    if (previous.summary, previous.description, previous.title) != (
        now.summary,
        now.description,
        now.title,
    ):
        yield subject.changed("text-changed")


def _flag(
    subject: Thing, previous: bool, now: bool, gained: ChangeKind, lost: ChangeKind
) -> Iterator[Change]:
    if previous != now:
        yield subject.changed(gained if now else lost)


def _errors(
    subject: Thing, previous: tuple[Error, ...], now: tuple[Error, ...]
) -> Iterator[Change]:
    """Changes of the errors of an operation. What a wiki's code raises does not depend on the listed codes."""
    coded = [[_bare_error(error) for error in errors if error.code] for errors in (previous, now)]
    if coded[0] != coded[1]:
        yield subject.changed("text-changed")
    old_errors, new_errors = (
        [error for error in errors if error.code is None] for errors in (previous, now)
    )
    renamed, unmatched = matched(old_errors, new_errors, lambda error: error.name, _is_same_error)
    for error, other in renamed:
        about = subject.part(f"{subject.name}: {error.name}", "errors", other.name)
        yield about.changed("error-renamed", code(error.name), code(other.name))
    for name, old, new in unmatched:
        if old is not None and new is not None and _reply(old) == _reply(new):
            about = subject.part(f"{subject.name}: {name}", "errors", name)
            yield from _flag(about, old.absence, new.absence, "absence-added", "absence-removed")
            if _bare_error(replace(old, absence=new.absence)) != _bare_error(new):
                yield about.changed("text-changed")
            continue
        if old is not None:
            yield _of_error(subject, old).changed("error-removed")
        if new is not None:
            yield _of_error(subject, new).changed("error-added")


def _bare_error(error: Error) -> Error:
    return replace(error, name="", common=False)


def _is_same_error(old: Error, new: Error) -> bool:
    """Return whether replies are the same; the name is the one in Python."""
    return _bare_error(old) == _bare_error(new)


def _reply(error: Error) -> object:
    """The facts by which a reply is this error."""
    return error.message, error.status, error.body


def _of_error(subject: Thing, error: Error) -> Thing:
    about = f"{subject.name}: {error.name} ({error.message})"
    return subject.part(about, "errors", error.name)


def _result(
    subject: Thing, previous: Result | None, now: Result | None, sides: Sides
) -> Iterator[Change]:
    if previous is None or now is None:
        if previous is not now:
            yield subject.changed("result-changed", _type(previous), _type(now))
        return
    changes_ = [*_result_type(subject, previous, now, sides)]
    # Where nothing is known of a result, its place is a guess.
    if previous.media != now.media:
        media = [code(result.media or "application/json") for result in (previous, now)]
        changes_.append(subject.changed("result-changed", *media))
    if previous.events != now.events:
        changes_.append(_events(subject, previous, now))
    if _place(previous) != _place(now) and not (previous.assumed or now.assumed):
        changes_.append(subject.changed("result-moved", _place(previous), _place(now)))
    yield from changes_
    if not changes_ and replace(previous, siblings=(), source=None) != replace(
        now, siblings=(), source=None
    ):
        yield subject.changed("text-changed")


def _result_type(subject: Thing, previous: Result, now: Result, sides: Sides) -> Iterator[Change]:
    """The change of the type of a result."""
    wire = relation(
        JsonType(previous.type, None, sides.before.types),
        JsonType(now.type, None, sides.after.types),
    )
    python = sides.before.value(previous.type, "list"), sides.after.value(now.type, "list")
    change = type_change.of_reply(wire, wire, *python)
    if now.type == "null" != previous.type:
        change = change._replace(
            source="breaking"
        )  # mypy refuses to use a call that returns None alone
    kind = change.kind("result")
    if kind == "result-changed" and is_seen(previous) and is_open(now.type):
        kind = "type-not-seen"
    if kind is not None:
        names = _type(previous), _type(now)
        yield subject.changed(kind, *type_change.type_texts(names, python, kind))


def _events(subject: Thing, previous: Result, now: Result) -> Change:
    """The change of the items in which a reply comes."""
    before, after = _items(previous), _items(now)
    if previous.events is None and previous.media != (now.events and now.events.media):
        return subject.changed("events-added", after=after)
    if now.events is None:
        return subject.changed("events-removed", before=before)
    return subject.changed("events-changed", before, after)


def _items(result: Result) -> str:
    events = result.events
    if events is None:
        return code(result.media or "application/json")
    of = "" if events.type is None else f" of {text_of(words.type_text(events.type))}"
    return f"items{of} as {code(events.media)}"


def _type(result: Result | None) -> str:
    return "nothing" if result is None else text_of(words.type_text(result.type))


def _place(result: Result) -> str:
    keys = [key for key in (result.key, result.items_key, result.nested_key) if key]
    path = ".".join(keys)
    return f"{f'at {code(path)} in' if path else 'spread over'} the {_WHERE[result.where]}"


_WHERE = {"body": "reply", "query": "object `query`", "page": "pages", "top-level": "top level"}


def _names_of(parameters: Iterable[Parameter]) -> frozenset[str]:
    return frozenset(parameter.name for parameter in parameters)


def _rules(
    subject: Thing, before: tuple[Rule, ...], after: tuple[Rule, ...], names: frozenset[str]
) -> Iterator[Change]:
    """Changes of rules, limited to the parameters of before: no earlier program passes others."""
    old, new = ([_essence(rule) for rule in rules] for rules in (before, after))
    same = [_without_new_terms(rule, names) for rule in new]
    for rule in old:
        if rule not in same:
            yield subject.changed("rule-removed", before=_rule_words(rule))
    for rule, compared_rule in zip(new, same, strict=True):
        if compared_rule not in old:
            yield subject.changed("rule-added", after=_rule_words(rule))
    if old == same and (old != new or _texts(before) != _texts(after)):
        yield subject.changed("text-changed")


def _without_new_terms(rule: Rule, names: frozenset[str]) -> Rule:
    """A choice among parameters without those that are new to choose."""
    if rule.kind not in _CHOICES:
        return rule
    terms = (term for term in rule.terms if term in names or not term.isidentifier())
    return replace(rule, terms=tuple(terms))


_CHOICES = frozenset({"exactly_one", "at_least_one"})


def _texts(rules: tuple[Rule, ...]) -> list[str | None]:
    return [rule.effect for rule in rules]


def _essence(rule: Rule) -> Rule:
    """A rule without its texts."""
    return replace(rule, name=None, source=None, effect=None)


def _rule_words(rule: Rule) -> str:
    return words.clause(text_of(words.rule_text(rule))).rstrip(":")
