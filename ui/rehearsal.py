"""Rehearsals: tables filled with hands as they are played, and situations that a referee must resolve.

The entries themselves show which situations wait: the author of the entries that set one up is named after it.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import Enum
from functools import cache
from typing import assert_never

import assets
from tournament.catalogue import COUNT_PLAYERS, SCORERS
from tournament.event.problem import Problem, Refused
from tournament.language import Text, mark, signed_text
from tournament.ledger.entry import EVENT_STREAM, table_of, table_stream
from tournament.ledger.facts import ColumnsExchanged, PlayersSwapped
from tournament.ledger.session_clock import ClockState
from tournament.ledger.sheet import SheetState
from tournament.rules.payment import Net
from tournament.use_cases import CloseSheet, Command, CorrectHand, RecordTotals, TypeTotals, View
from tournament.use_cases.carrying_out import commands_made, sheet_after
from tournament.use_cases.commands import AddMinutes, ResumeClock, StartClock
from tournament.use_cases.session_clock import MOST_EXTRA_MINUTES, clock_of
from ui.entry.change_words import UNSAID
from ui.json_lines.record import read_command_by

_Line = dict[str, object]
"""A hand as a script writes it."""
_PLAIN: tuple[Net, ...] = ((48, 16, -8, -56), (-24, 88, -40, -24), (32, -32, 64, -64))
"""Totals for rules without a sample."""


def free_tables(view: View, session: int) -> tuple[int, ...]:
    """The tables of ``session`` without entries."""
    touched = view.touched(session)
    return tuple(sheet.table for sheet in view.sheets(session) if sheet.table not in touched)


def table_filled(view: View, session: int, table: int) -> tuple[Command, ...]:
    """All hands at ``table`` of ``session`` and its signature; the same hands in every rehearsal.

    If there is no sample of these rules, or its hands do not fit their options, only totals are recorded.
    """
    chance = random.Random(f"{session}/{table}")
    game = whole_game(view, session, table, chance)
    played = sheet_after(view, game, session, table)
    if game and played is not None:
        signed = (*game, CloseSheet(session, table, played.computed))
        if sheet_after(view, signed, session, table) is not None:
            return signed
    totals = list(chance.choice(_PLAIN))
    chance.shuffle(totals)
    first, second, third, fourth = totals
    return (RecordTotals(session, table, (first, second, third, fourth)),)


def whole_game(view: View, session: int, table: int, chance: random.Random) -> tuple[Command, ...]:
    """All hands of a game at ``table``, each of which the rules allow; empty if no game of the sample fits."""
    games = list(_sample_games(view.rules.id))
    chance.shuffle(games)
    return next(filter(None, (_hands_at(view, game, session, table) for game in games)), ())


def _hands_at(view: View, game: tuple[_Line, ...], session: int, table: int) -> tuple[Command, ...]:
    """The hands of ``game`` at another table; empty if one of them is refused."""
    lines = ({**line, "session": session, "table": table} for line in game)
    makers = tuple(read_command_by(view.rules, json.dumps(line).encode()) for line in lines)
    return commands_made(view, makers) or ()


@cache
def _sample_games(rules: str) -> tuple[tuple[_Line, ...], ...]:
    """The hands of each complete game in the sample event of these rules; empty if there is no sample."""
    name = "record" if rules in SCORERS else rules if rules in COUNT_PLAYERS else ""
    if not name:
        return ()
    games: dict[tuple[object, object], list[_Line]] = {}
    ended: set[tuple[object, object]] = set()
    for written in assets.path("sample", f"{name}.jsonl").read_bytes().splitlines():
        line: _Line = json.loads(written)
        place = line.get("session"), line.get("table")
        if line["type"] == "hand":
            games.setdefault(place, []).append(line)
        elif line["type"] == "close":
            ended.add(place)
    return tuple(tuple(lines) for place, lines in games.items() if place in ended)


SITUATIONS_BY = "Rehearsal"
"""The author of entries that set up a situation; its name follows in brackets."""
_ADDED_WRONGLY = 10
_LEFT = 1
"""Minutes left on the clock when a table is late."""


class RehearsalSituation(Enum):
    """A problem to practise; the value is its name in files."""

    LATE = "late"
    DIFFERS = "differs"
    SWAPPED = "swapped"
    PULLED = "pulled"
    """The USB stick with the event file is removed."""

    @property
    def title(self) -> Text:
        """The title of the situation."""
        match self:
            case RehearsalSituation.LATE:
                return mark("A table is late")
            case RehearsalSituation.DIFFERS:
                return mark("A sheet differs")
            case RehearsalSituation.SWAPPED:
                return mark("Two players sat in each other’s seats")
            case RehearsalSituation.PULLED:
                return mark("The USB stick is removed")
            case _:
                assert_never(self)


@dataclass(frozen=True, slots=True)
class WaitingSituation:
    """A situation that was set up at a table."""

    situation: RehearsalSituation
    session: int
    table: int
    solved: bool


@dataclass(frozen=True, slots=True)
class SituationSetUp:
    """The commands that set up a situation, and the author in whose name they are carried out."""

    commands: tuple[Command, ...]
    author: str


def set_up(view: View, situation: RehearsalSituation, session: int) -> SituationSetUp:
    """Set up ``situation`` at the first table of ``session`` without entries.

    Raises Refused if there is no such table, or if the rules have no such situation. A removed stick concerns the file,
    not the event.
    """
    free = free_tables(view, session) if session in view.drawn_sessions else ()
    if not free:
        text = mark("No table of this session is free for it: empty the rehearsal, or choose another session.")
        raise Refused(Problem("no-free-table", text, "session"))
    commands = _commands(view, situation, session, free[0])
    if not commands:
        text = mark("This situation does not occur under the rules of this event: {title}.", title=situation.title)
        raise Refused(Problem("no-situation", text, "situation"))
    return SituationSetUp(commands, f"{SITUATIONS_BY} ({situation.value})")


def _commands(view: View, situation: RehearsalSituation, session: int, table: int) -> tuple[Command, ...]:
    """The commands that set it up at this table; empty if the rules have no such situation."""
    match situation:
        case RehearsalSituation.LATE:
            game = whole_game(view, session, table, random.Random(table))
            played = game[: max(len(game) // 2, 1)]
            return (*played, *_leave_a_minute(view, session)) if played else ()
        case RehearsalSituation.DIFFERS:
            return _differing(view, session, table)
        case RehearsalSituation.SWAPPED:
            return _swapped(view, session, table)
        case RehearsalSituation.PULLED:
            raise ValueError(situation)
        case _:
            assert_never(situation)


def waiting(view: View) -> tuple[WaitingSituation, ...]:
    """The situations that were set up, the last first, without those whose sheet is signed: they are solved."""
    found: dict[tuple[int, int], RehearsalSituation] = {}
    names = {f"{SITUATIONS_BY} ({each.value})": each for each in RehearsalSituation}
    for entry in view.journal:
        place = table_of(entry.stream)
        if place is not None and entry.author in names and place not in found:
            found[place] = names[entry.author]
    return tuple(_waiting(view, situation, *place) for place, situation in reversed(found.items()))


def way_out(view: View, each: WaitingSituation) -> Text:
    """How to solve the situation, in the words of the window."""
    names = {"table": each.table, "session": each.session}
    match each.situation:
        case RehearsalSituation.LATE:
            return mark(
                "The gong sounds in a minute, and table {table} has played half of its hands. F12 "
                "gives it extra minutes, with the reason. After its gong, sign its sheet with the "
                "hands that were played; hands that were not played need a reason.",
                **names,
            )
        case RehearsalSituation.DIFFERS:
            return mark(
                "The totals on the paper of table {table} are entered, and differ from the hands. "
                "{paper} Look where the box at the totals points, correct the error, and sign.",
                paper=_paper_text(view, each),
                **names,
            )
        case RehearsalSituation.SWAPPED:
            one, other = (view.players[number].name for number in view.sheet(each.session, each.table).players[:2])
            return mark(
                "{one} and {other} come to the desk: at table {table} they sat in each other’s seats "
                "for the whole session. Nothing on the sheet differs, but each has the other’s "
                "score. Swap the two columns for all hands, give the reason, and sign.",
                one=one,
                other=other,
                **names,
            )
        case RehearsalSituation.PULLED:
            return pulled_text()
        case _:
            assert_never(each.situation)


def pulled_text() -> Text:
    """What to do if the file is missing."""
    return mark(
        "The file is missing, as if the USB stick had been removed. Enter a hand: nothing is shown "
        "as saved, and nothing you type is lost. Insert the stick again, or save the event as a new "
        "file when the window offers it."
    )


def _waiting(view: View, situation: RehearsalSituation, session: int, table: int) -> WaitingSituation:
    signed = view.sheet(session, table).state in (SheetState.VERIFIED, SheetState.TO_READ_AGAIN)
    return WaitingSituation(
        situation,
        session,
        table,
        signed and (situation is not RehearsalSituation.SWAPPED or _exchanged(view, table_stream(session, table))),
    )


def _exchanged(view: View, stream: str) -> bool:
    """Whether columns of the sheet were swapped, or two players in the seats."""
    table = any(isinstance(entry.fact, ColumnsExchanged) for entry in view.journal.standing(stream))
    return table or any(isinstance(entry.fact, PlayersSwapped) for entry in view.journal.standing(EVENT_STREAM))


def _leave_a_minute(view: View, session: int) -> Iterator[Command]:
    """Let the clock of ``session`` run with a minute left; if the time is over, it stays over."""
    clock = clock_of(view, session)
    state = clock.state(view.now)
    left = clock.remaining(view.now)
    if state is ClockState.NOT_STARTED:
        yield StartClock(session)
        left = timedelta(minutes=clock.minutes)
    elif state is ClockState.PAUSED:
        yield ResumeClock(session)
    minutes = -(-left // timedelta(minutes=1)) - _LEFT
    while minutes > 0:
        taken = min(minutes, MOST_EXTRA_MINUTES)
        yield AddMinutes(session, -taken)
        minutes -= taken


def _differing(view: View, session: int, table: int) -> tuple[Command, ...]:
    """A complete game with one hand that differs from the paper, and the totals of the paper.

    If another discarder would change nothing, the totals of the paper are added up wrongly instead.
    """
    for game in _shuffled(view, table):
        right = sheet_after(view, _hands_at(view, game, session, table), session, table)
        for index in range(len(game) // 2, len(game)):
            other = _misread(game[index])
            if right is None or other is None:
                continue
            steps = _hands_at(view, (*game[:index], other, *game[index + 1 :]), session, table)
            wrong = sheet_after(view, steps, session, table)
            if steps and wrong is not None and wrong.computed != right.computed:
                return (*steps, TypeTotals(session, table, right.computed))
    whole = whole_game(view, session, table, random.Random(table))
    played = sheet_after(view, whole, session, table)
    if not whole or played is None:
        return ()
    first, second, third, fourth = played.computed
    return (*whole, TypeTotals(session, table, (first + _ADDED_WRONGLY, second, third, fourth)))


def _swapped(view: View, session: int, table: int) -> tuple[Command, ...]:
    """A complete game in which two players swapped seats, and the totals of the paper, which do not show that."""
    game = whole_game(view, session, table, random.Random(table))
    played = sheet_after(view, game, session, table)
    if not game or played is None:
        return ()
    return (*game, TypeTotals(session, table, played.computed))


def _shuffled(view: View, table: int) -> Iterator[tuple[_Line, ...]]:
    games = list(_sample_games(view.rules.id))
    random.Random(table).shuffle(games)
    return iter(games)


def _misread(line: _Line) -> _Line | None:
    """The hand with another discarder; None if nobody discarded, or if the tiles show who did."""
    if not line.get("discarder") or "hands" in line:
        return None
    won = line.get("winners") or [{"player": line.get("winner")}]
    assert isinstance(won, list), "as the lines of the sample are written"
    others = [letter for letter in "ABCD" if letter not in (line["discarder"], *(each["player"] for each in won))]
    return {**line, "discarder": others[0]}


def _paper_text(view: View, each: WaitingSituation) -> Text:
    """What the paper shows for the hand that was typed differently; if several hands are possible, the first."""
    sheet = view.sheet(each.session, each.table)
    wrong = [column for column in range(4) if sheet.difference[column]]
    for line in sheet.hands:
        outcome = line.outcome
        if outcome is None or outcome.winner is None or outcome.discarder not in wrong:
            continue
        for column in (column for column in wrong if column not in (outcome.winner, outcome.discarder)):
            changed = replace(outcome, discarder=column)
            correction = CorrectHand(each.session, each.table, line.hand, changed, UNSAID, line.tiles)
            right = sheet_after(view, [correction], each.session, each.table)
            if right is not None and right.computed == sheet.paper:
                name = view.players[sheet.players[column]].name
                return mark("On the paper {player} discarded in hand {hand}.", player=name, hand=line.hand)
    if not wrong:
        return mark("They agree now.")
    added, total = view.players[sheet.players[wrong[0]]].name, signed_text(sheet.computed[wrong[0]])
    return mark(
        "Every hand is as on the paper, where the total of {player} was added up wrongly. "
        "The correct total is {total}.",
        player=added,
        total=total,
    )
