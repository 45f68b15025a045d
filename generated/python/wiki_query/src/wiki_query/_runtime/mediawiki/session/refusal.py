"""Refusals that a wiki sends as results of an action, without an error."""

from ..plain import JSON, is_object

_RESULTS = ("result", "status")
"""Members of an action's answer that tell how it went."""
_REFUSED = frozenset(
    {
        "aborted",
        "denied",
        "error",
        "fail",
        "failed",
        "failure",
        "needtoken",
        "throttled",
        "warning",
        "wrongtoken",
    }
)
"""What they are if nothing was changed, in small letters: `Failure` of an edit that has to solve a captcha,
`Warning` of an upload whose file is there already."""
_REASONS = ("info", "reason", "message")


def refusal_in(data: object, action: str) -> JSON | None:
    """The answer of an action that changed nothing, as an error of the wiki's own form; None: it went well."""
    told: object = data.get(action) if is_object(data) else None
    if not is_object(told):
        return None
    for member in _RESULTS:
        result = told.get(member)
        if isinstance(result, str) and result.lower() in _REFUSED:
            own = told.get("code")
            return {
                "code": own if isinstance(own, str) else f"{action}-{result.lower()}",
                "text": _reason(told, result),
                "module": action,
                "data": told,
            }
    return None


def _reason(told: JSON, result: str) -> str:
    """Why, in the wiki's words; else the names of its warnings, or of what else it sent, such as a captcha."""
    for member in _REASONS:
        reason: object = told.get(member)
        if is_object(reason):
            reason = reason.get("text")
        if isinstance(reason, str) and reason:
            return reason
    warnings: object = told.get("warnings")
    beside = warnings if is_object(warnings) else [name for name in told if name not in _RESULTS]
    return f"the wiki answered {result!r}" + (f": {', '.join(beside)}" if beside else "")
