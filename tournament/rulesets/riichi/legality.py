"""What cannot be in a hand as it was written down, each at the field where it lies."""

from collections.abc import Iterator

from tournament.language import Text, integer_text, mark
from tournament.rules.payment import RIICHI, TENPAI, Net, Outcome
from tournament.rules.question import OutcomeProblem
from tournament.rules.table_state import TableState
from tournament.rulesets.riichi.options import RiichiOptions
from tournament.rulesets.riichi.questions import MOST_FU, MOST_FU_HAN, MOST_HAN, MOST_YAKUMAN
from tournament.rulesets.riichi.settlement import (
    ABORTIVE,
    FIELDS,
    NAGASHI,
    STICK,
    YAKUMAN_HAN,
    RiichiWin,
    WinFields,
    declared,
    win_of,
)

SEVEN_PAIRS_FU, PINFU_FU = 25, 20
MOST_FU_BY_HAN = {1: 100, 2: 110, 3: 110}
"""The most that a hand of so few han can have; three kans are two han more, and three concealed triplets."""
Problem = tuple[str, Text, str]


def outcome_problems(outcome: Outcome, _dealer: int, options: RiichiOptions) -> tuple[OutcomeProblem, ...]:
    """All that cannot be."""
    found = _drawn(outcome) if outcome.drawn else _won(outcome, options)
    return tuple(OutcomeProblem(code, text, field) for code, text, field in found)


def poor_problems(
    outcome: Outcome, _state: TableState, totals: Net, options: RiichiOptions
) -> tuple[OutcomeProblem, ...]:
    """Who has too few points to declare riichi (4.1.4), given the ``totals`` before the hand."""
    if not options.riichi_needs_1000 or all(options.start + totals[column] >= STICK for column in declared(outcome)):
        return ()
    text = mark("Riichi needs at least {points} points: check who declared it.", points=integer_text(STICK))
    return (OutcomeProblem("riichi-too-poor", text, RIICHI),)


def _drawn(outcome: Outcome) -> Iterator[Problem]:
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
    """Answers that say something of a win."""
    names = {name for fields in FIELDS for name in fields}
    return (name for name, _ in outcome.answers if name in names)


def _won(outcome: Outcome, options: RiichiOptions) -> Iterator[Problem]:
    for name in (TENPAI, ABORTIVE, NAGASHI):
        if outcome.answer(name) is not None:
            yield "won-drawn", mark("Somebody won: this is said of drawn hands only."), name
    seen: list[int] = []
    for fields in FIELDS:
        win = win_of(outcome, fields)
        if win is None:
            yield from _without_winner(outcome, fields)
            continue
        if fields is not FIELDS[0]:
            yield from _further_winner(outcome, win, seen, fields, FIELDS[FIELDS.index(fields) - 1])
        seen.append(win.winner)
        if win.winner == outcome.discarder:
            field = "discarder" if fields is FIELDS[0] else fields.winner
            yield "own-discard", mark("Nobody wins on their own discard."), field
        yield from _worth(outcome, win, fields, options)
        yield from _liability(win, fields, options)


def _further_winner(
    outcome: Outcome, win: RiichiWin, seen: list[int], fields: WinFields, before: WinFields
) -> Iterator[Problem]:
    if outcome.discarder is None:
        yield "self-draw-winners", mark("Only one player wins on a self-draw."), fields.winner
    if win.winner in seen:
        yield "winner-twice", mark("This player is a winner already."), fields.winner
    if win_of(outcome, before) is None:
        yield "winner-missing", mark("Enter the second winner before the third."), before.winner


def _without_winner(outcome: Outcome, fields: WinFields) -> Iterator[Problem]:
    for name in fields[1:]:
        if outcome.answer(name) not in (None, 0):
            yield "winner-missing", mark("Enter who won with it."), fields.winner
            return


def _worth(outcome: Outcome, win: RiichiWin, fields: WinFields, options: RiichiOptions) -> Iterator[Problem]:
    """Han, fu and yakuman."""
    if win.yakuman:
        most = MOST_YAKUMAN if options.yakuman_add else 2 if options.double_yakuman else 1
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
    elif win.fu == PINFU_FU and outcome.discarder is not None:
        yield "fu-20-discard", mark("20 fu are possible only on a self-draw."), fields.fu
    elif win.han < least:
        yield from _too_few_han(win, least, fields)
    yield from _fu(outcome, win, fields, options)


def _least_han(outcome: Outcome, win: RiichiWin) -> int:
    """What the fu, a riichi and a self-draw with a closed hand are worth at least."""
    riichi = win.winner in declared(outcome)
    closed = riichi or win.fu in (PINFU_FU, SEVEN_PAIRS_FU)
    of_fu = {SEVEN_PAIRS_FU: 2, PINFU_FU: 1}.get(win.fu or 0, 0)
    return max(1, of_fu + riichi + (closed and outcome.discarder is None))


def _too_few_han(win: RiichiWin, least: int, fields: WinFields) -> Iterator[Problem]:
    if win.fu in (PINFU_FU, SEVEN_PAIRS_FU):
        text = mark("A hand with {fu} fu has at least {least} han here.", fu=win.fu, least=least)
        yield "fu-few-han", text, fields.fu
    else:
        text = mark("A hand with riichi on a self-draw has at least {least} han.", least=least)
        yield "riichi-few-han", text, fields.han


def _fu(outcome: Outcome, win: RiichiWin, fields: WinFields, options: RiichiOptions) -> Iterator[Problem]:
    if win.fu is None:
        if 1 <= win.han <= MOST_FU_HAN:
            yield "fu-missing", mark("With {han} han the fu are needed.", han=win.han), fields.fu
        return
    most = MOST_FU_BY_HAN.get(win.han, MOST_FU)
    if win.han == 1 and options.double_wind_fu == MOST_FU_HAN and outcome.discarder is not None:
        most = MOST_FU_BY_HAN[2]  # riichi, two concealed kans, a triplet by the discard and a pair of double wind
    if win.fu != SEVEN_PAIRS_FU and (win.fu % 10 or win.fu < PINFU_FU):
        yield "fu-steps", mark("Fu are 25 or a multiple of 10."), fields.fu
    elif win.fu > most:
        yield "fu-most", mark("With {han} han a hand has at most {most} fu.", han=win.han, most=most), fields.fu


def _liability(win: RiichiWin, fields: WinFields, options: RiichiOptions) -> Iterator[Problem]:
    if win.liable is None:
        return
    if not (options.pao or options.pao_four_kans):
        yield "liable-option", mark("This event plays without liability."), fields.liable
    elif win.liable == win.winner:
        yield "liable-winner", mark("The winner is not liable for the own hand."), fields.liable
    elif not win.yakuman:
        yield "liable-no-yakuman", mark("Only for a yakuman somebody is liable."), fields.liable
