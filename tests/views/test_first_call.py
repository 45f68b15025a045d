"""The call that is shown first of a REST API: what makes an operation come after another one."""

import pytest

from specloom.model.structs import Http, HttpParameter, Method, Operation, Parameter, Result
from specloom.views.samples.first_call import effort

BINARY = "application/octet-stream"


def operation(
    method: Method = "GET",
    *required: str,
    media: str | None = None,
    file: bool = False,
    deprecated: bool = False,
) -> Operation:
    parameters = [
        Parameter(name=name, type="string", required=True, http=HttpParameter(location="query"))
        for name in required
    ]
    if file:
        http = HttpParameter(location="body", media=BINARY)
        parameters.append(Parameter(name="content", type="string", required=True, http=http))
    return Operation(
        id="pets.list",
        group="pets",
        call=Http(method=method, path="/pets"),
        title="List",
        parameters=tuple(parameters),
        result=Result(type="string", media=media),
        deprecated=deprecated,
    )


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (operation("GET"), operation("GET", "name")),
        (operation("GET", "name", "kind"), operation("POST")),
        (operation("POST"), operation("POST", file=True)),
        (operation("POST", "name"), operation("GET", media=BINARY)),
        (operation("GET", media="text/csv"), operation("GET", "name")),
        (operation("GET", media=BINARY), operation("GET", deprecated=True)),
    ],
)
def test_what_needs_less_comes_first(first: Operation, second: Operation) -> None:
    assert effort(first) < effort(second)
