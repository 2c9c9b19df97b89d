"""What is missing before a report goes to a federation."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from openpyxl import load_workbook

from reports.catalogue import Format, Report, ReportOptions, all_reports, build, report_called, write
from reports.federations.gate import Gap
from reports.federations.values import dates_text, event_results
from tests.examples.events import PRINTED, LedgerWriter, begun, players
from tests.reports.federations.events import SETTINGS, whole_event, whole_players, with_player, written
from tournament.catalogue import NAMES
from tournament.event.format import EventFormat
from tournament.event.player import Player, PlayerState
from tournament.event.problem import Refused
from tournament.event.settings import Settings
from tournament.event.timetable import SessionTime, Timetable
from tournament.language import ENGLISH, language_of
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import EventCreated, PlayersAdded, PlayerStateChanged, SessionsCancelled
from tournament.use_cases.view import View


def report(name: str = "ema-results") -> Report:
    found = report_called(name)
    assert found is not None
    return found


def gaps(view: View, name: str = "ema-results") -> list[Gap]:
    with pytest.raises(Refused) as refused:
        build(report(name), view, ReportOptions(PRINTED))
    assert all(isinstance(each, Gap) for each in refused.value.problems)
    return [each for each in refused.value.problems if isinstance(each, Gap)]


def codes(view: View, name: str = "ema-results") -> list[str]:
    return [gap.code for gap in gaps(view, name)]


def test_of_a_whole_event_nothing_is_missing():
    for each in all_reports():
        if each.name in ("ema-results", "ema-ranking", "ffmj-results"):
            assert build(each, whole_event(), ReportOptions(PRINTED)).provisional is False


@pytest.mark.parametrize(
    ("changed", "code", "field"),
    [
        ({"starts": None, "ends": None}, "date-missing", "starts"),
        ({"starts": None}, "date-missing", "starts"),
        ({"city": ""}, "city-missing", "city"),
        ({"host_country": ""}, "host-country-missing", "host_country"),
        ({"name": "2026"}, "short-name-missing", "short_name"),
    ],
)
def test_each_thing_that_the_event_lacks(changed: dict, code: str, field: str):
    found = gaps(whole_event(replace(SETTINGS, **changed)))
    assert (found[0].code, found[0].field) == (code, field)
    assert (found[0].player, found[0].session, found[0].table) == (0, 0, 0)  # of the whole event
    assert {gap.code for gap in found} == {code}


def test_days_of_the_timetable_stand_in_for_the_dates():
    days = Timetable(tuple(SessionTime(n, day) for n, day in enumerate((SETTINGS.starts, SETTINGS.ends), start=1)))
    view = whole_event(replace(SETTINGS, starts=None, ends=None, timetable=days))
    found, expected = (build(report(), each, ReportOptions(PRINTED)) for each in (view, whole_event()))
    assert found.exact == expected.exact


def test_an_event_of_one_day_needs_one_date():
    """EMA's template has the first day and the number of days, and its list the period: 2 May 2026, one day."""
    day = date(2026, 5, 2)
    view = whole_event(replace(SETTINGS, starts=day, ends=None))
    for name in ("ema-results", "ema-ranking", "ffmj-results"):
        both = whole_event(replace(SETTINGS, starts=day, ends=day))
        documents = [build(report(name), each, ReportOptions(PRINTED)) for each in (view, both)]
        assert documents[0].exact == documents[1].exact
    results = event_results(view)
    assert (results.days, dates_text(results.starts, results.ends, "en")) == (1, "2 May 2026")


def test_without_a_date_no_days_are_counted():
    results = event_results(whole_event(replace(SETTINGS, starts=None, ends=None)))
    assert (results.starts, results.ends, results.days, results.weight) == (None, None, 0, Fraction(0))


@pytest.mark.parametrize(
    ("changed", "code", "field", "words"),
    [
        ({"ema_number": ""}, "number-missing", "ema_number", "3 Anna3 Lindqvist3: no number"),
        ({"ema_number": "999000"}, "number-wrong", "ema_number", "“999000” is not a number of 8 digits"),
        ({"country": ""}, "country-missing", "country", "no country"),
        ({"country": "Atlantis"}, "country-unknown", "country", "“Atlantis” is not a country"),
        ({"country": "EU"}, "country-unknown", "country", "“EU” is not a country"),
        ({"first_name": "–"}, "name-missing", "first_name", "no first name"),
        ({"last_name": "?"}, "name-missing", "last_name", "no last name"),
    ],
)
def test_each_thing_that_a_player_lacks(changed: dict, code: str, field: str, words: str):
    (gap,) = gaps(with_player(3, **changed))
    assert (gap.code, gap.field, gap.player) == (code, field, 3)
    assert words in ENGLISH.render(gap.text)


