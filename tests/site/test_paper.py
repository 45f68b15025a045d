"""Pages on paper, and where scripts do not run."""

from pathlib import Path
from typing import Any

import pytest

from tests import browser

PRINTED = """
const frame = document.body.appendChild(document.createElement("iframe"))
frame.width = 800
await new Promise(done => { frame.onload = done; frame.src = "/reference/wiki/list/allpages/" })
const page = frame.contentDocument
while (!page.querySelector(".md-code__nav")) {
  page.querySelector(".sl-call .tabbed-block").scrollIntoView()  // the theme gives code its buttons once it comes into view
  await new Promise(done => setTimeout(done, 20))
}
page.head.insertAdjacentHTML("beforeend", "<style>* { transition: none !important }</style>")
const onPaper = rules => {
  for (const rule of rules) {
    if (!(rule instanceof frame.contentWindow.CSSMediaRule)) continue
    const media = rule.media.mediaText
    rule.media.mediaText = media === "print" ? "all" : media.includes("screen") ? "not all" : media
    onPaper(rule.cssRules)
  }
}
for (const sheet of page.styleSheets) onPaper(sheet.cssRules)
const shown = selector => [...page.querySelectorAll(selector)].filter(each => each.checkVisibility()).length
const brightness = color => color.match(/[\\d.]+/g).slice(0, 3).reduce((sum, part) => sum + +part, 0) / 3
return {
  scheme: page.body.dataset.mdColorScheme,
  form: shown(".sl-try"),
  languages: shown(".sl-call .tabbed-labels > label"),
  samples: shown(".sl-call .tabbed-block"),
  reply: shown(".sl-call .sl-caption"),
  buttons: shown(".md-code__nav"),
  text: brightness(getComputedStyle(page.querySelector("article")).color),
  lead: brightness(getComputedStyle(page.querySelector(".sl-lead")).color),
  code: brightness(getComputedStyle(page.querySelector("pre code")).color),
}
"""


@pytest.mark.promise("On paper, a page has no form")
@pytest.mark.parametrize("dark", [False, True])
def test_a_printed_page_has_no_form_and_one_sample_in_dark_letters(site: Path, dark: bool) -> None:
    page: dict[str, Any] = browser.run(site, PRINTED, dark=dark)
    assert page.pop("scheme") == ("slate" if dark else "default")
    brightness = [page.pop(part) for part in ("text", "lead", "code")]
    assert page == {"form": 0, "languages": 0, "samples": 1, "reply": 1, "buttons": 0}
    assert max(brightness) < 128


WITHOUT_SCRIPTS = """
const pages = ["/", "/404.html", "/reference/wiki/list/allpages/"]
const texts = [], samples = []
for (const address of pages) {
  const frame = document.createElement("iframe")
  frame.sandbox = "allow-same-origin"
  document.body.append(frame)
  await new Promise(done => { frame.onload = done; frame.src = address })
  const visible = [...frame.contentDocument.querySelectorAll("noscript p")].filter(each => each.checkVisibility())
  texts.push(visible.map(each => each.textContent).join())
  for (const link of visible.flatMap(each => [...each.querySelectorAll("a")])) {
    const text = await (await fetch(link.href)).text()
    samples.push(["asyncio.run", "curl --get", "<?php", "new URLSearchParams"].filter(sample => text.includes(sample)).length)
  }
}
return [texts, samples]
"""


@pytest.mark.promise("Where scripts do not run, a page says what needs them")
def test_without_scripts_a_page_says_what_needs_them(site: Path) -> None:
    text = "The search and the forms of this site need JavaScript."
    languages = " Without it, requests in all languages are in the text of this page."
    texts, samples = browser.run(site, WITHOUT_SCRIPTS)
    assert texts == [text, text, text + languages]
    assert samples == [4]
