"""Scalar, a page that shows an OpenAPI document, shows the documents that the guide names for it, in a browser."""

import shutil
from pathlib import Path

import pytest

from tests import browser
from tests.openapi.reading import operations

from .documents import committed, printed
from .installed import tool

PAGE = """\
<!doctype html><meta charset="utf-8"><div id="app"></div><script src="standalone.js"></script>
<script>Scalar.createApiReference("#app", {url: "document.json", telemetry: false, withDefaultFonts: false})</script>
"""
LOOK = """
const frame = document.createElement("iframe");
frame.style = "width: 1200px; height: 800px";
document.body.append(frame);
await new Promise(loaded => { frame.onload = loaded; frame.src = "/page.html" });
for (;;) {
  const text = frame.contentDocument.body.innerText;
  if (%s.every(part => text.includes(part))) return "shown";
  await new Promise(later => setTimeout(later, 200));
}
"""
SHOWN = {
    "seller": (("--api", "seller"), ["Get account details", "api_key"]),
    "wiki.codegen": (("--api", "wiki", "--lean"), ["list=allcategories", "acprefix", "acprop"]),
    "wiki.arrays": (
        ("--api", "wiki", "--lean", "--multi", "array"),
        ["list=allcategories", "acprefix", "acprop"],
    ),
    "a slice": (("--api", "wiki", "--modules", "links,info"), ["plnamespace", "inprop"]),
}
SLOW = ("wiki.codegen", "wiki.arrays")


@pytest.mark.promise("Give Scalar `wiki.codegen` or a slice")
@pytest.mark.parametrize(
    ("options", "parts"),
    [
        pytest.param(*parameters, id=name, marks=pytest.mark.exhaustive if name in SLOW else ())
        for name, parameters in SHOWN.items()
    ],
)
def test_scalar_shows_operations_with_their_parameters(
    tmp_path: Path, options: tuple[str, ...], parts: list[str]
) -> None:
    program = tool("scalar-1.46.4.js")
    shutil.copy(program, tmp_path / "standalone.js")
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    (tmp_path / "document.json").write_text(printed(*options, "--json"), encoding="utf-8")
    assert browser.run(tmp_path, LOOK % parts) == "shown"


@pytest.mark.promise("has more than 800")
def test_the_operation_that_scalar_takes_long_to_draw_has_hundreds_of_parameters() -> None:
    assert all(
        len(operation_object["parameters"]) > 800
        for _, method, operation_object in operations(committed("wiki"))
        if method == "get"
    )
