"""Tables that call a referee: seen on every page, answered by one key, and who went is seen by all."""

from datetime import timedelta
from time import monotonic

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.conftest import BY, Keyboard, shown
from tests.ui.desktop.pages.tables.test_proposals import Phones, set_every_pin
from tournament.language import LANGUAGES
from tournament.ledger.facts import CallAnswered
from tournament.rules.payment import Outcome
from tournament.use_cases import By, carry_out
from tournament.use_cases.commands import AnswerCall
from ui.desktop import followers, preferences
from ui.desktop.controller import EventController
from ui.desktop.followers import GO
from ui.desktop.pages.phones.page import PhonesPage
from ui.desktop.translation import translator
from ui.desktop.window import Window

pytestmark = pytest.mark.usefixtures("own_preferences")


@pytest.fixture
def phones(window: Window, controller: EventController) -> Phones:
    assert window.isVisible()
    return Phones(controller)


def told(window: Window) -> str:
    return "" if window.top.calls.isHidden() else window.top.calls.label()


def press_go() -> None:
    target = QApplication.focusWidget()
    assert target is not None
    QTest.keySequence(target, QKeySequence(GO))


def another_goes(window: Window, table: int, id: str) -> None:
    """Somebody at another desk goes to the table."""
    controller = window.controller
    changes = carry_out(controller.book, AnswerCall(1, table, id), by=By("Ben Sample", "north"))
    controller.show_received(changes)


@pytest.mark.parametrize("page", ["tables", "standings", "players", "desks", "settings"])
def test_a_call_is_seen_and_answered_on_every_page_and_nothing_else_moves(window: Window, phones: Phones, page: str):
    window.show_page(page)
    before = QApplication.focusWidget()
    phones.call(2)
    assert told(window) == "Table 2 calls · 0 min · I go"
    assert QApplication.focusWidget() is before
    press_go()
    assert told(window) == "Table 2: Referee went"
    assert window.current == page
    assert QApplication.focusWidget() is before
    (entry,) = [each for each in window.controller.book.view.journal if isinstance(each.fact, CallAnswered)]
    assert (entry.author, entry.record.desk) == ("Referee", window.controller.user.by.desk)
    press_go()
    assert window.controller.book.view.journal[-1].id == entry.id


def test_the_key_answers_while_somebody_types_and_what_is_typed_stays(
    window: Window, phones: Phones, keyboard: Keyboard
):
    keyboard.type("2 1")
    at = QApplication.focusWidget()
    phones.call(2)
    press_go()
    assert "went" in told(window)
    assert QApplication.focusWidget() is at
    keyboard.type("8 Enter")
    assert window.controller.book.view.sheet(1, 1).last_played == 1


def test_of_several_tables_the_one_that_waits_longest_is_first(
    window: Window, phones: Phones, monkeypatch: pytest.MonkeyPatch
):
    phones.call(2)
    phones.call(1)
    now = window.controller.book.now
    monkeypatch.setattr(window.controller.book, "_clock", lambda: now + timedelta(minutes=3, seconds=5))
    assert window.calls is not None
    window.calls.show_now()
    assert told(window) == "Tables 2, 1 call · 3 min · I go to the first"
    press_go()
    assert told(window) == "Table 1 calls · 3 min · I go"


def test_who_went_from_another_desk_is_seen_for_a_minute(
    window: Window, phones: Phones, monkeypatch: pytest.MonkeyPatch
):
    id = phones.call(2)
    another_goes(window, 2, id)
    assert told(window) == "Table 2: Ben Sample went"
    assert not window.top.calls.key
    assert window.calls is not None
    assert window.calls.ticking
    later = monotonic() + 61
    monkeypatch.setattr(followers, "monotonic", lambda: later)
    window.calls.show_now()
    assert told(window) == ""
    assert not window.calls.ticking


def test_a_window_that_is_opened_again_shows_who_still_waits_and_no_old_news(
    window: Window, phones: Phones, controller: EventController, dressed: QApplication
):
    another_goes(window, 2, phones.call(2))
    phones.call(1)
    second = Window(controller)
    with shown(second, dressed):
        assert told(second) == "Table 1 calls · 0 min · I go"
        press_go()
        assert "Table 1: Referee went" == told(second) == told(window)
    assert window.calls is not None
    window.calls.show_now()  # the other one is gone, and this one goes on
    controller.close()
    assert told(window) == ""
    assert not window.calls.ticking


def test_who_looks_at_the_past_sees_who_calls_now(window: Window, phones: Phones, controller: EventController):
    another_goes(window, 2, phones.call(2))
    controller.look_at(controller.book.view.at(len(controller.book.view.journal) - 1))
    assert told(window) == "", "then it called, now it does not"
    id = phones.call(1)
    assert told(window) == "Table 1 calls · 0 min · I go"
    assert not window.top.calls.key, "nothing can be entered there"
    another_goes(window, 1, id)
    assert told(window) == "Table 1: Ben Sample went"


def test_a_role_that_may_not_go_sees_who_waits(window: Window, phones: Phones):
    set_every_pin(window.controller.book)
    phones.call(2)
    assert told(window) == "Table 2 calls · 0 min · I go"
    assert not window.top.calls.key
    press_go()
    window.top.calls.click()
    assert told(window).startswith("Table 2 calls")


def test_a_sound_is_heard_only_by_who_wants_one(window: Window, phones: Phones, monkeypatch: pytest.MonkeyPatch):
    beeps = list[int]()
    monkeypatch.setattr(QApplication, "beep", lambda: beeps.append(1))
    phones.call(2)
    assert beeps == []
    preferences.keep_sounds_calls(True)
    phones.propose(1, 1, Outcome(0, 1, 24), 0)
    assert beeps == []
    phones.call(1)
    assert beeps == [1]


def test_calls_are_listed_with_who_went(window: Window, phones: Phones):
    first, second = phones.call(2, 3), phones.call(1)
    another_goes(window, 2, first)
    window.show_page("phones")
    page = window.page("phones")
    assert isinstance(page, PhonesPage)
    table = page.table_entry.calls
    rows = [[table.model().index(row, column).data() for column in (0, 1, 3, 4)] for row in range(2)]
    assert rows[0] == ["session 1, table 1", "Ada", "waits", "–"]
    assert rows[1] == ["session 1, table 2", "Hana", "0 min", "Ben Sample"]
    assert second
    carry_out(window.controller.book, AnswerCall(1, 1, second), by=BY)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda each: each.code)
def test_it_fits_into_the_smallest_window(window: Window, phones: Phones, language):
    translator.set_language(language)
    window.resize(window.minimumSize())
    phones.call(2)
    phones.call(1)
    QApplication.processEvents()
    calls = window.top.calls
    assert window.top.rect().contains(calls.geometry())
    assert calls.width() >= 90
