"""The frames of an event say what the program says, exactly, in every format and by every rule set."""

import json
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction
from functools import cache, partial

import pandas as pd
import pytest

from reports.frames import ColumnType, EventFrames, event_frames, with_exact_parts
from reports.frames.column import FrameColumn, make_frame, make_records
from reports.frames.hands import hands_records
from reports.frames.standings import player_hands
from tests.examples.events import begun, league_begun, sample_event, sample_league
from tests.examples.games import club_evening, game_event
from tests.reports.frames.agreement import check_agreement
from tests.reports.sheets.test_people import played
from tests.reports.sheets.test_ruling_slip import ledger
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.catalogue import IDS
from tournament.event.settings import Settings
from tournament.language import mark
from tournament.use_cases import Book, By, carry_out
from tournament.use_cases.commands import CreateEvent
from tournament.use_cases.view import View


def test_where_pandas_is_missing_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ModuleNotFoundError, match="pandas, which is not installed: install quatre-vents with pip"):
        event_frames(sample_event())


def empty_event() -> View:
    """An event that was just made."""
    book = Book(FakeStore())
    carry_out(book, CreateEvent(Settings("Cup")), by=By("A", "desk"))
    return book.view


EXAMPLES: dict[str, Callable[[], View]] = {
    "sample": sample_event,
    "league": sample_league,
    "club": lambda: club_evening("mcr"),
    "nothing played": lambda: begun(8, 2).view,
    "four players": lambda: begun(4, 1).view,
    "nobody on the list": empty_event,
    "empty league": lambda: league_begun().view,
    "substitutes": lambda: played().view,
    "tiles": lambda: ledger().view,
    **{id: partial(game_event, id) for id in IDS if id != "mcr"},
}


@cache
def view_of(name: str) -> View:
    return EXAMPLES[name]()


@cache
def frames_of(name: str) -> EventFrames:
    return event_frames(view_of(name))


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_frame_agrees_with_the_program(name: str) -> None:
    check_agreement(view_of(name), frames_of(name))


def test_what_the_sample_event_says() -> None:
    """Written down by hand from its facts."""
    frames = frames_of("sample")
    second = frames.seats[(frames.seats.session == 2) & (frames.seats.table == 1)]
    assert list(second.table_points) == [Fraction(4), Fraction(1), Fraction(1), Fraction(1)]
    assert list(second.place) == [1, 2, 2, 2]
    last = frames.hands.iloc[-1]
    assert (last.session, last.table, last.hand, last.outcome, last.points) == (2, 4, 7, "self-draw", 8)
    assert pd.isna(last.discarder)
    warning = frames.penalties[frames.penalties.fault == "wall-touched"].iloc[0]
    assert (warning.points, warning.counts, warning.cancelled_because) == (0, False, "the tile was not touched")
    late = frames.penalties[frames.penalties.fault == "late"].iloc[0]
    assert (late.points, late.lost, late.minutes_late, pd.isna(late.hand)) == (-10, 10, 7, True)
    assert list(frames.players.ema_number.iloc[:3].fillna("none")) == ["04000001", "04000002", "none"]
    assert str(frames.hands.recorded_at.iloc[0]) == "2026-06-12 09:00:03+00:00"
    assert frames.standings.provisional.all()
    seat = frames_of("substitutes").seats.dropna(subset="plays_for").iloc[0]
    assert (seat["name"], seat.session, seat.plays_for, seat.case) == ("Nova Newcomer", 1, 1, "absent")
    chows = frames_of("tiles").fan.query("fan_number == 41")
    assert (len(chows), chows.points_brought.sum()) == (2, 16)


def test_words_of_the_program_are_in_the_language_asked_for() -> None:
    french = event_frames(view_of("sample"), "fr")
    assert "Retard" in set(french.penalties.fault_name.dropna())
    assert "Event created" not in set(french.journal.what)
    assert list(french.penalties.fault.dropna()) == list(frames_of("sample").penalties.fault.dropna())


def test_four_rows_a_hand() -> None:
    hands = frames_of("sample").hands
    each = player_hands(hands)
    assert len(each) == 4 * len(hands)
    assert list(each.letter[:5]) == ["A", "B", "C", "D", "A"]
    assert each.won.sum() == hands.winner.notna().sum()
    assert each.dealt_in.sum() == (hands.outcome == "discard").sum()


def test_exact_numbers_in_files_that_know_whole_numbers_alone() -> None:
    column: FrameColumn[Fraction | None] = FrameColumn("share", mark("Worth"), ColumnType.EXACT, lambda row: row, "")
    frame = make_frame([column], [Fraction(7, 3), None, Fraction(-1, 2)])
    parts = with_exact_parts(frame)
    assert [str(dtype) for dtype in parts.dtypes] == ["Int64", "Int64"]
    assert parts.share_numerator.tolist() == [7, pd.NA, -1]
    assert parts.share_denominator.tolist() == [3, pd.NA, 2]
    assert frame.share.tolist() == [Fraction(7, 3), None, Fraction(-1, 2)]


def test_records_have_the_moments_of_frames_to_the_millisecond() -> None:
    column: FrameColumn[datetime] = FrameColumn("time", mark("Time"), ColumnType.MOMENT, lambda row: row, "")
    moment = datetime(2026, 6, 12, 11, 0, 3, 123_999, tzinfo=timezone(timedelta(hours=2)))
    records = make_records([column], [moment])
    assert records.rows == ((datetime(2026, 6, 12, 9, 0, 3, 123_000, tzinfo=UTC),),)
    assert list(records.frame().time) == list(make_frame([column], [moment]).time)


def test_answers_are_json_with_sorted_names() -> None:
    view = view_of("riichi-ema-2025")
    (record,) = (hands_records(view).names.index("answers"),)
    answers = [row[record] for row in hands_records(view).rows if row[record]]
    assert answers
    assert all(list(json.loads(each)) == sorted(json.loads(each)) for each in answers)
