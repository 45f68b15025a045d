"""Fills a test wiki with data, so that every query module has something to tell."""

import struct
import zlib
from typing import Any

import httpx2

from tests.mediawiki.server import ADMIN, Wiki

ALICE = ("Alice", "Alicepass-12345")
ROBOT = ("Robot", "Robotpass-12345")
BULK = 130

PAGE_TEXT = """{{DISPLAYTITLE:a}}{{DEFAULTSORT:zzz}}__NEWSECTIONLINK__
== Section ==
{{T|x}} [[B]] [[Missing page]] [[File:One.png]] [[fr:Aa]] [[de:Ab]] [[mediawikiwiki:API]]
https://example.org/x [[Category:Cat|k]] [[Category:Cat2]]
some words to search for
"""

REDIRECTS = {
    "R": "A",
    "R2": "A#Section",
    "R3": "R",
    "Rgone": "Gone page#S",
    "Riw": "fr:Cible",
    "Rloop": "Rlooped",
    "Rlooped": "Rloop",
    "Rself": "Rself",
    "Rspecial": "Special:Version",
}


class Editor:
    """One account that changes the wiki."""

    def __init__(self, wiki: Wiki, name: str = "", password: str = "") -> None:
        self._http = httpx2.Client(headers={"User-Agent": "seed/1 (tests)"}, timeout=60)
        self._url = wiki.api_url
        self._token = "+\\"
        if name:
            told = self.call(
                action="clientlogin",
                username=name,
                password=password,
                loginreturnurl="http://127.0.0.1/",
                logintoken=self.token("login"),
            )
            assert told["clientlogin"]["status"] == "PASS", told
            self._token = self.token("csrf")

    def call(self, *, files: Any = None, **values: str | int) -> dict[str, Any]:
        sent = {"format": "json", "formatversion": "2", "errorformat": "plaintext"}
        sent |= {name: str(value) for name, value in values.items()}
        reply: dict[str, Any] = {}
        codes: list[str] = []
        for _ in range(5):
            reply = self._http.post(self._url, data=sent, files=files).json()
            codes = [error["code"] for error in reply.get("errors", [])]
            if not any(code.startswith("internal_api_error_DB") for code in codes):
                break
        assert not codes, (values.get("action"), values.get("title"), reply["errors"])
        return reply

    def token(self, kind: str) -> str:
        told = self.call(action="query", meta="tokens", type=kind)
        token: str = told["query"]["tokens"][f"{kind}token"]
        return token

    def do(self, action: str, **values: str | int) -> dict[str, Any]:
        return self.call(action=action, token=self._token, **values)

    def edit(self, title: str, text: str, **values: str | int) -> int:
        told = self.do("edit", title=title, text=text, **values)["edit"]
        return int(told.get("newrevid", 0))

    def upload(self, name: str, picture: bytes, **values: str | int) -> None:
        self.call(
            files={"file": (name, picture)},
            action="upload",
            filename=name,
            token=self._token,
            ignorewarnings="1",
            **values,
        )


def seed(wiki: Wiki) -> None:
    """Everything."""
    wiki.maintain("createAndPromote.php", *ALICE)
    wiki.maintain("createAndPromote.php", *ROBOT, "--bot")
    groups = ("--force", "--bureaucrat", "--sysop", "--interface-admin")
    wiki.maintain("createAndPromote.php", *ADMIN, *groups)
    wiki.maintain("sql.php", "--query", _interwiki_rows())
    admin, alice, robot, nobody = (
        Editor(wiki, *ADMIN),
        Editor(wiki, *ALICE),
        Editor(wiki, *ROBOT),
        Editor(wiki),
    )
    admin.do("managetags", operation="create", tag="mytag", reason="tests")
    _pages(admin, alice, robot, nobody)
    _many_pages(robot, admin)
    _files(admin)
    _deletions(admin, alice)
    _protections_and_blocks(admin)
    _watching(admin)
    admin.edit("Tagged", "tagged", tags="mytag")
    for script in ("runJobs.php", "rebuildtextindex.php", "updateSpecialPages.php"):
        wiki.maintain(script)
    wiki.maintain("initSiteStats.php", "--update")


def _interwiki_rows() -> str:
    rows = ",".join(
        f"('{prefix}','https://{prefix}.example.org/wiki/$1','','',1,0)" for prefix in ("fr", "de")
    )
    columns = "iw_prefix,iw_url,iw_api,iw_wikiid,iw_local,iw_trans"
    return f"INSERT OR IGNORE INTO interwiki ({columns}) VALUES {rows}"


