"""The report of a `generate` that finds all outputs as the last run left them; such a run loads no more than this."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def facts(
    outputs: int, seconds: float, catalogues: "Sequence[dict[str, str | int]]"
) -> "dict[str, Any]":
    """The summary for scripts."""
    nothing: list[str] = []
    return {
        "written": nothing,
        "unchanged": outputs,
        "removed": nothing,
        "kept": nothing,
        "edited": nothing,
        "foreign": nothing,
        "seconds": round(seconds, 3),
        "catalogues": catalogues,
    }


def summary_line(written: int, unchanged: int, removed: int, seconds: float) -> str:
    """The summary for people, also of a run that had something to do."""
    return (
        f"specloom: {written} written, {unchanged} unchanged, {removed} removed in {seconds:.2f} s"
    )
