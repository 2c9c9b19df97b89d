"""Who asks for the work of a host, and when it is done."""

import asyncio
from collections.abc import Iterator
from threading import Event, current_thread

import pytest

from tests.examples.keys import key_of
from tests.tournament.use_cases.events import drawn
from tests.waiting import PATIENCE
from tournament.sharing.host import Host
from ui.server.hosting import Hosting
from ui.server.takeover import first_host, new_naming


@pytest.fixture
def hosting() -> Iterator[Hosting]:
    hosting = Hosting(Host(drawn()), lambda: None)
    yield hosting
    hosting.close()


async def _done(hosting: Hosting, asked: str, *, cancelled: int | None = None) -> str:
    """Who was served, in order, after each letter of ``asked`` asked once while the host was busy."""
    begun, go_on, done = Event(), Event(), list[str]()

    def block(_: Host) -> None:
        begun.set()
        assert go_on.wait(PATIENCE)

    busy = asyncio.create_task(hosting.do(block))
    await asyncio.to_thread(begun.wait)

    def ask(who: str) -> "asyncio.Task[None]":
        return asyncio.create_task(hosting.do(lambda _: done.append(who), who))

    tasks = [ask(who) for who in asked]
    await asyncio.sleep(0)
    if cancelled is not None:
        tasks[cancelled].cancel()
        await asyncio.sleep(0)
    go_on.set()
    await asyncio.gather(busy, *tasks, return_exceptions=True)
    return "".join(done)


@pytest.mark.parametrize(("asked", "done"), [
    ("aaaab", "abaaa"), ("aaabbc", "abcaba"), ("abab", "abab"), ("aaa", "aaa"),
])  # fmt: skip
def test_desks_take_turns_however_much_one_of_them_asks_for(hosting: Hosting, asked: str, done: str) -> None:
    assert asyncio.run(_done(hosting, asked)) == done


def test_what_nobody_waits_for_any_more_is_not_done(hosting: Hosting) -> None:
    assert asyncio.run(_done(hosting, "aab", cancelled=0)) == "ba"


def test_an_error_goes_to_who_asked(hosting: Hosting) -> None:
    def fail(_: Host) -> None:
        raise ValueError("failed")

    with pytest.raises(ValueError, match="failed"):
        asyncio.run(hosting.do(fail, "a"))
    assert asyncio.run(hosting.do(lambda host: host.end.entries, "a")) > 0


def test_desks_ask_for_news_only_after_work_that_changed_something() -> None:
    changed = list[bool]()
    hosting = Hosting(Host(drawn()), lambda: changed.append(True))
    asyncio.run(hosting.do(lambda host: host.end))
    assert changed == []

    def note(host: Host) -> None:
        host.here = frozenset({"north"})

    asyncio.run(hosting.do(note))
    assert changed == [True]

    def fail(host: Host) -> None:
        host.here = frozenset()
        raise ValueError("failed")

    with pytest.raises(ValueError, match="failed"):
        asyncio.run(hosting.do(fail))
    assert changed == [True, True], "what failed may have changed something all the same"
    hosting.close()


def test_one_piece_of_work_is_done_at_a_time(hosting: Hosting) -> None:
    names = set[str]()

    async def many() -> None:
        await asyncio.gather(*(hosting.do(lambda _: names.add(current_thread().name), str(who)) for who in range(9)))

    asyncio.run(many())
    assert len(names) == 1


def test_everybody_may_know_which_event_it_is_and_who_hosts_it() -> None:
    host = Host(drawn())
    alone = Hosting(host, lambda: None)
    seen = alone.summary
    assert (seen.event, seen.name, seen.end) == (host.book.view.journal[0].id, "Cup", host.end)
    assert (seen.hosting, seen.path, seen.successor, seen.statements) == (True, None, "", ())
    signing = first_host(key_of("hall"), seen.event)
    signing.name_deputies([key_of("north").certificate], new_naming)

    def sign(host: Host) -> None:
        host.signing = signing

    asyncio.run(alone.do(sign))
    seen = alone.summary
    assert (seen.hosting, seen.path, seen.successor) == (True, signing.written_path, "")
    assert seen.statements == signing.known.signed != ()
    asyncio.run(alone.do(lambda _: signing.hand_over(key_of("north").id.hex(), new_naming)))
    assert (alone.summary.hosting, alone.summary.successor) == (True, key_of("north").id.hex())

    def step_back(_: Host) -> None:
        signing.stepped_back = True

    asyncio.run(alone.do(step_back))
    assert not alone.summary.hosting
    alone.close()
