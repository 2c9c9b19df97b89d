"""What a paper must contain, from the text of the entries and the second account alone; the reports are not used."""

import json
import unicodedata
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any

from tests.second_count.sitting_out import Game, Rule, granted
from tournament.event.country import country_name
from tournament.language import Language, Text, mark, mark_count, mark_in
from tournament.ledger.audit import Audit, audit
from tournament.ledger.entry import Record
from tournament.tiles.wind import Wind

Told = str | int | Fraction | None
Line = tuple[Told, ...]
WINDS = tuple(wind.short for wind in Wind)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The rows that the tables with these headings must have."""

    headings: tuple[Text | str, ...]
    lines: Sequence[Line]
    some: bool = False
    """The tables may have only some of these rows; otherwise they must have exactly these."""
    key: int = 0
    """The column that says what a line is about: nothing there, and the line is a sum."""
    named: bool = False
    """Only rows that are about the same as one of these lines are compared."""
    alone: bool = False
    """Only tables that have no other columns are compared."""


@dataclass(frozen=True)
class Hand:
    """A hand that was played: who is in which seat, won from whom, for how many points."""

    session: int
    table: int
    hand: int
    winner: int | None
    discarder: int | None
    points: int


@dataclass(frozen=True)
class Penalty:
    """A penalty: the player at fault, and the points that they lost."""

    session: int
    table: int
    hand: int | None
    player: int
    points: int
    moved: Mapping[int, int]
    """What it gives or takes, by player."""


class Account:
    """An event, read from its entries."""

    def __init__(self, records: Sequence[Record]) -> None:
        self.records = records
        self.counted: Audit = audit(records)
        self.seating = self.counted.seating

    def facts(self, *kinds: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """The streams and contents of the entries of these kinds."""
        return ((each.stream, json.loads(each.content)) for each in self.records if each.kind in kinds)

    @cached_property
    def settings(self) -> Mapping[str, Any]:
        """The settings as they were last entered."""
        *_, last = self.facts("event-created", "settings-changed")
        settings: Mapping[str, Any] = last[1]["settings"]
        return settings

    @cached_property
    def players(self) -> Mapping[int, Mapping[str, str]]:
        """Everybody by number, as they were entered."""
        return {player["number"]: player for _, said in self.facts("players-added") for player in said["players"]}

    @cached_property
    def names(self) -> Mapping[int, str]:
        """First and last name by number; Chinese and Korean names have their family name first."""
        found = {}
        for number, player in self.players.items():
            parts = player["first_name"], player["last_name"]
            joined = f"{parts[1]}{parts[0]}"
            eastern = all(parts) and all(unicodedata.name(sign, "").startswith(("CJK", "HANGUL S")) for sign in joined)
            found[number] = joined if eastern else " ".join(parts).strip()
        return found

    @cached_property
    def stand_ins(self) -> Mapping[tuple[int, int], int]:
        """The player whom a substitute plays for, by session and substitute."""
        return {
            (session, said["by"]["number"]): said["number"]
            for _, said in self.facts("player-replaced")
            if said.get("case")
            for session in said["sessions"]
        }

    @cached_property
    def hands(self) -> tuple[Hand, ...]:
        """Every hand, by session and table."""
        found = [
            Hand(*_place(stream), said["hand"], said["winner"], said.get("discarder"), said.get("points", 0))
            for stream, said in self.facts("hand-recorded")
        ]
        return tuple(sorted(found, key=lambda each: (each.session, each.table, each.hand)))

    @cached_property
    def penalties(self) -> tuple[Penalty, ...]:
        """Every penalty."""
        return tuple(self._penalty(*_place(stream), said) for stream, said in self.facts("penalty-given"))

    def _penalty(self, session: int, table: int, said: Mapping[str, Any]) -> Penalty:
        seats, to = self.at(session, table), said.get("to", ())
        lost = said["points"] * max(1, len(to))
        moved = {seats[said["player"]]: -lost} | {seats[other]: said["points"] for other in to}
        return Penalty(session, table, said["hand"], seats[said["player"]], lost, moved)

    @cached_property
    def places_alone(self) -> int:
        """The session from which results only decide the places of finalists, or the number after the last one.

        That is so after a final in which everybody starts from nothing and beside which nobody plays on.
        """
        firsts = (
            said["session"]
            for _, said in self.facts("session-seated")
            if (final := said.get("final")) and not final["carried"] and not final.get("beside", False)
        )
        return min(firsts, default=len(self.seating) + 1)

    @property
    def ranked(self) -> Sequence[int]:
        """Who has a place, best first."""
        places = self.counted.ranking
        return sorted(places, key=lambda number: (places[number].rank, number))

    @property
    def sessions(self) -> range:
        """Those that were played."""
        return range(1, max((session for session, _ in self.counted.tables), default=0) + 1)

    def at(self, session: int, table: int) -> tuple[int, ...]:
        """Who sits there."""
        return self.seating[session - 1][table - 1]

    def seats(self) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        """Every session and table with who sits there."""
        for session, tables in enumerate(self.seating, start=1):
            for table, players in enumerate(tables, start=1):
                yield session, table, players

    @cached_property
    def sit_out(self) -> Mapping[int, frozenset[int]]:
        """Who sits out, by session: as it was drawn, or seated by the standings."""
        found: dict[int, frozenset[int]] = {}
        for _, said in self.facts("draw-published"):
            found = {session: frozenset(out) for session, out in enumerate(said["seating"].get("sit_out", ()), 1)}
        for _, said in self.facts("session-seated"):
            found[said["session"]] = frozenset(said.get("sit_out", ()))
        return found

    @cached_property
    def finals(self) -> Mapping[int, frozenset[int]]:
        """The players of the final, by the session in which it is played."""
        return {
            said["session"]: frozenset(said["final"]["players"])
            for _, said in self.facts("session-seated")
            if said.get("final")
        }

    def is_final(self, session: int, table: int) -> bool:
        """Whether the final is played there."""
        return session in self.finals and self.finals[session].issuperset(self.at(session, table))

    def final_name(self, session: int, table: int) -> Text | None:
        """What the table is called, if the final is played there."""
        finals = [each for each, _ in enumerate(self.seating[session - 1], 1) if self.is_final(session, each)]
        if table not in finals:
            return None
        if len(finals) == 1:
            return mark_in("table", "Final")
        return mark_in("table", "Final {number} of {count}", number=finals.index(table) + 1, count=len(finals))

    @cached_property
    def granted(self) -> Mapping[int, Mapping[int, tuple[Fraction, int]]]:
        """Table points and score by player and session that they sat out and that is played."""
        rule = Rule(self.settings.get("sit_out_points") or "nothing")
        if rule.name == "fixed":
            fixed = self.settings["sit_out_fixed"]
            rule = Rule(rule.name, Fraction(fixed["table_points"]), fixed["score"])
        fines = Counter[tuple[int, int]]()
        for each in self.penalties:
            for number, points in each.moved.items():
                fines[number, each.session] += points
        found: dict[int, dict[int, tuple[Fraction, int]]] = defaultdict(dict)
        for session, players in self.sit_out.items():
            for number in players if session in self.sessions and rule.name != "nothing" else ():
                games = [
                    Game(played, result[2], result[3], fines[number, played])
                    for played, result in self.own(number).items()
                ]
                found[number][session] = granted(rule, games)
        return found

    @cached_property
    def results(self) -> Mapping[int, Mapping[int, tuple[int, int, Fraction, int, int]]]:
        """By player and session: table, seat, table points, score and place at the table."""
        found: dict[int, dict[int, tuple[int, int, Fraction, int, int]]] = defaultdict(dict)
        for (session, table), counted in sorted(self.counted.tables.items()):
            for seat, number in enumerate(self.at(session, table)):
                place = 1 + sum(other > counted.scores[seat] for other in counted.scores)
                found[number][session] = (table, seat, counted.table_points[seat], counted.scores[seat], place)
        return found

    def own(self, number: int) -> Mapping[int, tuple[int, int, Fraction, int, int]]:
        """What counts for ``number``, without what they won as a substitute for another."""
        return {
            session: result
            for session, result in self.results.get(number, {}).items()
            if (session, number) not in self.stand_ins
        }

    def groups(self, name: Callable[[Mapping[str, str]], str]) -> Mapping[str, list[tuple[Fraction, int]]]:
        """Table points and score that count for each ranked player's group, by the group that ``name`` returns."""
        found: dict[str, list[tuple[Fraction, int]]] = defaultdict(list)
        for number in self.ranked:
            group = name(self.players[number])
            counts = [each[2:4] for played, each in self.own(number).items() if played < self.places_alone]
            counts += self.granted.get(number, {}).values()
            if group:
                found[group].append((sum((each[0] for each in counts), Fraction(0)), sum(each[1] for each in counts)))
        return found


