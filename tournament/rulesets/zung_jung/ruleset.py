"""Zung Jung as in the World Series of Mahjong (v1.03): the record of the rules, and the functions in it."""

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
from tournament.rulesets.zung_jung import settlement
from tournament.rulesets.zung_jung.items import LIMITS
from tournament.rulesets.zung_jung.options import OPTIONS, ZungJungOptions
from tournament.rulesets.zung_jung.situation import SITUATION, ZungJungSituation

if TYPE_CHECKING:
    from tournament.rules.item import HandCount
from tournament.rules.fault import Fault, Measure, Receiver
from tournament.rules.payment import Net
from tournament.rules.table_state import TableState, passed_on


def zung_jung(answers: Answers) -> RuleSet:
    """Return the rules under these options, which must be complete."""
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
            start(options),
            lambda state, outcome, totals: advance(state, outcome, totals, options),
            hands=_HANDS,
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
    """Return the table of patterns, in the order of their numbers."""
    from tournament.rulesets.zung_jung.items import PATTERNS

    return (item_table(mark("Patterns: only the dearest of each series counts"), (row.item for row in PATTERNS)),)


def _modules() -> Counting[ZungJungSituation, ZungJungOptions]:
    """Return the functions that count hands; they are loaded with the first hand."""
    from tournament.rulesets.zung_jung import scoring

    return scoring.count, scoring.score_members, scoring.waits


def _counter(options: ZungJungOptions) -> PlayerCounter:
    return PlayerCounter(
        SITUATION,
        *under_options(_modules, ZungJungSituation, options),
        sum_text=_sum_text,
    )


def _sum_text(counted: "HandCount") -> Text:
    """Return the sum of the series, or the pattern at the limit that counts alone."""
    if not counted.counted:
        return mark_count("No pattern: {count} point", "No pattern: {count} points", counted.points)
    return sum_text(counted)


def _payment_text(outcome: Outcome, payer: str, options: ZungJungOptions) -> Text:
    """Return what each opponent pays, or what the responsible player pays for the others too."""
    rest = settlement.rest_of(outcome, options)
    if rest is None:
        return mark("{points} from\neach of the three", points=outcome.points)
    return mark("{points} from {player}\n{base} from each other", points=rest, player=payer, base=options.threshold)


_HANDS = 16
"""The hands of a session, in which everybody is East four times."""
_ROUND = 4
"""The hands of a round, in which everybody is East once."""


def start(_options: ZungJungOptions) -> TableState:
    """Return the state before the first hand."""
    return TableState(prevalent=None)


def advance(state: TableState, _outcome: Outcome | None, _totals: Net, _options: ZungJungOptions) -> TableState:
    """Return the state before the next hand: East passes, whoever won (World Series v1.03)."""
    passed = state.passed + 1
    return state._replace(
        hand=state.hand + 1,
        winds=passed_on(state.winds),
        opens=passed % _ROUND == 0,
        passed=passed,
        over=passed >= _HANDS,
    )


_NO_WIN = mark("No win in this hand")
_NOTED = mark("Noted, no points")


def faults(options: ZungJungOptions) -> tuple[Fault, ...]:
    """Return the faults. The cost of a false win is an option of the event (docs/rules.md, Z3)."""
    false_win = options.false_win
    sanction = mark("{points} to each, no win in this hand", points=false_win)
    return (
        Fault(
            "false-win", "ZJ1", mark("False win"), sanction, Measure.FIXED, Receiver.OPPONENTS, false_win, no_hu=True
        ),
        *_NOTED_FAULTS,
    )


_NOTED_FAULTS = (
    Fault("too-few-tiles", "ZJ2", mark("Too few tiles"), _NO_WIN, Measure.NONE, no_hu=True),
    Fault("too-many-tiles", "ZJ2", mark("Too many tiles"), mark("No win, claim or kong in this hand"), Measure.NONE,
          no_hu=True),
    Fault("tile-shown", "ZJ3", mark("Tile shown: penalty tile, live"), mark("Stays open, discarded now or next turn"),
          Measure.NONE),
    Fault("penalty-tile-dead", "ZJ3", mark("Penalty tile, dead"), mark("Stays open, may not be discarded"),
          Measure.NONE),
    Fault("penalty-tile-claimed-with", "ZJ4", mark("Claim made with a penalty tile"), mark("False claim"),
          Measure.NONE),
    Fault("false-claim", "ZJ4", mark("False claim"), _NOTED, Measure.NONE),
    Fault("wrong-set-shown", "ZJ5", mark("Wrong set shown, corrected at once"), mark("Its tiles are penalty tiles"),
          Measure.NONE),
)  # fmt: skip


ZUNG_JUNG = zung_jung(defaults_of(OPTIONS))
