"""The README of a wiki's package."""

from specloom.model import structs as model
from specloom.model.naming import distribution_name
from specloom.naming.mediawiki import FolderNames, WikiNames
from specloom.rendering.render import Output, View
from specloom.views.python.package import folder
from specloom.views.samples.first_call import simple_modules


class ReadmeView(View, frozen=True):
    """`README.md`."""

    api: model.Api
    distribution: str
    class_names: dict[str, str]
    """Operation's id → class."""
    action_names: dict[str, str]
    """Id of an action → class."""
    first_action: str | None
    """The class of an action, for the example."""
    list_module: str | None
    """The class of a list module that needs nothing given, for the example."""
    prop_module: str | None
    meta_module: str | None


def readme_output(api: model.Api, of_package: WikiNames) -> Output:
    """The README, filled with the wiki's own modules."""
    names, actions = of_package.query, of_package.actions.classes
    view = ReadmeView(
        api=api,
        distribution=distribution_name(api.package),
        class_names=names.classes,
        action_names=actions,
        first_action=actions.get("edit", next(iter(actions.values()), None)),
        list_module=_example(api, names, "list"),
        prop_module=_example(api, names, "prop"),
        meta_module=_example(api, names, "meta"),
    )
    return Output(f"{folder(api)}/README.md", "python/mediawiki/README.md.j2", view)


def _example(api: model.Api, names: FolderNames, group: str) -> str | None:
    """The class of the simplest module of a group."""
    return next((names.classes[operation.id] for operation in simple_modules(api, group)), None)
