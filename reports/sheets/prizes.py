"""The prize winners, category by category: one row per winner, what each gets, and who shares with whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from reports.column import Cell, Column, Emphasis, Kind
from reports.document import Document, Section, table_of
from reports.sheets.options import ReportOptions, after_hands
from reports.vocabulary import RANK, RESULT
from tournament.event.format import SeasonCount
from tournament.event.prizes import (
    GROUPED,
    CategoryKind,
    Prize,
    PrizeCategory,
    PrizeTies,
    country_names,
    places_text,
    prize_text,
)
from tournament.language import Text, listed, mark, mark_count, verbatim
from tournament.standings.awards import Award, Entrant, awards, unclaimed
from tournament.standings.ranking import MARK
from tournament.use_cases.prizes import ranking
from tournament.use_cases.results_state import ResultsState, results_state
from tournament.use_cases.view import View

USUAL_PLACES = 3
"""Places of a category that are listed while no prize is entered."""
_MOST_THINGS = 3
"""The most prizes of one tie that are named."""


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """One winner in the list."""

    place: int
    group: Cell
    name: Cell
    result: Fraction | int
    prize: Text | None
    amount: Fraction | None
    """The amount for this winner, in the currency."""
    note: Text | None


def prizes(view: View, options: ReportOptions) -> Document:
    """The winners of every prize; while none is entered, the first places of players, teams and countries.

    Before the results are final, only places are shown, unless the options ask for the prizes.
    """
    said = view.settings.prizes
    shown = view.standings(options.session)
    categories = said.categories or tuple(map(PrizeCategory, _USUAL if view.settings.format.is_drawn else _USUAL[:1]))
    if options.category is not None:
        categories = (options.category,)
    state = results_state(view, options.session)
    sections = [_section(view, options, category, state) for category in categories] if shown.after else []
    found = tuple(section for section in sections if section is not None)
    return Document(
        event=view.settings.name,
        title=options.after_session(mark("Prize list")),
        state=after_hands(shown.hands, provisional=shown.provisional),
        printed=options.printed,
        provisional=shown.provisional,
        aside=(view.rules.name,),
        note=_note(view, found=bool(found), prizes=state.final or options.prizes_so_far),
        section_name=mark("Category") if found else None,
        sections=found,
    )


_USUAL = (CategoryKind.PLAYERS, CategoryKind.TEAMS, CategoryKind.COUNTRIES)


def _note(view: View, *, found: bool, prizes: bool) -> Text:
    if not view.last_session:
        return mark("No hand is recorded yet.")
    if not found:
        return mark("Nobody is ranked in this category.")
    said = view.settings.prizes
    if said.lines and not prizes:
        return mark("Who wins which prize is shown at the end of the event.")
    if not said.lines:
        return mark("Tied players share their place and the prizes of the places they occupy.")
    if said.ties is PrizeTies.SHARED:
        return mark(
            "Tied players share the prizes of their places: amounts are added and divided, and a trophy belongs to all."
        )
    return mark("Ties are broken by lot.")


def _section(view: View, options: ReportOptions, category: PrizeCategory, state: ResultsState) -> Section | None:
    """The winners of one category; None if nobody is ranked in it."""
    said = view.settings.prizes
    shows_prizes = state.final or options.prizes_so_far
    lines, ranked = said.of(category), ranking(view, category, options.session)
    if not ranked:
        return None
    most = options.first or max((line.last for line in lines), default=USUAL_PLACES)
    if lines and shows_prizes:
        rows = [_winner(view, each) for each in awards(ranked, lines, said) if each.place <= most]
    else:
        rows = _places(category, ranked, most)
    fields: list[Column[PrizeRow]] = [RANK.of(lambda row: row.place)]
    if category.kind in GROUPED and not category.of:
        heading = mark("Country") if category.kind is CategoryKind.COUNTRY else mark("Club")
        fields.append(Column(heading, lambda row: row.group, flexible=True))
    fields += [
        Column(mark("Name"), lambda row: row.name, emphasis=Emphasis.NAME, flexible=True),
        RESULT.of(lambda row: row.result, kind=result_kind(view, category), emphasis=Emphasis.PLAIN),
    ]
    if any(row.prize is not None for row in rows):
        heading = mark("Prize") if state.final else mark("Prize so far")
        fields.append(Column(heading, lambda row: row.prize, flexible=True))
    if any(row.amount is not None for row in rows):
        heading = mark("Each, in {currency}", currency=said.currency) if said.currency else mark("Each")
        fields.append(Column(heading, lambda row: row.amount, Kind.AMOUNT, Emphasis.STRONG))
    if any(row.note is not None for row in rows):
        fields.append(Column(mark("Shared"), lambda row: row.note, flexible=True))
    nobody = [places_text(places) for places in unclaimed(ranked, lines) if shows_prizes and not options.first]
    note = mark("Cannot be won: {places}.", places=listed(nobody)) if nobody else None
    return Section(table_of(fields, rows), category.label, label=category.label, note=note)


def result_kind(view: View, category: PrizeCategory) -> Kind:
    """How the result that ranks a category is written."""
    match category.kind:
        case CategoryKind.BEST_HAND | CategoryKind.HANDS_WON:
            return Kind.INTEGER
        case CategoryKind.COUNTRIES:
            return Kind.AVERAGE
        case _:
            summed = view.settings.season.count is SeasonCount.SUM and not view.counts_points
            return Kind.SIGNED if summed else Kind.POINTS


def entrant_name(category: PrizeCategory, entrant: Entrant) -> Cell:
    """The name, marked if granted points count for the place; for a country in every language."""
    if category.kind is CategoryKind.COUNTRIES:
        return country_names(entrant.name)
    return f"{entrant.name} {MARK}" if entrant.granted else entrant.name


def _group(category: PrizeCategory, entrant: Entrant) -> Cell:
    return country_names(entrant.group) if category.kind is CategoryKind.COUNTRY else entrant.group


def _places(category: PrizeCategory, ranked: Sequence[Entrant], most: int) -> list[PrizeRow]:
    """The first places, without prizes."""
    rows = []
    for (_group_name, place), same in groupby(ranked, key=lambda each: (each.group, each.rank)):
        level = list(same) if place <= most else []
        for each in level:
            names = _group(category, each), entrant_name(category, each)
            rows.append(PrizeRow(place, *names, each.worth, None, None, _level_text(place, len(level))))
    return rows


def _winner(view: View, award: Award) -> PrizeRow:
    category, entrant = award.prizes[0].category, award.entrant
    amount = None if award.amount is None else Fraction(award.amount, 100)
    names = _group(category, entrant), entrant_name(category, entrant)
    return PrizeRow(award.place, *names, entrant.worth, things_text(view, award), amount, _shared_text(view, award))


def things_text(view: View, award: Award) -> Text | None:
    """The prizes other than money; all prizes at stake while lots must decide."""
    currency = view.settings.prizes.currency
    if award.undecided:
        return _some([prize_text(prize, currency) for prize in award.prizes])
    return _some([verbatim(prize.what) for prize in award.prizes if prize.what])


def _some(things: Sequence[Text]) -> Text | None:
    if len(things) > _MOST_THINGS:
        more = mark_count("{count} more", "{count} more", len(things) - _MOST_THINGS)
        return listed((*things[:_MOST_THINGS], more))
    return listed(things) if things else None


def _shared_text(view: View, award: Award) -> Text | None:
    """Who shares what, and the remainder."""
    if award.by_lot:
        return mark("by lot")
    if award.level < 2:
        return None
    if award.undecided:
        return mark("decided by lot: {level}", level=_level_text(award.place, award.level) or "")
    level = _level_text(award.place, award.level)
    if not award.rest:
        return level
    rest = prize_text(Prize(amount=award.rest), view.settings.prizes.currency)
    return mark("{level}; {rest} is left over", level=level or "", rest=rest)


def _level_text(place: int, count: int) -> Text | None:
    if count < 2:
        return None
    return mark_count("{count} share places {first} to {last}", "{count} share places {first} to {last}", count,
                      first=place, last=place + count - 1)  # fmt: skip
