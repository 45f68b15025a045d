"""Lets several workers of one account edit and upload through trouble, and compares their reports with the wiki's history.

All have one summary. Each try has a mark, in the line that it adds or in the name of its file, so that the history
shows for each whether it was done; but for lines that are all equal, which can only be counted.
"""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from threading import Lock
from typing import Any, Literal, NamedTuple, TypeAlias

from wiki_query import AbsentError, AllPages, Client, ParameterError, Revisions, WikiError

from tests.clients.wiki.bot.account import ACCOUNT, PASSWORD
from tests.clients.wiki.bot.run import uploads
from tests.clients.wiki.either import USER_AGENT
from tests.mediawiki.seed import heavy_picture
from tests.mediawiki.server import Wiki
from tests.mediawiki.trouble import (
    Asked,
    Trouble,
    TroubledWiki,
    bad_gateway,
    lag,
    late_gateway,
    lost_reply,
    lost_request,
    restart_behind,
    too_many,
    unavailable,
)

Result: TypeAlias = Literal["saved", "not done", "uncertain"]

SUMMARY = "Log"
SAME = "* Log"
MOST_TRIES = 60
SETTINGS: Any = {"retries": 2, "backoff": 0.01, "timeout": 60.0, "deadline": 120.0}
TEXT = Revisions(prop="content", slots="main")


class Try(NamedTuple):
    """One call, and what it reported."""

    task: str
    mark: str
    result: Result
    revid: int = 0


@dataclass(frozen=True)
class Verdict:
    """Comparison of the workers' reports with the history."""

    saved: int
    """Tasks that are done, once."""
    lost: tuple[str, ...]
    doubled: tuple[str, ...]
    misreported: tuple[str, ...]
    """Calls that said "saved" of what is not there, "not done" of what is, or named the revision of another call."""
    uncertain: int
    """Calls that could not tell."""
    tries: int
    requests: int
    refused: int
    """Titles that no page can have, and that were refused."""


class Mischief:
    """Chooses the trouble that a request meets, at random."""

    _READS: Mapping[Trouble, float] = {lost_request: 0.03, unavailable: 0.02, lag: 0.005}
    _WRITES: Mapping[Trouble, float] = {
        lost_request: 0.08,
        lost_reply: 0.06,
        bad_gateway: 0.02,
        late_gateway: 0.02,
        lag: 0.005,
        too_many: 0.005,
    }
    _OUTAGE = 0.03
    """Of a write whose reply is lost, and with it the wiki."""
    _REQUESTS_OF_OUTAGE = 40

    def __init__(self, seed: int, restarts: int) -> None:
        self._random, self._lock = Random(seed), Lock()
        self._remaining_refusals, self._writes = 0, 0
        self._restarts = {100 * number for number in range(1, restarts + 1)}

    def __call__(self, request: Asked) -> "Trouble | None":
        """The trouble of a request; None if it passes."""
        with self._lock:
            if self._remaining_refusals:
                self._remaining_refusals -= 1
                return self._random.choice((bad_gateway, unavailable, lost_request))
            is_read = request.kind == "read"
            self._writes += not is_read
            if self._writes in self._restarts:
                self._restarts.remove(self._writes)
                return restart_behind
            if not is_read and self._random.random() < self._OUTAGE:
                self._remaining_refusals = self._REQUESTS_OF_OUTAGE
                return lost_reply
            chance = self._random.random()
            for trouble, share in (self._READS if is_read else self._WRITES).items():
                chance -= share
                if chance < 0:
                    return trouble
            return None


class _Task(NamedTuple):
    name: str
    title: str
    section: int | None = None
    is_same: bool = False
    is_signed: bool = False
    size: int = 0
    """Bytes of a file; 0 for an edit."""


