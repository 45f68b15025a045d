"""The calls that samples show, with the values of a fitting example."""

from typing import assert_never

from specloom.model.structs import Api
from specloom.naming.mediawiki import WikiNames
from specloom.naming.names import PackageNames
from specloom.naming.rest import RestNames
from specloom.views.samples.filling import Filling, filling
from specloom.views.samples.query import QueryCall, query_call
from specloom.views.samples.rest import RestCall, rest_call


def sample_call(names: PackageNames, filling: Filling) -> QueryCall | RestCall:
    """A call of an operation with some values."""
    match names:
        case RestNames():
            return rest_call(names, filling)
        case WikiNames():
            return query_call(names, filling)
        case _:
            assert_never(names)


def query_calls(api: Api, names: WikiNames) -> dict[str, QueryCall]:
    """Module → a query with it and the values of a fitting example."""
    return {
        operation.id: query_call(names, filling(api, operation)) for operation in api.operations
    }
