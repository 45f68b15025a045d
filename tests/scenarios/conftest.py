"""The repository with the change that a scenario is about."""

import pytest

from .scratch import Patch, Scratch, scratch


@pytest.fixture(scope="module")
def copy(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Scratch:
    """A copy with the `PATCH` of the module."""
    made = scratch(tmp_path_factory.mktemp("scratch"))
    patch = request.module.PATCH
    assert isinstance(patch, Patch)
    made.apply(patch)
    return made