def tasks_of(prefix: str, worker: int, edits: int, files: int) -> Iterator[_Task]:
    """The tasks of a worker: half of its edits are on pages that all workers change."""
    for number in range(edits):
        name = f"{prefix} {worker} {number}"
        match number % 5:
            case 0:
                yield _Task(name, f"{prefix} log")
            case 1:
                yield _Task(name, f"{prefix} log#top")
            case 2:
                decomposed = unicodedata.normalize("NFD", f"{prefix} Zoë {worker}")
                yield _Task(name, decomposed, is_signed=True)
            case 3:
                yield _Task(name, f"{prefix} same", is_same=True)
            case _:
                yield _Task(name, f"{prefix} sections", section=worker + 1)
    for number in range(files):
        yield _Task(f"{prefix} {worker} file {number}", "", size=(1 + number % 4) * 300_000)


class _Worker:
    """Does its tasks, whatever happens, as long as it is not told that they are done."""

    def __init__(self, wiki: Client, prefix: str) -> None:
        self._wiki, self._prefix = wiki, prefix
        self.tries: list[Try] = []
        self.refused = 0

    def run(self, tasks: Iterator[_Task]) -> None:
        for title in (f"{self._prefix} a|b", f"{self._prefix} {{b}}", f"{self._prefix} [b]"):
            with suppress(ParameterError, AbsentError):
                self._until_answered(lambda title=title: self._edit(title, "b", None))
                continue
            self.refused += 1
        for task in tasks:
            for number in range(MOST_TRIES):
                if self._is_done(task, f"{task.name} try {number}"):
                    break

    def _is_done(self, task: _Task, mark: str) -> bool:
        """Try a task once; True if it is done, or if it cannot be told."""
        mark = SAME if task.is_same else mark
        try:
            if task.size:
                saved = self._upload(mark, task.size)
            else:
                line = f"* {mark} ~~~~" if task.is_signed else SAME if task.is_same else f"* {mark}"
                saved = self._edit(task.title, line, task.section)
        except WikiError as error:
            result: Result = "uncertain" if error.maybe_sent else "not done"
            self.tries.append(Try(task.name, mark, result))
            if error.maybe_sent:
                return task.is_same or self._is_there(task, mark)
            return False
        self.tries.append(Try(task.name, mark, "saved", saved))
        return True

    def _edit(self, title: str, line: str, section: int | None) -> int:
        saved = self._wiki.change_page(
            title,
            lambda text: f"{text}\n{line}",
            summary=SUMMARY,
            section=section,
            create=section is None,
            attempts=20,
        )
        return saved["newrevid"] if saved else 0  # there is always something to save

    def _upload(self, mark: str, size: int) -> int:
        saved = self._wiki.upload(_content(mark, size), _name(mark), comment=SUMMARY)
        assert saved["filename"] == _name(mark)
        return 0

    def _is_there(self, task: _Task, mark: str) -> bool:
        """Look as the author of a bot would."""
        title = f"File:{_name(mark)}" if task.size else task.title.partition("#")[0]
        page = self._until_answered(lambda: self._wiki.page(title, TEXT))
        return page.exists and (bool(task.size) or _is_in(mark, page.text))

    @staticmethod
    def _until_answered(call: Any) -> Any:
        while True:
            try:
                return call()
            except (ParameterError, AbsentError):
                raise
            except WikiError:
                continue


def _is_in(mark: str, text: str) -> bool:
    return f"* {mark} " in text.replace("\n", " ") + " "


def _name(mark: str) -> str:
    return f"{mark}.png".replace(" ", "_")


def _content(mark: str, size: int) -> bytes:
    return heavy_picture(Random(mark).randbytes(size))


