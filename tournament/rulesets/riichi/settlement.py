"""Who pays whom in riichi, the questions about the end of a hand, and impossible outcomes.

Sections are those of EMA, Riichi Competition Rules 2025.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from tournament.language import Text, integer_text, mark, mark_in
from tournament.rules.item import CountedItem, HandCount, Unit
from tournament.rules.payment import (
    FURTHER_WINNER,
    RIICHI,
    SECOND,
    SECOND_HAN,
    SECOND_LIABLE,
    TENPAI,
    THIRD,
    THIRD_HAN,
    THIRD_LIABLE,
    Answer,
    Net,
    Outcome,
    Stakes,
    Transfer,
    opponents,
)
from tournament.rules.question import Choice, OutcomeProblem, QuestionKind, RuleQuestion, Turn
from tournament.rules.table_state import TableState
from tournament.rulesets.riichi.options import RiichiOptions

STICK = 1_000
"""The points of a riichi stick."""
YAKUMAN_HAN = 13
"""The han that are entered for a yakuman."""
MANGAN, HANEMAN, BAIMAN, SANBAIMAN, YAKUMAN = 2_000, 3_000, 4_000, 6_000, 8_000
"""Base points of the limits (4.1.2)."""
USUAL_FU = 30
"""The fu of a hand if they were not entered."""
FU, YAKUMAN_COUNT, ABORTIVE, NAGASHI = "fu", "yakuman", "abortive_draw", "nagashi_mangan"
"""Names of questions. None of them is also the name of an option."""


class RiichiWin(NamedTuple):
    """One winner of a hand, as entered."""

    winner: int
    han: int
    fu: int | None
    yakuman: int
    liable: int | None


class _WinFields(NamedTuple):
    """The names of the fields of one win."""

    winner: str
    han: str
    fu: str
    yakuman: str
    liable: str


FIELDS = (
    _WinFields("winner", "points", FU, YAKUMAN_COUNT, "liable"),
    _WinFields(SECOND, SECOND_HAN, "second_fu", "second_yakuman", SECOND_LIABLE),
    _WinFields(THIRD, THIRD_HAN, "third_fu", "third_yakuman", THIRD_LIABLE),
)


def wins_of(outcome: Outcome) -> tuple[RiichiWin, ...]:
    """Return the winners in the order in which they were entered."""
    return tuple(win for win in (_win_of(outcome, fields) for fields in FIELDS) if win is not None)


def _win_of(outcome: Outcome, fields: _WinFields) -> RiichiWin | None:
    """Return the win in these fields; None if nobody won."""
    if fields is FIELDS[0]:
        winner, han, liable = outcome.winner, outcome.points, outcome.liable
    else:
        winner, liable = _number(outcome, fields.winner), _number(outcome, fields.liable)
        han = _number(outcome, fields.han) or 0
    if winner is None:
        return None
    return RiichiWin(winner, han, _number(outcome, fields.fu), _number(outcome, fields.yakuman) or 0, liable)


def ordered(outcome: Outcome) -> Outcome:
    """Return the outcome with its winners in the order of play after the discarder."""
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
    """Return the columns of the players who put a riichi stick on the table in this hand."""
    return _players(outcome, RIICHI)


def tenpai_of(outcome: Outcome) -> frozenset[int]:
    """Return who is tenpai in a drawn hand: the players named, and everybody who declared riichi."""
    return frozenset((*outcome.tenpai, *declared(outcome)))


def _in_turn(columns: Iterable[int], discarder: int) -> list[int]:
    """Return ``columns`` in the order of play after ``discarder``. The first of them gets the sticks (3.4.4)."""
    return sorted(columns, key=lambda column: (column - discarder) % 4)


def base_points(han: int, fu: int | None, yakuman: int, options: RiichiOptions) -> int:
    """Return the base points of a hand (4.1): what each payer pays is a multiple of them."""
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
    """Return the payments for one hand, including the sticks put on the table and taken from it."""
    laid = tuple(Transfer(column, None, STICK) for column in declared(outcome))
    if outcome.drawn:
        return (*laid, *_drawn(outcome, stakes, options))
    wins = {win.winner: win for win in wins_of(outcome)}
    discarder = outcome.discarder
    order = list(wins) if discarder is None else _in_turn(wins, discarder)
    paid: list[Transfer] = []
    for column in order:
        counters = stakes.counters if column == order[0] or options.counters_to == "each" else 0
        paid += _won(wins[column], discarder, stakes.dealer, counters, options)
    return (*laid, *paid, *_collected(outcome, order, stakes.sticks, options))


def _won(
    win: RiichiWin, discarder: int | None, dealer: int, counters: int, options: RiichiOptions
) -> Iterator[Transfer]:
    """Yield the payments for the hand and its counters. A yakuman with a liable player is paid separately (3.3.7)."""
    base = base_points(win.han, win.fu, win.yakuman, options)
    if win.liable is None:
        yield from _shares(win.winner, discarder, dealer, base, counters * options.counter)
        return
    rest = base - YAKUMAN
    of_one = sum(each.points for each in _shares(win.winner, discarder, dealer, YAKUMAN, 0))
    if discarder is None:
        yield Transfer(win.liable, win.winner, of_one + counters * options.counter)
    else:
        liable, other = (counters * options.counter, 0)[:: 1 if options.pao_counters else -1]
        yield Transfer(win.liable, win.winner, of_one // 2 + liable)
        yield Transfer(discarder, win.winner, of_one - of_one // 2 + other)
    if rest > 0:
        yield from _shares(win.winner, discarder, dealer, rest, 0)


def _shares(winner: int, discarder: int | None, dealer: int, base: int, counters: int) -> Iterator[Transfer]:
    """Yield who pays ``base`` points and the points of the counters: the discarder, or all three for a self-draw."""
    if discarder is not None:
        yield Transfer(discarder, winner, in_hundreds(base * (6 if winner == dealer else 4)) + counters)
        return
    for payer in opponents(winner):
        yield Transfer(payer, winner, in_hundreds(base * (2 if dealer in (winner, payer) else 1)) + counters // 3)


def in_hundreds(points: int) -> int:
    """Return ``points`` rounded up to hundreds."""
    return -(-points // 100) * 100


def _collected(outcome: Outcome, order: list[int], sticks: int, options: RiichiOptions) -> Iterator[Transfer]:
    """Yield the sticks: each winner gets their own back, and the first in turn all others (3.4.4), or all by option."""
    laid = declared(outcome)
    if not options.own_stick_back:
        if laid or sticks:
            yield Transfer(None, order[0], STICK * (sticks + len(laid)))
        return
    first = order[0]
    for column in order:
        own = column in laid
        others = sticks + sum(each not in order for each in laid) if column == first else 0
        if own or others:
            yield Transfer(None, column, STICK * (own + others))


def _drawn(outcome: Outcome, stakes: Stakes, options: RiichiOptions) -> Iterator[Transfer]:
    """Yield the payments after a drawn hand (3.4.2): for tenpai, or nagashi mangan instead; none if it was abortive."""
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


_LIMIT_NAMES = {
    MANGAN: ("mangan", mark("mangan")),
    HANEMAN: ("haneman", mark("haneman")),
    BAIMAN: ("baiman", mark("baiman")),
    SANBAIMAN: ("sanbaiman", mark("sanbaiman")),
    YAKUMAN: ("yakuman", mark("yakuman")),
}
"""The names of the limits by base points. Below a limit, han and fu never give exactly these numbers."""


def received(base: int, *, dealer: bool, self_drawn: bool) -> int:
    """Return how many points the winner receives for ``base`` points, without counters and sticks (4.1)."""
    if not self_drawn:
        return in_hundreds(base * (6 if dealer else 4))
    return 3 * in_hundreds(2 * base) if dealer else in_hundreds(2 * base) + 2 * in_hundreds(base)


def yakuman_in(items: Iterable[CountedItem], options: RiichiOptions) -> int:
    """Return the number of yakuman that count."""
    values = [each.item.value for each in items if each.item.unit is Unit.YAKUMAN]
    return sum(values) if options.yakuman_add else max(values, default=0)


def yakuman_of(count: HandCount, options: RiichiOptions) -> int:
    """Return the number of yakuman for which a hand is paid."""
    return yakuman_in(count.counted, options)


def limit_of(count: HandCount, options: RiichiOptions) -> tuple[str, Text] | None:
    """Return the limit of a hand without yakuman, by its name in files and in words; None if it reaches none."""
    return _LIMIT_NAMES.get(base_points(count.points, count.base, 0, options)) if count.minimum_met else None


MOST_FU_HAN = 4
"""The highest number of han with which the fu still matter."""
_MOST_FU = 140
MOST_HAN = 40
_MOST_YAKUMAN = 7
"""The most yakuman in one hand, if they add up and some count twice."""
_TRIPLE_RON = "triple-ron"
_Asked = Callable[[Outcome, int], bool]


def who_is_liable(options: RiichiOptions) -> RuleQuestion | None:
    """Return the question who is liable for the yakuman of the first winner; None if the options have no liability."""
    if not (options.pao or options.pao_four_kans):
        return None
    return RuleQuestion(
        "liable", mark("Liable for the yakuman"), QuestionKind.PLAYER, None, label=mark("Liable"), of_win=True,
        key="L", asked=_is_yakuman(FIELDS[0]),
    )  # fmt: skip


def questions(options: RiichiOptions) -> tuple[RuleQuestion, ...]:
    """Return the questions in the order in which a referee answers them."""
    found = [_fu_question(FIELDS[0]), _yakuman_question(FIELDS[0]), _RIICHI, _TENPAI]
    if options.ron != "first":
        found += _further(FIELDS[1], options)
    if options.ron == "all":
        found += _further(FIELDS[2], options)
    if options.abortive or options.ron == "two":
        found.append(_abortive_question(options))
    if options.nagashi:
        found.append(_NAGASHI)
    return tuple(found)


def _if_drawn(outcome: Outcome, _dealer: int) -> bool:
    return outcome.drawn


_RIICHI = RuleQuestion(RIICHI, mark("Riichi: whose stick goes to the table"), QuestionKind.PLAYERS, None,
                       label=mark("Riichi"), sign=mark_in("sign", "R"), key="I")  # fmt: skip
_TENPAI = RuleQuestion(TENPAI, mark("Tenpai in a drawn hand"), QuestionKind.PLAYERS, None, label=mark("Tenpai"),
                       sign=mark_in("sign", "T"), key="H", asked=_if_drawn, turn=Turn.IN_TURN)  # fmt: skip
_NAGASHI = RuleQuestion(
    NAGASHI, mark("Nagashi mangan"), QuestionKind.PLAYERS, None, sign=mark_in("sign", "N"), key="M", asked=_if_drawn
)
_REASONS = (
    Choice("nine-terminals", mark("Nine terminals and honours"), "9", mark_in("column", "Nine terminals")),
    Choice("four-winds", mark("Four equal winds"), "4", mark_in("column", "Four winds")),
    Choice("four-riichi", mark("Four riichi"), "5", mark_in("column", "Four riichi")),
    Choice("four-kans", mark("Four kans"), "6", mark_in("column", "Four kans")),
)
_THREE = Choice(_TRIPLE_RON, mark("Three win on one discard"), "3", mark_in("column", "Three win"))


def _abortive_question(options: RiichiOptions) -> RuleQuestion:
    reasons = (*(_REASONS if options.abortive else ()), *((_THREE,) if options.ron == "two" else ()))
    text = mark("Abortive draw")
    return RuleQuestion(ABORTIVE, text, QuestionKind.CHOICE, None, reasons, key="B", asked=_if_drawn)


def _fu_question(fields: _WinFields) -> RuleQuestion:
    def asked(outcome: Outcome, _dealer: int) -> bool:
        win = _win_of(outcome, fields)
        return win is not None and win.han <= MOST_FU_HAN and not win.yakuman

    first = fields is FIELDS[0]
    return RuleQuestion(
        fields.fu,
        mark("Fu") if first else mark("Fu of the further winner"),
        QuestionKind.NUMBER,
        None,
        least=20,
        most=_MOST_FU,
        step=5,
        label=mark("Fu"),
        key="F" if first else "",
        asked=asked,
        turn=Turn.IN_TURN if first else Turn.FOLLOWS,
        times=10,
        of_win=True,
    )


def _yakuman_question(fields: _WinFields) -> RuleQuestion:
    def asked(outcome: Outcome, _dealer: int) -> bool:
        win = _win_of(outcome, fields)
        return win is not None and win.han >= YAKUMAN_HAN

    text = mark("Yakuman") if fields is FIELDS[0] else mark("Yakuman of the further winner")
    return RuleQuestion(fields.yakuman, text, QuestionKind.NUMBER, 0, most=_MOST_YAKUMAN, label=mark("Yakuman"),
                        key="Y", asked=asked, gives=(fields.han, YAKUMAN_HAN), of_win=True)  # fmt: skip


def _is_yakuman(fields: _WinFields) -> _Asked:
    def asked(outcome: Outcome, _dealer: int) -> bool:
        win = _win_of(outcome, fields)
        return win is not None and win.yakuman > 0

    return asked


def _further(fields: _WinFields, options: RiichiOptions) -> list[RuleQuestion]:
    """Return the questions who else won on the discard, and what their hand is worth."""
    before = FIELDS[FIELDS.index(fields) - 1]

    def may_be(outcome: Outcome, _dealer: int) -> bool:
        return outcome.discarder is not None and _win_of(outcome, before) is not None

    def is_there(outcome: Outcome, _dealer: int) -> bool:
        return _win_of(outcome, fields) is not None

    who = {SECOND: mark("Second winner"), THIRD: mark("Third winner")}[fields.winner]
    liable = {SECOND_LIABLE: mark("Liable for the second winner"), THIRD_LIABLE: mark("Liable for the third winner")}
    found = [
        RuleQuestion(fields.winner, who, QuestionKind.PLAYER, None, key=FURTHER_WINNER, asked=may_be, of_win=True),
        RuleQuestion(fields.han, mark("Han of the further winner"), QuestionKind.NUMBER, 0, least=1, most=MOST_HAN,
                     label=mark("Han"), asked=is_there, turn=Turn.FOLLOWS, of_win=True),
        _fu_question(fields),
        _yakuman_question(fields),
    ]  # fmt: skip
    if who_is_liable(options) is not None:
        found.append(RuleQuestion(fields.liable, liable[fields.liable], QuestionKind.PLAYER, None,
                                  label=mark("Liable"), of_win=True, key="L",
                                  asked=_is_yakuman(fields)))  # fmt: skip
    return found


_SEVEN_PAIRS_FU, _PINFU_FU = 25, 20
MOST_FU_BY_HAN = {1: 100, 2: 110, 3: 110}
"""The most fu of a hand with few han. More fu need three kans or concealed triplets, which have more han."""
_Problem = tuple[str, Text, str]


def outcome_problems(outcome: Outcome, _dealer: int, options: RiichiOptions) -> tuple[OutcomeProblem, ...]:
    """Return everything that is impossible in an outcome."""
    found = _drawn_problems(outcome) if outcome.drawn else _win_problems(outcome, options)
    return tuple(OutcomeProblem(code, text, field) for code, text, field in found)


def poor_problems(
    outcome: Outcome, _state: TableState, totals: Net, options: RiichiOptions
) -> tuple[OutcomeProblem, ...]:
    """Return the problem that a player with too few points declared riichi (4.1.4).

    ``totals`` are those before the hand.
    """
    if not options.riichi_needs_1000 or all(options.start + totals[column] >= STICK for column in declared(outcome)):
        return ()
    text = mark("Riichi needs at least {points} points: check who declared it.", points=integer_text(STICK))
    return (OutcomeProblem("riichi-too-poor", text, RIICHI),)


def _drawn_problems(outcome: Outcome) -> Iterator[_Problem]:
    if outcome.discarder is not None:
        yield "drawn-discarder", mark("Nobody won, so nobody gave the winning tile."), "discarder"
    if outcome.points:
        yield "drawn-points", mark("Nobody won, and a drawn hand has no han."), "points"
    if outcome.liable is not None:
        yield "liable-drawn", mark("Nobody won, so nobody is liable."), "liable"
    for name in _of_wins(outcome):
        yield "drawn-win", mark("Nobody won: leave this out."), name
    reason = outcome.answer(ABORTIVE)
    if reason is None:
        return
    for name in (TENPAI, NAGASHI):
        if outcome.answer(name) is not None:
            yield "abortive-paid", mark("After an abortive draw nothing is paid: leave this out."), name
    if (reason == "four-riichi") != (len(declared(outcome)) == 4):
        yield "four-riichi", mark("Four riichi end the hand, and nothing else does then."), ABORTIVE


def _of_wins(outcome: Outcome) -> Iterator[str]:
    """Yield the names of the answers about a win, which a drawn hand cannot have."""
    names = {name for fields in FIELDS for name in fields}
    return (name for name, _ in outcome.answers if name in names)


def _win_problems(outcome: Outcome, options: RiichiOptions) -> Iterator[_Problem]:
    for name in (TENPAI, ABORTIVE, NAGASHI):
        if outcome.answer(name) is not None:
            yield "won-drawn", mark("Somebody won: this is said of drawn hands only."), name
    seen: list[int] = []
    for fields in FIELDS:
        win = _win_of(outcome, fields)
        if win is None:
            yield from _without_winner(outcome, fields)
            continue
        if fields is not FIELDS[0]:
            yield from _further_winner(outcome, win, seen, fields, FIELDS[FIELDS.index(fields) - 1])
        seen.append(win.winner)
        if win.winner == outcome.discarder:
            field = "discarder" if fields is FIELDS[0] else fields.winner
            yield "own-discard", mark("Nobody wins on their own discard."), field
        yield from _worth_problems(outcome, win, fields, options)
        yield from _liability_problems(win, fields, options)


def _further_winner(
    outcome: Outcome, win: RiichiWin, seen: list[int], fields: _WinFields, before: _WinFields
) -> Iterator[_Problem]:
    if outcome.discarder is None:
        yield "self-draw-winners", mark("Only one player wins on a self-draw."), fields.winner
    if win.winner in seen:
        yield "winner-twice", mark("This player is a winner already."), fields.winner
    if _win_of(outcome, before) is None:
        yield "winner-missing", mark("Enter the second winner before the third."), before.winner


def _without_winner(outcome: Outcome, fields: _WinFields) -> Iterator[_Problem]:
    for name in fields[1:]:
        answer = outcome.answer(name)
        # Column 0 is a player, so only None means no answer there.
        if answer or (name == fields.liable and answer is not None):
            yield "winner-missing", mark("Enter who won with it."), fields.winner
            return


def _worth_problems(outcome: Outcome, win: RiichiWin, fields: _WinFields, options: RiichiOptions) -> Iterator[_Problem]:
    """Yield the problems with han, fu and yakuman."""
    if win.yakuman:
        most = _MOST_YAKUMAN if options.yakuman_add else 2 if options.double_yakuman else 1
        if win.yakuman > most:
            yield "yakuman-most", mark("By these rules a hand is at most {most} yakuman.", most=most), fields.yakuman
        if win.han != YAKUMAN_HAN:
            yield "yakuman-han", mark("A yakuman is entered with {han} han.", han=YAKUMAN_HAN), fields.han
        if win.fu is not None:
            yield "yakuman-fu", mark("A yakuman has no fu: leave them out."), fields.fu
        return
    least, most = _least_han(outcome, win), MOST_HAN
    if win.han < 1:
        yield "han-missing", mark("A hand needs at least 1 han to win."), fields.han
    elif win.han > most:
        yield "han-most", mark("A hand has at most {most} han.", most=most), fields.han
    elif win.fu == _PINFU_FU and outcome.discarder is not None:
        yield "fu-20-discard", mark("20 fu are possible only on a self-draw."), fields.fu
    elif win.han < least:
        yield from _too_few_han(win, least, fields)
    yield from _fu_problems(outcome, win, fields, options)


def _least_han(outcome: Outcome, win: RiichiWin) -> int:
    """Return the least han that the hand must have because of its fu, riichi, or a self-draw of a concealed hand."""
    riichi = win.winner in declared(outcome)
    closed = riichi or win.fu in (_PINFU_FU, _SEVEN_PAIRS_FU)
    of_fu = {_SEVEN_PAIRS_FU: 2, _PINFU_FU: 1}.get(win.fu or 0, 0)
    return max(1, of_fu + riichi + (closed and outcome.discarder is None))


def _too_few_han(win: RiichiWin, least: int, fields: _WinFields) -> Iterator[_Problem]:
    if win.fu in (_PINFU_FU, _SEVEN_PAIRS_FU):
        text = mark("A hand with {fu} fu has at least {least} han here.", fu=win.fu, least=least)
        yield "fu-few-han", text, fields.fu
    else:
        text = mark("A hand with riichi on a self-draw has at least {least} han.", least=least)
        yield "riichi-few-han", text, fields.han


def _fu_problems(outcome: Outcome, win: RiichiWin, fields: _WinFields, options: RiichiOptions) -> Iterator[_Problem]:
    if win.fu is None:
        if 1 <= win.han <= MOST_FU_HAN:
            yield "fu-missing", mark("With {han} han the fu are needed.", han=win.han), fields.fu
        return
    most = MOST_FU_BY_HAN.get(win.han, _MOST_FU)
    if win.han == 1 and options.double_wind_fu == MOST_FU_HAN and outcome.discarder is not None:
        # Riichi with two concealed kans, a triplet completed by the discard and a pair of double wind.
        most = MOST_FU_BY_HAN[2]
    if win.fu != _SEVEN_PAIRS_FU and (win.fu % 10 or win.fu < _PINFU_FU):
        yield "fu-steps", mark("Fu are 25 or a multiple of 10."), fields.fu
    elif win.fu > most:
        yield "fu-most", mark("With {han} han a hand has at most {most} fu.", han=win.han, most=most), fields.fu


def _liability_problems(win: RiichiWin, fields: _WinFields, options: RiichiOptions) -> Iterator[_Problem]:
    if win.liable is None:
        return
    if not (options.pao or options.pao_four_kans):
        yield "liable-option", mark("This event plays without liability."), fields.liable
    elif win.liable == win.winner:
        yield "liable-winner", mark("The winner is not liable for the own hand."), fields.liable
    elif not win.yakuman:
        yield "liable-no-yakuman", mark("Only for a yakuman somebody is liable."), fields.liable
