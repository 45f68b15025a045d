"""One query module of a wiki as a Python file: its value lists, its records, its class."""

from specloom.model import structs as model
from specloom.naming.mediawiki import WikiNames
from specloom.rendering.render import View
from specloom.views.python.mediawiki.parameter import ParameterView, parameter_views
from specloom.views.python.mediawiki.result import ResultView, result_view
from specloom.views.python.mediawiki.types import ValueListView, value_list_views


class SharedView(View, frozen=True):
    """Definitions that the modules of a package share, and their files may import."""

    rules: dict[model.Rule, str]
    """Rule → name of its constant."""
    records: tuple[str, ...]
    values: tuple[str, ...]


class ModuleView(View, frozen=True):
    """The file of one module."""

    api: model.Api
    operation: model.Operation
    class_name: str
    shared: SharedView
    value_lists: tuple[ValueListView, ...]
    """Lists that no other module uses."""
    result: ResultView
    parameters: tuple[ParameterView, ...]
    continuation: tuple[str, ...]
    """Names on the wire with which the server continues."""


def module_view(
    api: model.Api, of_package: WikiNames, operation: model.Operation, shared: SharedView
) -> ModuleView:
    """Everything that the template of a module needs."""
    names = of_package.query
    return ModuleView(
        api=api,
        operation=operation,
        class_name=names.classes[operation.id],
        shared=shared,
        value_lists=value_list_views(names, names.home(operation)),
        result=result_view(names, operation),
        parameters=parameter_views(names, of_package.arguments_of(operation), operation),
        continuation=_continuation(operation),
    )


def _continuation(operation: model.Operation) -> tuple[str, ...]:
    declared = operation.result.continuation if operation.result else ()
    continue_name = f"{operation.call.prefix}continue"
    has_own = any(parameter.name == "continue" for parameter in operation.parameters)
    return (*declared, continue_name) if has_own and continue_name not in declared else declared