def let_work(
    troubled: TroubledWiki,
    prefix: str,
    *,
    workers: int,
    edits: int,
    files: int,
    seed: int = 0,
    restarts: int = 0,
    patience: float = 0,
) -> Verdict:
    """Let workers make so many edits and uploads in all; half of them share a client.

    `patience` is that of the clients, in seconds. An outage is longer.
    """
    with ExitStack() as stack:

        def client() -> Client:
            wiki = Client(troubled.api_url, user_agent=USER_AGENT, patience=patience, **SETTINGS)
            stack.enter_context(wiki).login(ACCOUNT, PASSWORD)
            return wiki

        shared = client()
        sections = "\n\n".join(f"== {worker} ==\nText" for worker in range(workers))
        shared.change_page(f"{prefix} sections", lambda text: sections, create=True)
        crew = [_Worker(client() if number % 2 else shared, prefix) for number in range(workers)]
        tasks = [
            tasks_of(prefix, number, _share(edits, workers, number), _share(files, workers, number))
            for number in range(workers)
        ]
        troubled.plays([])
        troubled.mischief = Mischief(seed, restarts)
        try:
            with ThreadPoolExecutor(workers) as pool:
                list(pool.map(_Worker.run, crew, tasks))
        finally:
            troubled.mischief = None
    tries = [each for worker in crew for each in worker.tries]
    refused = sum(worker.refused for worker in crew)
    return _judged(troubled.wiki, prefix, tries, troubled.requests, refused)


def _share(whole: int, workers: int, number: int) -> int:
    return whole // workers + (number < whole % workers)


# --- The wiki's own history --------------------------------------------------------------------------


def _judged(wiki: Wiki, prefix: str, tries: list[Try], requests: int, refused: int) -> Verdict:
    done = _done(wiki, prefix)
    names = {_name(each.mark) for each in tries}
    for title, number in uploads(wiki, prefix).items():
        name = title.removeprefix("File:").replace(" ", "_")
        assert name in names, name
        done[name.removesuffix(".png").replace("_", " ")] += [0] * number
    same = done.pop(SAME, [])
    by_task: defaultdict[str, list[int]] = defaultdict(list)
    misreported: list[str] = []
    for each in tries:
        revids = same if each.mark == SAME else done.pop(each.mark, [])
        if each.mark != SAME:
            by_task[each.task] += revids
        is_false = each.result == "saved" and each.revid not in revids
        if is_false or (each.result == "not done" and each.mark != SAME and revids):
            misreported.append(f"{each}, by the history {revids}")
    reported = Counter(each.revid for each in tries if each.result == "saved" and each.revid)
    misreported += [f"{revid}, by several calls" for revid, calls in reported.items() if calls > 1]
    counted = Counter(each.result for each in tries if each.mark == SAME)
    limit = counted["saved"] + counted["uncertain"]
    lost = [task for task, revids in by_task.items() if not revids]
    lost += [SAME] * (counted["saved"] - len(same))
    doubled = [task for task, revids in by_task.items() if len(revids) > 1]
    doubled += [SAME] * (len(same) - limit)
    doubled += [mark for mark, revids in done.items() if revids]  # which nobody has tried once more
    return Verdict(
        saved=sum(len(revids) == 1 for revids in by_task.values()) + min(len(same), limit),
        lost=tuple(lost),
        doubled=tuple(doubled),
        misreported=tuple(misreported),
        uncertain=sum(each.result == "uncertain" for each in tries),
        tries=len(tries),
        requests=requests,
        refused=refused,
    )


def _done(wiki: Wiki, prefix: str) -> defaultdict[str, list[int]]:
    """Mark → the revisions that have added a line with it, of all pages of the workers."""
    done: defaultdict[str, list[int]] = defaultdict(list)
    past = Revisions(prop=["ids", "content"], slots="main", page_size="max", dir="newer")
    with Client(wiki.api_url, user_agent=USER_AGENT) as client:
        for page in client.list(AllPages(prefix=prefix)):
            texts = {0: ""}
            for each in client.page(page["title"], past)[Revisions]:
                texts[each["revid"]] = each["slots"]["main"]["content"]
            for (_, before), (revid, after) in pairwise(texts.items()):
                added = Counter(after.split("\n")) - Counter(before.split("\n"))
                for line in added.elements():
                    if line == SAME:
                        done[SAME].append(revid)
                    elif line.startswith("* "):
                        done[line.removeprefix("* ").partition(" [[User:")[0]].append(revid)
    return done
