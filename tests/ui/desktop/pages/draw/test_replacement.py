"""Replacing a player in the window: offered from the list or typed, with the effect shown before it is made."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.desktop.pages.draw.conftest import draw, published, said_in, shown
from tests.ui.desktop.pressing import focused, press, type_words
from tournament import use_cases
from tournament.event.player import Player, PlayerState
from tournament.event.seating import SeatingWishes
from tournament.language import ENGLISH, language_of
from tournament.use_cases import RecordTotals
from tournament.use_cases.commands import ChangePlayer, ChangePlayerState, PublishDraw, SwapPlayers
from ui.desktop.controller import EventController
from ui.desktop.pages.draw.change_form import RANKING, REDRAW, ReplacementForm
from ui.desktop.pages.draw.lots import LotsWindow
from ui.desktop.pages.draw.page import DrawPage
from ui.desktop.translation import translator
from ui.desktop.window import Window


def chosen(page: DrawPage) -> ReplacementForm:
    """Choose East of table 1 in session 1, and go to the fields of a replacement with the key."""
    page.seats.by_table.setFocus()
    press("Return", "Ctrl+E")
    form = page.panel.changes.replacement
    assert focused() is form.by
    return form


def with_reserves(page: DrawPage, qtbot: QtBot) -> None:
    page.panel.form.reserves.setText("17, 18")
    published(page, qtbot)


@pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")  # a list that drops down, without a screen
@pytest.mark.parametrize("event_file", [18], indirect=True)
def test_a_reserve_is_offered_found_by_a_part_of_the_name_and_takes_the_seats(
    drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    with_reserves(drawing, qtbot)
    before = shown(drawing, qtbot).seating
    number = before.tables(1)[0][0]
    form = chosen(drawing)
    assert form.by.offered() == ("17 First 17 Last Q", "18 First 18 Last R")
    type_words("last r")
    assert form.by.offered() == ("18 First 18 Last R",)
    QTest.keyClick(form.by._popup, Qt.Key.Key_Down)
    QTest.keyClick(form.by._popup, Qt.Key.Key_Return)
    assert form.by.text() == "18 First 18 Last R"
    places = [before.place_of(number, session) for session in range(1, 6)]
    said = form.answer.text()
    assert said.startswith(
        f"18 First 18 Last R replaces {controller.book.view.players[number].name} 5 seats: session 1, "
    )
    for session, place in enumerate(places, start=1):
        assert place is not None
        assert f"session {session}, table {place[0]}, {('East', 'South', 'West', 'North')[place[1]]}" in said
    assert "No other seat changes" in said
    assert controller.book.view.seating == before
    form.by.setFocus()
    press("Return")
    assert controller.book.view.seating == before.renamed({number: 18}, range(1, 6))
    fact = controller.book.view.journal[len(controller.book.view.journal) - 1].fact
    assert (fact.kind, getattr(fact, "reason", None)) == ("player-replaced", "")
    assert shown(drawing, qtbot).faults == 0
    assert form.by.text() == ""


def test_a_new_player_comes_with_country_and_number_for_some_sessions(
    drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    before = published(drawing, qtbot).seating
    number = before.tables(1)[0][0]
    form = chosen(drawing)
    assert not form.new["country"].isVisible()
    type_words("Nowhere, Nova van")
    assert form.new["country"].isVisible()
    assert "Nova van Nowhere is new, gets number 17 and replaces" in form.answer.text()
    form.new["country"].setText("France")
    form.new["ema_number"].setText("4010023")
    form.first.setCurrentIndex(form.first.findData("2"))
    form.last.setCurrentIndex(form.last.findData("3"))
    assert "2 seats: session 2, " in form.answer.text()
    form.replace.click()
    assert controller.book.view.players[17] == Player(17, "Nova van", "Nowhere", "FR", "04010023")
    assert controller.book.view.seating == before.renamed({number: 17}, (2, 3))


def test_who_has_a_seat_is_refused_with_who_is_free(
    drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    before = published(drawing, qtbot).seating
    other = controller.book.view.players[before.tables(1)[1][0]]
    form = chosen(drawing)
    type_words("Nov")
    assert said_in(form) == ""
    form.by.clear()
    type_words(other.name)
    assert f"{other.name} already has a seat in session 1." in said_in(form)
    assert "Everybody on the list has a seat: enter a new name." in said_in(form)
    assert not form.replace.isEnabled()
    press("Return")
    assert controller.book.view.seating == before


def test_a_single_name_is_enough_for_who_takes_over(
    drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    before = published(drawing, qtbot).seating
    chosen(drawing)
    type_words("Nova")
    press("Return")
    view = controller.book.view
    assert [player.name for player in view.players.values()].count("Nova") == 1
    assert view.seating != before


def close_all(controller: EventController, session: int) -> None:
    for table in range(1, 5):
        controller.act(RecordTotals(session, table, (60, 20, -20, -60)))


def left(controller: EventController, *numbers: int) -> None:
    """Play session 1 and let these players leave."""
    for table in range(1, 5):
        controller.act(RecordTotals(1, table, (60, 20, -20, -60)))
    for number in numbers:
        controller.act(ChangePlayerState(number, PlayerState.WITHDRAWN, 2))


def ask(drawing: DrawPage, change: str, qtbot: QtBot) -> None:
    """Ask for a change of the sessions from 2 on, and wait for the answer."""
    changes = drawing.panel.changes
    changes.choose(change)
    QApplication.processEvents()
    (changes.redraw if change == REDRAW else changes.seat).click()
    qtbot.waitUntil(lambda: not drawing.state.working, timeout=20000)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("change", [REDRAW, RANKING])
def test_players_who_do_not_fill_the_tables_can_be_joined_by_a_substitute_or_waited_for(
    change: str, drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    published(drawing, qtbot)
    left(controller, 15)
    shown(drawing, qtbot)
    panel = drawing.panel
    assert not panel.substitute.isVisible()
    ask(drawing, change, qtbot)
    assert "15 players take part in session 2, so 1 seat would be empty." in panel.notice.text()
    assert panel.substitute.isVisible()
    panel.wait.click()
    assert not panel.substitute.isVisible()
    assert not panel.wait.isVisible()
    assert "15 players" not in panel.notice.text()
    ask(drawing, change, qtbot)
    panel.substitute.click()
    form = panel.changes.replacement
    assert focused() is form.by
    assert form.who.text() == "First 15 Last O leaves. Another player takes these seats."
    assert form.first.currentData() == "2"
    assert not panel.substitute.isVisible()
    type_words("Nova Newcomer")
    form.replace.click()
    shown(drawing, qtbot)
    ask(drawing, change, qtbot)
    proposal = drawing.state.proposal
    assert proposal is not None
    assert not proposal.published
    assert proposal.seating.seated(2) == {*range(1, 15), 16, 17}


def test_four_players_who_left_leave_three_tables(drawing: DrawPage, controller: EventController, qtbot: QtBot) -> None:
    published(drawing, qtbot)
    left(controller, 13, 14, 15, 16)
    shown(drawing, qtbot)
    ask(drawing, REDRAW, qtbot)
    assert not drawing.panel.substitute.isVisible()
    press("Ctrl+Return")
    press("Ctrl+Return")
    seating = shown(drawing, qtbot).seating
    assert [len(seating.tables(session)) for session in range(1, 6)] == [4, 3, 3, 3, 3]


def test_when_every_session_has_begun_it_says_so_instead_of_an_empty_choice(
    drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    published(drawing, qtbot)
    for session in range(1, 5):
        close_all(controller, session)
    controller.act(RecordTotals(5, 1, (60, 20, -20, -60)))
    shown(drawing, qtbot)
    changes = drawing.panel.changes
    assert not changes.session.isVisible()
    assert not changes.redraw.isVisible()
    assert changes.nothing_left.isVisible()
    seated = controller.book.view.seating
    assert seated is not None
    drawing.show_session(5)
    drawing.seats.by_table.setFocus()
    drawing.seats.by_table.setCurrentIndex(drawing.seats.by_table.rows_model.index(1, 1))
    press("Return")
    assert [changes.replacement.first.itemData(at) for at in range(changes.replacement.first.count())] == ["5"]
    controller.act(RecordTotals(5, 2, (60, 20, -20, -60)))
    controller.act(RecordTotals(5, 3, (60, 20, -20, -60)))
    controller.act(RecordTotals(5, 4, (60, 20, -20, -60)))
    shown(drawing, qtbot)
    assert changes.replacement.who.text() == "No player can be replaced: every sheet is signed."


def test_the_wishes_of_a_published_draw_are_there_when_it_is_opened_again(
    drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    controller.act(ChangePlayer(Player(3, "First 3", "Last C", club="Club")))
    wishes = SeatingWishes((("club", 3),), ((1, 2, 5), (3, 4, 9)), no_repeats=True, reserves=(9, 10, 11, 12))
    seating = use_cases.plan_seating(controller.book.view, seed=1, wishes=SeatingWishes(reserves=wishes.reserves))
    controller.act(PublishDraw(replace(seating, wishes=wishes)))
    controller.opened.emit()
    press("Alt+3")
    shown(drawing, qtbot)
    form = drawing.panel.form
    assert (form.pairs.text(), form.reserves.text()) == ("1-2, 3-4:9", "9, 10, 11, 12")
    assert form.fields["club"].isChecked()
    assert form.read_wishes() == wishes


def test_what_is_no_number_of_a_reserve_is_said_at_the_field(drawing: DrawPage) -> None:
    drawing.panel.form.reserves.setText("17, x")
    press("Ctrl+R")
    assert "There is no player “x”" in said_in(drawing.panel.form)
    assert focused() is drawing.panel.form.reserves


@pytest.mark.parametrize("event_file", [18], indirect=True)
def test_reserves_draw_no_lots(drawing: DrawPage, controller: EventController, qtbot: QtBot) -> None:
    drawing.panel.form.reserves.setText("1 18")
    press("Ctrl+L")
    screen: LotsWindow = drawing.lots.window
    assert "First 2 Last B" in screen.text()
    QTest.keyClicks(screen, "17")
    QTest.keyClick(screen, Qt.Key.Key_Return)
    assert "from 1 to 16" in screen.text()
    for _ in range(16):
        QTest.keyClick(screen, Qt.Key.Key_Space)
        QTest.keyClick(screen, Qt.Key.Key_Space)
    QTest.keyClick(screen, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: drawing.state.proposal is not None, timeout=20000)
    assert drawing.state.proposal is not None
    assert drawing.state.proposal.seating.seated(1) == set(range(2, 18))
    assert "seats assigned by the players’ lots" in drawing.seats.origin.text()


def test_the_draw_number_promises_nothing_once_seats_were_changed(
    drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    seating = published(drawing, qtbot).seating
    assert drawing.seats.origin.text() == "Draw number 7: the same number gives the same draw"
    one, other = seating.tables(1)[0][0], seating.tables(1)[1][0]
    controller.act(SwapPlayers(one, other, (1,)))
    shown(drawing, qtbot)
    assert drawing.seats.origin.text() == "Draw number 7, then changed"


def test_a_final_tells_that_the_later_sessions_lose_their_tables(
    drawing: DrawPage, controller: EventController, qtbot: QtBot
) -> None:
    published(drawing, qtbot)
    close_all(controller, 1)
    shown(drawing, qtbot)
    changes = drawing.panel.changes
    changes.final.setCurrentIndex(changes.final.findData("4"))
    press("Ctrl+T")
    qtbot.waitUntil(lambda: drawing.state.proposal is not None and not drawing.state.proposal.published)
    assert "Sessions after it, up to session 5, have no tables until you seat them here." in drawing.panel.notice.text()


@pytest.mark.thorough
def test_no_button_is_cut_however_long_its_words(
    drawing: DrawPage, window: Window, dressed: QApplication, qtbot: QtBot
) -> None:
    draw(drawing, qtbot)
    translator.set_language(language_of("fr"))
    window.resize(1120, 720)
    dressed.processEvents()
    for button in (drawing.panel.draw, drawing.panel.publish):
        assert button.width() >= button.sizeHint().width()


def test_after_a_final_the_desk_looks_at_it_and_at_no_session_without_tables(
    drawing: DrawPage, controller: EventController, event_file: Path, qtbot: QtBot
) -> None:
    published(drawing, qtbot)
    close_all(controller, 1)
    ranked = use_cases.plan_by_ranking(controller.book.view, 2, final=4)
    controller.act(ranked.command)
    controller.act(RecordTotals(2, 1, (60, 20, -20, -60)))
    controller.close()
    elsewhere = event_file.rename(event_file.with_name("elsewhere.qv"))  # no window was left at a session of it
    controller.open(elsewhere)
    assert controller.session == 2
    with pytest.raises(use_cases.Refused) as error:
        controller.book.view.sheet(3, 1)
    said = ENGLISH.render(error.value.problems[0].text)
    assert said == "Session 3 has no tables yet: seat it on the page Draw."
