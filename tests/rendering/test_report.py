"""Share of each OpenAPI document that is text of its templates, where own templates can change it."""

import pytest

from tests.rendering.report import Printed, report


@pytest.fixture(scope="module")
def printed_by_template() -> dict[str, Printed]:
    return report()


@pytest.mark.parametrize(
    ("template", "least"),
    [
        ("openapi/rest.yaml.j2", 0.30),
        ("openapi/mediawiki/plain.yaml.j2", 0.38),
        ("openapi/mediawiki/codegen.yaml.j2", 0.38),
    ],
)
def test_templates_say_all_that_is_no_name_and_no_text(
    printed_by_template: dict[str, Printed], template: str, least: float
) -> None:
    assert printed_by_template[template].share >= least
