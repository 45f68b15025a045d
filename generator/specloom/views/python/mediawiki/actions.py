"""The actions of a wiki's package: their files, and what each of their templates is given."""

from collections.abc import Iterable, Sequence
from itertools import chain

from specloom.model import structs as model
from specloom.naming.mediawiki import FolderNames, WikiNames, types_of_operation
from specloom.rendering.render import Output, View
from specloom.runtime.mediawiki.session.refused import refused_as
from specloom.views.python.mediawiki.parameter import ParameterView, parameter_views
from specloom.views.python.mediawiki.result import ResultView, result_view
from specloom.views.python.mediawiki.types import (
    RecordView,
    ValueListView,
    record_views,
    records_of,
    value_list_views,
)
from specloom.views.python.package import source_folder

_FOLDER = "actions"
_TEMPLATES = f"python/mediawiki/{_FOLDER}"


class Imports(View, frozen=True):
    """Module → the types that a file takes from it."""

    of_package: dict[str, tuple[str, ...]]
    """Modules below the package."""
    of_actions: dict[str, tuple[str, ...]]
    """Modules beside the file."""


class RefusalView(View, frozen=True):
    """A code that an action is known to be refused with."""

    class_name: str
    """Of the error in Python."""
    error: model.Error


class ActionView(View, frozen=True):
    """The file of one action."""

    api: model.Api
    operation: model.Operation
    class_name: str
    imports: Imports
    value_lists: tuple[ValueListView, ...]
    """Lists that no other action uses."""
    result: ResultView
    parameters: tuple[ParameterView, ...]
    refusals: tuple[RefusalView, ...]


class SharedTypesView(View, frozen=True):
    """`records.py` and `values.py`: types that several actions share."""

    api: model.Api
    imports: Imports
    value_lists: tuple[ValueListView, ...]
    records: tuple[RecordView, ...]


class ActionsView(View, frozen=True):
    """`__init__.py`: every public name, loaded when it is first used."""

    api: model.Api
    homes: dict[str, tuple[str, ...]]
    """Module below the folder → the names that it offers."""


def action_outputs(api: model.Api, of_package: WikiNames) -> list[Output]:
    """The files of the actions; none for a wiki that has none."""
    if not api.actions:
        return []
    names = of_package.actions
    views = {names.files[action.id]: action_view(api, of_package, action) for action in api.actions}
    homes = {file: _defined(view) for file, view in views.items()}
    outputs = [_output(api, file, "action", view) for file, view in views.items()]
    for home in ("records", "values"):
        view = _shared_types(api, names, home)
        if view.records or view.value_lists:
            homes[home] = _names_in(view.value_lists, view.records)
            outputs.append(_output(api, home, "shared", view))
    init = ActionsView(api, {home: homes[home] for home in sorted(homes)})
    return [_output(api, "__init__", "__init__", init), *outputs]


def _output(api: model.Api, file: str, template: str, view: View) -> Output:
    path = f"{source_folder(api)}/{_FOLDER}/{file}.py"
    return Output(path, f"{_TEMPLATES}/{template}.py.j2", view)


def action_view(api: model.Api, of_package: WikiNames, action: model.Operation) -> ActionView:
    """Everything that the template of an action needs."""
    names = of_package.actions
    here = names.home(action)
    return ActionView(
        api=api,
        operation=action,
        class_name=names.classes[action.id],
        imports=_imports(names, here, types_of_operation(names.named, action)),
        value_lists=value_list_views(names, here),
        result=result_view(names, action),
        parameters=parameter_views(names, of_package.arguments_of(action), action),
        refusals=tuple(
            RefusalView(refused_as(error.code or error.name).__name__, error)
            for error in model.errors_of(api, action)
        ),
    )


def _shared_types(api: model.Api, names: FolderNames, home: str) -> SharedTypesView:
    here = f"{_FOLDER}.{home}"
    records = records_of(names, here)
    fields = chain.from_iterable(record.fields for record in records)
    used = (name for field in fields for name in model.references(field.type))
    return SharedTypesView(
        api=api,
        imports=_imports(names, here, used),
        value_lists=value_list_views(names, here),
        records=tuple(record_views(names, records)),
    )


def _imports(names: FolderNames, here: str, used: Iterable[str]) -> Imports:
    """Modules of the types that a file names and does not define; unused ones are removed later."""
    places = {names.types[name] for name in used}
    homes: dict[str, list[str]] = {}
    for place in sorted(places, key=lambda place: (place.module, place.name)):
        if place.module != here:
            homes.setdefault(place.module, []).append(place.name)
    file_names = {home: home.removeprefix(f"{_FOLDER}.") for home in homes}
    return Imports(
        {home: tuple(homes[home]) for home, name in file_names.items() if name == home},
        {name: tuple(homes[home]) for home, name in file_names.items() if name != home},
    )


def _defined(view: ActionView) -> tuple[str, ...]:
    return tuple(sorted((view.class_name, *_names_in(view.value_lists, view.result.records))))


def _names_in(
    value_lists: Sequence[ValueListView], records: Sequence[RecordView]
) -> tuple[str, ...]:
    return tuple(sorted([view.name for view in value_lists] + [view.name for view in records]))