def _pages(admin: Editor, alice: Editor, robot: Editor, nobody: Editor) -> None:
    admin.edit("Template:T", "a {{{1|}}} [[Category:Templated]]<noinclude>doc</noinclude>")
    admin.edit("Category:Cat", "A category [[Category:Parent]] __HIDDENCAT__")
    admin.edit("Category:Parent", "Parent")
    admin.edit("Category:Lonely", "x")
    admin.edit("A", f"{PAGE_TEXT} 0", summary="/* Section */ first", watchlist="watch")
    alice.edit("A", f"{PAGE_TEXT} 1", summary="second")
    hidden = nobody.edit("A", f"{PAGE_TEXT} 2", summary="third")
    robot.edit("A", f"{PAGE_TEXT} 3", summary="fourth", bot=1)
    alice.edit("B", "[[A]] {{T}} [[File:Two.png]] //example.com/y [[Category:Cat]]")
    admin.edit("B", "[[A]] {{T}} [[File:Two.png]] //example.com/y [[Category:Cat]] more", minor=1)
    for title, target in REDIRECTS.items():
        admin.edit(title, f"#REDIRECT [[{target}]]")
    admin.edit("To move", "x")
    admin.edit("Talk:A", "talk ~~~~")
    admin.edit("A/sub", "sub")
    admin.edit("User:Alice/common.js", "var a = 1;")
    admin.do("move", **{"from": "To move"}, to="Moved", reason="tests")
    admin.do(
        "revisiondelete",
        type="revision",
        target="A",
        ids=hidden,
        hide="user|comment",
        reason="tests",
    )


def _many_pages(robot: Editor, admin: Editor) -> None:
    for number in range(BULK):
        links = f"[[A]] [[Category:Bulk]] [[L{number}]] [[M{number % 7}]]"
        robot.edit(f"Bulk {number:03d}", f"bulk {links} https://example.org/{number}", bot=1)
    admin.edit("Hub", " ".join(f"[[Bulk {number:03d}]]" for number in range(BULK)))


def _files(admin: Editor) -> None:
    admin.upload(
        "One.png", picture(40, 30, 0xFF0000), comment="first", text="desc [[Category:Files]]"
    )
    admin.upload("One.png", picture(60, 30, 0x00FF00), comment="second")
    admin.upload("Two.png", picture(20, 20, 0x0000FF), comment="two")
    admin.upload("Two copy.png", picture(20, 20, 0x0000FF), comment="the same")
    admin.upload("Gone.png", picture(22, 22, 0x0009FF), comment="gone")
    admin.upload("Unused.png", picture(23, 22, 0x0009FF), comment="unused")
    admin.upload("Stashed.png", picture(5, 5, 0x090909), stash=1)
    admin.edit("File:Oneredir.png", "#REDIRECT [[File:One.png]]")
    admin.do("delete", title="File:Gone.png", reason="tests")


def _deletions(admin: Editor, alice: Editor) -> None:
    admin.edit("D", "to delete, first")
    alice.edit("D", "to delete, second")
    admin.edit("D2", "to delete [[A]]")
    admin.do("delete", title="D", reason="tests")
    admin.do("delete", title="D2")
    admin.edit("D2", "made again")


def _protections_and_blocks(admin: Editor) -> None:
    admin.do("protect", title="Kept", protections="create=sysop", expiry="infinite", reason="no")
    admin.do(
        "protect",
        title="A",
        protections="move=sysop|edit=autoconfirmed",
        expiry="2099-01-01T00:00:00Z",
        reason="tests",
    )
    admin.do("block", user="192.0.2.0/24", expiry="1 week", reason="range", anononly=1, nocreate=1)
    admin.do("block", user="198.51.100.7", expiry="1 week", reason="one", autoblock=1)
    admin.do(
        "block",
        user="Alice",
        expiry="never",
        reason="in part",
        partial=1,
        allowusertalk=1,
        pagerestrictions="B",
        namespacerestrictions="10",
    )
    rights = admin.token("userrights")
    for change in ("add", "remove"):
        admin.call(
            action="userrights", user="Alice", **{change: "sysop"}, reason="tests", token=rights
        )


def _watching(admin: Editor) -> None:
    token = admin.token("watch")
    admin.call(action="watch", titles="A|B|Hub|Not existing", token=token)
    admin.call(action="watch", titles="Bulk 001", expiry="1 week", token=token)


def picture(width: int, height: int, colour: int) -> bytes:
    """A small PNG of one colour, with a text chunk."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    rows = (b"\0" + colour.to_bytes(3, "big") * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = (b"IHDR", header), (b"tEXt", b"Title\0hello"), (b"IDAT", zlib.compress(rows))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*one) for one in (*body, (b"IEND", b"")))
