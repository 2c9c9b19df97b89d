"""Hong Kong old style (memo of the French federation): the record of the rules, and the functions in it."""

from typing import TYPE_CHECKING

from tournament.language import Text, mark, mark_count, mark_in
from tournament.rules.payment import Outcome
from tournament.rules.player_counter import Counting, PlayerCounter, under_options
from tournament.rules.question import Answers, answered, defaults_of
from tournament.rules.reference import ReferenceTable, item_table
from tournament.rules.rotation import TableRule
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_points import chosen_table_points
from tournament.rulesets.hong_kong import settlement
from tournament.rulesets.hong_kong.items import LIMIT
from tournament.rulesets.hong_kong.options import OPTIONS, Options
from tournament.rulesets.hong_kong.situation import SITUATION, Situation

if TYPE_CHECKING:
    from tournament.rules.item import HandCount
from tournament.rules.fault import Fault, Measure, Receiver
from tournament.rules.payment import Net
from tournament.rules.table_state import TableState, passed_on
from tournament.tiles.wind import Wind

_FAN = mark_in("hand", "Fan")


def hong_kong(answers: Answers) -> RuleSet:
    """Return the rules under these options, which must be complete."""
    options = answered(Options, answers)

    return RuleSet(
        id="hong-kong",
        name=mark("Hong Kong old style"),
        words=("hong-kong", "classical"),
        minimum=options.minimum,
        improbable=LIMIT,
        most=LIMIT,
        value_bands=(0, 1, 2, 3, 4, 7, 10),
        table=TableRule(
            start(options),
            lambda state, outcome, totals: advance(state, outcome, totals, options),
            starting_points=options.starting_points,
        ),
        settle=lambda outcome, stakes: settlement.settle(outcome, stakes.dealer, options),
        payment_text=_payment_text,
        table_points=chosen_table_points(options.table_points, options.place_points),
        faults=FAULTS,
        value_name=_FAN,
        liable=settlement.who_is_liable(options),
        counter=_counter(options),
        questions=settlement.QUESTIONS,
        contradictions=lambda outcome, dealer: settlement.outcome_problems(outcome, dealer, options),
        payment_rule=mark(
            "The fan are converted to base points. The discarder pays them twice, the two others "
            "once; on a self-draw each of the three pays twice. A liable player pays for all three. "
            "East pays and receives no more than others."
        ),
        reference=lambda: _reference(options),
        options=OPTIONS,
        with_options=hong_kong,
    )


def _reference(options: Options) -> tuple[ReferenceTable, ...]:
    """Return the fan in the three groups of the memo."""
    from tournament.rulesets.hong_kong.items import BONUSES_FROM, RARE_FROM, fans_of

    played = fans_of(options)
    slugs = [fan.item.slug for fan in played]
    bonuses, rare = slugs.index(BONUSES_FROM), slugs.index(RARE_FROM)
    groups = (
        (mark("Usual combinations"), played[:bonuses]),
        (mark("Bonuses"), played[bonuses:rare]),
        (mark("Rare or exceptional"), played[rare:]),
    )
    return tuple(
        item_table(heading, (fan.item for fan in fans if options.bonus_tiles or not fan.bonus))._replace(worth=(_FAN,))
        for heading, fans in groups
    )


def _modules() -> Counting[Situation, Options]:
    """Return the functions that count hands; they are loaded with the first hand."""
    from tournament.rulesets.hong_kong import scoring

    return scoring.count, scoring.score_members, scoring.waits


def _counter(options: Options) -> PlayerCounter:
    return PlayerCounter(
        SITUATION,
        *under_options(_modules, Situation, options),
        bonus_tiles=options.bonus_tiles,
        sum_text=_sum_text,
    )


def _sum_text(counted: "HandCount") -> Text:
    """Return the fan, and the base points that they are worth."""
    base = settlement.base_points(counted.points)
    fan = mark_count("{count} fan", "{count} fan", counted.base)
    if counted.limit is not None:
        fan = mark("{sum}, limit {limit}", sum=fan, limit=counted.limit)
    return mark_count("{fan} = {count} base point", "{fan} = {count} base points", base, fan=fan)


def _payment_text(outcome: Outcome, payer: str) -> Text:
    """Return the value of the fan, and who pays it."""
    base = settlement.base_points(outcome.points)
    if outcome.liable is not None:
        return mark(
            "{points} from {player}\nfor all three", points=base * (6 if outcome.self_draw else 4), player=payer
        )
    if outcome.discarder is None:
        return mark("{points} from\neach of the three", points=2 * base)
    return mark("{points} from {player}\n{base} from each other", points=2 * base, player=payer, base=base)


_DEALS = 16
"""The number of times that the deal passes in a game: four times in each of four rounds."""


def start(options: Options) -> TableState:  # noqa: ARG001 - the first hand is the same under every option
    """Return the state before the first hand: the round of East."""
    return TableState()


def advance(state: TableState, outcome: Outcome | None, totals: Net, options: Options) -> TableState:
    """Return the state before the next hand.

    East stays after a win of East's and after a drawn hand (as after a hand that is not known, or annulled for
    a fault). The round changes when the first East is East again. The game ends after four rounds, or when a
    player has nothing left; debts are paid in full (docs/rules.md).
    """
    stays = outcome is None or outcome.winner in (None, state.dealer)
    passed = state.passed if stays else state.passed + 1
    return state._replace(
        hand=state.hand + 1,
        winds=state.winds if stays else passed_on(state.winds),
        prevalent=Wind(min(passed // 4, Wind.NORTH)),
        opens=not stays and passed % 4 == 0,
        passed=passed,
        over=state.over or passed >= _DEALS or _bankrupt(totals, options),
    )


def _bankrupt(totals: Net, options: Options) -> bool:
    """Return whether a player has nothing left, if the game counts starting points and ends then."""
    stack = options.starting_points
    return options.bankruptcy and stack is not None and stack + min(totals) <= 0


_FINE = 128
"""The points that the offender pays to each opponent."""


def _fault(slug: str, number: str, name: Text) -> Fault:
    return Fault(slug, number, name, mark("128 to each"), Measure.FIXED, Receiver.OPPONENTS, _FINE, closes_hand=True)


_FALSE_MAH_JONG = _fault("false-mah-jong", "HK1", mark("False Mah-Jong, or fewer fan than the minimum"))
FAULTS: tuple[Fault, ...] = (
    _FALSE_MAH_JONG,
    _fault("wrong-tile-count", "HK2", mark("Hand with twelve or fourteen tiles")),
    _fault("undue-claim", "HK3", mark("Undue chow, pung or kong, noticed afterwards")),
)


HONG_KONG = hong_kong(defaults_of(OPTIONS))
