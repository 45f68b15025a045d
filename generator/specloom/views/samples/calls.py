"""The calls that samples show, with the values of a fitting example."""

from specloom.model.structs import Api
from specloom.views.python.mediawiki.names import names_of
from specloom.views.samples.filling import Filling, filling
from specloom.views.samples.query import QueryCall, query_call
from specloom.views.samples.rest import RestCall, rest_call


def sample_call(filling: Filling, class_name: str | None) -> QueryCall | RestCall:
    """A call of an operation with some values."""
    return rest_call(filling) if class_name is None else query_call(filling, class_name)


def query_calls(api: Api) -> dict[str, QueryCall]:
    """Module → a query with it and the values of a fitting example."""
    names = names_of(api).classes
    return {
        operation.id: query_call(filling(api, operation), names[operation.id])
        for operation in api.operations
    }
