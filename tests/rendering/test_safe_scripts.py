"""Whatever a text holds, PHP and JavaScript read it back as that text; what it says never runs."""

import json
import shutil
import subprocess

import pytest

from specloom.languages.javascript import js_text
from specloom.languages.php import php_text
from tests.node import NODE

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


@pytest.mark.parametrize("encoder", [php_text, js_text])
def test_a_text_shows_what_it_holds_on_one_line(encoder: type[str]) -> None:
    assert encoder("\u202ea\u2028b\nc") == '"\\u{202e}a\\u{2028}b\\nc"'
