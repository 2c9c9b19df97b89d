"""A club of fourteen on the page Draw: players who sit out, fixed tables and wishes, typed by name and by number."""

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.desktop.pages.draw.conftest import draw, published, said_in, shown
from tests.ui.desktop.pressing import press, type_words
from tournament.draw.verifier import Severity, verify
from tournament.event.player import Player
from tournament.event.settings import GrantedPoints
from tournament.language import ENGLISH, language_of
from tournament.use_cases import By, View, carry_out
from tournament.use_cases.commands import AddPlayers
from ui.desktop.pages.draw.change_form import REDRAW
from ui.desktop.pages.draw.page import DrawPage
from ui.desktop.pages.tables.table_cards import TableCards
from ui.desktop.translation import translator
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.window import Window

pytestmark = [pytest.mark.parametrize("event_file", [14], indirect=True), pytest.mark.thorough]


def view_of(page: DrawPage) -> View:
    return page.controller.book.view


def test_fourteen_are_drawn_and_two_sit_out_in_each_session(drawing: DrawPage, qtbot: QtBot) -> None:
    press("Ctrl+R")
    qtbot.waitUntil(lambda: not drawing.state.working, timeout=20000)
    assert "or let 2 sit out in each session" in said_in(drawing.panel)
    drawing.panel.sit_out.allowed.setFocus()
    press("Space")
    assert drawing.panel.sit_out.rule.isVisible()
    found = draw(drawing, qtbot)
    assert [len(found.seating.sitting_out(session)) for session in range(1, 6)] == [2] * 5
    assert drawing.seats.sits_out.isVisible()
    assert drawing.seats.sits_out.text().startswith("Sit out: ")
    names = [measure.name.message for measure in found.measures]
    assert "Sessions sat out" in names
    press("Ctrl+Return")
    shown(drawing, qtbot)
    assert view_of(drawing).settings.sit_out_points is GrantedPoints.AVERAGE
    seating = view_of(drawing).seating
    assert seating is not None
    assert not [each for each in verify(14, seating.sessions, sit_out=seating.sit_out)
                if each.severity is Severity.FAULT or "sits out" in each.message.message]  # fmt: skip
    assert not drawing.panel.sit_out.rule.isVisible()
    press("Ctrl+2")
    assert view_of(drawing).settings.sit_out_points is GrantedPoints.AVERAGE


def test_fixed_points_are_asked_for_and_refused_at_their_field(drawing: DrawPage, qtbot: QtBot) -> None:
    choice = drawing.panel.sit_out
    choice.allowed.setChecked(True)
    draw(drawing, qtbot)
    choice.rule.setCurrentIndex(choice.rule.findData("fixed"))
    choice.fixed.setText("many")
    press("Ctrl+Return")
    assert "cannot be granted for a session" in said_in(choice)
    assert view_of(drawing).seating is None
    choice.fixed.setText("3/2, -20")
    press("Ctrl+Return")
    shown(drawing, qtbot)
    settings = view_of(drawing).settings
    assert settings.sit_out_points is GrantedPoints.FIXED
    assert settings.sit_out_fixed.score == -20
    assert settings.sit_out_fixed.table_points == "3/2"


def test_tables_wishes_and_pairs_are_typed_by_name_or_number(drawing: DrawPage, qtbot: QtBot) -> None:
    form = drawing.panel.form
    drawing.panel.sit_out.allowed.setChecked(True)
    form.tables.setText("First 1 Last A: 3, 5: 1")
    form.turns.setText("First 14 Last N: all; 2: 2, 3")
    form.pairs.setText("First 3 Last C-First 4 Last D")
    found = draw(drawing, qtbot)
    players = view_of(drawing).players
    assert (players[1].table, players[5].table, players[2].sit_out) == (3, 1, (2, 3))
    assert all(14 in found.seating.sitting_out(session) for session in range(1, 6))
    assert found.seating.wishes.pairs == ((3, 4, 5),)
    assert not found.measured.away
    assert "Seats away from a fixed table" in [measure.name.message for measure in found.measures]
    form.tables.setText("First 1 Lost A: 3")
    press("Ctrl+R")
    assert "Do you mean 1 First 1 Last A?" in said_in(form)


