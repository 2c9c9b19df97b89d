"""The rules of an event in short: options, who pays whom, what counts, and faults."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from reports.column import Cell, Column, Emphasis, Kind, OtherNames
from reports.document import Document, Section, table_of
from reports.sheets.options import ReportOptions, gong_on_paper
from reports.vocabulary import ENTRY_NUMBER, FAULT, NAME, PLAYER, RESULT, SANCTION
from tournament.language import Text, mark, mark_in
from tournament.rules.fault import Fault
from tournament.rules.pattern import Names
from tournament.rules.payment import Answer, Net, Outcome, Stakes, net_of
from tournament.rules.payment_matrix import payment_matrix
from tournament.rules.question import Option, answer_text
from tournament.rules.reference import ReferenceRow, ReferenceTable
from tournament.rules.ruleset import RuleSet
from tournament.tiles.wind import Wind
from tournament.use_cases.view import View

EXAMPLES: tuple[tuple[int, Net], ...] = ((0, (100, 250, 40, 10)), (1, (30, 100, 50, 10)))
"""Hands of four values that illustrate a settlement: the winner, and the values from East on."""


@dataclass(frozen=True, slots=True)
class ChosenOption:
    """An option with the event's answer."""

    option: Option
    chosen: Answer


@dataclass(frozen=True, slots=True)
class Payment:
    """What a hand of certain values costs and pays."""

    value: str
    discarder: int | None
    """For a hand won on a discard, like ``others`` and ``by_discard``; None if no hand can be won that way."""
    others: int | None
    by_discard: int | None
    each: int | None
    """For a self-draw, like ``by_self_draw``."""
    by_self_draw: int | None


@dataclass(frozen=True, slots=True)
class EastPayment:
    """What a hand of a certain value costs, for East and for the others."""

    value: Text
    by_discard: int | None
    """From the discarder; each is None if no such hand can be won that way."""
    from_east: int | None
    from_each: int | None
    """From each of the two others on a self-draw."""
    east_by_discard: int | None
    east_from_each: int | None


@dataclass(frozen=True, slots=True)
class PaymentRow:
    """What one player pays and receives in an example."""

    wind: Wind
    value: int
    won: bool
    paid: Net
    net: int


_OPTION_FIELDS: tuple[Column[ChosenOption], ...] = (
    Column(mark("Option"), lambda row: row.option.question.text, emphasis=Emphasis.NAME, flexible=True),
    Column(mark("In this event"), lambda row: answer_text(row.option.question, row.chosen), emphasis=Emphasis.STRONG,
          flexible=True),
    Column(mark("Default"), lambda row: answer_text(row.option.question, row.option.question.default), flexible=True),
    Column(mark("Where the default comes from"), lambda row: row.option.source, emphasis=Emphasis.MUTED, flexible=True),
)  # fmt: skip
_FAULT_FIELDS: tuple[Column[Fault], ...] = (
    ENTRY_NUMBER.of(lambda row: row.number or None, kind=Kind.TEXT),
    FAULT.of(lambda row: row.name, emphasis=Emphasis.NAME),
    SANCTION.of(lambda row: row.sanction),
)


def rule_sheet(view: View, options: ReportOptions) -> Document:
    """Everything that the rule set documents, under the options of the event."""
    rules, gong = view.rules, gong_on_paper(view)
    return Document(
        event=view.settings.name,
        title=mark("Rules in short"),
        state=mark("with the options of this event") if rules.options else mark("as the rules are played here"),
        printed=options.printed,
        aside=(rules.name, _table_points(view), *([gong] if gong is not None else [])),
        note=rules.payment_rule,
        section_name=mark("Part"),
        sections=tuple(_sections(view)),
    )


def _table_points(view: View) -> Text:
    if not view.counts_points:
        return view.settings.format.label
    return mark("Table points: {points}", points=view.rules.table_points.short_text)


def _sections(view: View) -> Iterator[Section]:
    rules = view.rules
    if rules.four_values:
        for winner, values in EXAMPLES:
            yield _example(rules, winner, values)
    else:
        heading, examples = mark("Who pays what"), rules.example_wins()
        payments = table_of(_payment_fields(rules), _payments(rules))
        if examples:
            payments = table_of(_east_fields(rules), [_paid(rules, value, won) for value, won in examples])
        yield Section(payments, heading, heading)
    if rules.in_short:
        heading = mark("At the table")
        yield Section(table_of(_IN_SHORT, rules.in_short, group=100), heading, heading)
    for table in rules.reference():
        yield Section(table_of(_reference_fields(table), table.rows), table.heading, table.heading)
    if rules.faults:
        heading = mark("Faults")
        fields = _FAULT_FIELDS if any(fault.number for fault in rules.faults) else _FAULT_FIELDS[1:]
        yield Section(table_of(fields, rules.faults), heading, heading)
    if rules.options:
        chosen = dict(view.settings.options)
        rows = [
            ChosenOption(option, chosen.get(option.question.name, option.question.default)) for option in rules.options
        ]
        different = [row for row in rows if row.chosen != row.option.question.default]
        for heading, listed_rows in ((mark("Different from the default"), different), (mark("Options"), rows)):
            if listed_rows:
                yield Section(table_of(_OPTION_FIELDS, listed_rows), heading, heading)


_IN_SHORT: tuple[Column[tuple[Text, Text]], ...] = (
    Column(mark("About"), lambda row: row[0], emphasis=Emphasis.NAME),
    Column(mark_in("of the rules", "Rule"), lambda row: row[1], flexible=True),
)


