"""How the tiles of a winner are counted, as the catalogue knows it; what counts is loaded with the first hand."""

from collections.abc import Iterator, Sequence
from random import Random

from tournament.hand.problem import HandProblem
from tournament.language import Text, integer_text, mark, mark_count
from tournament.rules.item import HandCount
from tournament.rules.payment import RIICHI, Outcome
from tournament.rules.player_counter import Counting, PlayerCounter, TableHand, under_options
from tournament.rules.question import Chosen, OutcomeProblem
from tournament.rules.quiz import RandomWin
from tournament.rulesets.riichi.options import RiichiOptions
from tournament.rulesets.riichi.points import limit_of, yakuman_of
from tournament.rulesets.riichi.questions import MOST_FU_HAN
from tournament.rulesets.riichi.quiz import figures
from tournament.rulesets.riichi.settlement import FU, YAKUMAN_COUNT, YAKUMAN_HAN, declared
from tournament.rulesets.riichi.situation import RiichiSituation, questions


def counter(options: RiichiOptions) -> PlayerCounter:
    """The counter of an event with these options."""
    return PlayerCounter(
        questions(options),
        *under_options(_modules, RiichiSituation, options),
        answers=lambda counts, winner: _answers(counts, winner, options),
        sum_text=lambda count: _sum_text(count, options),
        random_win=lambda chance: _random_win(chance, options),
        figures=lambda hand, count: figures(hand, count, options),
        disagreements=_disagreements,
        written_otherwise=_sticks,
    )


def _modules() -> Counting[RiichiSituation, RiichiOptions]:
    from tournament.rulesets.riichi import lines, scoring

    return scoring.count, lines.score_members, scoring.waits


def _random_win(chance: Random, options: RiichiOptions) -> RandomWin:
    from tournament.rulesets.riichi import dealing

    return dealing.random_win(chance, options)


def _answers(counts: Sequence[HandCount], winner: int | None, options: RiichiOptions) -> Chosen:
    """The number of yakuman, and the fu where they matter."""
    if winner is None or not counts[winner].points:
        return ()
    count = counts[winner]
    yakuman = yakuman_of(count, options)
    if not yakuman and count.points >= YAKUMAN_HAN and options.counted_yakuman:
        return ()  # it is paid as a yakuman, and may be written as one
    fu = ((FU, count.base),) if count.points <= MOST_FU_HAN else ()
    return (*fu, (YAKUMAN_COUNT, yakuman))


def _disagreements(hands: Sequence[TableHand]) -> Iterator[tuple[int, HandProblem]]:
    from tournament.rulesets.riichi import tile_legality

    return tile_legality.shared_problems(hands)


def _sticks(outcome: Outcome, column: int, answers: Chosen) -> tuple[OutcomeProblem, ...]:
    """A winner who declared riichi laid a stick on the table in this hand."""
    said, laid = RIICHI in dict(answers), column in declared(outcome)
    if said == laid:
        return ()
    missing = mark("The tiles were counted with riichi, and no riichi stick is recorded.")
    alone = mark("A riichi stick is recorded, and the tiles were counted without riichi.")
    return (OutcomeProblem("riichi-otherwise", missing if said else alone, RIICHI),)


def _sum_text(count: HandCount, options: RiichiOptions) -> Text:
    """Han, fu and what the winner receives for them: “3 han, 40 fu: 5,200”."""
    if not count.minimum_met:
        return mark("No yaku: this hand may not win")
    points = integer_text(count.paid or 0)
    yakuman = yakuman_of(count, options)
    if yakuman:
        return mark_count("{count} yakuman: {points}", "{count} yakuman: {points}", yakuman, points=points)
    worth = mark_count("{count} han", "{count} han", count.points)
    if count.base:
        fu = mark_count("{count} fu", "{count} fu", count.base)
        worth = mark("{han}, {fu}", han=worth, fu=fu)
    limit = limit_of(count, options)
    if limit is None:
        return mark("{worth}: {points}", worth=worth, points=points)
    return mark("{worth}: {limit}, {points}", worth=worth, limit=limit[1], points=points)