def test_two_players_at_one_fixed_table_are_asked_about(drawing: DrawPage, qtbot: QtBot) -> None:
    form = drawing.panel.form
    drawing.panel.sit_out.allowed.setChecked(True)
    cost = "keep table 3: they meet in every session in which they play, up to 4 repeated meetings."
    form.tables.setText("1: 3, 2: 3")
    press("Ctrl+R")
    assert cost in said_in(drawing.panel)
    assert "press Ctrl R again" in said_in(drawing.panel)
    assert not drawing.state.working
    assert [player.table for player in view_of(drawing).players.values() if player.table] == []
    form.tables.setText("1: 3, 2: 3, 4: 3")
    press("Ctrl+R")
    assert "up to 12 repeated meetings" in said_in(drawing.panel), "others are asked about again"
    found = draw(drawing, qtbot)
    assert {number: player.table for number, player in view_of(drawing).players.items() if player.table} == {
        1: 3, 2: 3, 4: 3,
    }  # fmt: skip
    seating = found.seating
    for session in seating.session_numbers:
        assert {1, 2, 4} - set(seating.sitting_out(session)) <= set(seating.tables(session)[2])
    form.tables.setText("1: 3, 2: 3, 4: 3, 5: 1")
    draw(drawing, qtbot)
    assert view_of(drawing).players[5].table == 1, "nothing is asked about those who share a table already"


def test_a_redraw_lets_players_sit_out_from_a_session_on(drawing: DrawPage, qtbot: QtBot, window: Window) -> None:
    drawing.panel.sit_out.allowed.setChecked(True)
    published(drawing, qtbot)
    drawing.panel.changes.choose(REDRAW)
    assert drawing.panel.sit_out.isVisible()
    drawing.panel.changes.session.setCurrentIndex(2)
    press("Ctrl+Shift+R")
    qtbot.waitUntil(lambda: not drawing.state.working and drawing.state.proposal is not None
                    and not drawing.state.proposal.published, timeout=20000)  # fmt: skip
    found = drawing.state.proposal
    assert found is not None
    assert [len(found.seating.sitting_out(session)) for session in range(1, 6)] == [2] * 5


@pytest.mark.parametrize(
    ("language", "no_table", "full"),
    [
        ("en", "First 2 Last B: there is no table 4, as 14 players fill 3 tables.", "table 3 has only four seats."),
        (
            "fr",
            "First 2 Last B : pas de table 4, car 14 joueurs occupent 3 tables.",
            "la table 3 n’a que quatre places.",
        ),
        ("zh", "First 2 Last B：没有第 4 桌，14 名选手共 3 桌。", "第 3 桌只有四个座位。"),
    ],
)
def test_a_fixed_table_that_no_session_has_is_named_while_it_is_typed(
    drawing: DrawPage, language: str, no_table: str, full: str
) -> None:
    translator.set_language(language_of(language))
    form = drawing.panel.form
    form.tables.setFocus()
    type_words("1: 3, First 2 Last B: 4")
    assert no_table in said_in(form)
    press("Backspace")
    assert said_in(form) == "", "half a table is no mistake yet"
    type_words("3, 3: 3, 4: 3, 5: 3")
    assert full in said_in(form)
    assert "First 1 Last A" in said_in(form)
    form.tables.setText("2: 3")
    assert said_in(form) == ""
    form.reserves.setFocus()
    type_words("1, 3, 4")
    assert "11" in said_in(form), "fewer players have fewer tables"
    translator.set_language(ENGLISH)
    drawing.forget()
    drawing.refresh()
    assert form.tables.text() == "", "what was typed for another event is gone, even if it has the same players"


def test_a_warning_of_a_table_goes_when_players_are_added(drawing: DrawPage) -> None:
    form = drawing.panel.form
    form.tables.setText("2: 4")
    assert "no table 4" in said_in(form)
    new = tuple(Player(0, f"Late {number}", "Guest") for number in (1, 2))
    carry_out(drawing.controller.book, AddPlayers(new), by=By("Organiser", "office"))
    drawing.refresh()
    assert "no table" not in said_in(form)


def test_the_page_tables_says_who_sits_out(drawing: DrawPage, qtbot: QtBot, window: Window) -> None:
    drawing.panel.sit_out.allowed.setChecked(True)
    published(drawing, qtbot)
    seating = view_of(drawing).seating
    assert seating is not None
    out = [view_of(drawing).players[number] for number in seating.sitting_out(1)]
    press("Alt+4")
    cards = window.page("tables").findChild(TableCards)
    assert cards is not None
    [said] = [label for label in cards.findChildren(TextLabel) if "Sit out: " in label.text()]
    cards.set_compact(False)
    assert all(f"{player.number} {player.name}" in said.text() for player in out)
    cards.set_compact(True)
    assert said.text() == f"Sit out: {out[0].number}, {out[1].number}."
    assert out[0].name in said.toolTip()
    cards.set_strip(True)
    assert said.isHidden()
    cards.set_strip(False)
    press("G")
    type_words(out[1].last_name)
    press("Return")
    assert cards.problem() == f"Session 1: Sits out: {out[1].number} {out[1].name}."
