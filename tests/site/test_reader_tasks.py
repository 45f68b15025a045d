"""Tasks of readers take as few clicks and as little scrolling as `tasks.yaml` says, in a real browser."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests import browser

TASKS: dict[str, dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "tasks.yaml").read_text(encoding="utf-8")
)
CLICKS = {"search": 2, "enter": 1, "click": 1}
"""Of a step; a search takes one into its field, and one on a result."""
MOST_CLICKS = 4
WALK = """
const [frame, finder] = [0, 1].map(() => document.body.appendChild(document.createElement("iframe")))
for (const each of [frame, finder]) Object.assign(each, {width: 1280, height: 800})
const until = async found => {
  for (let turn = 0; turn < 400; turn++) {
    const value = found()
    if (value) return value
    await new Promise(done => setTimeout(done, 50))
  }
  throw new Error(`nothing: ${found}`)
}
const show = async (address, frame) => {
  frame.src = "about:blank"
  await new Promise(done => { frame.onload = done })
  frame.src = address
  await new Promise(done => { frame.onload = done })
}
// All in one page, which makes its index once.
await show("/index.html", finder)
const begin = finder.contentDocument
begin.getElementById("__search").click()
const type = words => {
  const field = begin.querySelector(".md-search__input")
  field.value = words
  field.dispatchEvent(new KeyboardEvent("keyup"))
}
const searched = async words => {
  const links = () => [...begin.querySelectorAll(".md-search-result__item")].slice(0, 3)
    .flatMap(item => [...item.querySelectorAll("a")])
  type("")
  await until(() => !links().length)
  type(words)
  await until(() => links().length)
  return links().map(link => link.href.replace(location.origin + "/", "").replace(/[?]h=[^#]*/, ""))
}
const found = {}
for (const [name, {steps, see}] of Object.entries(%(tasks)s)) {
  await show("/index.html", frame)
  const wrong = []
  for (const {search, open, enter, click} of steps) {
    const page = () => frame.contentDocument
    if (search) {
      const results = await searched(search)
      if (!results.some(result => result === open || result.split("#")[0] === open)) wrong.push(`${search}: ${results}`)
      await show("/" + open, frame)
    } else if (enter) {
      page().querySelector(`[name=${enter}]`).value = location.origin
    } else {
      const control = await until(() => {
        // The theme gives code its buttons once it comes into view.
        if (!page().querySelector(click)) page().querySelector(click.split(" ")[0]).scrollIntoView()
        return page().querySelector(click)
      })
      if (!control.checkVisibility()) wrong.push(`${click} is hidden`)
      control.click()
    }
  }
  const seen = await until(() => [...frame.contentDocument.querySelectorAll(see)].find(each => each.checkVisibility()))
  await new Promise(done => setTimeout(done, 100))
  found[name] = {wrong, screens: Math.max(0, seen.getBoundingClientRect().top + 40 - 800) / 800}
}
return found
"""
"""An element that counts as visible begins at least 40 pixels above the lower edge."""


@pytest.fixture(scope="module")
def walked(site: Path) -> dict[str, dict[str, Any]]:
    walks: dict[str, dict[str, Any]] = browser.run(site, WALK % {"tasks": json.dumps(TASKS)})
    return walks


@pytest.mark.parametrize("task", TASKS)
def test_a_reader_finds(walked: dict[str, dict[str, Any]], task: str) -> None:
    walk, expected = walked[task], TASKS[task]
    assert walk["wrong"] == []
    assert sum(CLICKS[next(iter(step))] for step in expected["steps"]) <= MOST_CLICKS
    assert walk["screens"] <= expected["screens"]
