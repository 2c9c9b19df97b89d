"""The complete event as one workbook: a flat, filtered sheet for each report; empty ones are omitted."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from reports.column import Cell, Column, Emphasis, Kind, Row
from reports.document import Document, Section, SheetChart, Table, table_of
from reports.sheets.charts import NUMBER, POINTS, SCORE_POINTS, EventChart, chart_title, in_unit
from reports.sheets.data import penalties, players
from reports.sheets.fans import fans
from reports.sheets.groups import standings_countries, standings_teams
from reports.sheets.hands import hands
from reports.sheets.journal import FIELDS as JOURNAL_FIELDS
from reports.sheets.journal import JournalRow, journal_rows
from reports.sheets.options import ReportOptions
from reports.sheets.seating import seating_by_table
from reports.sheets.sessions import sessions
from reports.sheets.standings import PLAYER, SCORE, TABLE_POINTS, session_points, standings
from reports.sheets.statistics import PLAYER_FIELDS, statistics_report
from reports.vocabulary import RESULT, TIME
from tournament.language import Text, mark, mark_in
from tournament.standings import Standing
from tournament.use_cases.results_state import results_state
from tournament.use_cases.view import View

_CHARTED = 10
"""The most players with a bar in a chart."""
_STATE: Column[object] = Column(mark("Provisional or final"), lambda _row: None, emphasis=Emphasis.MUTED)
_TIME: Column[JournalRow] = TIME.of(lambda row: Text("{moment}", (("moment", row.time),)))


def workbook(view: View, options: ReportOptions) -> Document:
    """Every result, list and entry of the event, as they are now."""
    options = replace(options, session=None, table=None, hand=None)
    ranking = standings(view, options)
    return Document(
        event=view.settings.name,
        title=mark("Workbook"),
        state=ranking.state,
        printed=options.printed,
        provisional=ranking.provisional,
        aside=ranking.aside,
        note=ranking.note,
        sections=tuple(_sheets(view, options, ranking)),
    )


def _sheets(view: View, options: ReportOptions, ranking: Document) -> Iterator[Section]:
    drawn = view.settings.format.is_drawn
    recorded: tuple[Section, ...] = ()

    def pages(name: Text, report: Callable[[View, ReportOptions], Document]) -> Iterator[Section]:
        yield from _flat(name, report(view, options))

    yield from _standings(view, options, ranking)
    if drawn:
        yield from pages(mark("Teams"), standings_teams)
        yield from pages(mark("Countries"), standings_countries)
    if not drawn or view.seating is not None:
        yield from pages(mark_in("list", "Sessions") if drawn else mark("Games"), sessions)
        recorded = tuple(pages(mark("Hands"), hands))
        yield from recorded
        yield from pages(mark("Penalties"), penalties)
        if drawn:
            yield from pages(mark("Seating"), seating_by_table)
    yield from pages(mark("Players"), players)
    if recorded and view.rules.scorer is not None:
        yield from pages(mark("Fan"), fans)
    if recorded:
        yield from _statistics(view, statistics_report(view, options))
    journal = table_of((JOURNAL_FIELDS[0], _TIME, *JOURNAL_FIELDS[2:]), journal_rows(view, options))
    yield Section(journal, mark("Journal"))


def _flat(name: Text, document: Document) -> Iterator[Section]:
    """One sheet of the sections with the columns of the first; each other kind of table gets its own sheet."""
    filled = [section for section in document.sections if section.table.rows]
    for number, (columns, alike) in enumerate(groupby(filled, key=lambda section: section.table.columns)):
        together = list(alike)
        heading = name if not number else mark("{sheet}, {part}", sheet=name, part=_part(together[0]))
        yield Section(_joined(together, columns, document.section_name), heading)


def _part(section: Section) -> Text:
    return section.heading or mark_in("of a page", "Part")


def _joined(sections: Sequence[Section], columns: tuple[Column[Any], ...], label_name: Text | None) -> Table:
    """Their rows as one table, with the distinguishing label first; a number is kept even if there is only one."""
    labels = [_label(section) for section in sections]
    if label_name is None or (len(sections) == 1 and not isinstance(labels[0], int)):
        return sections[0].table
    kind = Kind.INTEGER if all(isinstance(label, int) for label in labels) else Kind.TEXT
    rows = tuple((label, *row) for label, section in zip(labels, sections, strict=True) for row in section.table.rows)
    return Table((Column(label_name, _label, kind, Emphasis.MUTED, once=True), *columns), rows)


def _label(section: Section) -> Cell:
    return next((each for each in (section.label_name, section.label, section.heading) if each is not None), None)


def _standings(view: View, options: ReportOptions, ranking: Document) -> Iterator[Section]:
    """Every row says how final it is, so that it stays with a copied row; the first rows also as a chart."""
    state = results_state(view).text
    for number, section in enumerate(_flat(mark("Standings"), ranking)):
        made = _with_column(section, _STATE.of(lambda _row: state), section.table.rows)
        if number:
            yield made
            continue
        chart = _standings_chart(made.table, len(ranking.sections[0].table.rows))
        yield replace(_with_sums(view, made) if options.formulas else made, charts=chart)


def _with_column(section: Section, column: Column[Row], subjects: Iterable[Row]) -> Section:
    """One more column at the end, read from the ``subjects`` of the rows."""
    table = section.table
    rows = tuple((*row, column.cell(subject)) for row, subject in zip(table.rows, subjects, strict=True))
    return replace(section, table=replace(table, columns=(*table.columns, column), rows=rows))


def _with_sums(view: View, section: Section) -> Section:
    """Add the parts of the totals: table points, and in separate columns the score of each session."""
    if not view.settings.format.is_drawn:
        return section
    shown = view.standings()
    if not shown.rows:
        return section
    points = _session_places(section.table)
    made = section
    for session in view.sessions_until(shown.after):
        made = _with_column(made, _session_score(session), shown.rows)
    places = _places(section.table)
    first = len(section.table.columns)
    return replace(
        made,
        sums=(
            (places[TABLE_POINTS.heading], points),
            (places[SCORE.heading], tuple(range(first, first + shown.after))),
        ),
    )


def _session_score(session: int) -> Column[Standing]:
    """The score of one session; empty for players without a result there."""

    def score(row: Standing) -> int | None:
        result = row.results.get(session)
        return result.score if result else None

    return Column(mark("Score S{session}", session=session), score, Kind.SIGNED, Emphasis.MUTED)


def _session_places(table: Table) -> tuple[int, ...]:
    """The indices of the columns with the table points of a session."""
    return tuple(
        place for heading, place in _places(table).items() if heading.message == session_points(1).heading.message
    )


def _standings_chart(table: Table, ranked: int) -> tuple[SheetChart, ...]:
    """Table points of the first ten, session by session; their results if there are none."""
    found = _places(table)
    total = found.get(TABLE_POINTS.heading, found.get(RESULT.heading))
    name = found.get(PLAYER.heading)
    if total is None or name is None or not any(row[total] for row in table.rows[:ranked]):
        return ()
    values = _session_places(table)
    unit = POINTS if TABLE_POINTS.heading in found else SCORE_POINTS
    return (
        SheetChart(
            mark("The first {count}", count=min(_CHARTED, ranked)),
            name=name,
            values=values or (total,),
            rows=range(min(_CHARTED, ranked)),
            names_title=table.columns[name].heading,
            values_title=in_unit(table.columns[total].heading, unit),
            stacked=bool(values),
        ),
    )


def _statistics(view: View, document: Document) -> Iterator[Section]:
    """With charts: of the first players, of how hands ended, and of their values; then the best hands."""
    of_players, endings, values, *others = _flat(mark("Statistics"), document)
    yield replace(of_players, charts=_player_charts(view, of_players.table))
    kinds = (
        (EventChart.ENDINGS, mark("How a hand ended"), mark("Hands")),
        (EventChart.VALUES, in_unit(mark("Value of the hand"), view.rules.value_name), mark("Hands won")),
    )
    for section, (kind, names_title, counted) in zip((endings, values), kinds, strict=True):
        chart = SheetChart(
            chart_title(kind, drawn=True),
            name=0,
            values=(1,),
            rows=range(len(section.table.rows)),
            names_title=names_title,
            values_title=in_unit(counted, NUMBER),
        )
        yield replace(section, charts=(chart,))
    yield from others[:1]  # the best hands; who played for whom is beside the sessions


def _player_charts(view: View, table: Table) -> tuple[SheetChart, ...]:
    players = len(table.rows) - 1  # the first row is all players together
    if not players:
        return ()
    places = _places(table)
    name, *wins = (places[field.heading] for field in (PLAYER_FIELDS[0], *PLAYER_FIELDS[2:5]))
    kinds = (
        (EventChart.WINS, tuple(wins), in_unit(mark("Hands"), NUMBER)),
        (
            EventChart.POINTS_A_HAND,
            (places[PLAYER_FIELDS[7].heading],),
            in_unit(mark("Won for each hand at the table"), view.rules.value_name),
        ),
    )
    return tuple(
        SheetChart(
            chart_title(kind, drawn=True),
            name=name,
            values=values,
            rows=range(1, 1 + min(_CHARTED, players)),
            names_title=PLAYER_FIELDS[0].heading,
            values_title=values_title,
        )
        for kind, values, values_title in kinds
    )


def _places(table: Table) -> dict[Text, int]:
    """The index of each column, by its heading."""
    return {column.heading: place for place, column in enumerate(table.columns)}
