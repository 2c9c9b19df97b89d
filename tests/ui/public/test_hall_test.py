"""The test of the hall on phones: what a phone gets, and what the desk reads of it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.tournament.use_cases.events import drawn, noon
from tests.ui.server.running import plain_client, running
from tests.waiting import wait_until
from tournament.language import LANGUAGES
from tournament.use_cases import Book
from ui.hall.phones_seen import (
    HallTest,
    PhoneSeen,
    end_hall_test,
    keep_hall_test,
    kept_hall_test,
    kept_phones,
    new_hall_test,
)
from ui.public import hall_test, mounts
from ui.public.event import PublicEvent
from ui.server.serving import ServedFile, Sharing


@pytest.fixture(autouse=True)
def _quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))
    monkeypatch.setattr(mounts, "_BURST", 1000)
    monkeypatch.setattr(hall_test, "_LOOK", 0.02)
    monkeypatch.setattr(hall_test, "_BETWEEN", 0.1)
    monkeypatch.setattr(hall_test, "_APART", 0.3)


@contextmanager
def served(book: Book) -> Iterator[httpx.Client]:
    with (
        running(
            lambda fault, remark: ServedFile(
                book,
                Sharing(public_port=0),
                public=lambda view, _hosting: PublicEvent(view, noon, fault),
                fault=fault,
                remark=remark,
            )
        ) as server,
        plain_client(server.public_addresses[0], timeout=30) as client,
    ):
        yield client


def begun(book: Book, client: httpx.Client) -> tuple[str, HallTest]:
    """The id of the event, and a test that the server knows."""
    event, test = book.view.journal[0].id, new_hall_test(time.time())
    keep_hall_test(event, test)
    wait_until(lambda: client.get(test.path).status_code == 303)
    return event, test


def test_a_phone_is_known_by_its_own_address_and_the_desk_reads_what_came() -> None:
    book = drawn()
    with served(book) as client:
        event, test = begun(book, client)
        here = client.get(test.path.upper()).headers["location"]
        assert here.startswith(f"{test.path}/")
        assert client.get(here, headers={"User-Agent": "Mozilla/5.0 (iPhone; CPU)"}).status_code == 200
        wait_until(lambda: len(kept_phones(event, test)) == 1)
        (phone,) = kept_phones(event, test)
        assert (phone.number, phone.address, phone.kind) == (1, "127.0.0.1", "iPhone")
        assert (phone.listened, phone.pushed, phone.again, phone.typed, phone.late) == (None, None, None, None, False)
        said = []
        with client.stream("GET", f"{here}/events") as stream:
            for line in stream.iter_lines():
                if line.startswith("data: "):
                    said.append(client.get(f"{here}/came", params={"sent": line[6:]}).text)
                    if said[-1] != "first":
                        break
        assert said[0] == "first"
        assert said[-1] == "again"
        assert client.post(here, data={"points": "24"}, params={"by": "script"}).text == "came"
        wait_until(lambda: kept_phones(event, test)[0].typed is not None)
        (phone,) = kept_phones(event, test)
        assert phone.listened is not None
        assert phone.pushed is not None
        assert phone.again is not None
        assert phone.again - phone.pushed >= 0.3
        assert phone.late is False
        client.get(here)
        wait_until(lambda: kept_phones(event, test)[0].typed is None)
        assert kept_phones(event, test)[0].number == 1, "it begins again as the same phone"


def test_a_message_that_took_long_is_late() -> None:
    book = drawn()
    with served(book) as client:
        event, test = begun(book, client)
        here = client.get(test.path).headers["location"]
        client.get(here)
        assert client.get(f"{here}/came", params={"sent": "1"}).text == "late"
        wait_until(lambda: any(each.late for each in kept_phones(event, test)))


def test_a_browser_without_scripts_sends_the_form_and_gets_the_page_again() -> None:
    book = drawn()
    with served(book) as client:
        event, test = begun(book, client)
        here = client.get(test.path).headers["location"]
        page = client.get(here).text
        assert f'<form method="post" action="{here}">' in page
        sent = client.post(here, data={"points": "24"})
        assert sent.status_code == 200
        assert "The desk has received it." in sent.text
        assert "form-action 'self'" in sent.headers["content-security-policy"]
        wait_until(lambda: any(each.typed is not None for each in kept_phones(event, test)))


def test_the_page_speaks_each_language_and_keeps_the_choice() -> None:
    book = drawn()
    with served(book) as client:
        _, test = begun(book, client)
        here = client.get(test.path).headers["location"]
        for language in LANGUAGES:
            found = client.get(here, headers={"Accept-Language": language.code})
            assert f'<html lang="{language.code}">' in found.text
        chosen = client.get(here, params={"lang": "zh"})
        assert (chosen.status_code, chosen.headers["location"]) == (303, here)
        assert '<html lang="zh">' in client.get(here).text


def test_without_a_test_and_after_its_end_the_page_says_so_and_nothing_is_kept() -> None:
    book = drawn()
    event = book.view.journal[0].id
    with served(book) as client:
        assert client.get("/test/123456").status_code == 410
        _, test = begun(book, client)
        here = client.get(test.path).headers["location"]
        client.get(here)
        other = test.path[:-1] + str((int(test.path[-1]) + 1) % 10)
        for path in (other, f"{other}/{'0' * 16}", f"{test.path}/x", f"{test.path}/{'0' * 15}g"):
            assert client.get(path).status_code == 410, path
        for path in (
            f"{test.path}/{'0' * 16}/events",
            f"{here}/came",
            f"{here}/came?sent=-1",
            f"{here}/came?sent={'9' * 20}",
        ):
            assert client.get(path).status_code == 404, path
        assert client.post(f"{test.path}/{'0' * 16}").status_code == 404
        assert client.post(here, content=b"x" * 20_000).status_code == 413
        assert client.get(f"{here}/else").status_code == 404
        wait_until(lambda: len(kept_phones(event, test)) == 1)
        end_hall_test(event)
        wait_until(lambda: client.get(test.path).status_code == 410)
        assert "This test has ended" in client.get(test.path).text
        assert kept_phones(event, test) == ()


def test_a_test_that_is_over_opens_nothing_and_the_next_one_counts_from_one() -> None:
    book = drawn()
    event = book.view.journal[0].id
    with served(book) as client:
        _, first = begun(book, client)
        client.get(client.get(first.path).headers["location"])
        wait_until(lambda: len(kept_phones(event, first)) == 1)
        keep_hall_test(event, HallTest("000001", time.time() - 1))
        wait_until(lambda: client.get(first.path).status_code == 410)
        assert client.get("/test/000001").status_code == 410
        _, second = begun(book, client)
        client.get(client.get(second.path).headers["location"])
        wait_until(lambda: len(kept_phones(event, second)) == 1)
        assert kept_phones(event, second)[0].number == 1
        assert kept_phones(event, first) == (), "its phones are not those of the next test"


def test_a_hundred_phones_are_listed_and_the_next_one_is_not() -> None:
    book = drawn()
    with served(book) as client:
        event, test = begun(book, client)
        for number in range(100):
            assert client.get(f"{test.path}/{number:016x}").status_code == 200
        assert client.get(f"{test.path}/{100:016x}").status_code == 410
        assert client.get(f"{test.path}/{5:016x}").status_code == 200
        wait_until(lambda: len(kept_phones(event, test)) == 100)
        assert [each.number for each in kept_phones(event, test)] == list(range(1, 101))


def test_nothing_of_it_is_written_into_the_event() -> None:
    book = drawn()
    before = book.view.fingerprint
    with served(book) as client:
        _, test = begun(book, client)
        here = client.get(test.path).headers["location"]
        client.get(here)
        client.post(here, data={"hand": "1", "winner": "0", "points": "24"})
    assert book.view.fingerprint == before


def test_what_cannot_be_read_is_no_test(tmp_path: Path) -> None:
    keep_hall_test("e", HallTest("12345x", time.time() + 100))
    assert kept_hall_test("e") is None
    (path,) = tmp_path.rglob("test.json")
    path.write_text("[", encoding="utf-8")
    assert kept_hall_test("e") is None
    assert kept_hall_test("other") is None


def test_a_phone_is_named_by_its_number_and_what_it_runs_on() -> None:
    english = LANGUAGES[0]
    assert english.render(PhoneSeen(2, "192.0.2.5", 0.0, "Android").name) == "Phone 2 (Android)"
    assert english.render(PhoneSeen(2, "192.0.2.5", 0.0).name) == "Phone 2"
