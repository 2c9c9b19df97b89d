"""Random sheets with one planted slip, and how often the search for the cause of a difference names it."""

from collections.abc import Callable
from dataclasses import astuple, dataclass, replace
from functools import reduce
from random import Random

from msgspec import structs

from tournament.ledger.causes import (
    Cause,
    HandCountedTwice,
    HandDifferent,
    HandMissing,
    HandTwice,
    HandUncounted,
    LeftoverElsewhere,
    PenaltyDifferent,
    PenaltyMissing,
    PenaltyTwice,
    PenaltyUncounted,
    SeatsExchanged,
    SignsWrong,
    TotalMistyped,
    TotalsExchanged,
)
from tournament.ledger.difference import causes_of
from tournament.ledger.entry import Entry, Record, table_stream
from tournament.ledger.facts import Fact, HandRecorded, PenaltyGiven
from tournament.ledger.sheet import Sheet, build_sheet
from tournament.rules.payment import NO_NET, Net, Outcome, Stakes, add, net_of, opponents
from tournament.rulesets.mcr.ruleset import MCR

_POINTS = (
    *((8, 220), (9, 100), (10, 70), (11, 60), (12, 70), (13, 60), (14, 50), (15, 40), (16, 60)),
    *((points, 15) for points in range(17, 25)),
    *((points, 6) for points in range(25, 41)),
    *((points, 2) for points in range(41, 65)),
    *((64, 10), (88, 10)),
)
"""Points of a hand with how usual they are at a table: most hands are worth little more than the least."""


@dataclass(frozen=True)
class Rows:
    """The content of a sheet."""

    outcomes: tuple[Outcome, ...]
    penalties: tuple[PenaltyGiven, ...] = ()

    @property
    def totals(self) -> Net:
        """Added up by the rules."""
        nets = (
            *(net_of(MCR.settle(outcome, Stakes(0))) for outcome in self.outcomes),
            *(each.net for each in self.penalties),
        )
        return reduce(add, nets, NO_NET)

    def sheet(self) -> Sheet:
        """The current sheet of the ledger."""
        hands = (
            HandRecorded(hand, outcome.winner, outcome.discarder, outcome.points)
            for hand, outcome in enumerate(self.outcomes, start=1)
        )
        facts: tuple[Fact, ...] = (*hands, *self.penalties)
        entries = [_entry(number, fact) for number, fact in enumerate(facts, start=1)]
        return build_sheet(session=1, table=1, players=(1, 2, 3, 4), number=len(entries), entries=entries, rules=MCR)

    def with_hand(self, hand: int, outcome: Outcome) -> "Rows":
        """Another ``outcome`` in row ``hand``."""
        return replace(self, outcomes=(*self.outcomes[: hand - 1], outcome, *self.outcomes[hand:]))


def _entry(number: int, fact: Fact) -> Entry:
    record = Record(
        number, str(number), table_stream(1, 1), number, fact.kind, 1, "Referee", "desk", "", "", "", "", "", ""
    )
    return Entry(record, fact)


Name = tuple[object, ...]
"""What is named: enough to put it right."""


@dataclass(frozen=True)
class Planted:
    """What was typed, what the paper says, and the slip between them."""

    typed: Rows
    paper: Net
    name: Name


def name_of(cause: Cause, typed: Rows) -> Name:
    """What a found ``cause`` names: for rows that are alike, the same."""
    match cause:
        case TotalMistyped():
            return "total", cause.column
        case SignsWrong():
            return "signs", cause.columns
        case HandDifferent():
            return "hand", cause.hand, cause.instead
        case HandTwice():
            return "twice", typed.outcomes[cause.hand - 1], cause.last
        case HandMissing():
            return "missing", cause.outcome
        case SeatsExchanged():
            return "columns", exchanged(typed, cause.first, cause.second, cause.start, cause.end).outcomes
        case PenaltyTwice():
            return "penalty twice", cause.penalty.given, cause.first is not None
        case PenaltyDifferent():
            return "penalty", cause.penalty.given, cause.instead
        case TotalsExchanged() | HandUncounted() | HandCountedTwice() | PenaltyMissing() | PenaltyUncounted():
            return (type(cause), *astuple(cause))
        case LeftoverElsewhere():
            raise ValueError("no sticks lie on the table by MCR")