def _place(stream: str) -> tuple[int, int]:
    session, table = stream.split("/")
    return int(session.removeprefix("session-")), int(table.removeprefix("table-"))


_RANK, _PLAYER, _SCORE, _POINTS = mark("Rank"), mark("Player"), mark("Score"), mark("Table points")
_SESSION, _TABLE, _HAND = mark("Session"), mark("Table"), mark("Hand")
_SIDES = (mark("East"), mark("South"), mark("West"), mark("North"))


def wanted_of(report: str, account: Account, language: Language) -> Sequence[Wanted]:
    """The content that the tables of ``report`` must have; empty for reports whose rows are not compared."""
    made = _WANTED.get(report)
    return () if made is None else made(account, language)


def _standings(account: Account, _language: Language) -> Sequence[Wanted]:
    sessions = account.sessions
    places = account.counted.ranking
    lines: list[Line] = []
    for number in account.ranked:
        own, place, more = account.own(number), places[number], account.granted.get(number, {})
        counted = {session: result[2] for session, result in own.items()}
        counted |= {session: points for session, (points, _) in more.items()}
        points = [counted.get(session) for session in sessions]
        lines.append((place.rank, account.names[number], *points, place.table_points, place.score))
    headings = (_RANK, _PLAYER, *(mark("S{session}", session=session) for session in sessions), _POINTS, _SCORE)
    return [Wanted(headings, lines)]


