"""The kinds of output: what each is called, which files are its own, and how they are planned.

The command line loads this module in runs that change nothing, so it imports nothing by itself.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from specloom.model import Model
    from specloom.rendering.render import Copy, Output

    Plan = Callable[[Model, Sequence[Any]], Iterable[Output | Copy]]
    """From the model, and the navigation of the hand-written pages, to files not yet rendered."""


class Kind:
    """One kind of output."""

    def __init__(
        self, name: str, owns: "tuple[str, ...]", owns_of_api: "str | None", plan: "Plan"
    ) -> None:
        self.name = name
        """What `--only` calls it."""
        self.owns = owns
        """How the paths of its files begin."""
        self.owns_of_api = owns_of_api
        """How those of one API begin, which may name its `{id}` and `{package}`; None: it has none."""
        self.plan = plan


def _model(model: "Model", guide: "Sequence[Any]") -> "Iterable[Output | Copy]":
    from specloom import schemas

    return schemas.outputs(model)


def _python(model: "Model", guide: "Sequence[Any]") -> "Iterable[Output | Copy]":
    from specloom.views import python

    return python.outputs(model)


def _openapi(model: "Model", guide: "Sequence[Any]") -> "Iterable[Output | Copy]":
    from specloom.views import openapi

    return openapi.outputs(model)


def _reference(model: "Model", guide: "Sequence[Any]") -> "Iterable[Output | Copy]":
    from specloom.views.reference import site

    return site.outputs(model, guide)


KINDS: "Sequence[Kind]" = (
    Kind("model", ("generated/model.", "generated/schema/"), None, _model),
    Kind("python", ("generated/python/",), "generated/python/{package}/", _python),
    Kind("openapi", ("generated/openapi/",), "generated/openapi/{id}.", _openapi),
    Kind("reference", ("docs/reference/", "generated/nav.yml"), "docs/reference/{id}/", _reference),
)
NAMES = tuple(kind.name for kind in KINDS)
