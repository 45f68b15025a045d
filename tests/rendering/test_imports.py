"""A template lists what its files may import; what a file does not use goes."""

import pytest

from specloom.rendering.imports import without_unused


# Blank lines before and after imports are black's business.
@pytest.mark.promise("imports that a file does not use are removed")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from a import B, C\n\nx = B\n", "from a import B\n\nx = B\n"),
        ("from a import B\n\nx = 1\n", "\n\nx = 1\n"),
        ("import a\nfrom b import c\n\n\nx: c\n", "from b import c\n\n\nx: c\n"),
        ("import a\nimport b.c, d\n\nx = a.x(b)\n", "import a\nimport b.c\n\nx = a.x(b)\n"),
        ("from a import (\n    B,\n    C,\n)\nx = C.b\n", "from a import C\nx = C.b\n"),
        (
            "from a import B\n\nfrom .. import c\n\nfrom d import e\n\n\ne\n",
            "\n\nfrom d import e\n\n\ne\n",
        ),
        ("from a import B, C\nfrom a import C\n\nx = B, C\n", "from a import B, C\n\nx = B, C\n"),
        ("from a import B as B\n", "from a import B as B\n"),
        ("import a as a\n", "import a as a\n"),
        ("from __future__ import annotations\n", "from __future__ import annotations\n"),
        ("from a import B as C, D as E\n\nx = C\n", "from a import B as C\n\nx = C\n"),
        ('from a import B\n__all__ = ["B"]\n', 'from a import B\n__all__ = ["B"]\n'),
        ('from a import B, C\nx: "list[B]"\n', 'from a import B\nx: "list[B]"\n'),
        ('from a import B, C\ndef f() -> "B": ...\n', 'from a import B\ndef f() -> "B": ...\n'),
        (
            'from a import B, Literal\nx: Literal["B"]\n',
            'from a import Literal\nx: Literal["B"]\n',
        ),
        ('from a import B, C\nx: f({"B": "C"})\n', 'from a import C\nx: f({"B": "C"})\n'),
        ('"""B."""\nfrom a import B\n', '"""B."""\n'),
        (
            "if TYPE_CHECKING:\n    from a import B, C\nx: B\n",
            "if TYPE_CHECKING:\n    from a import B\nx: B\n",
        ),
    ],
)
def test_unused_names_go_and_used_ones_stay(before, after):
    assert without_unused(before) == after
