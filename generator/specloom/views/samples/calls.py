"""The calls that samples show, with the values of a fitting example."""

from specloom.model.structs import Api, Operation
from specloom.views.python.mediawiki.names import names_of
from specloom.views.samples.filling import Filling, filling
from specloom.views.samples.query import QueryCall, query_call
from specloom.views.samples.rest import RestCall, rest_call


def sample_call(
    api: Api, operation: Operation, class_name: str | None, values: Filling | None = None
) -> QueryCall | RestCall:
    """A call of an operation with some values; by itself, with those of a fitting example."""
    chosen = filling(api, operation) if values is None else values
    if class_name is None:
        return rest_call(api, operation, chosen)
    return query_call(api, operation, class_name, chosen)


def query_calls(api: Api) -> dict[str, QueryCall]:
    """Module → a query with it and the values of a fitting example."""
    names = names_of(api).classes
    return {
        operation.id: query_call(api, operation, names[operation.id], filling(api, operation))
        for operation in api.operations
    }
