"""Samples of a page with a form: the page has that of the first language, and the form's script fills in the others when a reader opens them."""

import re

_FORM = ' data-call="'
_LANGUAGES = re.compile(r'<div class="tabbed-labels">(.*?)</div>(.*?)(?=</section>)', re.DOTALL)
_CODE = re.compile(r'(<div class="tabbed-block">\s*<div class="highlight"><pre>.*?<code[^>]*>)(.*?)(?=</code></pre>)', re.DOTALL)  # fmt: skip


def with_first_language(output: str) -> str:
    """A page without the samples that its form prints."""
    head, form, rest = output.partition(_FORM)
    return head + form + _LANGUAGES.sub(_emptied, rest, count=1) if form else output


def _emptied(languages: re.Match[str]) -> str:
    labels, samples = languages[1], languages[2]
    if len(_CODE.findall(samples)) != labels.count("<label"):
        return languages[0]  # not what the script fills
    first = _CODE.search(samples)
    end = first.end() if first else 0
    emptied = _CODE.sub(r"\1", samples[end:])
    return languages[0].removesuffix(samples) + samples[:end] + emptied
