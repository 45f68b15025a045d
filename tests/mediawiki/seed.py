"""Fills a test wiki with data, so that every query module has something to tell."""

import struct
import zlib
from collections.abc import Mapping
from pathlib import Path
from string import Template
from typing import Any

import httpx2
import yaml

from tests.mediawiki.server import ADMIN, Wiki

ALICE = ("Alice", "Alicepass-12345")
ROBOT = ("Robot", "Robotpass-12345")
LARGE = ("Aaron", "Aaronpass-12345")
BULK = 130

DATA: Mapping[str, Any] = yaml.safe_load(Path(__file__).with_name("seed.yaml").read_text("utf-8"))


class Editor:
    """One account that changes the wiki."""

    def __init__(self, wiki: Wiki, name: str = "", password: str = "") -> None:
        self._http = httpx2.Client(headers={"User-Agent": "seed/1 (tests)"}, timeout=60)
        self._url = wiki.api_url
        self._token = "+\\"
        if name:
            reply = self.call(
                action="clientlogin",
                username=name,
                password=password,
                loginreturnurl="http://127.0.0.1/",
                logintoken=self.token("login"),
            )
            assert reply["clientlogin"]["status"] == "PASS", reply
            self._token = self.token("csrf")

    def call(self, *, files: Any = None, **values: str | int) -> dict[str, Any]:
        request = {"format": "json", "formatversion": "2", "errorformat": "plaintext"}
        request |= {name: str(value) for name, value in values.items()}
        reply: dict[str, Any] = {}
        codes: list[str] = []
        for _ in range(5):
            reply = self._http.post(self._url, data=request, files=files).json()
            codes = [error["code"] for error in reply.get("errors", [])]
            if not any(code.startswith("internal_api_error_DB") for code in codes):
                break
        assert not codes, (values.get("action"), values.get("title"), reply["errors"])
        return reply

    def token(self, kind: str) -> str:
        reply = self.call(action="query", meta="tokens", type=kind)
        token: str = reply["query"]["tokens"][f"{kind}token"]
        return token

    def do(
        self, action: str, *, token: str = "", files: Any = None, **values: str | int
    ) -> dict[str, Any]:
        """An action, with the token of this session or one of another kind."""
        token_value = self.token(token) if token else self._token
        return self.call(action=action, token=token_value, files=files, **values)

    def upload(self, name: str, size: tuple[int, int], colour: int, **values: str | int) -> None:
        self.call(
            action="upload",
            filename=name,
            token=self._token,
            files={"file": (name, picture(*size, colour))},
            ignorewarnings=1,
            **values,
        )


def seed(wiki: Wiki, bulk: int = BULK) -> None:
    """Everything, with so many pages that are alike."""
    wiki.maintain("createAndPromote.php", *ALICE)
    wiki.maintain("createAndPromote.php", *ROBOT, "--bot")
    groups = ("--force", "--bureaucrat", "--sysop", "--interface-admin")
    wiki.maintain("createAndPromote.php", *ADMIN, *groups)
    wiki.maintain("sql.php", "--query", _interwiki_rows())
    editors = {
        "admin": Editor(wiki, *ADMIN),
        "alice": Editor(wiki, *ALICE),
        "robot": Editor(wiki, *ROBOT),
        "nobody": Editor(wiki),
    }
    ids = {"page": DATA["page"]}
    _carry_out("pages", editors, ids)
    for title, target in DATA["redirects"].items():
        editors["admin"].do("edit", title=title, text=f"#REDIRECT [[{target}]]")
    _carry_out("more_pages", editors, ids)
    _many_pages(editors["robot"], editors["admin"], bulk)
    for file in DATA["files"]:
        editors["admin"].upload(**file)
    _carry_out("deletions_protections_and_blocks", editors, ids)
    for script in ("runJobs.php", "rebuildtextindex.php", "updateSpecialPages.php"):
        wiki.maintain(script)
    wiki.maintain("initSiteStats.php", "--update")


def seed_large_ids(wiki: Wiki) -> None:
    """A page, revisions and an account whose ids 32 bits do not hold, among the first of their lists."""
    wiki.maintain("sql.php", "--query", f"UPDATE sqlite_sequence SET seq = seq + {2**31}")
    wiki.maintain("createAndPromote.php", *LARGE)
    editor = Editor(wiki, *LARGE)
    editor.do("edit", title="A large id", text="[[A]] [[Category:Bulk]]")
    editor.do("edit", title="A", appendtext="large")


def _interwiki_rows() -> str:
    rows = ",".join(
        f"('{prefix}','https://{prefix}.example.org/wiki/$1','','',1,0)" for prefix in ("fr", "de")
    )
    columns = "iw_prefix,iw_url,iw_api,iw_wikiid,iw_local,iw_trans"
    return f"INSERT OR IGNORE INTO interwiki ({columns}) VALUES {rows}"


def _carry_out(steps: str, editors: Mapping[str, Editor], ids: dict[str, str]) -> None:
    """Let the accounts do their steps; what is kept of one stands for its name in later ones."""
    for step in DATA[steps]:
        values = {name: Template(str(value)).safe_substitute(ids) for name, value in step.items()}
        editor, action, name = editors[values.pop("by")], values.pop("do"), values.pop("kept", None)
        reply = editor.do(action, **values)
        if name is not None:
            ids[name] = str(reply["edit"]["newrevid"])


def _many_pages(robot: Editor, admin: Editor, bulk: int) -> None:
    for number in range(bulk):
        links = f"[[A]] [[Category:Bulk]] [[L{number}]] [[M{number % 7}]]"
        text = f"bulk {links} https://example.org/{number}"
        robot.do("edit", title=f"Bulk {number:03d}", text=text, bot=1)
    links = " ".join(f"[[Bulk {number:03d}]]" for number in range(bulk))
    admin.do("edit", title="Hub", text=links)


def heavy_picture(rest: bytes) -> bytes:
    """A small PNG with so many more bytes in it, which no program reads."""
    whole = picture(2, 2, 1)
    end = len(whole) - 12  # before the chunk that ends it
    return whole[:end] + _chunk(b"teSt", rest) + whole[end:]


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)


def exported(title: str) -> bytes:
    """A page of another wiki as its `Special:Export` has it, with one revision."""
    form = "http://www.mediawiki.org/xml/export-0.11/"
    revision = (
        "<id>1</id><timestamp>2024-01-01T00:00:00Z</timestamp>"
        "<contributor><username>Carol</username><id>7</id></contributor>"
        "<model>wikitext</model><format>text/x-wiki</format>"
        '<text xml:space="preserve">From elsewhere.</text>'
    )
    page = f"<title>{title}</title><ns>0</ns><id>1</id><revision>{revision}</revision>"
    return f'<mediawiki xmlns="{form}" version="0.11"><page>{page}</page></mediawiki>'.encode()


def picture(width: int, height: int, colour: int) -> bytes:
    """A small PNG of one colour, with a text chunk."""
    rows = (b"\0" + colour.to_bytes(3, "big") * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = (b"IHDR", header), (b"tEXt", b"Title\0hello"), (b"IDAT", zlib.compress(rows))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in (*body, (b"IEND", b"")))
