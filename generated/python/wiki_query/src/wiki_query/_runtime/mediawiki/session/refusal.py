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
"""Results of actions that changed nothing, in lower case: `Failure` of an edit that must solve a captcha,
`Warning` of an upload whose file exists already.
"""
_REASONS = ("info", "reason", "message")


def refusal_in(data: object, action: str) -> JSON | None:
    """The answer of an action that changed nothing, in the form of a wiki's error; None if it succeeded."""
    result_data: object = data.get(action) if is_object(data) else None
    if not is_object(result_data):
        return None
    for member in _RESULTS:
        result = result_data.get(member)
        if isinstance(result, str) and result.lower() in _REFUSED:
            code = result_data.get("code")
            return {
                "code": code if isinstance(code, str) else f"{action}-{result.lower()}",
                "text": _reason(result_data, result),
                "module": action,
                "data": result_data,
            }
    return None


def _reason(result_data: JSON, result: str) -> str:
    """The reason, in the wiki's words; otherwise the names of its warnings or other members, such as a
    captcha.
    """
    for member in _REASONS:
        reason: object = result_data.get(member)
        if is_object(reason):
            reason = reason.get("text")
        if isinstance(reason, str) and reason:
            return reason
    warnings: object = result_data.get("warnings")
    beside = (
        warnings if is_object(warnings) else [name for name in result_data if name not in _RESULTS]
    )
    return f"the wiki answered {result!r}" + (f": {', '.join(beside)}" if beside else "")
