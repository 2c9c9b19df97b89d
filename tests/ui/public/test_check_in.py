"""Personal links over HTTP: a page with a button that checks in one player, once, and tells others nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from tests.tournament.use_cases.events import BY, drawn
from tests.tournament.use_cases.test_private_data import PrivateFake
from tests.ui.public.test_table_entry import Hall, hall
from tournament.event.player import Player, PublicName
from tournament.language import LANGUAGES
from tournament.use_cases import Book, carry_out
from tournament.use_cases.commands import ChangePlayer, NoteAttendance, SetPhoneCheckIn
from tournament.use_cases.phone_check_in import link_token
from tournament.use_cases.private_data import read_people, save_person

SENT = {"sent": "1"}
ADDRESS = "http://192.168.1.20:8080"
ALLOWED = SetPhoneCheckIn(True, ADDRESS, bytes(range(32)))


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@contextmanager
def door(book: Book | None = None) -> Iterator[Hall]:
    book = drawn() if book is None else book
    carry_out(book, ALLOWED, by=BY)
    with hall(book) as here:
        yield here


def path_of(here: Hall, number: int) -> str:
    return f"/c/{link_token(here.book.view, number)}"


def test_opening_a_link_changes_nothing_and_the_button_checks_in() -> None:
    with door() as here:
        path = path_of(here, 3)
        page = here.client.get(path)
        assert page.status_code == 200
        assert f'action="{path}/here"' in page.text
        assert here.book.view.state.present == set(), "programs that preview links open them too"
        answer = here.client.post(f"{path}/here", data=SENT)
        assert (answer.status_code, answer.headers["location"]) == (303, path)
        assert here.book.view.state.present == {3}
        assert "You are checked in." in here.client.get(path).text
        entries = len(here.book.view.journal)
        assert here.client.post(f"{path}/here", data=SENT).status_code == 303
        assert len(here.book.view.journal) == entries


def test_what_a_desk_undid_is_said_and_stays() -> None:
    with door() as here:
        path = path_of(here, 3)
        here.client.post(f"{path}/here", data=SENT)
        here.do(NoteAttendance((3,), present=False))
        here.client.post(f"{path}/here", data=SENT)
        assert here.book.view.state.present == set()
        page = here.client.get(path).text
        assert "A desk undid your check-in" in page
        assert "<form" not in page


def test_a_link_says_when_it_opens_nothing_any_more() -> None:
    with door() as here:
        path = path_of(here, 3)
        here.do(SetPhoneCheckIn(True, ADDRESS, bytes(32)))
        assert "This link was replaced" in here.client.get(path).text
        here.do(SetPhoneCheckIn(False, ADDRESS, bytes(32)))
        found = here.client.get(path)
        assert (found.status_code, "Nobody checks in by phone now" in found.text) == (410, True)
        here.client.post(f"{path}/here", data=SENT)
        assert here.book.view.state.present == set()


def test_a_guess_and_the_address_of_the_door_are_like_any_unknown_address() -> None:
    """A code that hangs at the door, and a link of somebody else's event, check nobody in."""
    with door() as here:
        unknown = here.client.get("/nothing-here")
        for path in ("/c", "/c/", "/c/3", "/c/3-0000000000000000", "/c/3-" + "0" * 300, "/c/../t/1", "/c/3/here"):
            found = here.client.get(path)
            assert found.status_code in (404, 429), path
            if found.status_code == 404:
                assert found.text == unknown.text
        assert here.client.post("/c/3-0000000000000000/here", data=SENT).status_code in (404, 429)
        assert here.book.view.state.present == set()


def test_guesses_are_slowed_down_and_the_right_link_is_not() -> None:
    with door() as here:
        assert here.client.get(path_of(here, 3)).status_code == 200
        statuses = [here.client.get(f"/c/3-{number:016}").status_code for number in range(8)]
        assert 429 in statuses
        assert here.client.get(path_of(here, 3)).status_code == 200


@pytest.mark.parametrize(
    "headers", [{"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}, {"content-type": "text/plain"}]
)
def test_forms_of_other_sites_check_nobody_in(headers: dict[str, str]) -> None:
    with door() as here:
        answer = here.client.post(f"{path_of(here, 3)}/here", content=b"", headers=headers)
        assert answer.status_code in (403, 415)
        assert here.book.view.state.present == set()


def test_a_page_has_the_public_name_and_nothing_that_is_private() -> None:
    book = drawn(PrivateFake())
    carry_out(book, ChangePlayer(replace(book.view.players[3], public=PublicName.INITIALS)), by=BY)
    person = next(each for each in read_people(book, BY) if each.number == 3)
    noted = replace(person.registration, email="secret@example.org", due=3000, remark="vegan")
    save_person(book, person, noted, BY)
    player: Player = book.view.players[3]
    with door(book) as here:
        pages = [here.client.get(path_of(here, 3)).text]
        here.client.post(f"{path_of(here, 3)}/here", data=SENT)
        pages.append(here.client.get(path_of(here, 3)).text)
    for page in pages:
        assert player.last_name not in page
        for word in ("secret@example.org", "vegan", "30.00", "3000"):
            assert word not in page


def test_the_page_is_in_every_language_and_links_keep_the_choice() -> None:
    with door() as here:
        path = path_of(here, 3)
        for language in LANGUAGES:
            assert f'<a href="{path}?lang={language.code}"' in here.client.get(path).text
        found = here.client.get(f"{path}?lang=fr")
        assert (found.status_code, found.headers["location"]) == (303, path)
        assert 'lang="fr"' in here.client.get(path, headers={"cookie": "quatre-vents-language=fr"}).text


def test_a_page_is_kept_nowhere_and_in_no_frame() -> None:
    with door() as here:
        headers: httpx.Headers = here.client.get(path_of(here, 3)).headers
        assert headers["cache-control"] == "no-store"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert here.client.get(path_of(here, 3).upper()).status_code == 200, "as in the code on paper"


def test_a_link_asked_too_often_waits_and_harms_no_other() -> None:
    with door() as here:
        path = path_of(here, 3)
        assert 429 in {here.client.get(path).status_code for _ in range(40)}
        assert here.client.get(path_of(here, 4)).status_code == 200
