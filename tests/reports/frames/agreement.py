"""Whether the frames of an event agree with the program."""

import json
from collections import Counter
from datetime import timedelta
from fractions import Fraction
from functools import reduce

import pandas as pd

from reports.column import Kind
from reports.frames import COLUMNS, EventFrames
from reports.sheets.fouls import recorded_penalties
from tournament.ledger.sheet import Sheet
from tournament.rules.payment import NO_NET, add
from tournament.rules.table_state import TableState
from tournament.standings.fan_counting import counting_by
from tournament.standings.fan_statistics import fan_statistics
from tournament.standings.statistics import statistics
from tournament.use_cases.view import View


def check_agreement(view: View, frames: EventFrames) -> None:
    """AssertionError where a frame differs from what the event shows."""
    _same_columns_and_dtypes(frames)
    _same_standings(view, frames)
    _same_statistics(view, frames)
    _hands_and_penalties_come_to_the_scores(view, frames)
    _same_seats_and_hands(view, frames)
    _same_penalties(view, frames)
    _same_fan(view, frames)
    _same_journal(view, frames)


def _same_columns_and_dtypes(frames: EventFrames) -> None:
    for name in COLUMNS:
        frame = getattr(frames, name)
        assert list(frame.columns) == [column.name for column in COLUMNS[name]]
        assert [str(dtype) for dtype in frame.dtypes] == [column.kind.dtype for column in COLUMNS[name]]
        for column in COLUMNS[name]:
            values = frame[column.name]
            if column.kind.dtype == Kind.POINTS.dtype:
                assert {type(value) for value in values} <= {Fraction, type(None)}
            if column.kind is Kind.CHOICE:
                assert list(values.cat.categories) == list(column.labels)


def _same_standings(view: View, frames: EventFrames) -> None:
    got = [
        (rank, player, points, score, worth)
        for rank, player, points, score, worth in zip(
            *(frames.standings[name] for name in ("rank", "player", "table_points", "score", "worth")), strict=True
        )
    ]
    wanted: list[tuple[object, ...]]
    if view.settings.format.is_drawn:
        standings = view.standings()
        wanted = [(row.rank, row.player.number, row.table_points, row.score, None) for row in standings.rows]
        wanted += [(pd.NA, row.player.number, row.table_points, row.score, None) for row in standings.unranked]
        granted = [any(result.granted for result in row.results.values()) for row in standings.rows]
        assert list(frames.standings.granted) == [*granted, *(False for _ in standings.unranked)]
    else:
        season = view.season()
        rows = (*season.rows, *season.waiting, *season.unranked)
        assert frames.standings.granted.isna().all()
        wanted = [
            (
                pd.NA if row.rank is None else row.rank, row.player.number,
                row.counted_points if season.by_points else None, row.counted_score, row.worth,
            )
            for row in rows
        ]  # fmt: skip
    assert got == wanted


def _same_statistics(view: View, frames: EventFrames) -> None:
    counted = statistics(sheet for session in view.drawn_sessions for sheet in view.sheets(session))
    names = ("player", "hands", "wins", "self_draws", "deal_ins", "points_won", "best", "average_won")
    got = list(zip(*(frames.statistics[name] for name in names), strict=True))
    assert got == [
        (
            number, played.hands, played.wins, played.self_draws, played.deal_ins, played.points, played.best,
            played.average,
        )
        for number, played in sorted(counted.players.items())
    ]  # fmt: skip

    received, paid, penalties = Counter[int](), Counter[int](), Counter[int]()
    for session in view.drawn_sessions:
        for sheet in view.sheets(session):
            for line in sheet.hands:
                for number, moved in zip(sheet.players, line.settlement, strict=True):
                    received[number] += max(0, moved)
                    paid[number] += min(0, moved)
            for each in recorded_penalties(view, sheet):
                penalties[each.player.number] += each.penalty.cancelled is None
    for row in frames.statistics.to_dict("records"):
        number = row["player"]
        assert (row["received"], row["paid"], row["penalties"]) == (
            received[number], paid[number], penalties[number],
        )  # fmt: skip


