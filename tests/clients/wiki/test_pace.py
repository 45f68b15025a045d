"""Changes of one client are as far apart as it is set, in all threads and tasks together."""

from typing import Any

import msgspec
import pytest

from specloom.runtime.core.deadline import Deadline
from specloom.runtime.core.steps import Wait
from specloom.runtime.mediawiki.session.context import Context, State
from specloom.runtime.mediawiki.session.pace import paced
from specloom.runtime.mediawiki.session.settings import Settings
from tests.clients.wiki.either import Either
from tests.clients.wiki.scripted import ScriptedWiki, part


class Clock:
    """A time that a test sets."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def context(clock: Clock, seconds: float, **more: Any) -> Context:
    settings = Settings(write_interval=seconds)
    protocol: Any = None
    return Context(url="", protocol=protocol, settings=settings, state=State(), clock=clock, **more)


def waits(of: Context) -> list[float]:
    """Seconds that a change waits for its turn."""
    return [step.seconds for step in paced(of) if isinstance(step, Wait)]


@pytest.mark.promise("write_interval")
def test_changes_wait_for_their_turn() -> None:
    clock = Clock()
    mine = context(clock, 10)
    assert [waits(mine), waits(mine), waits(mine)] == [[], [10.0], [20.0]]
    clock.now += 35
    assert waits(mine) == []
    clock.now += 4
    assert waits(mine) == [6.0]


def test_clients_of_one_client_take_turns() -> None:
    clock = Clock()
    mine = context(clock, 10)
    other = mine.changed({"write_interval": 2})
    assert [waits(mine), waits(other), waits(other)] == [[], [10.0], [12.0]]


def test_no_interval_is_no_pause() -> None:
    mine = context(Clock(), 0)
    assert [waits(mine), waits(mine)] == [[], []]


def test_the_wait_is_not_taken_from_the_deadline() -> None:
    clock = Clock()
    mine = context(clock, 10, ends=Deadline(105.0, clock))
    waits(mine)
    steps = paced(mine)
    assert next(steps) == Wait(10.0)
    with pytest.raises(StopIteration) as stop:
        steps.send(None)
    assert stop.value.value.ends.ends == 115.0


def test_a_change_waits_while_another_takes_its_turn() -> None:
    mine = context(Clock(), 10)
    assert mine.state.pacing.acquire()
    steps = paced(mine)
    assert isinstance(next(steps), Wait)
    mine.state.pacing.release()
    with pytest.raises(StopIteration):
        steps.send(None)


def test_only_what_changes_the_wiki_is_kept_apart(wiki: Either, scripted: ScriptedWiki) -> None:
    slow = wiki.with_options(write_interval=1000)
    turns: list[float] = []

    def turn() -> float:
        state: State = slow.client._context.state
        turns.append(state.next_write)
        state.next_write = 0  # or the next one would wait
        return turns[-1]

    scripted.answers(part(tokens={"csrftoken": "t"}), {"edit": {"result": "Success"}}, part())
    slow.raw(action="edit", title="A", text="B", token="csrf")
    assert turn() > 0
    scripted.answers({"upload": {"result": "Success"}})
    slow.raw(action="upload", stash=True, file=b"x", token="csrf")
    assert turn() == 0
    scripted.answers(part(pages=[]))
    slow.pages(titles="A")
    assert turn() == 0
    scripted.answers({"purge": []})
    slow.purge(titles="A")
    assert turn() > 0
    assert msgspec.structs.asdict(slow.client._context.settings)["write_interval"] == 1000
