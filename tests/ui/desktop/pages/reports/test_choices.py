"""The default and stored options of a report, and which reports a search lists. Without Qt's event loop."""

from reports.catalogue import HEADINGS, REPORTS, Report, ReportGroup, all_reports, report_called
from tests.tournament.use_cases.events import drawn as eight_drawn
from tournament.language import Search, language_of, mark
from tournament.rules.payment import Outcome
from tournament.use_cases import By, CloseSheet, Command, RecordHand, carry_out_all
from ui.desktop.pages.reports.catalogue_list import catalogue_rows
from ui.desktop.pages.reports.choices import ALL, ReportChoice, choice_of, sessions_of
from ui.desktop.translation import translator

BY = By("Referee", "hall")


def called(name: str) -> Report:
    report = report_called(name)
    assert report is not None
    return report


def test_before_play_the_session_looked_at_is_chosen_and_the_state_as_of_now() -> None:
    view = eight_drawn().view
    assert choice_of({}, called("score-sheets"), view, 2) == ReportChoice(2)
    assert choice_of({}, called("score-sheets"), view, 7) == ReportChoice(2)
    assert choice_of({}, called("standings"), view, 2) == ReportChoice(ALL)
    assert choice_of({}, called("sessions"), view, 2) == ReportChoice(ALL)


def test_the_last_final_state_is_chosen_and_a_choice_kept_while_it_can_be() -> None:
    book = eight_drawn()
    played: list[Command] = [RecordHand(1, table, 1, Outcome(0, None, 10)) for table in (1, 2)]
    carry_out_all(book, [*played, CloseSheet(1, 1), CloseSheet(1, 2)], by=BY)
    standings = called("standings")
    assert sessions_of(standings, book.view) == (1,)
    assert choice_of({}, standings, book.view, 2) == ReportChoice(1)
    kept = {"standings": ReportChoice(1, movement=False), "sessions": ReportChoice(ALL, ema_numbers=False)}
    assert choice_of(kept, standings, book.view, 1) == ReportChoice(1, movement=False)
    assert choice_of(kept, called("sessions"), book.view, 1) == ReportChoice(ALL, ema_numbers=False)
    kept["standings"] = ReportChoice(2)
    assert choice_of(kept, standings, book.view, 1) == ReportChoice(1)


def test_reports_are_found_by_the_beginnings_of_words_under_their_headings() -> None:
    everything = catalogue_rows(all_reports(), {}, Search(""))
    assert [row.heading for row in everything if row.is_heading] == list(HEADINGS)
    assert len(everything) == len(all_reports()) + len(HEADINGS) + 1, "the results package is in the list"
    chosen = {"sessions": mark("session {session}", session=4)}
    heading, sessions = catalogue_rows(REPORTS, chosen, Search("resul sess"))
    assert (heading.report, heading.title) == (None, ReportGroup.RESULTS.value)
    assert (sessions.report, sessions.chosen) == (called("sessions"), chosen["sessions"])
    translator.set_language(language_of("fr"))
    found = [row.report for row in catalogue_rows(REPORTS, {}, Search("classement"))]
    names = ("standings", "standings-teams", "standings-countries", "evening")
    assert found == [None, *map(called, names)]
    assert catalogue_rows(REPORTS, {}, Search("standings")) == ()


def test_reports_that_were_used_last_come_first_until_something_is_searched() -> None:
    rows = catalogue_rows(REPORTS, {}, Search(""), (), ("hands", "gone", "standings"))
    assert [row.report for row in rows[:3]] == [None, called("hands"), called("standings")]
    assert [row.again for row in rows[:4]] == [False, True, True, False]
    assert sum(row.report == called("standings") for row in rows) == 2
    assert not any(row.again for row in catalogue_rows(REPORTS, {}, Search("stand"), (), ("standings",)))


def test_data_for_programs_stand_apart() -> None:
    data = {report.name for report in REPORTS if report.heading == ReportGroup.DATA.value}
    assert data == {"workbook", "players", "penalties", "event", "hands", "seating-file"}
