"""French classical (Poilbarbe): the records of the rule sets with simple and advanced settlement."""

from tournament.language import ENGLISH, Text, language_of, mark, mark_in
from tournament.rules.fault import Fault, Measure, Receiver
from tournament.rules.item import Item
from tournament.rules.own_hands import own_count, own_hand_questions, own_items
from tournament.rules.pattern import Names
from tournament.rules.payment import OWN_HAND, Net, Outcome, Transfer, opponents
from tournament.rules.player_counter import Counting, PlayerCounter, under_options
from tournament.rules.question import Answers, RuleQuestion, answered, defaults_of
from tournament.rules.reference import ReferenceRow, ReferenceTable, item_table
from tournament.rules.rotation import TableRule
from tournament.rules.ruleset import COUNTED_POINTS, RuleSet
from tournament.rules.table_points import chosen_table_points
from tournament.rules.table_state import TableState, passed_on
from tournament.rulesets.french_classical import items, settlement
from tournament.rulesets.french_classical.grands_jeux import GRANDS_JEUX
from tournament.rulesets.french_classical.options import (
    ADVANCED_OPTIONS,
    ROUND_WIND_HANDS,
    SIMPLE_OPTIONS,
    FrenchOptions,
)
from tournament.rulesets.french_classical.situation import FrenchSituation, situation, sums_to
from tournament.tiles.wind import Wind


def _rules(answers: Answers, *, advanced: bool) -> RuleSet:
    """Return the rules under these options, which must be complete."""
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
            start(options),
            lambda state, outcome, totals: advance(state, outcome, totals, options),
            hands=hands_of(options),
            players_stop=hands_of(options) is None,
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
        reference=lambda: _tables(options),
        sheet_problems=lambda outcome, _dealer: settlement.sheet_problems(outcome, options),
        options=ADVANCED_OPTIONS if advanced else SIMPLE_OPTIONS,
        with_options=_advanced_settlement if advanced else _simple_settlement,
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


def _modules() -> Counting[FrenchSituation, FrenchOptions]:
    """Return the functions that count hands; they are loaded with the first hand."""
    from tournament.rulesets.french_classical import scoring

    return scoring.count, scoring.score_members, scoring.waits


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
    """Return that all four hands are paid. The sheet shows who pays whom."""
    return mark("The four hands are paid")


def _simple_settlement(answers: Answers) -> RuleSet:
    """Return the rules under which the three others pay everybody the value of their hand (Poilbarbe, 4.2)."""
    return _rules(answers, advanced=False)


def _advanced_settlement(answers: Answers) -> RuleSet:
    """Return the rules under which the winner is paid, and the losers pay the differences (Poilbarbe, 4.3)."""
    return _rules(answers, advanced=True)


def start(options: FrenchOptions) -> TableState:
    """Return the state before the first hand; rounds have a wind only by option."""
    return TableState(prevalent=Wind.EAST if options.round_wind else None)


def hands_of(options: FrenchOptions) -> int | None:
    """Return the number of hands of a game; None if players go on as long as they like."""
    return ROUND_WIND_HANDS if options.round_wind else options.hands or None