def _ranked_groups(
    groups: Mapping[str, list[tuple[Fraction, int]]], least: int, *, mean: bool
) -> list[tuple[int | None, str, int, Fraction, int]]:
    """The groups with their rank; None if they have fewer than ``least`` members."""
    merits = {}
    for name, members in groups.items():
        points, score = sum((each[0] for each in members), Fraction(0)), sum(each[1] for each in members)
        merits[name] = (points / len(members), Fraction(score, len(members))) if mean else (points, Fraction(score))
    return [
        (
            1 + sum(merits[other] > merits[name] and len(groups[other]) >= least for other in groups)
            if len(members) >= least
            else None,
            name,
            len(members),
            sum((each[0] for each in members), Fraction(0)),
            sum(each[1] for each in members),
        )
        for name, members in groups.items()
    ]


def _teams(account: Account, _language: Language) -> Sequence[Wanted]:
    lines = _ranked_groups(
        account.groups(lambda player: player["team"].strip()), account.settings["team_size"], mean=False
    )
    return [Wanted((_RANK, mark("Team"), mark("Players"), _POINTS, _SCORE), lines, key=1)]


def _countries(account: Account, language: Language) -> Sequence[Wanted]:
    def name(player: Mapping[str, str]) -> str:
        each = (country_name(player["country"], one.code) for one in language.each) if player["country"] else ()
        return " · ".join(dict.fromkeys(each))

    lines = _ranked_groups(account.groups(name), account.settings["country_size"], mean=True)
    return [Wanted((_RANK, mark("Country"), mark("Players"), _POINTS, _SCORE), lines, key=1)]