def outcome(chance: Random) -> Outcome:
    """A hand as it happens at a table."""
    if chance.random() < 0.12:
        return Outcome(None)
    winner = chance.randrange(4)
    points = chance.choices(*zip(*_POINTS, strict=True))[0]
    return Outcome(winner, None if chance.random() < 0.25 else chance.choice(opponents(winner)), points)


def penalty(chance: Random) -> PenaltyGiven:
    """A penalty as referees give them."""
    player = chance.randrange(4)
    others = opponents(player)
    to = chance.choices(((), others, (chance.choice(others),)), (5, 4, 1))[0]
    return PenaltyGiven(player, None, "", chance.choice((5, 10, 10, 10, 20, 20, 30)), to, reason="a reason")


def rows(chance: Random, hands: int = 0, penalties: int | None = None) -> Rows:
    """A sheet of thirteen to sixteen hands, most often all, and now and then a penalty."""
    hands = hands or chance.choices((16, 15, 14, 13), (7, 1, 1, 1))[0]
    count = chance.choices((0, 1, 2), (6, 3, 1))[0] if penalties is None else penalties
    return Rows(tuple(outcome(chance) for _ in range(hands)), tuple(penalty(chance) for _ in range(count)))


def exchanged(typed: Rows, first: int, second: int, start: int, end: int) -> Rows:
    """Two players in each other's columns from hand ``start`` to ``end``."""
    other = {first: second, second: first}

    def moved(column: int | None) -> int | None:
        return None if column is None else other.get(column, column)

    return replace(
        typed,
        outcomes=tuple(
            Outcome(moved(each.winner), moved(each.discarder), each.points) if start <= hand <= end else each
            for hand, each in enumerate(typed.outcomes, start=1)
        ),
    )


def _total(change: Callable[[str, Random], str]) -> Callable[[Random], Planted]:
    """One of the four totals typed wrong."""

    def plant(chance: Random) -> Planted:
        typed = rows(chance)
        column = chance.randrange(4)
        wrong = int(change(str(typed.totals[column]), chance))
        paper = list(typed.totals)
        paper[column] = wrong
        return Planted(typed, (paper[0], paper[1], paper[2], paper[3]), ("total", column))

    return plant


def _points(change: Callable[[str, Random], str]) -> Callable[[Random], Planted]:
    """The points of one hand typed wrong."""

    def plant(chance: Random) -> Planted:
        true = rows(chance)
        hand = _won(true, chance)
        meant = true.outcomes[hand - 1]
        wrong = int(change(str(meant.points), chance))
        if not MCR.minimum <= wrong <= MCR.improbable:  # refused, or asked for once more
            return plant(chance)
        return Planted(true.with_hand(hand, replace(meant, points=wrong)), true.totals, ("hand", hand, meant))

    return plant


def _hand(change: Callable[[Outcome, Random], Outcome]) -> Callable[[Random], Planted]:
    """One hand typed wrong."""

    def plant(chance: Random) -> Planted:
        true = rows(chance)
        hand = chance.randint(1, len(true.outcomes))
        meant = true.outcomes[hand - 1]
        wrong = change(meant, chance)
        return Planted(true.with_hand(hand, wrong), true.totals, ("hand", hand, meant))

    return plant


def _won(true: Rows, chance: Random) -> int:
    return chance.choice([hand for hand, each in enumerate(true.outcomes, start=1) if not each.drawn] or [1])


def digit(text: str, chance: Random) -> str:
    """Another digit in one place."""
    place = chance.choice([place for place, sign in enumerate(text) if sign.isdigit()])
    return text[:place] + chance.choice("0123456789") + text[place + 1 :]


def transposed(text: str, chance: Random) -> str:
    """Two digits side by side in each other's place."""
    places = [place for place in range(len(text) - 1) if text[place : place + 2].isdigit()]
    if not places:
        return text
    place = chance.choice(places)
    return text[:place] + text[place + 1] + text[place] + text[place + 2 :]


