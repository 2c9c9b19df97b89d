"""Québec classical: the record of the rules, and the functions in it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tournament.language import Text, mark
from tournament.rules.own_hands import own_count, own_hand_questions, own_items
from tournament.rules.payment import OWN_HAND, Outcome
from tournament.rules.player_counter import Counting, PlayerCounter, under_options
from tournament.rules.question import Answers, Chosen, RuleQuestion, answered, defaults_of
from tournament.rules.rotation import TableRule
from tournament.rules.ruleset import COUNTED_POINTS, RuleSet
from tournament.rules.table_points import chosen_table_points
from tournament.rulesets.quebec_classical import settlement
from tournament.rulesets.quebec_classical.items import SPECIALS
from tournament.rulesets.quebec_classical.options import OPTIONS, Options
from tournament.rulesets.quebec_classical.situation import SITUATION, Situation

if TYPE_CHECKING:
    from tournament.rules.item import HandCount
from tournament.language import mark_in
from tournament.rules.fault import Fault, Measure, Receiver
from tournament.rules.item import Item
from tournament.rules.pattern import Names
from tournament.rules.payment import Net
from tournament.rules.reference import ReferenceRow, ReferenceTable, item_table
from tournament.rules.table_state import TableState, Winds, passed_on
from tournament.rulesets.quebec_classical import items
from tournament.rulesets.quebec_classical.items import MAJOR, MINOR
from tournament.rulesets.quebec_classical.options import BY_DOCUMENT, SOUTH
from tournament.tiles.wind import Wind


def quebec_classical(answers: Answers) -> RuleSet:
    """Return the rules under these options, which must be complete."""
    options = answered(Options, answers)

    return RuleSet(
        id="quebec-classical",
        name=mark("Québec classical"),
        words=("quebec", "classical"),
        minimum=0,
        improbable=options.limit or 1000,
        most=1_000_000,
        value_bands=(20, 40, 80, 160, 320, 500),
        table=TableRule(start(options), lambda state, outcome, totals: advance(state, outcome, totals, options)),
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
        reference=lambda: _tables(options),
        options=OPTIONS,
        with_options=quebec_classical,
    )


def _own(options: Options) -> tuple[RuleQuestion, ...]:
    return own_hand_questions(options.own_worth, len(SPECIALS))


def _modules() -> Counting[Situation, Options]:
    """Return the functions that count hands; they are loaded with the first hand."""
    from tournament.rulesets.quebec_classical import scoring

    return scoring.count, scoring.score_members, scoring.waits


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
    """Return which losers are paid the limit by the other losers, as an answer to the question about them."""
    paid = tuple(seat for seat, count in enumerate(counts) if count.limit_loser and seat != winner)
    return ((settlement.LIMIT_LOSERS, paid),) if paid and winner is not None else ()


def _payment_text(_outcome: Outcome, _discarder: str) -> Text:
    """Return that all four hands are paid. The sheet shows who pays whom."""
    return mark("The four hands are paid")


def start(_options: Options = BY_DOCUMENT) -> TableState:
    """Return the state before the first hand."""
    return TableState()


def advance(state: TableState, outcome: Outcome | None, _totals: Net, options: Options = BY_DOCUMENT) -> TableState:
    """Return the state before the next hand. A hand that is not known counts as drawn."""
    if outcome is None or outcome.winner is None or outcome.winner == state.dealer:
        return state._replace(hand=state.hand + 1, opens=False)
    passed = state.passed + 1
    over = passed >= 4 * options.rounds
    return state._replace(
        hand=state.hand + 1,
        winds=passed_on(state.winds) if options.next_east == SOUTH else _passed_back(state.winds),
        prevalent=state.prevalent if over else Wind(passed // 4),
        opens=passed % 4 == 0,
        passed=passed,
        over=over,
    )


def _passed_back(winds: Winds) -> Winds:
    """Return the winds after the deal has gone back: North becomes East."""
    return passed_on(passed_on(passed_on(winds)))


def faults(options: Options) -> tuple[Fault, ...]:
    """Return the faults: a fine of any amount, to each opponent or to one player."""
    twice = options.east_fines_doubled

    def fine(slug: str, number: str, name: Text, receiver: Receiver) -> Fault:
        sanction = mark("Points as agreed, double for East") if twice else mark("Points as agreed")
        return Fault(slug, number, name, sanction, Measure.FREE, receiver, east_twice=twice)

    return (
        fine("fine", "QC1", mark("Fine to each opponent"), Receiver.OPPONENTS),
        fine("fine-to-one", "QC2", mark("Fine to one player"), Receiver.VICTIM),
    )


_WINNER = (items.MAH_JONG, items.FROM_THE_WALL, items.ONLY_TILE)
_WINNER_DOUBLES = (items.ONLY_CHOWS, items.LOOSE_TILE, items.ROBBED_QUONG, items.LAST_TILE, items.MAIN_FIXE)


def _tables(options: Options) -> tuple[ReferenceTable, ...]:
    """Return the tables of points and of doubles, and that of the special hands that are played, with their value."""
    found = [
        _points_table(options),
        item_table(mark("Doubles of every hand"), _doubles_of_every_hand(options)),
        item_table(mark("Points of the winner"), _WINNER),
        item_table(mark("Doubles of the winner"), _WINNER_DOUBLES),
    ]
    worth = options.special_worth
    played = [item for item in items.SPECIALS if options.plays(item.slug)]
    played += own_items(options.own_worth, len(items.SPECIALS))
    if played and worth is not None:
        found.append(item_table(mark("Special hands"), played, lambda _item: worth))
    return tuple(found)


def _points_table(options: Options) -> ReferenceTable:
    from tournament.rulesets.quebec_classical.predicates import pair_item

    rows = [ReferenceRow(Names("Chow", "Chow"), (0, 0), Names("Three in a row", "Trois qui se suivent"))]
    for kong, kind in ((False, "pung"), (True, "quong")):
        for major, (size, size_fr, tiles, tiles_fr) in ((False, MINOR), (True, MAJOR)):
            worth = tuple(items.SETS[kong, major, exposed].value for exposed in (True, False))
            name = Names(f"{size.capitalize()} {kind}", f"{kind.capitalize()} {size_fr}")
            rows.append(ReferenceRow(name, worth, Names(f"Of {tiles}", f"De {tiles_fr}")))
    pairs = [pair_item(item, options) for item in (items.DRAGON_PAIR, items.OWN_PAIR)]
    pairs += [items.ROUND_PAIR] if options.round_wind_pair else []
    rows += [ReferenceRow(pair.name, (None, pair.value), pair.description) for pair in pairs]
    headings = (mark_in("column", "Exposed"), mark_in("column", "Concealed"))
    return ReferenceTable(mark("Points of every hand"), tuple(rows), headings)


def _doubles_of_every_hand(options: Options) -> tuple[Item, ...]:
    return (
        items.ONE_SUIT_WITH_HONOURS,
        items.OUTER_WITH_HONOURS,
        items.NO_CHOW,
        items.ONE_SUIT,
        items.ROUND_WIND,
        *((items.OWN_WIND, items.DRAGONS) if options.traditional_doubles else ()),
    )


QUEBEC_CLASSICAL = quebec_classical(defaults_of(OPTIONS))
