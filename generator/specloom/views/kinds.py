"""The kinds of output: what each is called, which files are its own, and which module plans them.

The command line loads this module in runs that change nothing, so it imports nothing by itself.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from specloom.model.structs import Model
    from specloom.naming.names import Names
    from specloom.rendering.render import Copy, Output


class Kind:
    """A row. Nothing has a default, so that nothing is forgotten."""

    def __init__(
        self,
        name: str,
        module: str,
        *,
        owns: "tuple[str, ...]",
        owns_of_api: "tuple[str, ...]",
    ) -> None:
        self.name = name
        """Name in `--only`."""
        self.module = module
        """The module whose `outputs` plans the files: from the model, the names of the packages, and the navigation of the guides."""
        self.owns = owns
        """Prefixes of its files' paths."""
        self.owns_of_api = owns_of_api
        """Prefixes of one API's paths, which may contain its `{id}` and `{package}`."""

    def plan(
        self, model: "Model", names: "Names", guide: "Sequence[Any]"
    ) -> "Iterable[Output | Copy]":
        """Its files, not yet rendered."""
        from importlib import import_module

        planned: Iterable[Output | Copy] = import_module(self.module).outputs(model, names, guide)
        return planned


KINDS: "Sequence[Kind]" = (
    Kind(
        "model",
        "specloom.views.schemas",
        owns=("generated/model.", "generated/schema/"),
        owns_of_api=(),
    ),
    Kind(
        "python",
        "specloom.views.python",
        owns=("generated/python/",),
        owns_of_api=("generated/python/{package}/",),
    ),
    Kind(
        "openapi",
        "specloom.views.openapi",
        owns=("generated/openapi/",),
        owns_of_api=("generated/openapi/{id}.",),
    ),
    Kind(
        "reference",
        "specloom.views.reference.site",
        owns=("docs/reference/", "generated/home/", "generated/nav.yml"),
        owns_of_api=("docs/reference/{id}/", "generated/home/{id}.md"),
    ),
)
NAMES = tuple(kind.name for kind in KINDS)
