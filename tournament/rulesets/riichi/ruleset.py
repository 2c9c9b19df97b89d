"""Riichi by the Riichi Competition Rules of EMA, editions of 2025 and 2016, under the options of an event."""

from collections.abc import Callable

from tournament.language import Text, mark, mark_in
from tournament.rules.payment import Outcome
from tournament.rules.question import Answers, Option, answered, defaults_of
from tournament.rules.reference import ReferenceTable
from tournament.rules.rotation import TableRule
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_points import TablePoints, TablePointsKind
from tournament.rulesets.riichi import legality, settlement, table
from tournament.rulesets.riichi.counting import counter
from tournament.rulesets.riichi.faults import faults
from tournament.rulesets.riichi.options import OPTIONS_2016, OPTIONS_2025, RiichiOptions
from tournament.rulesets.riichi.questions import MOST_HAN, questions, who_is_liable
from tournament.rulesets.riichi.short import example_wins, in_short
from tournament.rulesets.riichi.written import WRITTEN_NAME, written_wins

HAN = mark_in("hand", "Han")
IMPROBABLE_HAN = 10
"""Sanbaiman and yakuman are asked for once."""


def uma(options: RiichiOptions) -> tuple[int, int, int, int]:
    """What the places add to the score, best first: uma, and the oka of who wins."""
    first, second = options.uma_first, options.uma_second
    each = options.goal - options.start
    return first + 3 * each, second - each, -second - each, -first - each


def _rules(id: str, name: Text, with_options: Callable[[Answers], RuleSet], listed: tuple[Option, ...],
           answers: Answers) -> RuleSet:  # fmt: skip
    """The rules under these options, all of them given."""
    options = answered(RiichiOptions, answers)

    return RuleSet(
        id=id,
        name=name,
        words=("riichi", "classical"),
        minimum=1,
        improbable=IMPROBABLE_HAN,
        most=MOST_HAN,
        value_bands=(1, 2, 3, 4, 5, 6, 8, 11, 13),
        table=TableRule(
            table.start(options),
            lambda state, outcome, totals: table.advance(state, outcome, totals, options),
            starting_points=options.start,
            sheet_unit=table.HUNDRED,
        ),
        settle=lambda outcome, stakes: settlement.settle(outcome, stakes, options),
        payment_text=lambda outcome, payer: _payment_text(outcome, payer, options),
        at_end=lambda totals, state: table.at_end(totals, state, options),
        on_table=True,
        table_points=TablePoints(TablePointsKind.UMA, uma(options), by_seat=options.ties == "seat"),
        faults=faults(options),
        value_name=HAN,
        ordered=settlement.ordered,
        written_wins=written_wins,
        written_name=WRITTEN_NAME,
        liable=who_is_liable(options),
        counter=counter(options),
        questions=questions(options),
        contradictions=lambda outcome, dealer: legality.outcome_problems(outcome, dealer, options),
        contradictions_before=lambda outcome, state, totals: legality.poor_problems(outcome, state, totals, options),
        example_wins=lambda: example_wins(options),
        in_short=in_short(options),
        after_gong="finished" if options.time_end == "finish" else "one-more",
        payment_rule=mark(
            "The discarder pays the whole value; on a self-draw each of the three pays a part, and East twice as much. "
            "East receives one and a half times the value. Counters and riichi sticks are added."
        ),
        reference=lambda: _reference(options),
        options=listed,
        with_options=with_options,
    )


def riichi_2025(answers: Answers) -> RuleSet:
    """The edition of 2025 under these options."""
    return _rules("riichi-ema-2025", mark("Riichi (EMA 2025)"), riichi_2025, OPTIONS_2025, answers)


def riichi_2016(answers: Answers) -> RuleSet:
    """The edition of 2016 under these options."""
    return _rules("riichi-ema-2016", mark("Riichi (EMA 2016)"), riichi_2016, OPTIONS_2016, answers)


def _reference(options: RiichiOptions) -> tuple[ReferenceTable, ...]:
    from tournament.rulesets.riichi import reference

    return reference.tables(options)


_LIMITS = {
    settlement.MANGAN: mark("Mangan"),
    settlement.HANEMAN: mark("Haneman"),
    settlement.BAIMAN: mark("Baiman"),
    settlement.SANBAIMAN: mark("Sanbaiman"),
    settlement.YAKUMAN: mark("Yakuman"),
}


def _payment_text(outcome: Outcome, payer: str, options: RiichiOptions) -> Text:
    """What the first winner's hand is, and who pays it: the amounts depend on who is East."""
    first = settlement.wins_of(outcome)[0]
    base = settlement.base_points(first.han, first.fu, first.yakuman, options)
    if first.yakuman > 1:
        worth = mark("{count} × yakuman", count=first.yakuman)
    elif base in _LIMITS:
        worth = _LIMITS[base]
    else:
        worth = mark("{han} han, {fu} fu", han=first.han, fu=first.fu or settlement.USUAL_FU)
    if payer:
        return mark("{worth}\nfrom {player}", worth=worth, player=payer)
    return mark("{worth}\nfrom all three", worth=worth)


RIICHI_2025 = riichi_2025(defaults_of(OPTIONS_2025))
RIICHI_2016 = riichi_2016(defaults_of(OPTIONS_2016))