def _sessions(account: Account, language: Language) -> Sequence[Wanted]:
    lines = [
        (table, place, language.render(WINDS[seat]), account.names[number], score,
         points)
        for number, results in account.results.items()
        for table, seat, points, score, place in results.values()
    ]  # fmt: skip
    headings = (_TABLE, mark_in("rank", "Place"), mark_in("seat", "Start"), _PLAYER, _SCORE, _POINTS)
    return [Wanted(headings, lines), *_turns(account)]


def _turns(account: Account) -> Sequence[Wanted]:
    """Who sits out, below the results of the sessions."""
    lines: list[Line] = [
        (session, account.names[number])
        for session, players in account.sit_out.items() if session in account.sessions
        for number in players
    ]  # fmt: skip
    return [Wanted((_SESSION, _PLAYER), lines, alone=True)]


def _tabulation(account: Account, _language: Language) -> Sequence[Wanted]:
    lines: list[Line] = []
    for number, results in account.results.items():
        for table, _seat, points, score, place in results.values():
            lines.append((table, number, account.names[number], score, points, place))
    headings = (_TABLE, mark("No."), _PLAYER, _SCORE, _POINTS, mark_in("rank", "Place"))
    return [Wanted(headings, lines, key=1), *_turns(account)]


def _journeys(account: Account, language: Language) -> Sequence[Wanted]:
    lines: list[Line] = []
    for session, table, players in account.seats():
        for number in players:
            result = account.results.get(number, {}).get(session)
            leaving = account.stand_ins.get((session, number))
            turn = players.index(number)
            others = ", ".join(account.names[each] for each in (*players[turn + 1 :], *players[:turn]))
            if leaving is not None:
                instead = language.render(mark("{player} plays in this seat", player=account.names[number]))
                lines.append((session, table, instead, None, None))
                others = language.render(mark("{others}; for {player}", others=others, player=account.names[leaving]))
            lines.append((session, table, others, result[3] if result else None, result[2] if result else None))
    out = language.render(mark("sits out"))
    turns: list[Line] = [
        (session, None, out, *_reversed(account.granted.get(number, {}).get(session)))
        for session, players in account.sit_out.items()
        for number in players
    ]
    headings = (_SESSION, _TABLE, mark("With"), _SCORE, _POINTS)
    return [Wanted(headings, [*lines, *turns], some=True), Wanted(headings, turns, key=2, named=True)]


def _reversed(granted: tuple[Fraction, int] | None) -> tuple[int | None, Fraction | None]:
    """Score before table points."""
    return (None, None) if granted is None else (granted[1], granted[0])


def _met_twice(account: Account, _language: Language) -> Sequence[Wanted]:
    met = Counter(pair for _, _, players in account.seats() for pair in combinations(sorted(players), 2))
    lines = [(account.names[one], account.names[other], times) for (one, other), times in met.items() if times > 1]
    return [Wanted((_PLAYER, mark("With"), mark("Times")), lines)]


def _statistics(account: Account, language: Language) -> Sequence[Wanted]:
    played: dict[int, list[int]] = defaultdict(lambda: [0] * 6)
    for hand in account.hands:
        seats = account.at(hand.session, hand.table)
        for number in seats:
            played[number][0] += 1
        if hand.winner is not None:
            winner = played[seats[hand.winner]]
            winner[1] += 1
            winner[2] += hand.discarder is None
            winner[4] += hand.points
            winner[5] = max(winner[5], hand.points)
            if hand.discarder is not None:
                played[seats[hand.discarder]][3] += 1
    places = account.counted.unranked
    names = {
        number: language.render(mark("{player} ({state})", player=name, state=mark("substitute")))
        if number in places
        else name
        for number, name in account.names.items()
    }
    lines: list[Line] = [(names[number], *counts[:5], counts[5] or None) for number, counts in played.items()]
    won = [hand for hand in account.hands if hand.winner is not None]
    drawn = sum(hand.discarder is None for hand in won)
    best = max((hand.points for hand in won), default=0)
    everybody = language.render(mark("All players"))
    lines.append(
        (everybody, len(account.hands), len(won), drawn, len(won) - drawn, sum(hand.points for hand in won), best)
    )
    headings = (_PLAYER, mark("Hands"), mark("Wins"), mark("Self-draws"), mark("Deal-ins"), mark("Points won"),
                mark("Best"))  # fmt: skip
    return [Wanted(headings, lines), *_best_hands(account)]


