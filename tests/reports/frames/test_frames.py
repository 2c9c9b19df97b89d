"""The frames of an event say what the program says, exactly, in every format and by every rule set."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction
from functools import cache, partial
from typing import Any

import pandas as pd
import pytest
from msgspec import structs

from reports.column import Column, Kind
from reports.frames import COLUMNS, EventFrames, event_frames, with_exact_parts
from reports.frames.event import _JournalFrameRow
from reports.frames.hands import HAND_COLUMNS, _HandFrameRow, hands_records
from reports.frames.records import make_frame, make_records
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
from tournament.ledger.entry import table_of
from tournament.use_cases import Book, By, carry_out
from tournament.use_cases.commands import CreateEvent
from tournament.use_cases.view import View


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


@pytest.mark.sampled(2)
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
    column: Column[Fraction | None] = Column(mark("Worth"), lambda row: row, Kind.POINTS, name="share", meaning="")
    frame = make_frame([column], [Fraction(7, 3), None, Fraction(-1, 2)])
    parts = with_exact_parts(frame)
    assert [str(dtype) for dtype in parts.dtypes] == ["Int64", "Int64"]
    assert parts.share_numerator.tolist() == [7, pd.NA, -1]
    assert parts.share_denominator.tolist() == [3, pd.NA, 2]
    assert frame.share.tolist() == [Fraction(7, 3), None, Fraction(-1, 2)]


@pytest.mark.parametrize("microsecond", [0, 999, 1_000, 123_999, 998_999, 999_000, 999_999])
def test_records_have_the_moments_of_frames_to_the_millisecond(microsecond: int) -> None:
    column: Column[datetime] = Column(mark("Time"), lambda row: row, Kind.MOMENT, name="time", meaning="")
    moment = datetime(2026, 6, 12, 11, 0, 3, microsecond, tzinfo=timezone(timedelta(hours=2)))
    records = make_records([column], [moment])
    (found,) = records.rows[0]
    assert timedelta(0) <= moment - found < timedelta(milliseconds=1)
    assert found.microsecond % 1_000 == 0
    assert found.tzinfo is UTC
    assert list(records.frame().time) == list(make_frame([column], [moment]).time)


def test_answers_are_json_with_sorted_names() -> None:
    view = view_of("riichi-ema-2025")
    (record,) = (hands_records(view).names.index("answers"),)
    answers = [row[record] for row in hands_records(view).rows if row[record]]
    assert answers
    assert all(list(json.loads(each)) == sorted(json.loads(each)) for each in answers)


def hand_row(**changed: Any) -> dict[str, Any]:
    """What is said of the first hand of the sample event if something else was written of it, by column."""
    view = view_of("sample")
    (sheet,) = (sheet for sheet in view.sheets(1) if sheet.table == 1)
    line = sheet.hands[0]
    assert line.outcome is not None
    outcome = replace(line.outcome, answers=changed.pop("answers", ()))
    row = _HandFrameRow(sheet, structs.replace(line, **changed), outcome, ("Ada", "Bo", "Cy", "Di"))
    return {column.name: column.value(row) for column in HAND_COLUMNS}


def test_a_hand_says_who_recorded_it_and_when_it_was_last_changed() -> None:
    entries = tuple(
        structs.replace(entry, record=structs.replace(entry.record, author=author))
        for entry, author in zip(view_of("sample").journal, "ABC", strict=False)
    )
    columns = ("recorded_by", "recorded_at", "changed_at")
    times = [entry.time for entry in entries]
    for count, expected in (
        (0, (None, None, None)), (1, ("A", times[0], None)), (2, ("A", times[0], times[1])),
        (3, ("A", times[0], times[2])),
    ):  # fmt: skip
        found = hand_row(entries=entries[:count])
        assert tuple(found[name] for name in columns) == expected


def test_answers_are_written_as_they_are_spelt() -> None:
    assert hand_row(answers=(("own_hand", "Éléphant"), ("dominant", "E")))["answers"] == (
        '{"dominant": "E", "own_hand": "Éléphant"}'
    )
    assert hand_row()["answers"] is None


def test_the_journal_says_in_which_role_and_at_which_table_each_entry_was_made() -> None:
    view = view_of("sample")
    columns = ["role", "session", "table", "category", "counts"]
    said = frames_of("sample").journal[columns].astype("object")
    assert said.where(said.notna(), None).to_numpy().tolist() == [
        [entry.role and entry.role.value, *(table_of(entry.stream) or (None, None)), entry.fact.category.value,
         view.journal.counts(entry)]
        for entry in view.journal
    ]  # fmt: skip


def test_entries_of_earlier_versions_have_no_role_and_those_of_the_event_no_table() -> None:
    entry = next(iter(view_of("sample").journal))
    row = _JournalFrameRow(structs.replace(entry, record=structs.replace(entry.record, role="")), None, "", counts=True)
    said = {column.name: column.value(row) for column in COLUMNS["journal"]}
    assert (said["role"], said["session"], said["table"]) == (None, None, None)


def test_records_can_be_chosen_by_what_their_columns_say() -> None:
    records = hands_records(view_of("sample"))
    session, table = records.names.index("session"), records.names.index("table")
    assert records.only(session=None, table=None).rows == records.rows
    chosen = records.only(session=2, table=1)
    assert {(row[session], row[table]) for row in chosen.rows} == {(2, 1)}
    assert len(chosen.rows) == sum((row[session], row[table]) == (2, 1) for row in records.rows)
