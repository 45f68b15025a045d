"""`python -m seller_platform`: tables for people, JSON for programs, codes for scripts."""

import json
import os
import shlex
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from .conftest import CANARY, SOURCE
from .script import ITEM, Script, reply, success

COMMAND = [sys.executable, "-m", "seller_platform"]
QUOTED = shlex.join(COMMAND)
"""For a shell: the repository may lie in a folder with a space in its name."""


def environment(address: str, **more: str) -> dict[str, str]:
    given = {"SELLER_PLATFORM_BASE_URL": address, "SELLER_PLATFORM_API_KEY": CANARY}
    return {**os.environ, "PYTHONPATH": str(SOURCE), **given, **more}


def run(address: str, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    return in_a_shell(address, shlex.join([*COMMAND, *arguments]), **more)


def in_a_shell(address: str, command: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        shell=True,
        env=environment(address, **more),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def on_a_terminal(address: str, *arguments: str, **more: str) -> str:
    """The output where it goes to a terminal 80 characters wide."""
    pty = pytest.importorskip("pty", reason="pseudo-terminals are a thing of POSIX")
    parent, child = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *arguments], env=environment(address, COLUMNS="80", **more), stdout=child
    ) as process:
        os.close(child)
        shown = b""
        with suppress(OSError):  # the end of what a terminal shows
            while chunk := os.read(parent, 65536):
                shown += chunk
        assert process.wait() == 0
    os.close(parent)
    return shown.decode().replace("\r\n", "\n")


@pytest.mark.promise(
    "python -m seller_platform account",
    "In a pipe or a file, or with `--json`, it prints JSON, with amounts as they were sent",
)
@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (("account",), "1024.10"),
        (("items",), '"regular": 29.90'),
        (("item", "103"), "Opening tune"),
        (("validate", "EXPIRED-103"), "Extended"),
        (("--help",), "--api-key-file"),
    ],
)
def test_every_operation_has_a_command_and_piped_it_is_json(
    address: str, arguments: tuple[str, ...], found: str
) -> None:
    done = run(address, *arguments)
    assert done.returncode == 0
    assert found in done.stdout
    if arguments == ("--help",):
        assert {"account", "items", "item", "validate"} <= set(done.stdout.split())
    else:
        assert json.loads(done.stdout)


@pytest.mark.promise("On a terminal, it prints tables")
def test_on_a_terminal_a_list_is_a_table_that_fits_without_what_is_long(address: str) -> None:
    heading, *rows = on_a_terminal(address, "items").splitlines()
    assert heading.split()[:2] == ["id", "name"]
    assert {"price.regular", "price.extended", "currency"} <= set(heading.split())
    assert "description" not in heading
    assert len(rows) == 4
    assert "Harbour at dawn" in rows[3]
    assert max(map(len, [heading, *rows])) <= 80


@pytest.mark.promise("On a terminal, it prints tables")
def test_on_a_terminal_a_record_is_lines(address: str) -> None:
    lines = on_a_terminal(address, "validate", "SUPPORTED-101").splitlines()
    shown = {name: text for name, _, text in (line.partition(" ") for line in lines)}
    assert shown["price"].strip() == "29.90"
    assert shown["item.price.regular"].strip() == "29.90"
    assert shown["downloaded"].strip() == "yes"


@pytest.mark.promise(
    "In a pipe or a file, or with `--json`, it prints JSON, with amounts as they were sent"
)
def test_json_can_be_had_on_a_terminal_too(address: str) -> None:
    assert json.loads(on_a_terminal(address, "--json", "item", "102"))["version"] == "1.10"


@pytest.mark.promise(
    "Exit codes: 0 for success, 1 for an error of the call, 2 for wrong arguments or a missing address or key"
)
def test_an_error_of_the_api_is_told_and_has_a_code(address: str) -> None:
    done = run(address, "validate", "NO")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "InvalidPurchaseCode: purchases.validate: Invalid purchase code "
        "(HTTP status 200, application/json)\n"
    )


@pytest.mark.promise(
    "Exit codes: 0 for success, 1 for an error of the call, 2 for wrong arguments or a missing address or key"
)
@pytest.mark.parametrize("arguments", [("item", "x"), ("unknown",), ()])
def test_misuse_is_told_and_has_a_code(address: str, arguments: tuple[str, ...]) -> None:
    done = run(address, *arguments)
    assert done.returncode == 2
    assert "usage" in done.stderr


@pytest.mark.promise(
    "Exit codes: 0 for success, 1 for an error of the call, 2 for wrong arguments or a missing address or key"
)
def test_a_missing_key_is_misuse(address: str) -> None:
    done = run(address, "items", SELLER_PLATFORM_API_KEY="")
    assert done.returncode == 2
    assert "SELLER_PLATFORM_API_KEY" in done.stderr


@pytest.mark.promise("names a file that holds the key")
def test_the_key_may_lie_in_a_file(address: str, tmp_path: Path) -> None:
    (tmp_path / "key").write_text("sandbox-other\n")
    done = run(
        address, "--api-key-file", str(tmp_path / "key"), "account", SELLER_PLATFORM_API_KEY=""
    )
    assert '"otto"' in done.stdout


def test_a_key_file_that_cannot_be_read_is_misuse(address: str, tmp_path: Path) -> None:
    (tmp_path / "no-text").write_bytes(b"\xff")
    for name, reason in [("missing", "No such file"), ("no-text", "not in UTF-8")]:
        done = run(
            address, "--api-key-file", str(tmp_path / name), "items", SELLER_PLATFORM_API_KEY=""
        )
        assert done.returncode == 2
        assert reason in done.stderr
        assert "Traceback" not in done.stderr


def test_an_error_that_has_the_name_of_the_librarys_says_it_once() -> None:
    done = run("http://127.0.0.1:1", "items")
    assert done.returncode == 1
    assert done.stderr.startswith("ConnectError: ")
    assert done.stderr.count("ConnectError") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is a thing of Linux")
def test_output_that_finds_no_room_is_told(address: str) -> None:
    done = in_a_shell(address, f"{QUOTED} items > /dev/full")
    assert (done.returncode, done.stderr) == (1, "[Errno 28] No space left on device\n")


def test_a_reader_that_has_enough_is_no_error_worth_a_message(address: str) -> None:
    done = in_a_shell(address, f"{QUOTED} items | exec true")
    assert (done.returncode, done.stderr) == (0, "")


def test_characters_that_the_locale_lacks_are_shown_all_the_same() -> None:
    item = success(item={**ITEM, "name": "日本"})
    with Script(reply(item)) as server:
        done = run(server.address, "item", "1", PYTHONIOENCODING="ascii")
        assert (done.returncode, done.stderr) == (0, "")
        assert json.loads(done.stdout)["name"] == "日本"
        shown = on_a_terminal(server.address, "item", "1", PYTHONIOENCODING="ascii")
        assert r"\u65e5\u672c" in shown


def test_what_the_api_says_does_not_steer_the_terminal() -> None:
    refusal = b'{"status": "error", "msg": "\\u001b[2Jgone\\nInvalid\\rrequest"}'
    with Script(reply(refusal)) as server:
        done = run(server.address, "items")
    assert done.stderr == (
        r"ApiError: items.list: \x1b[2Jgone\nInvalid\rrequest (HTTP status 200, no content type)"
        "\n"
    )
