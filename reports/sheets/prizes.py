"""Who has a prize coming: the first of each category, those on one place together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from reports.document import Cell, Document, Emphasis, Field, Kind, Section, table_of
from reports.sheets.groups import country_names
from reports.sheets.options import ReportOptions, after_hands
from tournament.language import Text, listed, mark, mark_count, verbatim
from tournament.rules.pattern import Names
from tournament.standings.teams import TeamStanding, countries, teams
from tournament.use_cases.view import View

MOST_PLACES = 3
"""Places of a category that are named."""


@dataclass(frozen=True, slots=True)
class PrizePlace:
    """A place of one category, and who is on it."""

    rank: int
    names: Cell
    shared: int
    """How many are on it."""
    result: Cell


def _shared_text(row: PrizePlace) -> Text | None:
    if row.shared < 2:
        return None
    last = row.rank + row.shared - 1
    return mark_count("{count} share places {first} to {last}", "{count} share places {first} to {last}", row.shared,
                      first=row.rank, last=last)  # fmt: skip


def prizes(view: View, options: ReportOptions) -> Document:
    """The first places of players, teams and countries, by the standings asked for."""
    if not view.settings.format.is_drawn:
        season = view.season(options.session)
        players = [(row.rank, row.player.name, row.worth) for row in season.rows if row.rank is not None]
        sections = _sections([(mark("Players"), _places(players), Kind.SIGNED)])
        hands, provisional = season.hands, season.provisional
    else:
        shown = view.standings(options.session)
        ranked = [(row.rank, row.player.name, row.table_points) for row in shown.rows] if shown.after else []
        categories = [(mark("Players"), _places(ranked), Kind.POINTS)]
        if shown.after:
            categories += [
                (mark("Teams"), _places(_groups(teams(shown))), Kind.POINTS),
                (mark("Countries"), _places(_groups(countries(shown), country=True)), Kind.POINTS),
            ]
        sections = _sections(categories)
        hands, provisional = shown.hands, shown.provisional
    return Document(
        event=view.settings.name,
        title=mark("Prize list"),
        state=after_hands(hands, provisional=provisional),
        printed=options.printed,
        provisional=provisional,
        aside=(view.rules.name,),
        note=mark("Players on one place share it, and the prizes of the places that they take up.")
        if sections
        else mark("No hand is recorded yet."),
        section_name=mark("Category") if sections else None,
        sections=sections,
    )


Ranked = tuple[int, Cell, Cell]


def _groups(groups: Iterable[TeamStanding], *, country: bool = False) -> list[Ranked]:
    return [(group.rank, country_names(group.name) if country else group.name, None) for group in groups]


def _places(ranked: Sequence[Ranked]) -> list[PrizePlace]:
    places = []
    for rank, same in groupby(ranked, key=lambda row: row[0]):
        if rank > MOST_PLACES:
            break
        rows = list(same)
        names = rows[0][1] if len(rows) == 1 else listed(_words(name) for _rank, name, _result in rows)
        places.append(PrizePlace(rank, names, len(rows), rows[0][2]))
    return places


def _words(name: Cell) -> object:
    return verbatim(name.en) if isinstance(name, Names) else name


def _sections(categories: Sequence[tuple[Text, list[PrizePlace], Kind]]) -> tuple[Section, ...]:
    sections = []
    for heading, places, kind in categories:
        fields: list[Field[PrizePlace]] = [
            Field(mark("Rank"), lambda row: row.rank, Kind.INTEGER, Emphasis.STRONG),
            Field(mark("Name"), lambda row: row.names, emphasis=Emphasis.NAME, flexible=True),
        ]
        if any(place.result is not None for place in places):
            fields.append(Field(mark("Result"), lambda row: row.result, kind))
        if any(place.shared > 1 for place in places):
            fields.append(Field(mark("Shared"), _shared_text, flexible=True))
        if places:
            sections.append(Section(table_of(fields, places), heading, label=heading))
    return tuple(sections)
