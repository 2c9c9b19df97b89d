"""Who asks for the work of a host, and when it is done."""

import asyncio
from collections.abc import Iterator
from threading import Event

import pytest

from tests.tournament.use_cases.events import drawn
from tournament.sharing.host import Host
from ui.server.hosting import Hosting


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
        assert go_on.wait(10)

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
