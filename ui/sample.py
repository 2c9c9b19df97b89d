"""The sample events: stored as what referees typed, and played through the use cases like any other event."""

import csv
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from typing import Any

import assets
from tournament.catalogue import COUNT_PLAYERS, NAMES
from tournament.event.player import Player
from tournament.event.settings import Settings
from tournament.use_cases import (
    Book,
    By,
    CloseSheet,
    Command,
    CommandMaker,
    RecordHand,
    Store,
    TableCommand,
    TypeTotals,
    View,
    carry_out,
    carry_out_all,
    plan_seating,
)
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw
from ui.json_lines.record import LineCommand, read_command, read_command_by

SETTINGS = Settings(
    name="Sample Cup",
    sessions=4,
    minutes=120,
    place="Sampleville",
    starts=date(2026, 6, 13),
    ends=date(2026, 6, 14),
    organiser="Sample Club",
)
GAME_SAMPLES = COUNT_PLAYERS
"""The rule sets with a sample evening of their own, by id."""
GAME_PLAYERS = 12
SEED = 2026
"""The seed of the draw."""
REFEREE = By("Sample Referee", "desk 1")
ORGANISER = By("Sample Organiser", "desk 1")

LAST_SESSION = 4
IN_PLAY, DIFFERING, TO_VERIFY = 1, 2, 4
"""Tables of the last session of the event in progress: one unfinished, one whose totals differ, one not signed yet."""
_PLAYED = 9
"""The number of hands recorded at the table in play."""
_READ_WRONGLY = (-88, -90, 108, 60)
"""The totals of the table whose totals differ: 108 where the paper has 118."""
_SESSIONS_BEGIN = tuple(
    datetime(2026, 6, day, hour, tzinfo=UTC) for day, hour in ((13, 8), (13, 12), (14, 7), (14, 11))
)
_BETWEEN_ENTRIES = timedelta(seconds=96)


def play_sample(store: Store, revise: Callable[[list[Command]], list[Command]] = list) -> None:
    """Play the sample event to its end in an empty ``store``, with the times at which it was entered.

    ``revise`` may change what is carried out in each session: :func:`leave_under_way`, for one.
    """
    clock = _Clock(_SESSIONS_BEGIN[0] - timedelta(hours=1))
    book = Book(store, clock=clock)
    carry_out(book, CreateEvent(SETTINGS), by=ORGANISER)
    carry_out(book, AddPlayers(tuple(_players()), "players.csv"), by=ORGANISER)
    carry_out(book, PublishDraw(plan_seating(book.view, seed=SEED)), by=ORGANISER)
    for begins, commands in zip(_SESSIONS_BEGIN, _sessions(), strict=True):
        clock.now = begins
        carry_out_all(book, revise(commands), by=REFEREE)


def play_sample_of(rules: str, store: Store) -> None:
    """Play the sample evening of one of :data:`GAME_SAMPLES` in an empty ``store``; a table of it is still playing."""
    begins = _SESSIONS_BEGIN[0]
    clock = _Clock(begins - timedelta(minutes=30))
    book = Book(store, clock=clock)
    carry_out(book, CreateEvent(sample_settings(rules)), by=ORGANISER)
    carry_out(book, AddPlayers(tuple(tuple(_players())[:GAME_PLAYERS]), "players.csv"), by=ORGANISER)
    carry_out(book, PublishDraw(plan_seating(book.view, seed=SEED)), by=ORGANISER)
    clock.now = begins
    lines = assets.path("sample", f"{rules}.jsonl").read_bytes().splitlines()
    carry_out_all(book, [_compared(read_command_by(book.view.rules, line)) for line in lines], by=REFEREE)


def _compared(read: LineCommand | CommandMaker) -> LineCommand | CommandMaker:
    """The command that was read; a sheet is signed with the correct totals of the paper."""
    if not callable(read) and not isinstance(read, CloseSheet):
        return read

    def make(view: View) -> TableCommand:
        command = read(view) if callable(read) else read
        if not isinstance(command, CloseSheet):
            return command
        totals = view.sheet(command.session, command.table).computed
        return CloseSheet(command.session, command.table, totals, command.accept_difference)

    return make


def sample_settings(rules: str) -> Settings:
    """The settings of the sample evening of a rule set: its name is English, like those of its players."""
    return replace(
        SETTINGS, name=f"Sample Evening, {NAMES[rules].message}", rules=rules, sessions=2, ends=SETTINGS.starts
    )


def leave_under_way(commands: list[Command]) -> list[Command]:
    """Leave the last session as it may be half an hour before its end, so that newcomers see an event in progress."""
    return [changed for command in commands for changed in _left_under_way(command)]


def _left_under_way(command: Command) -> Iterator[Command]:
    match command:
        case CloseSheet(session=session, table=table) if session == LAST_SESSION and table == DIFFERING:
            yield TypeTotals(session, table, _READ_WRONGLY)
        case CloseSheet(session=session, table=table) if session == LAST_SESSION and table in (IN_PLAY, TO_VERIFY):
            return
        case RecordHand(session=session, table=table, hand=hand):
            if (session, table) != (LAST_SESSION, IN_PLAY) or hand <= _PLAYED:
                yield command
        case _:
            yield command


class _Clock:
    """A clock that advances with every entry."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        self.now += _BETWEEN_ENTRIES
        return self.now


def sample_players() -> tuple[Player, ...]:
    """The players of the sample events, without numbers."""
    return tuple(_players())


def _players() -> Iterator[Player]:
    text = assets.path("sample", "players.csv").read_text(encoding="utf-8")
    rows: Iterable[dict[str, Any]] = csv.DictReader(text.splitlines())
    return (Player(number=0, **row) for row in rows)


def _sessions() -> Iterator[list[Command]]:
    lines = assets.path("sample", "record.jsonl").read_bytes().splitlines()
    for _, of_session in groupby(map(read_command, lines), key=_session):
        yield list(of_session)


def _session(command: Command) -> int:
    session: int = getattr(command, "session", 0)
    return session