def _best_hands(account: Account) -> Sequence[Wanted]:
    won = [hand for hand in account.hands if hand.winner is not None]
    points = sorted(hand.points for hand in won)
    lines = [
        (
            1 + len(points) - bisect_right(points, hand.points),
            account.names[account.at(hand.session, hand.table)[hand.winner or 0]],
            hand.session,
            hand.table,
            hand.hand,
        )
        for hand in won
    ]
    return [Wanted((_RANK, mark("Winner"), _SESSION, _TABLE, _HAND), lines, some=True)]


def _hands(account: Account, language: Language) -> Sequence[Wanted]:
    nobody = language.render(mark_in("hand", "drawn"))
    lines: list[Line] = []
    for hand in account.hands:
        seats = account.at(hand.session, hand.table)
        winner = nobody if hand.winner is None else account.names[seats[hand.winner]]
        lines.append((hand.session, hand.table, hand.hand, winner))
    return [Wanted((_SESSION, _TABLE, _HAND, mark("Winner")), lines)]


def _record(account: Account, _language: Language) -> Sequence[Wanted]:
    lines = [
        (each.player, account.names[each.player], each.session, each.table, each.hand) for each in account.penalties
    ]
    return [Wanted((mark("No."), _PLAYER, _SESSION, _TABLE, _HAND), lines)]


def _people(account: Account, _language: Language) -> Sequence[Wanted]:
    lines = [
        (number, player["last_name"], player["first_name"], player["ema_number"] or None)
        for number, player in account.players.items()
    ]
    return [Wanted((mark("No."), mark("Last name"), mark("First name"), mark("EMA number")), lines)]


def _players(account: Account, _language: Language) -> Sequence[Wanted]:
    lines = [
        (number, account.names[number], player["last_name"], player["first_name"], player["ema_number"] or None)
        for number, player in account.players.items()
    ]
    headings = (mark("No."), _PLAYER, mark("Last name"), mark("First name"), mark("EMA number"))
    return [Wanted(headings, lines)]


def _by_table(account: Account, language: Language) -> Sequence[Wanted]:
    sessions = range(1, len(account.seating) + 1)
    return _tables_of(account, language, sessions)


def _tables_of(account: Account, language: Language, sessions: Sequence[int]) -> Sequence[Wanted]:
    """Who sits where, how tables of a final are called, and who sits out, four in a row by last name."""
    seats = [each for each in account.seats() if each[0] in sessions]
    lines: list[Line] = [(table, *(account.names[number] for number in players)) for _, table, players in seats]
    found = [Wanted((_TABLE, *_SIDES), lines)]
    if account.finals.keys() & set(sessions):
        named: list[Line] = [
            (table, language.render(name) if (name := account.final_name(session, table)) else None,
             *(account.names[number] for number in players))
            for session, table, players in seats
        ]  # fmt: skip
        found.append(Wanted((_TABLE, mark("Name"), *_SIDES), named))
    resting: list[Line] = []
    for session in sessions:
        order = sorted(account.sit_out.get(session, ()), key=lambda number: account.players[number]["last_name"])
        label = language.render(mark_count("Sits out", "Sit out", len(order)))
        names: list[str | None] = [account.names[number] for number in order]
        resting += [(label, *(names + [None] * 3)[start : start + 4]) for start in range(0, len(names), 4)]
    return [*found, Wanted((_TABLE, *_SIDES), resting, named=True)] if resting else found


def _by_player(account: Account, language: Language) -> Sequence[Wanted]:
    where: dict[int, dict[int, str]] = defaultdict(dict)
    for session, table, players in account.seats():
        for seat, number in enumerate(players):
            where[number][session] = language.render(mark("{table} {wind}", table=table, wind=WINDS[seat]))
    for session, resting in account.sit_out.items():
        for number in resting:
            where[number][session] = language.render(mark_in("seat", "out"))
    sessions = range(1, len(account.seating) + 1)
    lines: list[Line] = [
        (number, account.players[number]["last_name"], account.players[number]["first_name"],
         *(places.get(session) for session in sessions))
        for number, places in where.items()
    ]  # fmt: skip
    headings = (mark("No."), mark("Last name"), mark("First name"),
                *(mark("S{session}", session=session) for session in sessions))  # fmt: skip
    return [Wanted(headings, lines)]


