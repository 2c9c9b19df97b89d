"""The Event page in the real window, by keyboard."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import BY, Keyboard
from tests.ui.desktop.pressing import press, type_words
from tournament import use_cases
from tournament.catalogue import SUMMARIES
from tournament.event.format import EventFormat, SeasonRules
from tournament.event.money import ClubMoney, Stake
from tournament.event.player import PlayerState
from tournament.event.settings import SecondReading, Settings
from tournament.language import ENGLISH, LANGUAGES, language_of
from tournament.ledger.session import SessionState
from tournament.rules.question import Chosen
from tournament.use_cases import RecordTotals, carry_out, plan_by_ranking
from tournament.use_cases.commands import ChangePlayerState, ChangeSettings, CreateEvent, NoteAttendance, PublishDraw
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.dialogs.option_rows import OptionRow
from ui.desktop.pages.event.page import TODAY, EventPage
from ui.desktop.pages.event.setup_part import SetupPart
from ui.desktop.theme import Type
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.window import Window

Said = Callable[[QWidget], str]


@pytest.fixture
def event(window: Window) -> EventPage:
    """The page, which is visible."""
    window.show_page("event")
    QApplication.processEvents()
    page = window.page("event")
    assert isinstance(page, EventPage)
    return page


@pytest.fixture
def setup(event: EventPage) -> SetupPart:
    """The part Setup, which is visible."""
    press("F3")
    assert event.part is event.setup
    return event.setup


def points(event: EventPage) -> list[tuple[bool, str, str]]:
    return [
        (point.done, ENGLISH.render(point.title), ENGLISH.render(point.line)) for point in event.today.checklist.points
    ]


def test_a_field_is_saved_as_it_is_left_in_one_entry(
    setup: SetupPart, controller: EventController, window: Window, said: Said
) -> None:
    before = len(controller.book.view.journal)
    press("Tab")
    type_words("Sampleville")
    press("Tab")
    assert controller.book.view.settings.place == "Sampleville"
    assert len(controller.book.view.journal) == before + 1
    assert "Undo: Settings changed" in said(window.status)
    press("Shift+Tab", "Tab")
    assert len(controller.book.view.journal) == before + 1, "nothing typed, nothing written"
    press("Ctrl+Z")
    assert setup.fields.line("place").text() == ""


def test_enter_saves_too(setup: SetupPart, controller: EventController, window: Window) -> None:
    press("Ctrl+A")
    type_words("Open of Somewhere")
    press("Return")
    assert controller.book.view.settings.name == "Open of Somewhere"
    assert window.windowTitle().startswith("Open of Somewhere")


def test_what_is_refused_is_said_at_the_field_and_the_rest_is_saved(
    setup: SetupPart, controller: EventController
) -> None:
    setup.fields.line("ends").setFocus()
    press("Ctrl+A")
    type_words("2026-06-01")
    press("Tab")
    assert "ends before it starts" in setup.fields.labelled["ends"].problem()
    assert controller.book.view.settings.ends == date(2026, 6, 12)
    type_words("Club")
    press("Tab")
    assert controller.book.view.settings.organiser == "Club"
    assert setup.fields.line("ends").text() == "2026-06-01"
    setup.fields.line("ends").setFocus()
    press("Ctrl+A")
    type_words("14 June 2026")
    press("Return")
    assert setup.fields.labelled["ends"].problem() == ""
    assert controller.book.view.settings.ends == date(2026, 6, 14)


def test_the_rules_of_signing_are_chosen_by_keys_and_kept(
    setup: SetupPart, controller: EventController, window: Window, said: Said
) -> None:
    before = controller.book.view.settings
    assert (before.counted_totals, before.paper_totals, before.second_reading) == ("computed", "optional", "none")
    for field in ("counted_totals", "paper_totals", "second_reading"):
        setup.fields.choice(field).setFocus()
        press("Down")
    after = controller.book.view.settings
    assert (after.counted_totals, after.paper_totals, after.second_reading) == ("as-signed", "demanded", "by-another")
    assert said(setup.fields.labelled["counted_totals"]).startswith("When totals differ")
    press("Ctrl+Z")
    assert controller.book.view.settings.second_reading is SecondReading.NONE
    assert setup.fields.choice("second_reading").currentText() == "No second reading"


def test_a_second_reading_says_first_what_it_does_to_verified_sheets(
    setup: SetupPart, controller: EventController, window: Window, keyboard: Keyboard
) -> None:
    for table in (1, 2):
        controller.act(RecordTotals(1, table, (30, -10, -10, -10)))
    rule, choice = "none", setup.fields.choice("second_reading")
    window.resize(1366, 768)
    choice.setFocus()
    press("Down")
    assert window.rect().contains(QRect(setup.reading.leave.mapTo(window, QPoint()), setup.reading.leave.size()))
    assert setup.reading.question.text().startswith("2 verified sheets will need a second reading")
    assert controller.book.view.settings.second_reading == rule
    press("Esc")
    assert not setup.reading.question.isVisible()
    assert choice.hasFocus()
    assert choice.currentText() == "No second reading"
    press("Down", "Tab")
    keyboard.type("Enter")
    assert not setup.reading.question.isVisible(), "the other button leaves it"
    assert controller.book.view.settings.second_reading == rule
    press("Down")
    keyboard.type("Enter")
    assert not setup.reading.question.isVisible()
    assert controller.book.view.settings.second_reading == "by-another"
    assert controller.book.view.sheet(1, 1).state.value == "to-read-again"
    assert choice.hasFocus()


def test_sessions_belong_to_the_draw_and_say_so(setup: SetupPart, said: Said) -> None:
    assert not setup.fields.line("sessions").isEnabled()
    assert "drawn" in said(setup.fields.labelled["sessions"])


def test_half_typed_words_stay_with_their_event(
    setup: SetupPart, controller: EventController, tmp_path: Path, event_file: Path
) -> None:
    other = tmp_path / "other.qv"
    book = bootstrap.new_book(other)
    carry_out(book, CreateEvent(Settings("Other", place="There")), by=BY)
    book.close()
    press("Tab")
    type_words("Sampleville")
    controller.open(other)
    QApplication.processEvents()
    assert (controller.book.view.settings.name, controller.book.view.settings.place) == ("Other", "There")
    assert len(controller.book.view.journal) == 1
    assert setup.fields.line("place").text() == "There"
    controller.open(event_file)
    assert controller.book.view.settings.place == "Sampleville"


def test_half_typed_words_stay_when_the_language_changes(setup: SetupPart, controller: EventController) -> None:
    press("Tab")
    type_words("Sampleville")
    press("F9")
    assert translator.language.code == "fr"
    assert setup.fields.line("place").text() == "Sampleville"
    press("Tab")
    assert controller.book.view.settings.place == "Sampleville"


def test_what_is_missing_is_listed_with_the_page_that_settles_it(
    event: EventPage, controller: EventController, window: Window, said: Said
) -> None:
    assert points(event) == [
        (True, "Name, dates, rules and sessions", "all filled in"),
        (True, "Every seat has its player", "2 tables"),
        (False, "8 players not checked in", "Ada Anything, Ben Beispiel, Cleo Chimera and 5 more"),
        (True, "The draw is published", "2 sessions"),
    ]
    assert "8 players without a country" in said(event.today.checklist)
    assert event.next_step.label() == "Start session 1", "who is late stops no session"
    controller.act(NoteAttendance(tuple(range(1, 8))))
    press("Ctrl+Return")
    assert window.current == "tables"
    assert controller.session == 1
    assert "1 player is not checked in: Hana Hypothese." in said(window.messages)
    view = controller.book.view
    assert view.session_state(1) is SessionState.PLAYING
    assert view.state.absent[1] == {8}


def test_a_seat_without_a_player_is_listed_and_stops_nobody(event: EventPage, controller: EventController) -> None:
    controller.act(ChangePlayerState(3, PlayerState.WITHDRAWN, 1))
    assert points(event)[1] == (False, "1 seat without a player", "Cleo Chimera")
    assert points(event)[2][1] == "7 players not checked in", "nobody waits for who left"
    assert event.next_step.label() == "Start session 1"


def test_a_missing_date_stops_no_session(event: EventPage, controller: EventController, window: Window) -> None:
    settings = replace(controller.book.view.settings, starts=None, ends=None)
    controller.act(ChangeSettings(settings))
    assert points(event)[0] == (False, "The dates are missing", "fill in the first day")
    press("Ctrl+Return")
    assert window.current == "tables"
    assert controller.book.view.session_state(1) is SessionState.PLAYING


@pytest.mark.usefixtures("new_window")
@pytest.mark.parametrize("first_page", ["tables"])
def test_without_players_and_draw(window: Window, controller: EventController, tmp_path: Path) -> None:
    controller.create(tmp_path / "empty.qv", Settings("Empty", sessions=3))
    event = window.page("event")
    assert isinstance(event, EventPage)
    assert points(event) == []
    event.show_part(TODAY)
    assert [done for done, _, _ in points(event)] == [False] * 3
    assert event.next_step.label() == "Add the players"


def test_the_second_session_waits_for_the_first(event: EventPage, controller: EventController, said: Said) -> None:
    controller.act(RecordTotals(1, 1, (10, 0, 0, -10)))
    assert points(event)[-1] == (False, "Session 1 is not verified", "table 2")
    assert "In play" in said(event)
    controller.act(RecordTotals(1, 2, (10, 0, 0, -10)))
    assert points(event)[-1][0]
    states = [event.today.overview.table.rows_model.index(row, 1).data() for row in range(2)]
    assert states == ["verified", "published"]


def test_a_finished_event_says_so(event: EventPage, controller: EventController, said: Said) -> None:
    for session in (1, 2):
        for table in (1, 2):
            controller.act(RecordTotals(session, table, (10, 0, 0, -10)))
    assert "Finished" in said(event)
    assert event.next_step.label() == "Close session 1"


def test_what_is_written_elsewhere_is_seen_on_coming_back(
    event: EventPage, controller: EventController, window: Window
) -> None:
    press("Alt+2")
    controller.act(NoteAttendance((1,)))
    press("Alt+1")
    assert points(event)[2][1] == "7 players not checked in"


def test_days_are_said_in_the_language(setup: SetupPart) -> None:
    assert setup.fields.line("starts").text() == "12 June 2026"
    translator.set_language(language_of("fr"))
    assert setup.fields.line("starts").text() == "12 juin 2026"


def test_closing_leads_to_the_first_start(event: EventPage, window: Window, controller: EventController) -> None:
    press("Ctrl+W")
    assert window.current == "start"
    assert controller.view is None


def test_the_model_is_sound(event: EventPage, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(event.today.overview.table.rows_model, force_py=True)


@pytest.mark.thorough
def test_it_keeps_its_size_with_the_longest_name(setup: SetupPart, controller: EventController, window: Window) -> None:
    setup.fields.line("name").setFocus()
    press("Ctrl+A")
    type_words("Maximilienne-Apolline de la Longue-Demonstration-Exemple 2026")
    press("Return")
    for size in ((1000, 640), (1366, 768), (1440, 900)):
        window.resize(*size)
        QApplication.processEvents()
        assert window.size().toTuple() == size


@pytest.mark.thorough
def test_the_name_of_the_rules_is_read_whole_in_french(setup: SetupPart, window: Window) -> None:
    translator.set_language(LANGUAGES[1])
    for size in ((1280, 720), (1366, 768), (1440, 900), (1920, 1080)):
        window.resize(*size)
        QApplication.processEvents()
        box = setup.fields.choice("rules")
        room = painting.width_of(box.currentText(), Type.BODY) + 46  # its padding and the arrow
        assert room <= box.width(), size


def options(controller: EventController) -> Chosen:
    return controller.book.view.settings.options


def _open_options(setup: SetupPart, qtbot: QtBot) -> None:
    setup.options.fold.setFocus()
    press("Return")
    qtbot.waitUntil(lambda: len(setup.options.rows) == 13)


@pytest.fixture
def hong_kong(setup: SetupPart, controller: EventController) -> SetupPart:
    """The page of an event that plays Hong Kong old style and has no seats."""
    while controller.book.view.seating is not None or controller.book.view.begun:
        controller.undo()
    settings = replace(controller.book.view.settings, rules="hong-kong", options=(("minimum", 1),))
    controller.act(ChangeSettings(settings))
    QApplication.processEvents()
    return setup


@pytest.mark.thorough
def test_the_rules_and_their_options_are_in_view(hong_kong: SetupPart, qtbot: QtBot, said: Said) -> None:
    words = said(hong_kong)
    assert SUMMARIES["hong-kong"].message in words
    assert "1 not at its default" in words
    _open_options(hong_kong, qtbot)
    rows = hong_kong.options.rows
    assert (rows["minimum"].typed(), rows["starting_points"].typed()) == ("1", "300")
    assert "Default: 300. Memo of the French federation: 200 or 300" in said(rows["starting_points"])


def test_an_option_is_saved_as_it_is_left_and_undone(
    hong_kong: SetupPart, controller: EventController, qtbot: QtBot
) -> None:
    _open_options(hong_kong, qtbot)
    before = len(controller.book.view.journal)
    press("Ctrl+A")
    type_words("3")
    press("Tab")
    assert options(controller) == (("minimum", 3),)
    assert controller.book.view.rules.minimum == 3
    rows = hong_kong.options.rows
    rows["place_points"].editor.setFocus()
    press("Ctrl+A")
    type_words("5 3 1 0")
    press("Shift+Tab")
    assert dict(options(controller))["place_points"] == "5-3-1-0"
    assert rows["place_points"].typed() == "5-3-1-0"
    assert len(controller.book.view.journal) == before + 2
    controller.undo()
    QApplication.processEvents()
    assert rows["place_points"].typed() == "4-2-1-0"
    minimum = rows["minimum"]
    assert isinstance(minimum, OptionRow)
    minimum.reset.setFocus()
    press("Return")
    assert options(controller) == ()


def test_an_option_that_cannot_be_is_refused_and_the_event_keeps_what_it_had(
    hong_kong: SetupPart, controller: EventController, qtbot: QtBot
) -> None:
    _open_options(hong_kong, qtbot)
    rows = hong_kong.options.rows
    press("Ctrl+A")
    type_words("9")
    press("Tab")
    assert "from 0 to 3" in rows["minimum"].problem()
    assert options(controller) == (("minimum", 1),)
    rows["bankruptcy"].editor.setFocus()
    press("Space")
    assert options(controller) == (("bankruptcy", False), ("minimum", 1))
    assert rows["minimum"].typed() == "9", "what is typed stays"
    rows["minimum"].editor.setFocus()
    press("Ctrl+A")
    type_words("2")
    press("Tab")
    assert rows["minimum"].problem() == ""
    assert dict(options(controller))["minimum"] == 2


def test_other_rules_take_their_own_options(hong_kong: SetupPart, controller: EventController) -> None:
    hong_kong.fields.choice("rules").setFocus()
    press("Up")
    assert (controller.book.view.settings.rules, options(controller)) == ("quebec-classical", ())
    assert not hong_kong.fields.labelled["after_gong"].isHidden()
    controller.act(ChangeSettings(replace(controller.book.view.settings, rules="riichi-ema-2025")))
    assert hong_kong.fields.labelled["after_gong"].isHidden(), "an option of the rules says it"


def test_once_a_hand_is_in_the_options_are_shown_and_stay(hong_kong: SetupPart, controller: EventController) -> None:
    draw = use_cases.plan_seating(controller.book.view, seed=1)
    controller.act(PublishDraw(draw))
    controller.act(RecordTotals(1, 1, (10, 20, -20, -10)))
    QApplication.processEvents()
    hong_kong.options.fold.setFocus()
    press("Return")
    assert "play has begun" in hong_kong.options.state_text()
    assert not hong_kong.options.rows["minimum"].editor.isEnabled()
    assert hong_kong.options.rows["minimum"].typed() == "1"


def test_the_kind_of_meeting_asks_for_its_own(hong_kong: SetupPart, controller: EventController) -> None:
    hong_kong.fields.choice("format").setFocus()
    press("End")
    settings = controller.book.view.settings
    assert (settings.format, settings.sessions) == (EventFormat.LEAGUE, 1)
    assert not hong_kong.fields.labelled["sessions"].isVisible()
    hong_kong.fields.line("best").setFocus()
    type_words("400")
    press("Tab")
    assert "choose 1 to 366" in hong_kong.fields.labelled["best"].problem()
    hong_kong.fields.line("best").setFocus()
    press("Ctrl+A")
    type_words("8")
    press("Tab")
    assert controller.book.view.settings.season == SeasonRules(best=8)


def test_a_club_sets_what_it_plays_for_by_key(hong_kong: SetupPart, controller: EventController) -> None:
    stake = hong_kong.fields.labelled["stake"]
    assert not stake.isVisible(), "a tournament has no money"
    hong_kong.fields.choice("format").setFocus()
    press("End")
    hong_kong.fields.line("stake").setFocus()
    type_words("much")
    press("Tab")
    assert "“much” is not a stake" in stake.problem()
    assert not controller.book.view.settings.counts_money
    press("Shift+Tab", "Ctrl+A")
    type_words("1/100")
    press("Tab")
    type_words("2.50")
    press("Tab", "Tab")
    type_words("EUR")
    press("Tab")
    assert controller.book.view.settings.money == ClubMoney(Stake(100, 100), 250, "EUR")
    assert hong_kong._about_money.text().startswith("100 points are worth 1 EUR. An evening costs each player 2.50 EUR")
    hong_kong.fields.line("stake").setFocus()
    press("Ctrl+A", "Delete", "Tab", "Ctrl+A", "Delete", "Tab")
    assert not controller.book.view.settings.counts_money
    assert hong_kong._about_money.text() == "Money is not counted."


def rule(controller: EventController) -> str:
    return controller.book.view.settings.final_ranks.value


def test_other_ranks_after_a_final_has_begun_say_first_whose_place_changes(
    setup: SetupPart, controller: EventController, window: Window, keyboard: Keyboard
) -> None:
    tables = controller.book.view.sheets(1)
    for sheet in tables:
        controller.act(RecordTotals(1, sheet.table, (30 + sheet.table, 10, -10, -30 - sheet.table)))
    controller.act(plan_by_ranking(controller.book.view, 2, final=4, beside="straight").command)
    choice = setup.fields.choice("final_ranks")
    choice.setFocus()
    press("Down")
    assert rule(controller) == "points", "nothing is played yet"
    press("Up")
    for sheet in controller.book.view.sheets(2):
        controller.act(RecordTotals(2, sheet.table, (40, 10, -10, -40)))
    choice.setFocus()
    press("Down")
    assert rule(controller) == "finalists"
    assert setup.ranks.question.text().startswith("The final of session 2 has begun: by the other rule ")
    press("Esc")
    assert not setup.ranks.question.isVisible()
    assert choice.currentText() == "Finalists first, the others behind them"
    press("Down")
    keyboard.type("Enter")
    assert rule(controller) == "points"
    assert not setup.ranks.question.isVisible()
