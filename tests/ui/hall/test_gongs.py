"""Which signals are due now, which are too late, and the record that a crash leaves."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.tournament.use_cases.events import BY, drawn
from tournament.language import ENGLISH
from tournament.ledger.facts import ClockStarted, MinutesAdded
from tournament.ledger.session_clock import ClockSignal, SessionClock, SignalKind, clock_after
from tournament.use_cases import carry_out
from tournament.use_cases.commands import StartClock
from ui.hall.gongs import (
    DueSignals,
    audible_signals,
    due_signals,
    keep_record,
    kept_record,
    missed_text,
    next_signal,
    record_file,
    signals_text,
    still_settled,
)
from ui.hall.hall_state import SoundKind

NOON = datetime(2026, 6, 13, 12, tzinfo=UTC)
WARNED = ClockSignal(1, SignalKind.WARNING, None, NOON + timedelta(minutes=75))
STRUCK = ClockSignal(1, SignalKind.GONG, None, NOON + timedelta(minutes=90))
AT_TABLE = ClockSignal(1, SignalKind.GONG, 3, NOON + timedelta(minutes=95))
WARNED_TABLE = ClockSignal(1, SignalKind.WARNING, 3, NOON + timedelta(minutes=80))


def started(*, at_table: int = 0) -> list[SessionClock]:
    clocks = {1: clock_after({}, ClockStarted(1, 90), NOON)}
    if at_table:
        clocks[1] = clock_after(clocks, MinutesAdded(1, at_table, (3,), "wall"), NOON)
    return [clocks[1]]


def after(minutes: float, *settled: ClockSignal, at_table: int = 0) -> DueSignals:
    return due_signals(started(at_table=at_table), NOON + timedelta(minutes=minutes), settled)


def test_what_is_due_is_sounded_until_it_is_settled() -> None:
    assert after(74.9) == DueSignals()
    assert after(75) == DueSignals((WARNED,))
    assert after(75).sound is SoundKind.WARNING
    assert after(75.5, WARNED) == DueSignals()
    assert after(90, WARNED).sound is SoundKind.GONG


def test_a_gong_missed_by_two_minutes_is_reported_and_by_an_hour_forgotten() -> None:
    assert after(91.9, WARNED) == DueSignals((STRUCK,))
    assert after(92, WARNED) == DueSignals((), (STRUCK,))
    assert after(149.9, WARNED, STRUCK) == DueSignals()
    assert after(151) == DueSignals()


def test_a_table_has_a_smaller_gong_and_a_warning_in_words_alone() -> None:
    assert after(80, WARNED, at_table=5) == DueSignals((WARNED_TABLE,))
    assert after(80, WARNED, at_table=5).sound is None
    assert after(95, WARNED, WARNED_TABLE, STRUCK, at_table=5) == DueSignals((AT_TABLE,))
    assert after(95, WARNED, WARNED_TABLE, STRUCK, at_table=5).sound is SoundKind.TABLE_GONG


def test_of_several_the_gravest_is_heard() -> None:
    assert DueSignals((WARNED, AT_TABLE, STRUCK)).sound is SoundKind.GONG
    assert DueSignals((WARNED, AT_TABLE)).sound is SoundKind.TABLE_GONG


def test_what_lies_ahead_again_is_due_again() -> None:
    assert still_settled((WARNED, STRUCK), NOON + timedelta(minutes=80)) == (WARNED,)
    assert still_settled((WARNED, STRUCK), NOON + timedelta(minutes=140)) == (STRUCK,)


def test_the_next_is_known() -> None:
    assert next_signal(started(), NOON) == WARNED.time
    assert next_signal(started(), WARNED.time) == STRUCK.time
    assert next_signal(started(), STRUCK.time) is None
    assert next_signal([], NOON) is None


def test_a_missed_signal_is_reported_with_its_time() -> None:
    told = missed_text(STRUCK, "13:30")
    assert dict(told.values) == {"session": 1, "time": "13:30"}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))
    return tmp_path


def test_a_record_is_kept_whole_and_of_its_event_alone(home: Path) -> None:
    assert kept_record("one").settled == ()
    keep_record("one", {AT_TABLE, WARNED})
    assert kept_record("one").settled == (WARNED, AT_TABLE)
    assert kept_record("two").settled == ()
    assert [path.name for path in record_file("one").parent.iterdir()] == ["gongs.json"]
    record_file("two").parent.mkdir(parents=True)
    record_file("two").write_bytes(record_file("one").read_bytes())
    assert kept_record("two").settled == ()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"event": "one", "settled": [{"session": "x"}]}', "\x00" * 80])
def test_a_record_that_cannot_be_read_is_empty(home: Path, text: str) -> None:
    record_file("one").parent.mkdir(parents=True)
    record_file("one").write_text(text)
    assert kept_record("one").settled == ()


def test_an_event_id_never_leads_out_of_its_folder(home: Path) -> None:
    for id in ("../../x", "a/b", "", "."):
        assert record_file(id).parent.parent == home / "data" / "hall"


def test_of_several_due_signals_the_gravest_is_reported_and_tables_are_combined() -> None:
    book = drawn()
    carry_out(book, StartClock(1), by=BY)
    other = replace(AT_TABLE, table=4)

    def said(*signals: ClockSignal) -> str | None:
        text = signals_text(book.view, signals)
        return None if text is None else ENGLISH.render(text)

    assert said() is None
    assert said(WARNED) == "15 minutes are left."
    assert said(WARNED_TABLE) == "15 minutes are left at table 3."
    assert said(WARNED_TABLE, replace(WARNED_TABLE, table=1)) == "15 minutes are left at tables 1, 3."
    assert said(other, AT_TABLE) == "Gong at tables 3, 4: their extra minutes are up."
    one, everybody = said(AT_TABLE), said(STRUCK)
    assert one is not None
    assert "table 3" in one
    assert everybody is not None
    assert "table" not in everybody
    assert said(AT_TABLE, WARNED) == one
    assert said(STRUCK, other, AT_TABLE, WARNED) == everybody


def test_what_is_still_sounded_comes_with_the_gravest_first() -> None:
    heard = [(WARNED.time, SoundKind.WARNING), (STRUCK.time, SoundKind.GONG), (AT_TABLE.time, SoundKind.TABLE_GONG)]
    assert audible_signals(started(at_table=5), NOON) == (heard[1], heard[2], heard[0])
    assert audible_signals(started(at_table=5), STRUCK.time) == (heard[1], heard[2])
    assert audible_signals(started(), STRUCK.time + timedelta(minutes=2)) == ()
