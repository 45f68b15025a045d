"""Items that an action reported as successful but did not change."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...core.escape import escaped
from ..errors import NotDone, Partial, WikiError
from ..plain import JSON, is_list, is_object, objects
from ..session.calls import warnings_of

DONE: Mapping[str, tuple[str, ...]] = {
    "purge": ("purged",),
    "setnotificationtimestamp": ("notificationtimestamp",),
    "watch": ("watched", "unwatched"),
}
"""Action on pages → members of an item, one of which it has if it was done. Items of other actions are
failures.
"""
_FAULTS = ("errors", "error", "invalid", "invalidreason", "missing")
"""Members of an item that was not done."""
_STATES = ("result", "status")
_WELL = frozenset({"success", "ok"})
UNTAKEN = "validationfailed"
"""The code of the warning that an option was not taken."""
_NAMES = ("title", "from", "user", "revid", "rcid", "logid", "id", "pageid")
"""Members that say which item it is."""
_SHOWN = 5


def shortfall(
    action: str, result: Any, answer: Any, reason: WikiError | None = None
) -> WikiError | None:
    """The error of an action that was not done, or not for all of its items; None: nothing is known to be left.

    `reason` is why not all of its requests were answered.
    """
    if action == "options" and (untaken := _warnings(answer, UNTAKEN)):
        return _not_done(action, "not all options were taken: " + "; ".join(untaken), result)
    if action == "userrights" and _changes_nothing(result):
        reasons = _warnings(answer) or ["the account lacks the right, or it is already so"]
        return _not_done(action, "nothing was added or removed: " + "; ".join(reasons), result)
    done, failed = _parts(action, result)
    if not failed and reason is None:
        return None
    text = f"{len(failed)} of {len(done) + len(failed)} not done"
    if failed:
        text += "; ".join([f": {_failed_text(failed)}", *_warnings(answer)])
    if not done and reason is None:
        return _not_done(action, text, result)
    return Partial(
        escaped(text), done=done, failed=failed, result=result, reason=reason, operation=action
    )


def _not_done(action: str, text: str, result: Any) -> NotDone:
    error = NotDone(f"{action}-notdone", escaped(text), module=action, operation=action)
    error.result = result
    return error


def _warnings(answer: Any, code: str | None = None) -> list[str]:
    """The texts of the warnings of an answer; with a code, of those that have it."""
    return [
        warning.text
        for warning in warnings_of(answer)
        if warning.text and code in (None, warning.code)
    ]


def _changes_nothing(result: Any) -> bool:
    return is_object(result) and not result.get("added") and not result.get("removed")


def _parts(action: str, result: Any) -> tuple[list[Any], list[Any]]:
    """The items that were done, and those that were not."""
    if action == "move" and is_object(result):
        items: Sequence[JSON] = [*_moved(result)]
    elif action == "revisiondelete" and is_object(result):
        items = objects(result.get("items"))
    elif is_list(result):
        items = objects(result)
    else:
        items = []
    done: list[Any] = []
    failed: list[Any] = []
    for item in items:
        (done if _is_done(action, item) else failed).append(item)
    return done, failed


def _is_done(action: str, item: JSON) -> bool:
    if action in DONE:
        return any(member in item for member in DONE[action])
    if any(item.get(member) for member in _FAULTS):
        return False
    states = [item[member] for member in _STATES if member in item]
    return all(not isinstance(state, str) or state.lower() in _WELL for state in states)


def _moved(result: JSON) -> Iterator[JSON]:
    """A page, its talk page and its subpages, as far as they were to be moved."""
    yield {name: result[name] for name in ("from", "to") if name in result}
    if "talkfrom" in result:
        yield {"from": result["talkfrom"], "to": result.get("talkto")}
    if "talkmove-errors" in result:
        yield {"from": f"talk page of {result.get('from')}", "errors": result["talkmove-errors"]}
    for member in ("subpages", "subpages-talk"):
        moved: object = result.get(member)
        if is_object(moved):
            yield {"from": f"subpages of {result.get('from')}", **moved}
        yield from objects(moved)


def _failed_text(failed: Sequence[JSON]) -> str:
    items = [f"{_name(item)} ({_reason(item)})" for item in failed[:_SHOWN]]
    return ", ".join(items) + (", …" if len(failed) > _SHOWN else "")


def _name(item: JSON) -> str:
    return next((str(item[member]) for member in _NAMES if member in item), "an item")


def _reason(item: JSON) -> str:
    """Why an item was not done, as short as it can be told."""
    for member in ("errors", "error"):
        for error in objects(item.get(member)) or objects([item.get(member)]):
            return str(error.get("code", error.get("text", member)))
    if isinstance(item.get("code"), str):
        return str(item["code"])
    flags = [name for name, value in item.items() if value is True]
    return ", ".join(flags) or "not done"
