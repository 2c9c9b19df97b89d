"""The standings of teams and of countries: the ranking, their members, and members without a place."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from reports import vocabulary
from reports.column import Cell, Column, Emphasis
from reports.document import Document, Section, table_of
from reports.sheets.options import ReportOptions, after_hands
from reports.sheets.session_states import session_states
from reports.sheets.standings import unranked_section, with_granted
from reports.vocabulary import PER_PLAYER, PLAYER
from tournament.event.prizes import country_names
from tournament.event.settings import Settings
from tournament.language import Text, mark, mark_count, mark_in
from tournament.standings import Standing, Standings, Unranked
from tournament.standings.finals import final_text
from tournament.standings.ranking import listed_name
from tournament.standings.tally import PARTS
from tournament.standings.teams import TeamStanding, countries, last_counted, member_total, teams
from tournament.use_cases.view import View


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member of a team or a country, and their contribution."""

    group: TeamStanding
    member: Standing | Unranked
    table_points: Fraction
    score: int


def _country(group: TeamStanding) -> Cell:
    return country_names(group.name)


def _team(group: TeamStanding) -> Cell:
    return group.name


RANK: Column[TeamStanding] = vocabulary.RANK.of(lambda row: row.rank)
TEAM: Column[TeamStanding] = vocabulary.TEAM.of(_team, emphasis=Emphasis.NAME)
COUNTRY: Column[TeamStanding] = vocabulary.COUNTRY.of(_country, emphasis=Emphasis.NAME, flexible=True)
PLAYERS: Column[TeamStanding] = vocabulary.PLAYERS.of(lambda row: len(row.members), emphasis=Emphasis.MUTED)
TABLE_POINTS: Column[TeamStanding] = vocabulary.TABLE_POINTS.of(lambda row: row.table_points, emphasis=Emphasis.PLAIN)
AVERAGE: Column[TeamStanding] = PER_PLAYER.of(lambda row: row.average)
SCORE: Column[TeamStanding] = vocabulary.SCORE.of(lambda row: row.score)
NOT_RANKED: Column[TeamStanding] = Column(
    mark_in("groups", "Not ranked"), lambda row: row.unranked_text or "", emphasis=Emphasis.MUTED
)
"""The reason why a group has no rank: a column only of rankings in which a group has none."""


def _members_fields(name: Column[TeamStanding]) -> tuple[Column[MemberRow], ...]:
    return (
        Column(name.heading, lambda row: name.cell(row.group), emphasis=Emphasis.MUTED, flexible=True),
        vocabulary.RANK.of(_rank, emphasis=Emphasis.MUTED),
        PLAYER.of(lambda row: listed_name(row.member)),
        vocabulary.TABLE_POINTS.of(lambda row: row.table_points),
        vocabulary.SCORE.of(lambda row: row.score),
    )


def _rank(row: MemberRow) -> int | None:
    return row.member.rank if isinstance(row.member, Standing) else None


def standings_teams(view: View, options: ReportOptions) -> Document:
    """Rank the teams after the selected session, by default after the last one played."""
    return _document(
        view,
        options,
        rank=teams,
        title=mark("Standings of teams"),
        count=lambda number: mark_count("{count} team", "{count} teams", number),
        note=mark("A team’s table points are those of all its players. Ties are decided by score."),
        nobody=mark("No player has a team: teams are entered with the players."),
        name=TEAM,
        fields=(RANK, TEAM, PLAYERS, TABLE_POINTS, SCORE),
    )


def standings_countries(view: View, options: ReportOptions) -> Document:
    """Rank the countries after the selected session, by default after the last one played."""
    return _document(
        view,
        options,
        rank=countries,
        title=mark("Standings of countries"),
        count=lambda number: mark_count("{count} country", "{count} countries", number),
        note=mark("Exact table points per player. Ties are decided by score per player."),
        nobody=mark("No player has a country: countries are entered with the players."),
        name=COUNTRY,
        fields=(RANK, COUNTRY, PLAYERS, TABLE_POINTS, AVERAGE, SCORE),
    )


def _document(
    view: View,
    options: ReportOptions,
    *,
    rank: Callable[[Standings, Settings], tuple[TeamStanding, ...]],
    title: Text,
    count: Callable[[int], Text],
    note: Text,
    nobody: Text,
    name: Column[TeamStanding],
    fields: Sequence[Column[TeamStanding]],
) -> Document:
    shown = view.standings(options.session)
    groups = rank(shown, view.settings)
    apart = any(group.rank is None for group in groups)
    members = Section(
        table_of(_members_fields(name), _members(groups, shown), group=5), mark("Their players"), mark("players")
    )
    ranking = Section(table_of((*fields, NOT_RANKED) if apart else fields, groups), label=mark("ranking"))
    states = session_states(view, view.sessions_until(shown.after))
    return Document(
        event=view.settings.name,
        title=mark("{report} after session {session}", report=title, session=shown.after) if shown.after else title,
        state=after_hands(shown.hands, provisional=shown.provisional),
        printed=options.printed,
        provisional=shown.provisional,
        aside=tuple(filter(None, (count(len(groups)), states))),
        note=with_granted(view, shown, _note(shown, note)) if groups else nobody,
        section_name=mark_in("of a page", "Part"),
        sections=(ranking, members, *unranked_section(shown)) if groups else (),
    )


def _note(shown: Standings, note: Text) -> Text:
    """How they are ranked, and how the last final counts."""
    if not shown.after:
        return mark("No hand is recorded yet.")
    return (
        mark("{final} {note}", final=final_text(shown.finals[-1], shown.final_ranks), note=note)
        if shown.finals
        else note
    )


def _members(groups: Sequence[TeamStanding], shown: Standings) -> list[MemberRow]:
    last = last_counted(shown.finals)
    rows = []
    for group in groups:
        for member in group.members:
            parts, score = member_total(member, last)
            rows.append(MemberRow(group, member, Fraction(parts, PARTS), score))
    return rows