def _paid(rules: RuleSet, value: Text, won: Outcome) -> EastPayment:
    """The payments for a hand of the first player: while the last player is East, and while the winner is."""
    discarded = replace(won, discarder=1)
    by_discard, by_self_draw = not rules.contradictions(discarded, 3), not rules.contradictions(won, 3)
    others, east = net_of(rules.settle(won, Stakes(3))), net_of(rules.settle(won, Stakes(0)))
    return EastPayment(
        value=value,
        by_discard=net_of(rules.settle(discarded, Stakes(3)))[0] if by_discard else None,
        from_east=-others[3] if by_self_draw else None,
        from_each=-others[1] if by_self_draw else None,
        east_by_discard=net_of(rules.settle(discarded, Stakes(0)))[0] if by_discard else None,
        east_from_each=-east[1] if by_self_draw else None,
    )


def _east_fields(rules: RuleSet) -> tuple[Column[EastPayment], ...]:
    return (
        Column(rules.written_name or rules.value_name, lambda row: row.value, emphasis=Emphasis.NAME, flexible=True),
        Column(mark("Discard: the discarder pays"), lambda row: row.by_discard, Kind.INTEGER, Emphasis.STRONG),
        Column(mark("Self-draw: East pays"), lambda row: row.from_east, Kind.INTEGER),
        Column(mark("each other player pays"), lambda row: row.from_each, Kind.INTEGER),
        Column(mark("East wins: the discarder pays"), lambda row: row.east_by_discard, Kind.INTEGER,
              Emphasis.STRONG),
        Column(mark("East’s self-draw: each pays"), lambda row: row.east_from_each, Kind.INTEGER),
    )  # fmt: skip


def _payment_fields(rules: RuleSet) -> tuple[Column[Payment], ...]:
    return (
        Column(rules.value_name, lambda row: row.value, Kind.CODE, Emphasis.STRONG),
        Column(mark("Discard: the discarder pays"), lambda row: row.discarder, Kind.INTEGER),
        Column(mark("each other player pays"), lambda row: row.others, Kind.INTEGER),
        Column(mark("the winner receives"), lambda row: row.by_discard, Kind.INTEGER, Emphasis.STRONG),
        Column(mark("Self-draw: each pays"), lambda row: row.each, Kind.INTEGER),
        Column(mark("the winner receives"), lambda row: row.by_self_draw, Kind.INTEGER, Emphasis.STRONG),
    )


def _payments(rules: RuleSet) -> Iterator[Payment]:
    """One row for each value, or for a range of values that are paid alike; otherwise the lowest value of the range."""
    lowest = [value for value in rules.value_bands if value > rules.minimum]
    bands = [rules.minimum, *lowest, rules.most + 1]
    for low, following in pairwise(bands):
        discard, self_draw = _net(rules, low, 1), _net(rules, low, None)
        highest = following - 1
        alike = (discard, self_draw) == (_net(rules, highest, 1), _net(rules, highest, None))
        yield Payment(
            f"{low}–{highest}" if alike and highest > low else str(low),
            None if discard is None else -discard[1],
            None if discard is None else -discard[2],
            None if discard is None else discard[0],
            None if self_draw is None else -self_draw[1],
            None if self_draw is None else self_draw[0],
        )


def _net(rules: RuleSet, points: int, discarder: int | None) -> Net | None:
    """Points moved by a hand of the first player while the fourth is East; None if no hand is won this way."""
    outcome = Outcome(0, discarder, points)
    return None if rules.contradictions(outcome, 3) else net_of(rules.settle(outcome, Stakes(3)))


def _example(rules: RuleSet, winner: int, values: Net) -> Section:
    matrix = payment_matrix(rules.settle(Outcome(winner, None, values=values), Stakes(0)))
    rows = [PaymentRow(wind, values[wind], winner == wind, matrix.rows[wind], matrix.net[wind]) for wind in Wind]
    heading = mark("Example: {winner} wins", winner=Wind(winner).label)
    return Section(table_of(_EXAMPLE_FIELDS, rows, group=4), heading, heading)


def _paid_to(wind: Wind) -> Column[PaymentRow]:
    return Column(mark("pays to {wind}", wind=wind.label), lambda row: None if row.wind is wind else row.paid[wind],
                 Kind.INTEGER)  # fmt: skip


_EXAMPLE_FIELDS: tuple[Column[PaymentRow], ...] = (
    PLAYER.of(lambda row: row.wind.label),
    Column(mark("Mah-Jong"), lambda row: "×" if row.won else None),
    Column(mark("Value of the hand"), lambda row: row.value, Kind.INTEGER),
    *(_paid_to(wind) for wind in Wind),
    RESULT.of(lambda row: row.net),
)


_NUMBER: Column[ReferenceRow] = ENTRY_NUMBER.of(lambda row: row.number or None, kind=Kind.TEXT)
_NAMES: tuple[Column[ReferenceRow], ...] = (
    NAME.of(lambda row: row.name),
    Column(mark_in("name in another language", "Other languages"), lambda row: other_names(row.name),
          emphasis=Emphasis.MUTED, flexible=True),
)  # fmt: skip
_DESCRIPTION: Column[ReferenceRow] = Column(
    mark("What it is"), lambda row: row.description if any(row.description) else None, flexible=True
)


def _reference_fields(table: ReferenceTable) -> tuple[Column[ReferenceRow], ...]:
    numbered = (_NUMBER,) if any(row.number for row in table.rows) else ()
    worth = (_worth(heading, place) for place, heading in enumerate(table.worth))
    return (*numbered, *_NAMES, *worth, _DESCRIPTION)


def _worth(heading: Text, place: int) -> Column[ReferenceRow]:
    return Column(heading, lambda row: row.worth[place], Kind.INTEGER, Emphasis.STRONG)


def other_names(name: Names) -> Cell:
    """The names in the other languages."""

    return OtherNames(*name) if any(name) else None