@pytest.mark.parametrize("country", ["NL", "NED", "NLD", "Netherlands", "Pays-Bas"])
def test_countries_are_understood_as_they_are_written(country: str, tmp_path: Path):
    view = with_player(3, country=country)
    write(build(report(), view, ReportOptions(PRINTED)), tmp_path / "r.xlsx", Format.EXCEL, ENGLISH)
    rows = load_workbook(tmp_path / "r.xlsx")["MCR template"].iter_rows(min_row=2, values_only=True)
    assert [row[9] for row in rows if row[3] == "Anna3"] == ["NED"]


def test_who_is_no_member_is_reported_with_name_and_country():
    document = build(report(), with_player(3, ema_number="-"), ReportOptions(PRINTED))
    (row,) = (row for row in document.exact[0].rows if row[3] == "Anna3")
    assert (row[4], row[5], row[8], row[9]) == ("Lindqvist3", "", "NO", "DEN")


def test_open_sheets_are_listed_and_sessions_of_which_nothing_is_verified_by_one_line():
    ledger = written(whole_players(), close=False)
    found = gaps(ledger.view)
    assert [(gap.code, gap.session, gap.table) for gap in found] == [("session-open", 1, 0), ("session-open", 2, 0)]
    assert codes(begun(16, 2).view)[-2:] == ["session-open", "session-open"]


def test_before_the_draw_all_is_listed_too():
    ledger = LedgerWriter()
    ledger.write(EVENT_STREAM, EventCreated(Settings("Cup", sessions=2)))
    ledger.write(EVENT_STREAM, PlayersAdded(players(3)))
    found = codes(ledger.view)
    assert found.count("session-open") == 2
    assert found.count("number-missing") == 1
    assert found[:3] == ["date-missing", "host-country-missing", "city-missing"]


def test_each_federation_asks_for_what_its_columns_hold():
    bare = whole_event(replace(SETTINGS, host_country="", organiser=""))
    assert codes(bare) == ["host-country-missing"]
    assert codes(whole_event(replace(SETTINGS, city="", starts=None)), "ema-ranking") == ["date-missing"]


def remarks(view: View, name: str) -> list[str]:
    """What is said of a report that is made all the same."""
    document = build(report(name), view, ReportOptions(PRINTED))
    assert document.note is not None
    said = [ENGLISH.render(each) for each in document.remarks]
    assert all(each in ENGLISH.render(document.note) for each in said)
    return said


def test_without_an_organiser_the_report_is_made_with_a_remark():
    bare = whole_event(replace(SETTINGS, organiser=""))
    assert remarks(bare, "ffmj-results") == ["No organiser: enter the organiser on the page Event."]
    document = build(report("ffmj-results"), bare, ReportOptions(PRINTED))
    assert {row[11] for row in document.exact[0].rows} == {""}
    assert remarks(whole_event(), "ffmj-results") == []


FEW_PLAYERS = "EMA asks for 16 players or more, and this event has 8: the federation decides."


@pytest.mark.parametrize(
    ("days", "sessions", "minutes", "found"),
    [
        (1, 4, 90, None),
        (1, 4, 89, "4 sessions of 90 minutes or more in 1 day, and this event has 0"),
        (1, 3, 90, "4 sessions of 90 minutes or more in 1 day, and this event has 3"),
        (2, 6, 120, None),
        (2, 5, 120, "6 sessions of 120 minutes or more in 2 days, and this event has 5"),
        (2, 6, 119, "6 sessions of 120 minutes or more in 2 days, and this event has 0"),
        (3, 9, 120, None),
        (3, 8, 120, "9 sessions of 120 minutes or more in 3 days, and this event has 8"),
        (4, 8, 120, "9 sessions of 120 minutes or more in 4 days, and this event has 8"),
    ],
)
def test_fewer_sessions_than_ema_asks_for_are_a_remark(days: int, sessions: int, minutes: int, found: str | None):
    ends = date(2026, 5, 8 + days)
    view = whole_event(replace(SETTINGS, ends=ends, sessions=sessions, minutes=minutes))
    few = [] if found is None else [f"EMA asks for {found}: the federation decides."]
    assert remarks(view, "ema-results") == [FEW_PLAYERS, *few]
    assert remarks(view, "ffmj-results") == []


def test_sixteen_players_are_enough_for_ema():
    whole = replace(SETTINGS, ends=SETTINGS.starts, sessions=4, minutes=90)
    assert remarks(written(whole_players(16), whole).view, "ema-ranking") == []
    assert remarks(written(whole_players(12), whole).view, "ema-ranking")[0].startswith("EMA asks for 16 players")


