"""Every module, asked of a real wiki with every value that selects what it tells."""

import warnings
from typing import Any

import pytest
from wiki_query._runtime.mediawiki.module import AnyModule

from tests.clients.wiki.either import Either, Sync
from tests.clients.wiki.live.calls import classes, made, selector_values, told
from tests.clients.wiki.live.validate import problems

MODULES = classes()


def test_there_are_modules() -> None:
    assert len(MODULES) == 62


@pytest.mark.parametrize("cls", MODULES, ids=lambda cls: cls.__name__)
def test_what_a_module_tells_fits_its_type(either_admin: Either, cls: type[AnyModule]) -> None:
    values = selector_values(cls)
    choices: list[list[str] | None] = [None]
    if values:
        choices += [values, *([one] for one in values if isinstance(either_admin, Sync))]
    found: dict[str, None] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        for chosen in choices:
            module = made(either_admin, cls, chosen)
            data = told(either_admin, module)
            assert data, f"{module} tells nothing"
            results: list[Any] = [data]
            if cls.__wire__.where == "page":
                results = data
            for one in results:
                found |= dict.fromkeys(problems(one, module))
    assert not found, "\n".join(found)
