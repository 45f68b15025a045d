"""The Python package of a wiki: its files, and what each of their templates is given."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from specloom.model import structs as model
from specloom.model.query_part import without_actions
from specloom.naming.mediawiki import (
    PUBLIC,
    PUBLIC_OF_ACTIONS,
    WikiNames,
    shared_rules,
)
from specloom.rendering.render import Copy, Output, View
from specloom.views.python.mediawiki.actions import action_outputs
from specloom.views.python.mediawiki.module import ModuleView, SharedView, module_view
from specloom.views.python.mediawiki.readme import readme_output
from specloom.views.python.mediawiki.types import (
    RecordView,
    ValueListView,
    record_views,
    records_of,
    value_list_views,
)
from specloom.views.python.package import package_files, source_folder

TEMPLATES = "python/mediawiki"


class PackageView(View, frozen=True):
    """`client.py`, `async_client.py`, `protocol.py` and `testing.py`."""

    api: model.Api
    wire: model.Wire


class ValuesView(View, frozen=True):
    """`values.py`."""

    api: model.Api
    value_lists: tuple[ValueListView, ...]


class RecordsView(View, frozen=True):
    """`records.py`."""

    api: model.Api
    shared: SharedView
    records: tuple[RecordView, ...]


class RulesView(View, frozen=True):
    """`rules.py`: rules that several modules share."""

    api: model.Api
    shared: SharedView


class InitView(View, frozen=True):
    """`__init__.py`: every public name, loaded when it is first used."""

    api: model.Api
    homes: dict[str, tuple[str, ...]]
    """Module below the package → the names that it offers."""


def outputs(api: model.Api, names: WikiNames) -> list[Output | Copy]:
    """Every file of the package."""
    shared, modules, records, value_lists = _parts(without_actions(api), names)
    homes = _homes(modules, records, value_lists, _public(api))
    views: dict[str, View] = {"__init__.py": InitView(api, homes)}
    for name in (
        "client.py",
        "async_client.py",
        "modules/__init__.py",
        "protocol.py",
        "testing.py",
    ):
        views[name] = PackageView(api, model.wire_of(api))
    if value_lists:
        views["values.py"] = ValuesView(api, value_lists)
    if records:
        views["records.py"] = RecordsView(api, shared, records)
    if shared.rules:
        views["rules.py"] = RulesView(api, shared)
    source = source_folder(api)
    return [
        *package_files(api),
        readme_output(api, names),
        *(Output(f"{source}/{name}", f"{TEMPLATES}/{name}.j2", views[name]) for name in views),
        *(
            Output(
                f"{source}/{home.replace('.', '/')}.py", f"{TEMPLATES}/modules/module.py.j2", view
            )
            for home, view in modules.items()
        ),
        *action_outputs(api, names),
    ]


def _public(api: model.Api) -> Mapping[str, tuple[str, ...]]:
    """Module of the runtime → the names that the package offers of it."""
    more = PUBLIC_OF_ACTIONS if api.actions else {}
    return {home: (*PUBLIC.get(home, ()), *more.get(home, ())) for home in (PUBLIC | more)}


class _Parts(NamedTuple):
    """Views that several files of a package need."""

    shared: SharedView
    modules: dict[str, ModuleView]
    records: tuple[RecordView, ...]
    value_lists: tuple[ValueListView, ...]


def _parts(api: model.Api, of_package: WikiNames) -> _Parts:
    names = of_package.query
    value_lists = tuple(sorted(value_list_views(names, "values"), key=lambda view: view.name))
    records = tuple(record_views(names, records_of(names, "records")))
    shared = SharedView(shared_rules(api, names), _importable(records), _importable(value_lists))
    modules = {
        names.home(operation): module_view(api, of_package, operation, shared)
        for operation in api.operations
    }
    return _Parts(shared, modules, records, value_lists)


def _importable(views: Sequence[RecordView | ValueListView]) -> tuple[str, ...]:
    """Names in the order of imports: constants, then classes."""
    return tuple(sorted((view.name for view in views), key=lambda name: (not name.isupper(), name)))


def _homes(
    modules: Mapping[str, ModuleView],
    records: Sequence[RecordView],
    value_lists: Sequence[ValueListView],
    public: Mapping[str, tuple[str, ...]],
) -> dict[str, tuple[str, ...]]:
    """The module of each public name, both sorted."""
    homes: dict[str, Sequence[str]] = {
        **public,
        **{home: _defined(module) for home, module in modules.items()},
        "records": _importable(records),
        "values": _importable(value_lists),
    }
    return {home: tuple(sorted(homes[home])) for home in sorted(homes) if homes[home]}


def _defined(module: ModuleView) -> list[str]:
    return [
        module.class_name,
        *(view.name for view in module.value_lists),
        *(view.name for view in module.result.records),
    ]
