"""A desk saves a copy of the shared event as a file: what it contains, what the page says about it, and refusals."""

from pathlib import Path
from re import escape, fullmatch

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.cli.conftest import call_program
from tests.ui.desktop.pressing import focused, press
from tests.ui.desktop.sharing.conftest import Desk
from tests.ui.desktop.sharing.test_table_entry import hosting
from tournament.language import ENGLISH
from tournament.ledger.fingerprint import Fingerprint
from tournament.rules.payment import Outcome
from tournament.storage import open_for_reading
from tournament.use_cases import Book, RecordHand, StoreDamaged
from tournament.use_cases.copies import copy_name
from ui.desktop import bootstrap
from ui.desktop.pages.desks import saved_copy
from ui.desktop.pages.desks.page import DesksPage

pytestmark = pytest.mark.usefixtures("own_preferences")


@pytest.fixture
def chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that the user chooses in the system's dialog."""
    folder = tmp_path / "stick"
    folder.mkdir()
    place = folder / "copy.qv"
    monkeypatch.setattr(saved_copy, "choose_place", lambda _parent, _suggested: place)
    return place


def save(page: DesksPage, qtbot: QtBot) -> str:
    """Press the button by a key, and return what the page says when the work has ended."""
    page.saved.save.setFocus()
    assert focused() is page.saved.save
    press("Space")
    qtbot.waitUntil(lambda: not page.saved.busy)
    assert page.saved.notice.isVisible()
    assert focused() is page.saved.save, "it keeps the focus"
    return page.saved.notice.text()


def fingerprint(path: Path) -> Fingerprint:
    book = Book(open_for_reading(path))
    book.close()
    return book.view.fingerprint


def test_a_copy_holds_what_the_host_has_written_and_the_page_says_what_it_is(desk: Desk, chosen: Path, qtbot: QtBot):
    desk.others_record(1)
    desk.hear()
    text = save(desk.desks_page(), qtbot)
    entries = len(desk.hall.host.book.view.journal)
    what = rf"Copy of the shared event with {entries} entries, at \d\d:\d\d\. It is not shared, and what others type "
    assert fullmatch(what + rf"later is not in it\. Saved in “{escape(str(chosen))}”\.", text)
    assert fingerprint(chosen) == desk.hall.host.end
    assert call_program("check", chosen).code == 0
    assert [each.name for each in chosen.parent.iterdir()] == [chosen.name], "nothing unfinished is left"
    desk.others_record(2)
    desk.hear()
    assert desk.controller.shared_book is not None, "the window is still at the shared event"
    assert len(desk.controller.book.view.journal) == entries + 1


def test_what_the_host_has_not_written_is_not_in_it_and_the_page_says_so(desk: Desk, chosen: Path, qtbot: QtBot):
    desk.controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8)))
    assert desk.joined.unsent == 1
    text = save(desk.desks_page(), qtbot)
    assert text.endswith("1 entry of this desk, which the host has not written, is not in it either.")
    assert fingerprint(chosen) == desk.hall.host.end


def test_an_existing_file_is_never_replaced(desk: Desk, chosen: Path, qtbot: QtBot):
    chosen.write_text("mine")
    assert "already exists" in save(desk.desks_page(), qtbot)
    assert chosen.read_text() == "mine"
    chosen.unlink()
    assert "Saved in" in save(desk.desks_page(), qtbot), "it can be tried again"


def test_the_proposed_name_is_that_of_a_copy_and_the_ending_is_added(
    desk: Desk, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    proposed: list[Path] = []

    def choose(_parent: object, suggested: Path) -> Path:
        proposed.append(suggested)
        return tmp_path / "final 1.2"

    monkeypatch.setattr(saved_copy, "choose_place", choose)
    assert str(tmp_path / "final 1.2.qv") in save(desk.desks_page(), qtbot)
    name = copy_name(proposed[0].name)
    assert name is not None
    assert (name.event, name.entries) == ("Open of Nowhere", len(desk.hall.host.book.view.journal))


def test_nothing_is_saved_if_the_user_cancels(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(saved_copy, "choose_place", lambda _parent, _suggested: None)
    page = desk.desks_page()
    page.saved.save.setFocus()
    press("Space")
    assert not page.saved.busy
    assert not page.saved.isVisible()


def test_the_host_and_an_event_that_is_not_shared_have_no_such_button(
    desk: Desk, chosen: Path, qtbot: QtBot, event_file: Path
):
    page = desk.desks_page()
    save(page, qtbot)
    hosting(desk)
    assert not page.saved.save.isVisible()
    desk.controller.open(event_file)
    page = desk.desks_page()
    assert not page.saved.save.isVisible()
    assert not page.saved.isVisible(), "the notice is about another event"


def test_a_copy_that_is_not_whole_when_read_back_is_deleted(desk: Desk, tmp_path: Path):
    records = [entry.record for entry in desk.controller.book.view.journal]
    path = tmp_path / "copy.qv"
    with pytest.raises(StoreDamaged) as refused:
        bootstrap.save_copy(path, [*records[:-2], records[-1]])
    assert "incomplete when read back" in ENGLISH.render(refused.value.text)
    assert not path.exists()
