"""Québec classical."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tournament.language import Text, mark
from tournament.rules.own_hands import own_count, own_hand_questions, own_items
from tournament.rules.payment import OWN_HAND, Outcome
from tournament.rules.player_counter import Counting, PlayerCounter, under_options
from tournament.rules.question import Answers, Chosen, RuleQuestion, answered, defaults_of
from tournament.rules.reference import ReferenceTable
from tournament.rules.rotation import TableRule
from tournament.rules.ruleset import COUNTED_POINTS, RuleSet
from tournament.rules.table_points import chosen_table_points
from tournament.rulesets.quebec_classical import settlement, table
from tournament.rulesets.quebec_classical.faults import faults
from tournament.rulesets.quebec_classical.items import SPECIALS
from tournament.rulesets.quebec_classical.options import OPTIONS, Options
from tournament.rulesets.quebec_classical.situation import SITUATION, Situation

if TYPE_CHECKING:
    from tournament.rules.item import HandCount


def quebec_classical(answers: Answers) -> RuleSet:
    """The rules under these options, all of them given."""
    options = answered(Options, answers)

    return RuleSet(
        id="quebec-classical",
        name=mark("Québec classical"),
        words=("quebec", "classical"),
        minimum=0,
        improbable=options.limit or 1000,
        most=1_000_000,
        value_bands=(20, 40, 80, 160, 320, 500),
        table=TableRule(
            table.start(options), lambda state, outcome, totals: table.advance(state, outcome, totals, options)
        ),
        settle=lambda outcome, stakes: settlement.settle(outcome, stakes.dealer, options),
        payment_text=_payment_text,
        table_points=chosen_table_points(options.table_points, options.place_points),
        faults=faults(options),
        value_name=COUNTED_POINTS,
        four_values=True,
        counter=_counter(options),
        questions=(*settlement.questions(options), *_own(options)),
        own_values=frozenset(options.own_worth.values()),
        contradictions=lambda outcome, dealer: settlement.outcome_problems(outcome, dealer, options),
        payment_rule=mark(
            "The winner receives the value of the hand from each of the others and pays nobody. The losers pay one "
            "another the difference of their hands. What East pays or receives is doubled."
        ),
        reference=lambda: _reference(options),
        options=OPTIONS,
        with_options=quebec_classical,
    )


def _own(options: Options) -> tuple[RuleQuestion, ...]:
    return own_hand_questions(options.own_worth, len(SPECIALS))


def _reference(options: Options) -> tuple[ReferenceTable, ...]:
    from tournament.rulesets.quebec_classical.reference import tables

    return tables(options)


def _modules() -> Counting[Situation, Options]:
    """What counts hands; it is loaded with the first one."""
    from tournament.rulesets.quebec_classical import lines, scoring

    return scoring.count, lines.score_members, scoring.waits


def _counter(options: Options) -> PlayerCounter:
    return PlayerCounter(
        (*SITUATION, *_own(options)),
        *under_options(_modules, Situation, options),
        losers=True,
        answers=_answers,
        winner_only=frozenset({"ready", "first", OWN_HAND}),
        named=lambda answers: own_count(answers.get(OWN_HAND), own_items(options.own_worth, len(SPECIALS))),
    )


def _answers(counts: "Sequence[HandCount]", winner: int | None) -> Chosen:
    """Which losers are paid the limit by the other losers."""
    paid = tuple(seat for seat, count in enumerate(counts) if count.limit_loser and seat != winner)
    return ((settlement.LIMIT_LOSERS, paid),) if paid and winner is not None else ()


def _payment_text(_outcome: Outcome, _discarder: str) -> Text:
    """Each hand is paid: the sheet says by whom."""
    return mark("The four hands are paid")


QUEBEC_CLASSICAL = quebec_classical(defaults_of(OPTIONS))