def test_a_session_that_is_cancelled_is_no_session_of_the_report():
    times = tuple(SessionTime(session, date(2026, 5, 9 + session // 3)) for session in (1, 2, 3))
    settings = replace(SETTINGS, sessions=3, timetable=Timetable(times))
    ledger = written(whole_players(), settings)

    def cells(name: str, *headings: str) -> list[object]:
        table = build(report(name), ledger.view, ReportOptions(PRINTED)).exact[0]
        return [table.rows[0][table.headings.index(heading)] for heading in headings]

    assert cells("ema-results", "NbDays", "period") == [2, "9-10 May 2026"]
    ledger.write(EVENT_STREAM, SessionsCancelled((3,), "the hall closes"))
    assert cells("ema-results", "NbDays", "period") == [1, "9 May 2026"]
    assert cells("ffmj-results", "Parties") == [2]


def test_no_federation_takes_another_kind_of_meeting_and_ema_no_other_rules():
    league = LedgerWriter()
    league.write(EVENT_STREAM, EventCreated(Settings("Ligue", format=EventFormat.LEAGUE)))
    with pytest.raises(Refused) as refused:
        build(report(), league.view, ReportOptions(PRINTED))
    assert refused.value.problems[0].code == "format-not-drawn"
    with pytest.raises(Refused) as refused:
        build(report(), whole_event(replace(SETTINGS, rules="hong-kong")), ReportOptions(PRINTED))
    assert refused.value.problems[0].code == "rules-not-reported"
    other = build(report("ffmj-results"), whole_event(replace(SETTINGS, rules="hong-kong")), ReportOptions(PRINTED))
    assert {row[12] for row in other.exact[0].rows} == {language_of("fr").render(NAMES["hong-kong"])}


def test_who_has_no_place_may_lack_everything():
    crowd = [*whole_players(), Player(9, "Zed", "Reserve")]
    ledger = LedgerWriter()
    ledger.write(EVENT_STREAM, EventCreated(SETTINGS))
    ledger.write(EVENT_STREAM, PlayersAdded(tuple(crowd)))
    for entry in written(whole_players()).view.journal:
        if not isinstance(entry.fact, EventCreated | PlayersAdded):
            ledger.write(entry.stream, entry.fact)
    document = build(report(), ledger.view, ReportOptions(PRINTED))
    assert len(document.exact[0].rows) == 8


def test_a_name_in_another_script_needs_one_in_latin_letters():
    view = with_player(3, first_name="明", last_name="王")
    (gap,) = gaps(view)
    assert (gap.code, gap.field, gap.player) == ("latin-name-missing", "latin_last_name", 3)
    assert codes(view, "ffmj-results") == ["latin-name-missing"]
    (half,) = gaps(with_player(3, first_name="明", last_name="王", latin_last_name="Wang"))
    assert (half.code, half.field) == ("name-missing", "latin_first_name")
    document = build(
        report(),
        with_player(3, first_name="明", last_name="王", latin_first_name="Ming", latin_last_name="Wang"),
        ReportOptions(PRINTED),
    )
    assert ("Ming", "Wang") in [row[3:5] for row in document.exact[0].rows]


@pytest.mark.parametrize("name", ["Łukasz", "Ðorđe-Š.", "Ngô Đình", "O’Neill 2", "ẞ"])
def test_letters_with_marks_are_latin(name: str):
    assert build(report(), with_player(3, first_name=name), ReportOptions(PRINTED)).exact


@pytest.mark.parametrize("name", ["ema-results", "ema-ranking"])
def test_both_files_say_why_fewer_players_have_a_place_than_count(name: str):
    ledger = written(whole_players(8))
    ledger.write(EVENT_STREAM, PlayersAdded((Player(9, "Eve", "Winds", "FR", "04000009"),)))
    ledger.write(EVENT_STREAM, PlayerStateChanged(9, PlayerState.SUBSTITUTE, 1))
    found = remarks(ledger.view, name)
    assert any(each.startswith("8 players have a place, and 9 count for EMA: with 1 substitute") for each in found)
    assert not any("substitute" in each for each in remarks(written(whole_players(8)).view, name))


def test_points_that_are_not_whole_are_a_remark_where_a_program_may_refuse_them():
    tied = written(whole_players(), hands=1).view
    (found,) = (each for each in remarks(tied, "ffmj-results") if "not whole" in each)
    assert "choose whole points" in found
    chosen = build(report("ffmj-results"), tied, ReportOptions(PRINTED, whole_points=True))
    assert not any("not whole" in ENGLISH.render(each) for each in chosen.remarks)
    assert not any("not whole" in each for each in remarks(tied, "ema-results"))