def missing(text: str, chance: Random) -> str:
    """One digit less."""
    places = [place for place, sign in enumerate(text) if sign.isdigit()]
    place = chance.choice(places)
    return text[:place] + text[place + 1 :] if len(places) > 1 else text


def doubled(text: str, chance: Random) -> str:
    """One digit twice."""
    place = chance.choice([place for place, sign in enumerate(text) if sign.isdigit()])
    return text[: place + 1] + text[place:]


def sign(text: str, chance: Random) -> str:
    """The other sign."""
    return str(-int(text))


def _other_points(text: str, chance: Random) -> str:
    return str(chance.choices(*zip(*_POINTS, strict=True))[0])


def _other_winner(meant: Outcome, chance: Random) -> Outcome:
    if meant.drawn:
        return meant
    return replace(meant, winner=chance.choice([c for c in range(4) if c not in (meant.winner, meant.discarder)]))


def _other_discarder(meant: Outcome, chance: Random) -> Outcome:
    if meant.discarder is None:
        return meant
    return replace(meant, discarder=chance.choice([c for c in range(4) if c not in (meant.winner, meant.discarder)]))


def _other_way(meant: Outcome, chance: Random) -> Outcome:
    if meant.winner is None:
        return meant
    return replace(meant, discarder=chance.choice(opponents(meant.winner)) if meant.self_draw else None)


def _exchanged_players(meant: Outcome, _chance: Random) -> Outcome:
    return meant if meant.discarder is None else replace(meant, winner=meant.discarder, discarder=meant.winner)


def _drawn(meant: Outcome, chance: Random) -> Outcome:
    if not meant.drawn:
        return Outcome(None)
    return outcome(chance)


def _totals_exchanged(chance: Random) -> Planted:
    typed = rows(chance)
    first, second = sorted(chance.sample(range(4), 2))
    paper = list(typed.totals)
    paper[first], paper[second] = paper[second], paper[first]
    return Planted(typed, (paper[0], paper[1], paper[2], paper[3]), (TotalsExchanged, first, second))


def _minus_missing(*, every: bool) -> Callable[[Random], Planted]:
    """The minus signs of at least two totals left out: of all totals below zero, or of two."""

    def plant(chance: Random) -> Planted:
        typed = rows(chance)
        below = [column for column in range(4) if typed.totals[column] < 0]
        columns = tuple(below if every else sorted(chance.sample(below, min(2, len(below)))))
        if len(columns) < 2:
            return plant(chance)
        a, b, c, d = (-each if column in columns else each for column, each in enumerate(typed.totals))
        return Planted(typed, (a, b, c, d), ("signs", columns))

    return plant


def _hand_twice(chance: Random) -> Planted:
    true = rows(chance)
    hand = _won(true, chance)
    outcomes = (*true.outcomes[:hand], *true.outcomes[hand - 1 :])
    last = outcomes[16] if len(outcomes) > 16 else None
    if last is not None and (last.drawn or hand == 16):
        last = None
    return Planted(replace(true, outcomes=outcomes[:16]), true.totals, ("twice", true.outcomes[hand - 1], last))


def _hand_missing(chance: Random) -> Planted:
    true = rows(chance)
    hand = _won(true, chance)
    outcomes = (*true.outcomes[: hand - 1], *true.outcomes[hand:])
    return Planted(replace(true, outcomes=outcomes), true.totals, ("missing", true.outcomes[hand - 1]))


def _hand_uncounted(chance: Random) -> Planted:
    typed = rows(chance)
    hand = _won(typed, chance)
    return Planted(typed, typed.with_hand(hand, Outcome(None)).totals, (HandUncounted, hand))


def _columns(chance: Random) -> Planted:
    true = rows(chance)
    first, second = sorted(chance.sample(range(4), 2))
    hand, last = chance.randint(2, len(true.outcomes) - 2), len(true.outcomes)
    start, end = chance.choice(((1, hand), (hand + 1, last)))
    wrong = exchanged(true, first, second, start, end)
    if sum(one != other for one, other in zip(true.outcomes, wrong.outcomes, strict=True)) < 2:  # a slip in one hand
        return _columns(chance)
    return Planted(wrong, true.totals, ("columns", true.outcomes))


