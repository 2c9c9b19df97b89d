"""Events of a database, shown to everybody by several workers that know nothing of each other."""

from contextlib import AbstractContextManager, ExitStack, closing
from pathlib import Path
from uuid import uuid4

import pytest

from tests.postgres_server import PostgresServer
from tests.tournament.use_cases.events import BY, drawn, noon
from tests.tournament.use_cases.fake_store import FakeStore
from tests.ui.server.running import plain_client, running
from tests.ui.server.workers import new_database
from tests.waiting import wait_until
from tournament.language import LANGUAGES
from tournament.storage.postgres import open_event, put
from tournament.storage.postgres_desks import SharedDatabase
from tournament.use_cases import RecordTotals, carry_out
from tournament.use_cases.book import DatabaseBook
from tournament.use_cases.commands import AllowTableEntry, PublishResults
from tournament.use_cases.table_entry import table_address
from ui.public import events, pages_mount
from ui.public.events import PublicEvents
from ui.server import database
from ui.server.database import DatabaseSharing, ServedDatabase


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))
    for module, name in ((pages_mount, "_LOOK"), (events, "_LOOK"), (database, "_PAUSE")):
        monkeypatch.setattr(module, name, 0.05)


def worker(url: str) -> AbstractContextManager[ServedDatabase]:
    return running(
        lambda fault, remark: ServedDatabase(
            SharedDatabase(url),
            DatabaseSharing(public_port=0),
            public=PublicEvents(noon, fault),
            fault=fault,
            remark=remark,
        )
    )


def publish(url: str, event: str) -> None:
    """The results of a table and of its session, by another program."""
    with closing(open_event(url, event)) as store:
        book = DatabaseBook(store)
        for table in (1, 2):
            carry_out(book, RecordTotals(1, table, (40, 10, -10, -40)), by=BY)
        carry_out(book, PublishResults(1), by=BY)


@pytest.mark.thorough
def test_every_worker_shows_all_events_and_what_changes_arrives_at_both(postgres: PostgresServer) -> None:
    url = new_database(postgres, 2)
    with ExitStack() as end:
        workers = [end.enter_context(worker(url)) for _ in range(2)]
        one, two = (
            end.enter_context(plain_client(each.public_addresses[0], follow_redirects=True)) for each in workers
        )
        first, second = workers[0].invitations
        for client in (one, two):
            listed = client.get("/").text
            assert f'href="/e/{first}/"' in listed
            assert f'href="/e/{second}/"' in listed
        for language in LANGUAGES:
            found = one.get(f"/e/{first}", headers={"Accept-Language": language.code})
            assert (found.status_code, found.url.path) == (200, f"/e/{first}/")
            assert f'<html lang="{language.code}">' in found.text
            links = {each.split('"')[0] for each in found.text.split('href="')[1:]}
            assert all(each.startswith((f"/e/{first}/", "?lang=")) for each in links), links
            for link in links:
                if link.startswith("/"):  # a cookie remembers the language of the others
                    assert one.get(link).status_code == 200, link
        assert one.get(f"/e/{first}/manifest.webmanifest").json()["start_url"] == f"/e/{first}/"
        assert "Table points" not in two.get(f"/e/{first}/").text
        before = two.get(f"/e/{second}/").headers["etag"]
        publish(url, first)
        wait_until(lambda: "Table points" in one.get(f"/e/{first}/").text)
        wait_until(lambda: "Table points" in two.get(f"/e/{first}/").text)
        assert one.get(f"/e/{first}/").headers["etag"] == two.get(f"/e/{first}/").headers["etag"]
        assert two.get(f"/e/{second}/").headers["etag"] == before
        put(url, [entry.record for entry in drawn(FakeStore()).view.journal])  # an event that comes later
        wait_until(lambda: two.get("/").text.count('href="/e/') == 3)
        for path in ("/e/", "/e/nothing/", f"/e/{first}/player/99", "/sync", f"/e/{first}/../sync", "/x"):
            assert one.get(path).status_code == 404, path
        assert one.post("/").status_code == one.post(f"/e/{first}/").status_code == 405


@pytest.mark.thorough
def test_a_single_event_needs_no_list(postgres: PostgresServer) -> None:
    url = new_database(postgres)
    with worker(url) as server, plain_client(server.public_addresses[0]) as client:
        (event,) = server.invitations
        assert client.get("/").headers["location"] == f"/e/{event}/"
        assert client.get("/standings.json", follow_redirects=True).json()[0]["rank"] == 1
        with client.stream("GET", f"/e/{event}/events") as stream:
            assert next(line for line in stream.iter_lines() if line.startswith("event: ")) == "event: spread"


@pytest.mark.thorough
def test_phones_of_a_table_meet_though_different_workers_answer_them(postgres: PostgresServer) -> None:
    url = new_database(postgres, 1)
    with ExitStack() as end:
        workers = [end.enter_context(worker(url)) for _ in range(2)]
        one, two = (end.enter_context(plain_client(each.public_addresses[0])) for each in workers)
        (event,) = workers[0].invitations
        with closing(open_event(url, event)) as store:
            book = DatabaseBook(store)
            carry_out(book, AllowTableEntry(f"http://hall/e/{event}", bytes(32)), by=BY)
            code = table_address(book.view, 1, 1).removeprefix("http://hall")
            hand = {"hand": "1", "winner": "0", "source": "1", "points": "12"}
            wait_until(lambda: one.get(code).status_code == 200)
            sent = one.post(f"{code}/propose", data=hand | {"id": str(uuid4()), "seat": "0"})
            assert (sent.status_code, sent.headers["location"]) == (303, code)
            wait_until(lambda: book.read_on() or book.view.phones(1, 1).open)
            (proposal,) = book.view.phones(1, 1).open
            wait_until(lambda: proposal.id in two.get(f"{code}?seat=1").text)
            confirmed = {"id": str(uuid4()), "seat": "1", "proposal": proposal.id}
            assert two.post(f"{code}/confirm", data=confirmed).status_code == 303
            wait_until(lambda: book.read_on() and book.view.phones(1, 1).open[0].confirmed == (1,))
