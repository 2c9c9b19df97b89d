"""Club evenings and leagues: games that are opened one by one; rankings, courses and money of evenings."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import assert_never

from tournament.event.format import ALL_EVENINGS, MOST_EVENINGS, TABLE_NAME_LENGTH, EventFormat
from tournament.event.money import money_off_problem
from tournament.event.player import Player
from tournament.event.problem import Gravity, Problem, Refused
from tournament.event.seating import Seats
from tournament.event.settings import TEXT_LENGTH
from tournament.language import Text, mark, mark_count, mark_in
from tournament.language.harmless import steers_a_line
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import (
    AttendanceNoted,
    EveningChanged,
    EveningOpened,
    GameFact,
    GameReseated,
    GameSeated,
    GameTakenBack,
)
from tournament.ledger.sheet import Sheet
from tournament.standings.course import CourseStep, courses
from tournament.standings.money import Accounts, accounts
from tournament.standings.season import SeasonStandings, rank_season
from tournament.use_cases.changes import Remarks
from tournament.use_cases.commands import ChangeEvening, GameCommand, OpenEvening, ReseatGame, SeatGame, TakeBackGame
from tournament.use_cases.draft import Draft, refuse_stopping
from tournament.use_cases.view import View, refuse_closed


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """The facts that a command writes, and the problems that were found."""

    fact: GameFact
    problems: tuple[Problem, ...] = ()


def is_ended(sheet: Sheet) -> bool:
    """Return whether the game is over: it is signed, or its last hand is recorded."""
    return sheet.closed is not None or sheet.next_hand is None


def games_in_play(view: View, session: int) -> tuple[Sheet, ...]:
    """Return the games of evening ``session`` that are not over, in the order in which they were opened."""
    return tuple(sheet for sheet in view.sheets(session) if not is_ended(sheet))


def game_of(view: View, session: int, player: int) -> Sheet | None:
    """Return the game of evening ``session`` that ``player`` has not finished; None if they are free."""
    return next((sheet for sheet in games_in_play(view, session) if player in sheet.players), None)


def free_players(view: View, session: int) -> tuple[Player, ...]:
    """Return the players who are present and in no unfinished game, by number. They can sit down next."""
    playing = {number for sheet in games_in_play(view, session) for number in sheet.players}
    return tuple(player for number, player in view.players.items() if number in view.state.present - playing)


def next_game(view: View, session: int) -> int:
    """Return the number that the next game of evening ``session`` gets."""
    return len(view.seating.tables(session)) + 1 if view.seating is not None else 1


def games_by_lot(view: View, *, seed: int) -> tuple[OpenEvening | SeatGame, ...]:
    """Return the commands that seat the free players by lot, four at a table.

    Players with the fewest games this evening come first, and up to three are left over. If anybody checked in this
    evening, only those who did are seated. Before the first evening of a league, the command that opens it comes first.
    Raise Refused if fewer than four players are free.
    """
    refuse_drawn(view)
    session = len(view.drawn_sessions)
    sheets = view.sheets(session) if session else ()
    played = Counter(number for sheet in sheets for number in sheet.players)
    playing = {number for sheet in sheets if not is_ended(sheet) for number in sheet.players}
    coming = [number for number in _checked_in(view) if number not in playing]
    if len(coming) < 4:
        text = mark_count(
            "{count} player is free; a game needs four.",
            "{count} players are free; a game needs four.",
            len(coming),
        )
        raise Refused(Problem("too-few-free", text, "players"))
    lots = coming.copy()
    Random(seed).shuffle(lots)
    order = sorted(lots, key=lambda number: played[number])
    seated = order[: len(order) // 4 * 4]
    # Shuffled again, since sorting has put players with equally many games together.
    Random(seed).shuffle(seated)
    games = [SeatGame(None, (a, b, c, d)) for a, b, c, d in zip(*(seated[n::4] for n in range(4)), strict=True)]
    return tuple(games) if session else (OpenEvening(), *games)


def _checked_in(view: View) -> Sequence[int]:
    """Return the numbers of the players who checked in this evening, or of all players if nobody did."""
    checked_in = False
    for entry in view.journal.standing(EVENT_STREAM):
        if isinstance(entry.fact, EveningOpened):
            checked_in = False
        elif isinstance(entry.fact, AttendanceNoted):
            checked_in = checked_in or entry.fact.present
    return [number for number in view.players if not checked_in or number in view.state.present]


def refuse_drawn(view: View) -> None:
    """Raise Refused if the event is a tournament, whose draw decides the seats."""
    if view.settings.format.is_drawn:
        text = mark("A tournament has no evenings: the draw sets the seats.")
        raise Refused(Problem("format-drawn", text, "type"))


def write_game(draft: Draft, command: GameCommand, *, confirmed: bool) -> Remarks:
    """Write what an organiser does at a club evening or in a league."""
    planned = plan_game(draft.view, command)
    refuse_stopping(planned.problems, confirmed=confirmed)
    draft.add(EVENT_STREAM, planned.fact)
    return planned.problems


def plan_game(view: View, command: GameCommand) -> PlannedGame:
    """Return what ``command`` writes, and what is wrong with it. Raise Refused if there is no such evening."""
    refuse_drawn(view)
    planned = _plan(view, command)
    if not isinstance(planned.fact, EveningOpened | EveningChanged):
        refuse_closed(view.state, planned.fact.session)
    return planned


def _plan(view: View, command: GameCommand) -> PlannedGame:
    match command:
        case OpenEvening():
            return _open_evening(view, command)
        case ChangeEvening():
            return _change_evening(view, command)
        case SeatGame():
            return _seat_game(view, command)
        case ReseatGame():
            return _reseat_game(view, command)
        case TakeBackGame():
            return _take_back_game(view, command)
        case _:
            assert_never(command)


def _open_evening(view: View, command: OpenEvening) -> PlannedGame:
    _refuse_outside_a_league(view)
    problems = list(_evening_problems(view, command.day, command.place))
    evenings = len(view.drawn_sessions)
    if evenings >= MOST_EVENINGS:
        text = mark("A league has at most {most} evenings: start a new season.", most=MOST_EVENINGS)
        problems.append(Problem("evenings-range", text, "session"))
    return PlannedGame(EveningOpened(evenings + 1, command.day, command.place.strip()), tuple(problems))


def _change_evening(view: View, command: ChangeEvening) -> PlannedGame:
    _refuse_outside_a_league(view)
    check_evening(view, command.session)
    before = view.state.evening(command.session)
    problems = list(_evening_problems(view, command.day, command.place, besides=command.session))
    if (before.day, before.place) == (command.day, command.place.strip()):
        problems.append(Problem("nothing-changes", mark("The evening already has this date and place."), "day"))
    return PlannedGame(EveningChanged(command.session, command.day, command.place.strip()), tuple(problems))


def _seat_game(view: View, command: SeatGame) -> PlannedGame:
    session = len(view.drawn_sessions) if command.session is None else command.session
    check_evening(view, session)
    game = next_game(view, session)
    problems = []
    if command.table not in (None, game):
        text = mark("The next game of evening {evening} is game {game}: leave out the number.",
                    evening=session, game=game)  # fmt: skip
        problems.append(Problem("game-number", text, "table"))
    problems += _seats_problems(view, session, command.players)
    problems += _table_name_problems(view, session, command.table_name)
    return PlannedGame(GameSeated(session, game, command.players, command.table_name.strip()), tuple(problems))


def _reseat_game(view: View, command: ReseatGame) -> PlannedGame:
    sheet = view.sheet(command.session, command.table)
    name = command.table_name.strip()
    players_change = sheet.players != command.players
    problems = []
    if not players_change and view.state.table_names.get((sheet.session, sheet.table), "") == name:
        text = mark("Game {game} is already seated that way.", game=sheet.table)
        problems.append(Problem("nothing-changes", text, "players"))
    if players_change:
        problems += _seats_problems(view, command.session, command.players, besides=sheet)
        if sheet.closed is not None:
            text = mark(
                "Game {game} of evening {evening} is signed: reopen its sheet before you change its players.",
                game=sheet.table,
                evening=sheet.session,
            )
            problems.append(Problem("sheet-closed", text, "table"))
        elif sheet.table in view.touched(sheet.session) and not command.reason.strip():
            text = mark("Game {game} has begun: give a reason for changing the players on its sheet.", game=sheet.table)
            problems.append(Problem("reason-missing", text, "reason"))
    problems += _table_name_problems(view, command.session, command.table_name, besides=sheet)
    fact = GameReseated(command.session, command.table, command.players, name, command.reason.strip())
    return PlannedGame(fact, tuple(problems))


def _take_back_game(view: View, command: TakeBackGame) -> PlannedGame:
    sheet = view.sheet(command.session, command.table)
    problems: tuple[Problem, ...] = ()
    if sheet.table in view.touched(sheet.session):
        text = mark(
            "Game {game} of evening {evening} has begun and cannot be removed: change its players, "
            "or sign it as it is.",
            game=sheet.table,
            evening=sheet.session,
        )
        problems = (Problem("table-begun", text, "table"),)
    return PlannedGame(GameTakenBack(command.session, command.table), problems)


def _refuse_outside_a_league(view: View) -> None:
    if view.settings.format is not EventFormat.LEAGUE:
        text = mark("A club evening is a single evening: its date and place are in the settings.")
        raise Refused(Problem("format-one-evening", text, "type"))


def check_evening(view: View, session: int) -> None:
    """Raise Refused if there is no evening ``session``."""
    last = len(view.drawn_sessions)
    if not last:
        raise Refused(Problem("evening-missing", mark("There are no evenings yet. Open the first one."), "session"))
    if not 1 <= session <= last:
        text = mark("There is no evening {evening}: the last one is evening {last}.", evening=session, last=last)
        raise Refused(Problem("session-unknown", text, "session"))


def _evening_problems(view: View, day: date | None, place: str, besides: int = 0) -> Iterator[Problem]:
    yield from _text_problems(place, mark("Place"), "place", TEXT_LENGTH)
    for session in view.drawn_sessions:
        if day is not None and session != besides and view.state.evening(session).day == day:
            text = mark("Evening {evening} is already on {day}: is this another one?", evening=session, day=day)
            yield Problem("day-twice", text, "day", Gravity.ASKS)
            return


def _seats_problems(view: View, session: int, players: Seats, besides: Sheet | None = None) -> Iterator[Problem]:
    """Yield what is wrong with the four ``players`` of a game.

    The players of the game ``besides`` may already sit in that game.
    """
    for number in dict.fromkeys(players):
        if number not in view.players:
            yield Problem("player-unknown", mark("There is no player {number}.", number=number), "players")
            continue
        player = view.players[number].name
        if players.count(number) > 1:
            text = mark("{player} is named twice: a game has four different players.", player=player)
            yield Problem("player-twice", text, "players")
        if besides is not None and number in besides.players:
            continue
        other = game_of(view, session, number)
        if other is not None:
            text = mark(
                "{player} is in game {game}, which has not ended: sign its sheet first, or change its players.",
                player=player,
                game=other.table,
            )
            yield Problem("player-in-play", text, "players")


def _table_name_problems(view: View, session: int, name: str, besides: Sheet | None = None) -> Iterator[Problem]:
    yield from _text_problems(name, mark_in("room", "Table"), "table_name", TABLE_NAME_LENGTH)
    for sheet in games_in_play(view, session) if name.strip() else ():
        other = view.state.table_names.get((session, sheet.table), "")
        if sheet.table != (besides.table if besides is not None else 0) and other == name.strip():
            text = mark(
                "Game {game} is also at {table} and has not ended: is this correct?", game=sheet.table, table=other
            )
            yield Problem("table-in-play", text, "table_name", Gravity.ASKS)


def _text_problems(written: str, label: Text, field: str, most: int) -> Sequence[Problem]:
    if len(written.strip()) > most:
        text = mark("{field} is longer than {most} characters: shorten it.", field=label, most=most)
        return (Problem("too-long", text, field),)
    if steers_a_line(written):
        text = mark("{field} contains control characters: type it again.", field=label)
        return (Problem("control-character", text, field),)
    return ()


def evening_ranking(view: View, session: int) -> SeasonStandings:
    """Return the ranking of one evening alone. For session 0, before there is one, it is empty."""
    tallies = [view.tally(session)] if session else []
    return rank_season(view.players, tallies, ALL_EVENINGS, view.state.statuses)


def money_of(view: View, sessions: Iterable[int]) -> Accounts:
    """Return who owes whom after these evenings together. Raise Refused if the event counts no money."""
    if not view.settings.counts_money:
        raise Refused(money_off_problem())
    return accounts([view.tally(session) for session in sessions], view.settings.money)


def season_courses(view: View, after: int | None = None) -> Mapping[int, tuple[CourseStep, ...]]:
    """Return the course of each player, by number, up to evening ``after``, by default the last one played."""
    last = view.last_session if after is None else after
    return courses([view.tally(session) for session in range(1, last + 1)], view.settings.season)