def _schedules(account: Account, language: Language) -> Sequence[Wanted]:
    lines: list[Line] = []
    for session, table, players in account.seats():
        name = account.final_name(session, table)
        for seat, number in enumerate(players):
            place = _SIDES[seat] if name is None else mark("{name} · {seat}", name=name, seat=_SIDES[seat])
            others = ", ".join(account.names[each] for each in players if each != number)
            lines.append((session, table, language.render(place), others))
    for session, resting in account.sit_out.items():
        lines += [(session, None, language.render(mark("sits out")), None)] * len(resting)
    return [Wanted((_SESSION, _TABLE, mark("Seat at the start"), mark("With")), lines)]


def _rotation(account: Account, _language: Language) -> Sequence[Wanted]:
    """Who begins as East, South, West and North plays every round at another wind, once each."""
    orders = ((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 1, 0), (3, 2, 0, 1))
    lines: list[Line] = [
        tuple(account.names[players[seat]] for seat in order) for _, _, players in account.seats() for order in orders
    ]
    return [Wanted(_SIDES, lines)]


def _seating_file(account: Account, _language: Language) -> Sequence[Wanted]:
    lines: list[Line] = [
        (session, table, *(f"{number} {account.names[number]}" for number in players))
        for session, table, players in account.seats()
    ]
    return [Wanted((_SESSION, _TABLE, *_SIDES), lines)]


def _posters(account: Account, language: Language) -> Sequence[Wanted]:
    """The last session, when everything else is played."""
    last = len(account.seating)
    (by_player,) = _by_player(account, language)
    places = [(line[0], line[1], line[2], line[2 + last]) for line in by_player.lines if line[2 + last] is not None]
    headings = (*by_player.headings[:3], by_player.headings[2 + last])
    ranked = [
        (place.rank, account.names[number], place.table_points, place.score)
        for number, place in account.counted.ranking.items()
    ]
    return [
        Wanted(headings, places),
        *_tables_of(account, language, (last,)),
        Wanted((_RANK, _PLAYER, _POINTS, _SCORE), ranked),
    ]


def _prizes(account: Account, language: Language) -> Sequence[Wanted]:
    """Whoever is named has that rank among the players, the teams or the countries."""
    lines: list[Line] = [(place.rank, account.names[number]) for number, place in account.counted.ranking.items()]
    for groups in (_teams(account, language), _countries(account, language)):
        lines += [(line[0], line[1]) for each in groups for line in each.lines if line[0] is not None]
    return [Wanted((_RANK, mark("Name")), lines, some=True)]


def _journal(account: Account, _language: Language) -> Sequence[Wanted]:
    return [Wanted((mark("No."), mark("Who")), [(each.position, each.author) for each in account.records])]


def _workbook(account: Account, language: Language) -> Sequence[Wanted]:
    parts = (_standings, _teams, _countries, _statistics)
    return [wanted for part in parts for wanted in part(account, language)]


_WANTED: Mapping[str, Callable[[Account, Language], Sequence[Wanted]]] = {
    "standings": _standings,
    "standings-teams": _teams,
    "standings-countries": _countries,
    "sessions": _sessions,
    "tabulation": _tabulation,
    "journeys": _journeys,
    "cross-table": _met_twice,
    "statistics": _statistics,
    "hands": _hands,
    "fouls-record": _record,
    "check-in": _people,
    "players": _players,
    "seating-by-table": _by_table,
    "seating-by-player": _by_player,
    "schedules": _schedules,
    "table-rotation": _rotation,
    "seating-file": _seating_file,
    "posters": _posters,
    "prizes": _prizes,
    "journal": _journal,
    "workbook": _workbook,
}
