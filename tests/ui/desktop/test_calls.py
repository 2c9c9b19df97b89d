"""Tables that call a referee: seen on every page, answered by one key, and who went is seen by all."""

from dataclasses import replace
from datetime import timedelta
from time import monotonic

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.conftest import BY, Keyboard, shown
from tests.ui.desktop.fake_player import FakePlayer
from tests.ui.desktop.pages.tables.test_proposals import Phones, set_every_pin
from tournament.language import LANGUAGES
from tournament.ledger.facts import CallAnswered
from tournament.rules.payment import Outcome
from tournament.use_cases import By, carry_out
from tournament.use_cases.commands import AnswerCall
from ui.desktop import followers, preferences
from ui.desktop.controller import EventController
from ui.desktop.display.sounds import HallSounds, hall_sounds
from ui.desktop.followers import GO
from ui.desktop.message_bars import DISMISS, CallBar
from ui.desktop.pages.phones.page import PhonesPage
from ui.desktop.translation import translator
from ui.desktop.window import Window
from ui.hall.hall_state import SoundKind

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


@pytest.mark.sampled(1)
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


def bar_of(window: Window) -> CallBar:
    assert window.calls is not None
    return window.calls.bar


def test_a_bar_shows_who_calls_until_somebody_goes_from_any_desk(window: Window, phones: Phones, dressed: QApplication):
    second = Window(window.controller)
    with shown(second, dressed):
        bars = bar_of(window), bar_of(second)
        assert [bar.text() for bar in bars] == ["", ""]
        id = phones.call(2)
        assert [bar.text() for bar in bars] == ["Table 2 calls a referee · 0 min"] * 2
        assert all(bar.isVisible() and bar.go.isVisible() and bar.go.key == GO for bar in bars)
        assert (bars[0].height(), bars[0].width()) >= (36, window.top.width()), "seen from a distance"
        bars[1].go.click()
        assert [bar.text() for bar in bars] == ["", ""]
        assert "Table 2: Referee went" == told(second) == told(window)
        id = phones.call(1)
        assert bars[0].text() == bars[1].text() != ""
        another_goes(window, 1, id)
        assert [bar.text() for bar in bars] == ["", ""]


def test_a_bar_that_was_dismissed_returns_with_the_next_call(window: Window, phones: Phones, dressed: QApplication):
    second = Window(window.controller)
    with shown(second, dressed):
        phones.call(2)
        window.activateWindow()
        QApplication.processEvents()
        QTest.keySequence(window, QKeySequence(DISMISS))
        assert bar_of(window).text() == ""
        assert bar_of(second).text() != "", "nobody went, so others still see it"
        assert told(window) == "Table 2 calls · 0 min · I go"
        first = phones.call(1)
        assert bar_of(window).text() == "Table 1 calls a referee · 0 min"
        assert bar_of(second).text() == "Tables 2, 1 call a referee · the first for 0 min"
        bar_of(window).go.click()
        answered = [each.fact for each in window.controller.book.view.journal if isinstance(each.fact, CallAnswered)]
        assert [each.call for each in answered] == [first], "the table that the bar shows"


def test_who_may_not_go_can_dismiss_the_bar(window: Window, phones: Phones):
    set_every_pin(window.controller.book)
    phones.call(2)
    assert not bar_of(window).go.isVisible()
    bar_of(window).dismiss.click()
    assert bar_of(window).text() == ""


def test_a_call_that_waits_is_in_the_bar_of_an_event_that_is_opened_and_of_no_other(
    window: Window, phones: Phones, controller: EventController, fake_player: FakePlayer, dressed: QApplication
):
    phones.call(2)
    QApplication.processEvents()
    assert fake_player.played == ["three-pings"]
    second = Window(controller)
    with shown(second, dressed):
        assert bar_of(second).text() == "Table 2 calls a referee · 0 min"
        assert fake_player.played == ["three-pings"], "not new"
    controller.close()
    assert bar_of(window).text() == ""


def test_a_call_sounds_unless_that_is_turned_off(window: Window, phones: Phones, fake_player: FakePlayer):
    assert window.isVisible()
    phones.propose(1, 1, Outcome(0, 1, 24), 0)
    assert fake_player.played == []
    phones.call(2)
    assert fake_player.played == ["three-pings"], "by default"
    preferences.keep_sounds_calls(False)
    assert not preferences.sounds_calls()
    phones.call(1)
    assert fake_player.played == ["three-pings"]


def test_a_computer_without_sound_is_quiet_and_one_without_a_loudspeaker_beeps(
    window: Window, phones: Phones, fake_player: FakePlayer, monkeypatch: pytest.MonkeyPatch
):
    assert window.isVisible()
    beeps = list[int]()
    monkeypatch.setattr(QApplication, "beep", lambda: beeps.append(1))
    choice = hall_sounds().choice
    hall_sounds().choose(replace(choice, muted=True))
    id = phones.call(2)
    assert (fake_player.played, beeps) == ([], [])
    another_goes(window, 2, id)
    hall_sounds().choose(choice)
    fake_player.plug()
    phones.call(2)
    assert (fake_player.played, beeps) == ([], [1])


def test_a_call_neither_stops_a_gong_nor_counts_as_one(dressed: QApplication):
    assert dressed is not None
    made = list[FakePlayer]()

    def make(_parent: QObject) -> FakePlayer:
        made.append(FakePlayer())
        return made[-1]

    all_sounds, heard = HallSounds(make), list[int]()
    all_sounds.half_heard.connect(lambda: heard.append(1))
    assert all_sounds.play(SoundKind.GONG) is None
    assert heard == [1]
    assert all_sounds.call() is None
    assert [each.played for each in made] == [["gong"], ["three-pings"]]
    assert heard == [1]


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


@pytest.mark.sampled(1)
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
    bar = bar_of(window)
    assert bar.width() == window.top.width() == window.width()
    assert all(bar.rect().contains(button.geometry()) for button in (bar.go, bar.dismiss))
    assert bar.dismiss.width() >= bar.dismiss.sizeHint().width()
