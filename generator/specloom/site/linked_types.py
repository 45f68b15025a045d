"""Types in the signatures of a page about a Python package link to their place on the page.

A block of code cannot hold links in Markdown. The page itself has the targets: its headings (`python-Page`), and its links whose whole text is a name (`` [`Page`](…) ``).
"""

import re

_HEADING = re.compile(r'<h[2-4] id="(python-([A-Z]\w*))"')
_NAMED = re.compile(r'<a href="([^"]+)"><code>([A-Z]\w*)</code></a>')
_PACKAGE = 'id="python-Client"'
_SIGNATURE = re.compile(r'<h[2-4] id="([^"]*)"|<div class="highlight">.*?</div>', re.DOTALL)
_NAME = re.compile(r'<span class="n">([A-Z]\w*)</span>')


def with_links(html: str) -> str:
    """A page with links around the names."""
    if _PACKAGE not in html:
        return html
    addresses = {name: address for address, name in _NAMED.findall(html)}
    addresses |= {name: f"#{anchor}" for anchor, name in _HEADING.findall(html)}
    section = ""

    def part(match: re.Match[str]) -> str:
        nonlocal section
        if match[1] is not None:
            section = f"#{match[1]}"
            return match[0]
        return _linked(match[0], section, addresses)

    return _SIGNATURE.sub(part, html)


def _linked(block: str, section: str, addresses: dict[str, str]) -> str:
    def link(match: re.Match[str]) -> str:
        name = match[1]
        # What a call of the asynchronous client returns is told of without its prefix.
        address = addresses.get(name) or addresses.get(name.removeprefix("Async"))
        if address in (None, section):
            return match[0]
        return f'<a class="n" href="{address}">{name}</a>'

    return _NAME.sub(link, block)