def _penalty_missing(chance: Random) -> Planted:
    true = rows(chance, penalties=chance.choice((1, 1, 2)))
    given = true.penalties[-1]
    return Planted(
        replace(true, penalties=true.penalties[:-1]),
        true.totals,
        (PenaltyMissing, given.player, given.points, given.to),
    )


def _penalty_twice(chance: Random) -> Planted:
    true = rows(chance, penalties=chance.choice((1, 1, 2)))
    given = chance.choice(true.penalties)
    return Planted(replace(true, penalties=(*true.penalties, given)), true.totals, ("penalty twice", given, True))


def _penalty_player(chance: Random) -> Planted:
    true = rows(chance, penalties=1)
    meant = true.penalties[0]
    player = chance.choice(opponents(meant.player))
    to = opponents(player) if len(meant.to) == 3 else meant.to
    if player in to:
        return _penalty_player(chance)
    wrong = structs.replace(meant, player=player, to=to)
    return Planted(replace(true, penalties=(wrong,)), true.totals, ("penalty", wrong, meant))


def _penalty_receivers(chance: Random) -> Planted:
    true = rows(chance, penalties=1)
    meant = true.penalties[0]
    wrong = structs.replace(meant, to=() if meant.to else opponents(meant.player))
    return Planted(replace(true, penalties=(wrong,)), true.totals, ("penalty", wrong, meant))


PLANTS: dict[str, Callable[[Random], Planted]] = {
    "total: two digits transposed": _total(transposed),
    "total: a digit changed": _total(digit),
    "total: a digit missing": _total(missing),
    "total: a digit doubled": _total(doubled),
    "total: the sign": _total(sign),
    "all minus signs missing": _minus_missing(every=True),
    "two minus signs missing": _minus_missing(every=False),
    "totals of two players exchanged": _totals_exchanged,
    "points: two digits transposed": _points(transposed),
    "points: a digit changed": _points(digit),
    "points: a digit missing or doubled": _points(lambda text, chance: chance.choice((missing, doubled))(text, chance)),
    "points: another value": _points(_other_points),
    "winner": _hand(_other_winner),
    "discarder": _hand(_other_discarder),
    "self-draw for a discard, or the reverse": _hand(_other_way),
    "winner and discarder exchanged": _hand(_exchanged_players),
    "drawn for won, or the reverse": _hand(_drawn),
    "hand typed twice": _hand_twice,
    "hand skipped": _hand_missing,
    "hand not in the totals of the paper": _hand_uncounted,
    "columns exchanged from or until a hand": _columns,
    "penalty missing": _penalty_missing,
    "penalty given twice": _penalty_twice,
    "penalty to the wrong player": _penalty_player,
    "penalty own for transferred, or the reverse": _penalty_receivers,
}
"""Every kind of slip by its name."""


@dataclass(frozen=True)
class Count:
    """How often the planted slip was found."""

    planted: int
    first: int
    """Named first."""
    three: int
    """Named among the first three."""
    found: int
    """Named at all."""
    alone: int
    """No other single slip makes the same four totals: it was named alone."""


def counted(kind: str, planted: int, seed: int = 1) -> Count:
    """Plant ``kind`` so often, and look where it is named."""
    chance = Random(f"{kind} {seed}")
    places: list[int | None] = []
    alone = 0
    while len(places) < planted:
        plant = PLANTS[kind](chance)
        sheet = plant.typed.sheet()
        if plant.paper == sheet.scores:  # it moved nothing, so nobody can see it
            continue
        causes = causes_of(sheet, MCR, plant.paper)
        names = [name_of(cause, plant.typed) for cause in causes]
        places.append(names.index(plant.name) if plant.name in names else None)
        alone += names == [plant.name]
    found = [place for place in places if place is not None]
    return Count(planted, found.count(0), sum(place < 3 for place in found), len(found), alone)
