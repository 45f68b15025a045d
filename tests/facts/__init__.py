"""Changed facts: each reaches the model, the client, the OpenAPI document and the pages."""

import pytest

pytest.register_assert_rewrite(f"{__name__}.table")