def advance(state: TableState, outcome: Outcome | None, _totals: Net, options: FrenchOptions) -> TableState:
    """Return the state before the next hand: East stays after winning, and after a drawn hand by option."""
    winner = outcome.winner if outcome is not None else None
    stays = options.east_stays_after_draw if winner is None else winner == state.dealer
    hands, hand = hands_of(options), state.hand + 1
    over = hands is not None and hand > hands
    passed = state.passed + (not stays)
    winds = state.winds if stays else passed_on(state.winds)
    prevalent = state.prevalent
    opens = not stays and passed % 4 == 0
    if prevalent is not None and not over:
        prevalent = Wind((hand - 1) // 4)
        opens = (hand - 1) % 4 == 0
    seats = winds if opens else state.seats
    return TableState(hand, winds, prevalent, seats, opens, passed, over)


_NOT_WIN = mark("Cannot win, counts the hand")
_VOID = mark("Void: only flowers and seasons count")

_TILE_SAID_POINTS = 10
TILE_SAID = Fault(
    "tile-said",
    "FC1",
    mark("Drawn tile said aloud"),
    mark("{points} to each, double for East", points=_TILE_SAID_POINTS),
    Measure.FIXED,
    Receiver.OPPONENTS,
    _TILE_SAID_POINTS,
    east_twice=True,
)
_SHORT_HAND = Fault("short-hand", "FC3", mark("Replacement tile forgotten"), _NOT_WIN, Measure.NONE, no_hu=True)
_TOO_MANY_TILES = Fault("too-many-tiles", "FC4", mark("Too many tiles"), _VOID, Measure.NONE, no_hu=True)
_READY_CHANGED = Fault("ready-changed", "FC5", mark("Ready hand changed"), _VOID, Measure.NONE, no_hu=True)


def _false_mah_jong(options: FrenchOptions) -> Fault:
    """Return the fault of declaring Mah-Jong wrongly, whose fine is an option of the event."""
    points = options.false_mah_jong_fine
    sanction = mark("{points} to each, double for East", points=points)
    return Fault("false-mah-jong", "FC2", mark("False Mah-Jong"), sanction, Measure.FIXED, Receiver.OPPONENTS, points,
                 east_twice=True)  # fmt: skip


def faults(options: FrenchOptions) -> tuple[Fault, ...]:
    """Return every fault, with the fine of the event."""
    return TILE_SAID, _false_mah_jong(options), _SHORT_HAND, _TOO_MANY_TILES, _READY_CHANGED


def fine(points: int, offender: int, dealer: int) -> tuple[Transfer, ...]:
    """Return the payment of ``points`` to each opponent, doubled if East pays or receives them."""
    return tuple(
        Transfer(offender, other, points * (2 if dealer in {offender, other} else 1)) for other in opponents(offender)
    )


_EITHER = (items.OWN_WIND_PAIR, items.DOMINANT_WIND_PAIR)
"""Items that are worth the same whether exposed or concealed."""
_PRINTED = {"pung": Names("Pung", "Pung / Brelan"), "kong": Names("Kong", "Kong / Carré")}
_GROUPS = (Names("2 to 8", "2 à 8"), Names("1, 9 or winds", "1 ou 9 ou vents"), Names("dragons", "dragons"))
_NOTHING = Names("", "")
_WINNER_DOUBLES = (
    items.NO_CHOW, items.READY, items.PURE, items.ROBBED_KONG, items.HILL, items.CONCEALED, items.OUTER, items.MOON,
)  # fmt: skip


def _tables(options: FrenchOptions) -> tuple[ReferenceTable, ...]:
    """Return the points and doubles of Annexe 2, then the Grands Jeux that are played, with their values."""
    found = [
        _points_table(options),
        item_table(mark("Doubles of every hand"), _doubles_of_every_hand(options)),
        item_table(mark("Points of the winner"), _winner_rows(options)),
        item_table(mark("Doubles of the winner"), _WINNER_DOUBLES),
        item_table(mark("Instead of everything else"), (items.GRACES, items.BENEDICTION),
                   lambda item: options.in_proportion(item.value)),
    ]  # fmt: skip
    found.append(_dice_table(options))
    played = {jeu.item: worth for jeu in GRANDS_JEUX if (worth := options.value_of(jeu))}
    played |= {item: item.value for item in own_items(options.own_worth, len(GRANDS_JEUX))}
    if played:
        found.append(item_table(mark("Grands Jeux"), played, lambda item: played[item]))
    return tuple(found)


def _winner_rows(options: FrenchOptions) -> tuple[Item, ...]:
    plum = items.PLUM_BLOSSOM
    if not options.plum_blossom_on_hill:
        plum = plum._replace(description=items.WALL_ALONE)
    return items.MAH_JONG, items.FOUR_CHOWS, items.FROM_WALL, items.SERVED, plum


def _dice_table(options: FrenchOptions) -> ReferenceTable:
    """Return the table that shows, for each throw of the dice, the wall, the dominant wind and the break (2.3)."""
    stacks, rows = options.stacks, []
    for wind in Wind:
        sums = sums_to(wind)
        name = Names(ENGLISH.render(wind.label), language_of("fr").render(wind.label))
        rows.append(ReferenceRow(name, (), Names(*[", ".join(map(str, sums))] * 2)))
    broken = Names(
        f"This wall’s player rolls too: both sums, in stacks from the left of this wall; after {stacks} on the next",
        f"Le joueur de ce mur lance aussi : les deux sommes, en piles depuis la gauche ; après {stacks}, le suivant",
    )
    rows.append(ReferenceRow(Names("The break", "La brèche"), (), broken))
    return ReferenceTable(mark("East’s dice: wall and dominant wind"), tuple(rows), ())


def _points_table(options: FrenchOptions) -> ReferenceTable:
    """Return the table of Annexe 2 with its columns *Exposée* and *Cachée*."""
    pairs = [items.OWN_WIND_PAIR, items.DOMINANT_WIND_PAIR, items.DRAGON_PAIR]
    pairs += [items.ROUND_WIND_PAIR] if options.round_wind else []
    rows = [ReferenceRow(pair.name, (_exposed(pair), pair.value), pair.description) for pair in pairs]
    rows.append(ReferenceRow(Names("Chow", "Chow / Suite"), (0, 0), Names("Three in a row", "Trois qui se suivent")))
    for kong, kind in ((False, "pung"), (True, "kong")):
        for place, group in enumerate(_GROUPS):
            worth = tuple(items.SETS[kong, concealed, place].value for concealed in (False, True))
            name = Names(f"{_PRINTED[kind].en} ({group.en})", f"{_PRINTED[kind].fr} ({group.fr})")
            rows.append(ReferenceRow(name, worth, _NOTHING))
    if options.bonus_tiles:
        bonus = items.BONUS_TILE
        rows.append(ReferenceRow(bonus.name, (bonus.value, None), bonus.description))
    headings = (mark_in("column", "Exposed"), mark_in("column", "Concealed"))
    return ReferenceTable(mark("Points of every hand"), tuple(rows), headings)


def _exposed(pair: Item) -> int:
    return pair.value if pair in _EITHER else 0


def _doubles_of_every_hand(options: FrenchOptions) -> tuple[Item, ...]:
    return (
        items.OWN_WIND,
        items.DOMINANT_WIND,
        *((items.ROUND_WIND,) if options.round_wind else ()),
        items.DRAGONS,
        *((items.OWN_FLOWER, items.OWN_SEASON, items.FOUR_FLOWERS, items.FOUR_SEASONS) if options.bonus_tiles else ()),
    )


FRENCH_SIMPLE = _simple_settlement(defaults_of(SIMPLE_OPTIONS))
FRENCH_ADVANCED = _advanced_settlement(defaults_of(ADVANCED_OPTIONS))
