"""Zung Jung in the version of the World Series of Mahjong (v1.03)."""

from typing import TYPE_CHECKING

from tournament.language import Text, mark, mark_count
from tournament.rules.item import sum_text
from tournament.rules.payment import Outcome
from tournament.rules.player_counter import Counting, PlayerCounter, under_options
from tournament.rules.question import Answers, answered, defaults_of
from tournament.rules.reference import ReferenceTable, item_table
from tournament.rules.rotation import TableRule
from tournament.rules.ruleset import COUNTED_POINTS, RuleSet
from tournament.rules.table_points import chosen_table_points
from tournament.rulesets.zung_jung import settlement, table
from tournament.rulesets.zung_jung.faults import faults
from tournament.rulesets.zung_jung.options import OPTIONS, ZungJungOptions
from tournament.rulesets.zung_jung.patterns import LIMITS
from tournament.rulesets.zung_jung.situation import SITUATION, ZungJungSituation

if TYPE_CHECKING:
    from tournament.rules.item import HandCount


def zung_jung(answers: Answers) -> RuleSet:
    """The rules under these options, all of them given."""
    options = answered(ZungJungOptions, answers)

    return RuleSet(
        id="zung-jung",
        name=mark("Zung Jung (World Series)"),
        words=("zung-jung",),
        minimum=options.minimum,
        improbable=320,
        most=LIMITS[-1],
        unit=5,
        value_bands=(1, 25, 50, 100, 200, 320),
        table=TableRule(
            table.start(options),
            lambda state, outcome, totals: table.advance(state, outcome, totals, options),
            hands=table.HANDS,
        ),
        settle=lambda outcome, stakes: settlement.settle(outcome, stakes.dealer, options),
        payment_text=lambda outcome, payer: _payment_text(outcome, payer, options),
        table_points=chosen_table_points(options.table_points, options.place_points),
        faults=faults(options),
        liable=settlement.who_is_responsible(options),
        counter=_counter(options),
        contradictions=lambda outcome, dealer: settlement.outcome_problems(outcome, dealer, options),
        value_name=COUNTED_POINTS,
        player_cards=True,
        payment_rule=_payment_rule(options),
        reference=_reference,
        options=OPTIONS,
        with_options=zung_jung,
    )


def _payment_rule(options: ZungJungOptions) -> Text:
    if options.every_opponent_pays:
        return mark("Each of the three pays the value of the hand. East is not doubled.")
    return mark(
        "The winner receives three times the value. On a discard above {points}, the two others pay "
        "{points} each and the responsible player pays the rest; otherwise each of the three pays "
        "the value. East is not doubled.",
        points=options.threshold,
    )


def _reference() -> tuple[ReferenceTable, ...]:
    """The patterns by their numbers; the highest of a series counts."""
    from tournament.rulesets.zung_jung.patterns import PATTERNS

    return (item_table(mark("Patterns: only the dearest of each series counts"), (row.item for row in PATTERNS)),)


def _modules() -> Counting[ZungJungSituation, ZungJungOptions]:
    """What counts hands; it is loaded with the first one."""
    from tournament.rulesets.zung_jung import lines, scoring

    return scoring.count, lines.score_members, scoring.waits


def _counter(options: ZungJungOptions) -> PlayerCounter:
    return PlayerCounter(
        SITUATION,
        *under_options(_modules, ZungJungSituation, options),
        sum_text=_sum_text,
    )


def _sum_text(counted: "HandCount") -> Text:
    """The sum of the series, or the pattern at the limit that stands alone."""
    if not counted.counted:
        return mark_count("No pattern: {count} point", "No pattern: {count} points", counted.points)
    return sum_text(counted)


def _payment_text(outcome: Outcome, payer: str, options: ZungJungOptions) -> Text:
    """The value from each, or what the responsible player pays for the others too."""
    rest = settlement.rest_of(outcome, options)
    if rest is None:
        return mark("{points} from\neach of the three", points=outcome.points)
    return mark("{points} from {player}\n{base} from each other", points=rest, player=payer, base=options.threshold)


ZUNG_JUNG = zung_jung(defaults_of(OPTIONS))
