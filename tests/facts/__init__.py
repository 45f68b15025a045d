"""Changed facts: each is read back from the model, the client, the OpenAPI document and the pages."""

import pytest

pytest.register_assert_rewrite(
    *(f"{__name__}.{name}" for name in ("openapi_reader", "rest_client", "table", "wiki_client"))
)
