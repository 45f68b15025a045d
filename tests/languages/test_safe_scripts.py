"""Whatever a text holds, shells, PHP, JavaScript, TypeScript, JSON and HTML read it back as that text; what it says never
runs."""

import json
import os
import shutil
import subprocess

import pytest

from specloom.languages.characters import on_one_line
from specloom.languages.html import html, html_address
from specloom.languages.javascript import js_data, js_text
from specloom.languages.json import json_value
from specloom.languages.php import php_text
from specloom.languages.shell import sh_word
from specloom.languages.typescript import ts_comment, ts_key, ts_literal, ts_name
from tests.node import NODE
from tests.site.html_page import parse

TEXTS = (
    "",
    "Category:Oak",
    "it's",
    'say "no"',
    "both ' and \"",
    "back\\slash\\",
    "\\' . exit(1) . '",
    '" . exit(1) . "\n',
    '" + process.exit(1) + "',
    "$HOME {$x} ${process.exit(1)} `x`\n",
    "<?php ?> </script> // /* */ #",
    "\\u{41} \\x41 \\101 \\0 \\n\x00",
    "two\r\nlines\ttab\x1b\x7f\x85",
    "\u202egnp \u2028 \u2029 \ufeff a\u200db",
    "Ünïcode 日本語 😀 \U0001d173 \U000e0041 \U0010ffff",
    *(chr(code) + "1a" for code in range(256)),
    "\u20131a \u202f! \u00ab\xa0oui\xa0\u00bb \u30001a",
)
WITH_VARIABLE = tuple((text, "SECRET", after) for text in TEXTS[:15] for after in ("", "' \" $ \n"))
EXPECTED = [*TEXTS, *(f"{before}s3cret{after}" for before, _, after in WITH_VARIABLE)]


def ran(*command: str, program: str) -> str:
    done = subprocess.run(
        command,
        input=program,
        capture_output=True,
        encoding="utf-8",
        env={"SECRET": "s3cret"},
        check=True,
    )
    assert done.stderr == ""
    return done.stdout


SHELLS = [name for name in ("bash", "zsh", "ksh", "mksh", "yash") if shutil.which(name)]
"""Installed shells that support `$'…'`."""


@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
@pytest.mark.parametrize("shell", SHELLS)
def test_shells_pass_on_the_bytes_of_every_text(shell: str, locale: str) -> None:
    written = [*map(sh_word, TEXTS), *(sh_word(*parts) for parts in WITH_VARIABLE)]
    program = "\n".join(f"printf '%s\\0' {word}" for word in written)
    done = subprocess.run(
        [shell],
        input=program.encode(),
        capture_output=True,
        env={"SECRET": "s3cret", "LC_ALL": locale, "PATH": os.defpath},
        check=True,
    )
    assert done.stderr == b""
    # No argument of a command holds a NUL; a wiki, too, reads one as this sign.
    assert done.stdout.decode().split("\0")[:-1] == [
        text.replace("\0", "\ufffd") for text in EXPECTED
    ]


def test_php_reads_back_every_text() -> None:
    php = shutil.which("php")
    if php is None:
        pytest.skip("no php here; `sh tests/setup/mediawiki.sh` installs what is needed")
    written = [*map(php_text, TEXTS), *(php_text(*parts) for parts in WITH_VARIABLE)]
    program = f"<?php echo json_encode([{', '.join(written)}]);"
    assert json.loads(ran(php, program=program)) == EXPECTED


def test_javascript_reads_back_every_text() -> None:
    written = [*map(js_text, TEXTS), *(js_text(*parts) for parts in WITH_VARIABLE)]
    program = f"console.log(JSON.stringify([{', '.join(written)}]))"
    assert json.loads(ran(str(NODE), program=program)) == EXPECTED


def test_javascript_reads_back_members_of_every_name() -> None:
    names = (*TEXTS, "__proto__", "constructor", 'a"__proto__":')
    data = {name: {name: [name]} for name in names}
    program = f"console.log(JSON.stringify({js_data(data)}))"
    # An object of JavaScript has members whose names are numbers first.
    assert json.loads(ran(str(NODE), program=program)) == data


@pytest.mark.parametrize("encoder", [php_text, js_text])
def test_a_text_shows_what_it_holds_on_one_line(encoder: type[str]) -> None:
    assert encoder("\u202ea\u2028b\nc") == '"\\u{202e}a\\u{2028}b\\nc"'


def test_json_is_read_back_as_every_text() -> None:
    assert json.loads(f"[{', '.join(map(json_value, TEXTS))}]") == [*TEXTS]


def test_typescript_reads_back_every_text() -> None:
    keys = [{text: text} for text in (*TEXTS, "plain")]
    written = [
        *map(ts_literal, TEXTS),
        *(f"{{{ts_key(text)}: {ts_literal(text)}}}" for text in (*TEXTS, "plain")),
    ]
    program = f"console.log(JSON.stringify([{', '.join(written)}]))"
    assert json.loads(ran(str(NODE), program=program)) == [*TEXTS, *keys]
    assert ts_key("plain") == "plain"


def test_a_comment_of_typescript_stays_one() -> None:
    comments = " ".join(f"/* {ts_comment(text)} */" for text in (*TEXTS, "a */ b", "*/", "* /"))
    assert ran(str(NODE), program=f"console.log({comments} 1)") == "1\n"


@pytest.mark.parametrize("name", ["", "a b", "1a", "a-b", "é"])
def test_what_is_no_name_in_typescript_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is not a name in TypeScript"):
        ts_name(name)
    assert ts_name("Item_1") == "Item_1"


def test_html_shows_every_text_and_nothing_else() -> None:
    for text in TEXTS:
        page = parse(f'<p title="{html(text)}">{html(text)}</p><p>z</p>')
        first, last = page.all("p")
        attribute_text = on_one_line(text)
        assert (first.attributes["title"], "".join(map(str, first.children))) == (
            attribute_text,
            attribute_text,
        )
        assert last.text == "z"
    assert html(1.5) == "1.5"
    assert html(True) == "true"


def test_an_address_in_html_stays_one() -> None:
    address = html_address("https://example.org/?a=1&b=\"'<>")
    (link,) = parse(f'<a href="{address}">x</a>').all("a")
    assert link.attributes == {"href": "https://example.org/?a=1&b=%22%27%3C%3E"}
    with pytest.raises(ValueError, match="not an address"):
        html_address("javascript:alert(1)")