def _hands_and_penalties_come_to_the_scores(view: View, frames: EventFrames) -> None:
    sheets = [sheet for session in view.drawn_sessions for sheet in view.sheets(session)]
    computed: dict[int, int] = {}
    for sheet in sheets:
        by_totals = sheet.totals_only  # then only its penalties are known one by one
        brought = reduce(add, (penalty.net for penalty in sheet.penalties), NO_NET) if by_totals else sheet.computed
        left = NO_NET if by_totals else view.rules.at_end(sheet.hands[-1].totals, sheet.after)  # of no hand: sticks
        for column, number in enumerate(sheet.players):
            computed[number] = computed.get(number, 0) + brought[column] - left[column]
    together = frames.statistics.settled + frames.statistics.penalty_points
    assert dict(zip(frames.statistics.player, together, strict=True)) == {
        number: score for number, score in computed.items() if number in set(frames.statistics.player)
    }


def _same_seats_and_hands(view: View, frames: EventFrames) -> None:
    sheets = [sheet for session in view.drawn_sessions for sheet in view.sheets(session)]
    ranking = view.settings.format.is_drawn or view.rules.table_points.rank_evenings
    assert list(zip(*(frames.seats[name] for name in ("session", "table", "player")), strict=True)) == [
        (sheet.session, sheet.table, number) for sheet in sheets for number in sheet.players
    ]
    counting = frames.seats[frames.seats.score.notna()]
    assert list(zip(counting.score, counting.table_points, strict=True)) == [
        (sheet.scores[column], sheet.table_points[column] if ranking else None)
        for sheet in sheets if sheet.counts for column in range(4)
    ]  # fmt: skip
    net = [frames.hands[f"net_{letter}"] for letter in "abcd"]
    assert list(zip(frames.hands.session, frames.hands.table, frames.hands.hand, *net, strict=True)) == [
        (sheet.session, sheet.table, line.hand, *line.net)
        for sheet in sheets for line in sheet.hands if line.outcome is not None
    ]  # fmt: skip
    lines = [line for sheet in sheets for line in sheet.hands if line.outcome is not None]
    for line, recorded, changed, answers in zip(
        lines, frames.hands.recorded_at, frames.hands.changed_at, frames.hands.answers.fillna(""), strict=True
    ):
        times = [entry.time for entry in line.entries]
        assert pd.isna(recorded) if not times else timedelta(0) <= times[0] - recorded < timedelta(milliseconds=1)
        corrected = len(times) > 1
        assert timedelta(0) <= times[-1] - changed < timedelta(milliseconds=1) if corrected else pd.isna(changed)
        assert line.outcome is not None
        assert (json.loads(answers) if answers else {}) == json.loads(json.dumps(dict(line.outcome.answers)))
    sticks = [before.sticks - after.sticks for sheet in sheets for before, after in _played_states(sheet)]
    assert list(frames.hands[[f"settled_{letter}" for letter in "abcd"]].sum(axis=1)) == [
        1000 * each for each in sticks
    ]


def _played_states(sheet: Sheet) -> list[list[TableState]]:
    """The table before and after each hand recorded."""
    states = [line.state for line in sheet.hands] + [sheet.after]
    return [states[place : place + 2] for place, line in enumerate(sheet.hands) if line.outcome is not None]


def _same_penalties(view: View, frames: EventFrames) -> None:
    sheets = [sheet for session in view.drawn_sessions for sheet in view.sheets(session)]
    known = {row.id: row for sheet in sheets for row in recorded_penalties(view, sheet)}
    assert sorted(frames.penalties.entry) == sorted(known)
    for row in frames.penalties.to_dict("records"):
        told = known[row["entry"]]
        assert tuple(row[name] for name in ("session", "table", "player", "points", "lost", "counts")) == (
            told.session, told.table, told.player.number, told.points, told.penalty.lost,
            told.penalty.cancelled is None,
        )  # fmt: skip


def _same_fan(view: View, frames: EventFrames) -> None:
    sheets = (sheet for session in view.drawn_sessions for sheet in view.sheets(session))
    counted = fan_statistics(sheets, counting_by(view.rules.id))
    made = frames.fan.groupby("fan").agg(
        hands=("fan", "size"), times=("times", "sum"), points=("points_brought", "sum")
    )
    assert {slug: tuple(row) for slug, row in zip(made.index, made.to_numpy().tolist(), strict=True)} == {
        fan.pattern.slug: (fan.hands, fan.times, fan.points) for fan in counted.made
    }


def _same_journal(view: View, frames: EventFrames) -> None:
    names = ("position", "author", "kind", "entry")
    assert list(zip(*(frames.journal[name] for name in names), strict=True)) == [
        (entry.record.position, entry.author, entry.fact.kind, entry.id) for entry in view.journal
    ]
    for entry, time in zip(view.journal, frames.journal.time, strict=True):
        assert timedelta(0) <= entry.time - time < timedelta(milliseconds=1)
