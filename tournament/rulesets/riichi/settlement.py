"""Who pays whom: the value of han and fu, several winners, counters, sticks, liability and drawn hands.

Sections are those of EMA, Riichi Competition Rules 2025.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from tournament.rules.payment import (
    RIICHI,
    SECOND,
    SECOND_HAN,
    SECOND_LIABLE,
    THIRD,
    THIRD_HAN,
    THIRD_LIABLE,
    Answer,
    Outcome,
    Stakes,
    Transfer,
    opponents,
)
from tournament.rulesets.riichi.options import RiichiOptions

STICK = 1_000
"""What a riichi costs."""
YAKUMAN_HAN = 13
"""What is written as han of a hand that is a yakuman."""
MANGAN, HANEMAN, BAIMAN, SANBAIMAN, YAKUMAN = 2_000, 3_000, 4_000, 6_000, 8_000
"""Base points of the limits (4.1.2)."""
USUAL_FU = 30
"""The fu of a hand of which nobody wrote any."""
FU, YAKUMAN_COUNT, ABORTIVE, NAGASHI = "fu", "yakuman", "abortive_draw", "nagashi_mangan"
"""Names of questions, none of them that of an option."""


class RiichiWin(NamedTuple):
    """One winner of a hand, as it was written down."""

    winner: int
    han: int
    fu: int | None
    yakuman: int
    liable: int | None


class WinFields(NamedTuple):
    """Where the parts of a win are written down."""

    winner: str
    han: str
    fu: str
    yakuman: str
    liable: str


FIELDS = (
    WinFields("winner", "points", FU, YAKUMAN_COUNT, "liable"),
    WinFields(SECOND, SECOND_HAN, "second_fu", "second_yakuman", SECOND_LIABLE),
    WinFields(THIRD, THIRD_HAN, "third_fu", "third_yakuman", THIRD_LIABLE),
)


def wins_of(outcome: Outcome) -> tuple[RiichiWin, ...]:
    """The winners in the order in which they are written down."""
    return tuple(win for win in (win_of(outcome, fields) for fields in FIELDS) if win is not None)


def win_of(outcome: Outcome, fields: WinFields) -> RiichiWin | None:
    """What ``fields`` say; None where nobody won."""
    if fields is FIELDS[0]:
        winner, han, liable = outcome.winner, outcome.points, outcome.liable
    else:
        winner, liable = _number(outcome, fields.winner), _number(outcome, fields.liable)
        han = _number(outcome, fields.han) or 0
    if winner is None:
        return None
    return RiichiWin(winner, han, _number(outcome, fields.fu), _number(outcome, fields.yakuman) or 0, liable)


def ordered(outcome: Outcome) -> Outcome:
    """The same hand with its winners in the order of play after the discarder."""
    wins, discarder = wins_of(outcome), outcome.discarder
    if discarder is None or len(wins) < 2:
        return outcome
    first, *others = sorted(wins, key=lambda win: (win.winner - discarder) % 4)
    of_wins = {name for fields in FIELDS for name in fields}
    answers: dict[str, Answer] = {name: answer for name, answer in outcome.answers if name not in of_wins}
    answers |= {FU: first.fu, YAKUMAN_COUNT: first.yakuman or None}
    for fields, win in zip(FIELDS[1:], others, strict=False):
        written = (win.winner, win.han or None, win.fu, win.yakuman or None, win.liable)
        answers |= dict(zip(fields, written, strict=True))
    said = tuple(sorted((name, answer) for name, answer in answers.items() if answer is not None))
    return replace(outcome, winner=first.winner, points=first.han, liable=first.liable, answers=said)


def declared(outcome: Outcome) -> tuple[int, ...]:
    """Who laid a stick on the table in this hand."""
    return _players(outcome, RIICHI)


def tenpai_of(outcome: Outcome) -> frozenset[int]:
    """Who is tenpai in a drawn hand: whoever declared riichi is, named or not."""
    return frozenset((*outcome.tenpai, *declared(outcome)))


def in_turn(columns: Iterable[int], discarder: int) -> list[int]:
    """``columns`` in the order of play after ``discarder``: the first of them takes the sticks (3.4.4)."""
    return sorted(columns, key=lambda column: (column - discarder) % 4)


def base_points(han: int, fu: int | None, yakuman: int, options: RiichiOptions) -> int:
    """What a hand is worth before it is doubled for whoever pays (4.1)."""
    if yakuman:
        return YAKUMAN * yakuman
    if han >= YAKUMAN_HAN and options.counted_yakuman:
        return YAKUMAN
    for least, limit in ((11, SANBAIMAN), (8, BAIMAN), (6, HANEMAN), (5, MANGAN)):
        if han >= least:
            return limit
    counted = (fu or USUAL_FU) * 2 ** (2 + max(han, 0))
    return MANGAN if options.kiriage and counted == 1_920 else min(counted, MANGAN)


def settle(outcome: Outcome, stakes: Stakes, options: RiichiOptions) -> tuple[Transfer, ...]:
    """Pay for one hand; what is laid on the table and taken from it is among the transfers."""
    laid = tuple(Transfer(column, None, STICK) for column in declared(outcome))
    if outcome.drawn:
        return (*laid, *_drawn(outcome, stakes, options))
    wins = {win.winner: win for win in wins_of(outcome)}
    discarder = outcome.discarder
    order = list(wins) if discarder is None else in_turn(wins, discarder)
    paid: list[Transfer] = []
    for column in order:
        counters = stakes.counters if column == order[0] or options.counters_to == "each" else 0
        paid += _won(wins[column], discarder, stakes.dealer, counters, options)
    return (*laid, *paid, *_collected(outcome, order, stakes.sticks))


def _won(
    win: RiichiWin, discarder: int | None, dealer: int, counters: int, options: RiichiOptions
) -> Iterator[Transfer]:
    """The hand and its counters; the part of one yakuman for which somebody is liable apart (3.3.7)."""
    base = base_points(win.han, win.fu, win.yakuman, options)
    if win.liable is None:
        yield from _shares(win.winner, discarder, dealer, base, counters * options.counter)
        return
    rest = base - YAKUMAN
    of_one = sum(each.points for each in _shares(win.winner, discarder, dealer, YAKUMAN, 0))
    if discarder is None:
        yield Transfer(win.liable, win.winner, of_one + counters * options.counter)
    else:
        yield Transfer(win.liable, win.winner, of_one // 2)
        yield Transfer(discarder, win.winner, of_one - of_one // 2 + counters * options.counter)
    if rest > 0:
        yield from _shares(win.winner, discarder, dealer, rest, 0)


def _shares(winner: int, discarder: int | None, dealer: int, base: int, counters: int) -> Iterator[Transfer]:
    """Who pays ``base`` points and the points of the counters: the discarder everything, else all three."""
    if discarder is not None:
        yield Transfer(discarder, winner, in_hundreds(base * (6 if winner == dealer else 4)) + counters)
        return
    for payer in opponents(winner):
        yield Transfer(payer, winner, in_hundreds(base * (2 if dealer in (winner, payer) else 1)) + counters // 3)


def in_hundreds(points: int) -> int:
    """Rounded up to hundreds."""
    return -(-points // 100) * 100


def _collected(outcome: Outcome, order: list[int], sticks: int) -> Iterator[Transfer]:
    """The sticks: each winner gets back the own one, the first in turn all others (3.4.4)."""
    laid = declared(outcome)
    first = order[0]
    for column in order:
        own = column in laid
        others = sticks + sum(each not in order for each in laid) if column == first else 0
        if own or others:
            yield Transfer(None, column, STICK * (own + others))


def _drawn(outcome: Outcome, stakes: Stakes, options: RiichiOptions) -> Iterator[Transfer]:
    """Those without tenpai pay those with it (3.4.2); nagashi mangan is paid instead, an abortive draw not at all."""
    if outcome.answer(ABORTIVE) is not None:
        return
    nagashi = _players(outcome, NAGASHI)
    if nagashi:
        for winner in nagashi:
            yield from _shares(winner, None, stakes.dealer, MANGAN, 0)
        return
    tenpai = tenpai_of(outcome)
    if 0 < len(tenpai) < 4:
        noten = [column for column in range(4) if column not in tenpai]
        each = options.noten // (len(noten) * len(tenpai))
        for payer in noten:
            yield from (Transfer(payer, receiver, each) for receiver in sorted(tenpai) if each)


def _number(outcome: Outcome, name: str) -> int | None:
    answer = outcome.answer(name)
    return answer if isinstance(answer, int) else None


def _players(outcome: Outcome, name: str) -> tuple[int, ...]:
    answer = outcome.answer(name)
    return answer if isinstance(answer, tuple) else ()
