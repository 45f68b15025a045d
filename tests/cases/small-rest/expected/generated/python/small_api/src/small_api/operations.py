"""What each operation sends, and what it expects back."""

from ._runtime.rest.operation import Api, Operation, Parameter
from .models import Thing

API = Api(package="small_api", version="1.0.0", address="https://api.example.org")

THINGS_GET: Operation[Thing] = Operation(
    name="things.get",
    method="GET",
    path="/things/{id}",
    parameters=(Parameter("id", "path", "id", required=True), Parameter("shape", "query", "shape")),
    result=Thing,
)

OPERATIONS = (THINGS_GET,)
"""Every operation."""
