"""Absent, null and a value travel apart, in records that are sent and in bodies whose members are arguments."""

import pytest

from tests.clients.exchanges.exchange import HERE, package_of

from .absence import check_bodies, check_records


@pytest.mark.promise("In the draft, null differs from", "`None` is null, and is sent")
@pytest.mark.parametrize("name", ["others", "unions", "values"])
def test_members_travel_apart(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    package = package_of(HERE / f"openapi_{name}.yaml", tmp_path_factory.mktemp("null"))
    assert check_records(package) + check_bodies(package) > 0
