"""The script of forms makes of a template what Jinja makes of it, and what it cannot fill is refused where it stands."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import jinja2
import pytest

from specloom.rendering.render import View
from specloom.rendering.template_tree import FILTERS
from specloom.rendering.templates import Templates
from tests.node import NODE

SCRIPT = Path(__file__).parents[2] / "generator/specloom/site/try/templates.mjs"
FILLED = """
const { FILTERS, samples } = await import(process.argv[1])
const { told, call } = JSON.parse((await import("node:fs")).readFileSync(0, "utf8"))
process.stdout.write(JSON.stringify({ filters: Object.keys(FILTERS), samples: samples(told, call) }))
"""


class Call(View, frozen=True):
    """Subject of a sample."""

    text: str = "it's\t\u202e"
    none: None = None
    empty: tuple[str, ...] = ()
    numbers: tuple[int, ...] = (3, 20, 1)
    pairs: tuple[tuple[str, int], ...] = (("b", 1), ("a", 2), ("C", 3))
    yes: bool = True


SNIPPETS = (
    "{{ call.text | verbatim }}, {{ call.text | py }}, {{ call.numbers[1] }} {{ 5 }}",
    "{% if call.empty %}a{% elif call.none is none and not call.yes %}b{% else %}c{% endif +%}\nd",
    "{% if call.none is not none or call.numbers[0] == 3 %}a{% endif %}{{ (call.yes and call.text) | py }}",
    "{% for name, number in call.pairs %}\n{{ loop.index }}{{ name | name }}{{ number }}{% if not loop.last %},{% endif %}\n{% else %}none{% endfor %}",
    "{% for item in call.empty %}{{ item | py }}{% else %}none{% endfor %}",
    "{% set a = 'x' ~ call.numbers[0] %}{% for n in call.numbers %}{% set a = 'y' %}{% endfor %}{{ a | py }}",
    "{% if call.yes %}{% set a = 1 %}{% endif %}{{ a }}",
    "{% with a = call.numbers, b = 2 %}{{ a | length }}{{ b }}{% endwith %}",
    "{% filter indent(2, true) %}\n  a\n\nb\n{% endfilter %}|",
    "{% filter indent(4) %}a\nb{% endfilter %}|",
    "{{ (['b', 'A'] + call.empty | list) | sort | join(', ') | py }} {{ call.numbers | max }} {{ call.numbers | first }}",
    "{{ call.pairs | map('last') | max }}{{ (call.pairs | map('first') | list | last) | lower | py }}{{ call.text | upper | py }}",
    "{{ (call.text if call.yes else 'b') | py }}",
    "{% if 'a' in call.text or 3 not in call.numbers or 'b' in ['b'] %}in{% endif %}{% if 1 < 2 and 2 <= 2 and 3 > 2 and 3 >= 4 %}{% else %}no{% endif %}",
    "{% if call.text != 'x' %}{{ 1 + 2 }}{% endif %}{# a comment #}{{ [1, none, true] | length }}",
)  # fmt: skip


def trees(folder: Path, *snippets: str) -> tuple[Templates, Any]:
    """Templates of these, and what a page has of them."""
    page = "\n".join(
        f'{{{{ call | sample("{number}.md.j2") }}}}' for number in range(len(snippets))
    )
    (folder / "page.md.j2").write_text(page, "utf-8")
    for number, snippet in enumerate(snippets):
        (folder / f"{number}.md.j2").write_text(snippet, "utf-8")
    templates = Templates(folder)
    return templates, json.loads(templates.trees("page.md.j2"))


def filled(trees_of_templates: Any) -> Any:
    call = {name: getattr(Call(), name) for name in Call.__struct_fields__}
    done = subprocess.run(
        [str(NODE), "--input-type=module", "--eval", FILLED, str(SCRIPT)],
        input=json.dumps({"told": trees_of_templates, "call": call}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_script_fills_as_jinja_does(tmp_path: Path) -> None:
    templates, trees_of_templates = trees(tmp_path, *SNIPPETS)
    expected = [templates.sample(Call(), f"{number}.md.j2") for number in range(len(SNIPPETS))]
    assert dict(zip(SNIPPETS, filled(trees_of_templates)["samples"], strict=True)) == dict(
        zip(SNIPPETS, expected, strict=True)
    )


def test_an_include_sees_the_names_around_it(tmp_path: Path) -> None:
    (tmp_path / "_part.md.j2").write_text("{{ n }}{% set n = 9 %}{{ n }} ", "utf-8")
    snippet = "{% for n in call.numbers %}{% include '_part.md.j2' %}{{ n }}{% endfor %}"
    templates, trees_of_templates = trees(tmp_path, snippet)
    assert templates.sample(Call(), "0.md.j2") == "39 3209 2019 1"
    assert filled(trees_of_templates)["samples"] == [templates.sample(Call(), "0.md.j2")]


def test_both_name_the_same_filters(tmp_path: Path) -> None:
    assert set(filled(trees(tmp_path, "")[1])["filters"]) == FILTERS


def test_the_guide_has_all_filters() -> None:
    guide = (Path(__file__).parents[2] / "docs/guide/code-samples.md").read_text("utf-8")
    filter_rows = [line for line in guide.splitlines() if line.startswith("| Filters of ")]
    assert set(re.findall(r"`(\w+)`", "".join(filter_rows))) == FILTERS


@pytest.mark.promise("refuses a template of samples that uses anything else, and names")
@pytest.mark.parametrize(
    ("snippet", "what"),
    [
        ("a\n{{ call.text | title }}", "the filter `title`"),
        ("a\n{{ call.pairs | map(attribute='x') | list | py }}", "arguments by name, of the filter `map`"),
        ("a\n{{ call.text.upper() }}", "Call"),
        ("a\n{{ 3 * 4 }}", "Mul"),
        ("a\n{{ (call or call).text }}", "a part of an expression; name the expression with `set` first"),
        ("a\n{% macro b() %}{% endmacro %}", "Macro"),
        ("a\n{% set a, b = 1, 2 %}", "an assignment to more than a name"),
        ("a\n{% for n in call.numbers if n %}{% endfor %}", "For"),
    ],
)  # fmt: skip
def test_what_it_cannot_fill_is_refused_where_it_stands(
    tmp_path: Path, snippet: str, what: str
) -> None:
    with pytest.raises(jinja2.TemplateSyntaxError) as caught:
        trees(tmp_path, snippet)
    assert (caught.value.lineno, caught.value.filename) == (2, str(tmp_path / "0.md.j2"))
    assert str(caught.value.message).startswith(
        f"{what} is not supported in form samples; supported filters: "
    )
