"""French classical (Poilbarbe), with the simple and with the advanced settlement."""

from tournament.language import Text, mark
from tournament.rules.own_hands import own_count, own_hand_questions, own_items
from tournament.rules.payment import OWN_HAND, Outcome
from tournament.rules.player_counter import Counting, PlayerCounter, under_options
from tournament.rules.question import Answers, RuleQuestion, answered, defaults_of
from tournament.rules.reference import ReferenceTable
from tournament.rules.rotation import TableRule
from tournament.rules.ruleset import COUNTED_POINTS, RuleSet
from tournament.rules.table_points import chosen_table_points
from tournament.rulesets.french_classical import settlement, table
from tournament.rulesets.french_classical.faults import faults
from tournament.rulesets.french_classical.grands_jeux import GRANDS_JEUX
from tournament.rulesets.french_classical.options import ADVANCED_OPTIONS, SIMPLE_OPTIONS, FrenchOptions
from tournament.rulesets.french_classical.situation import FrenchSituation, situation


def _rules(answers: Answers, *, advanced: bool) -> RuleSet:
    """The rules under these options, all of them given."""
    options = answered(FrenchOptions, {**answers, "advanced": advanced})

    return RuleSet(
        id="french-classical-advanced" if advanced else "french-classical-simple",
        name=mark("French classical, advanced") if advanced else mark("French classical, simple"),
        words=("classical",),
        minimum=0,
        improbable=1000,
        most=1_000_000,
        value_bands=(20, 50, 100, 200, 500, 1000),
        table=TableRule(
            table.start(options),
            lambda state, outcome, totals: table.advance(state, outcome, totals, options),
            hands=table.hands_of(options),
            players_stop=table.hands_of(options) is None,
        ),
        settle=lambda outcome, stakes: settlement.settle(outcome, stakes.dealer, options),
        payment_text=_payment_text,
        table_points=chosen_table_points(options.table_points, options.place_points),
        faults=faults(options),
        value_name=COUNTED_POINTS,
        four_values=True,
        draws_paid=options.pay_draws,
        counter=_counter(options),
        questions=(*settlement.questions(options), *_own(options)),
        own_values=frozenset(options.own_worth.values()),
        contradictions=lambda outcome, dealer: settlement.outcome_problems(outcome, dealer, options),
        payment_rule=_payment_rule(options),
        reference=lambda: _reference(options),
        sheet_problems=lambda outcome, _dealer: settlement.sheet_problems(outcome, options),
        options=ADVANCED_OPTIONS if advanced else SIMPLE_OPTIONS,
        with_options=advanced_settlement if advanced else simple_settlement,
    )


def _payment_rule(options: FrenchOptions) -> Text:
    if not options.advanced:
        return mark(
            "Each player receives the value of their own hand from each of the three others; "
            "East receives twice the value."
        )
    if not options.winner_pays_dearer:
        return mark(
            "The winner receives the value of the hand from each of the others. The others "
            "pay one another the difference of their hands. What East pays or receives is "
            "doubled."
        )
    return mark(
        "The winner receives the value of the hand from each of the others. The others pay "
        "one another the difference of their hands. To a dearer hand the winner pays twice "
        "the difference. What East pays or receives is doubled."
    )


def _own(options: FrenchOptions) -> tuple[RuleQuestion, ...]:
    return own_hand_questions(options.own_worth, len(GRANDS_JEUX))


def _reference(options: FrenchOptions) -> tuple[ReferenceTable, ...]:
    from tournament.rulesets.french_classical.reference import tables

    return tables(options)


def _modules() -> Counting[FrenchSituation, FrenchOptions]:
    """What counts hands; it is loaded with the first one."""
    from tournament.rulesets.french_classical import lines, scoring

    return scoring.count, lines.score_members, scoring.waits


def _counter(options: FrenchOptions) -> PlayerCounter:
    return PlayerCounter(
        (*situation(options.stacks), *_own(options)),
        *under_options(_modules, FrenchSituation, options),
        bonus_tiles=options.bonus_tiles,
        losers=True,
        any_size=True,
        winner_only=frozenset({"first", OWN_HAND}),
        named=lambda answers: own_count(answers.get(OWN_HAND), own_items(options.own_worth, len(GRANDS_JEUX))),
        losers_only=frozenset({"void", "drawn"}),
        nobody_won="drawn",
    )


def _payment_text(_outcome: Outcome, _discarder: str) -> Text:
    """Each hand is paid: the sheet says by whom."""
    return mark("The four hands are paid")


def simple_settlement(answers: Answers) -> RuleSet:
    """Everybody is paid the value of the own hand by the three others (Poilbarbe, 4.2)."""
    return _rules(answers, advanced=False)


def advanced_settlement(answers: Answers) -> RuleSet:
    """The winner is paid, and the losers pay each other their differences (Poilbarbe, 4.3)."""
    return _rules(answers, advanced=True)


FRENCH_SIMPLE = simple_settlement(defaults_of(SIMPLE_OPTIONS))
FRENCH_ADVANCED = advanced_settlement(defaults_of(ADVANCED_OPTIONS))
