"""The lists that screens show: standings, teams, seats and figures, of public data only, in pages."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from reports.sheets.people import EMPTY_SEAT
from reports.sheets.seating import by_name, resting_rows, sits_out_text, unused_tables_text
from reports.vocabulary import PLAYER, SITS_OUT, TABLE
from tournament.event.format import EventFormat
from tournament.language import Text, fraction_text, integer_text, listed, mark, mark_count, signed_text
from tournament.ledger.state import final_name, sitting_out
from tournament.standings.granted import granted_text
from tournament.standings.ranking import listed_name
from tournament.standings.season_explanation import worth_text
from tournament.standings.statistics import Played
from tournament.standings.teams import teams
from tournament.tiles.wind import Wind
from tournament.use_cases.club import evening_ranking
from tournament.use_cases.people import vacant_players
from tournament.use_cases.public_view import PublicView
from tournament.use_cases.results_state import results_state
from tournament.use_cases.view import View
from ui.hall.slides import ListCell, ListColumn, ListSlide

LINES = 10
"""Lines on a page of a list beside a ceremony or a draw, of one whose lines have many names, and of a short one."""
_BESIDE = 14
"""Lines on a page of a longer list beside the clock: as many as leave room for a long name on two lines."""
_FEWEST = 4
"""A list with fewer lines leaves the rest of the screen free."""
_ALONE = 12
"""The most lines in one column of a list that has the screen for itself."""
_WHOLE = 28
"""The most lines on a page of such a list, in two columns: 168 players take six pages."""
_MOST_NAMES = 3
"""If more players than this share a figure, only their number is given."""

Row = tuple[ListCell, ...]


def standings_pages(view: PublicView, *, alone: bool = False) -> tuple[ListSlide, ...]:
    """The public ranking of the players; empty until results are public.

    ``alone`` here and below: it has the screen for itself, and more lines a page.
    """
    if not view.last_session:
        return ()
    if not view.settings.format.is_drawn:
        return _season_pages(view, alone=alone)
    shown = view.standings()
    columns = (_RIGHT, ListColumn(), ListColumn(name=True), _RIGHT, _RIGHT)
    rows = [
        (
            ListCell(integer_text(row.rank), strong=True),
            _moved(row.moved),
            ListCell(listed_name(row)),
            ListCell(row.table_points, strong=True),
            ListCell(signed_text(row.score), second=True),
        )
        for row in shown.rows
    ]
    state, granted = results_state(view), granted_text(shown, view.settings)
    if state.final:
        return pages_of(mark("Final standings"), None, columns, rows, granted, alone=alone)
    return pages_of(mark("Standings"), state.text, columns, rows, granted, alone=alone)


def team_pages(view: PublicView, *, alone: bool = False) -> tuple[ListSlide, ...]:
    """The public ranking of the teams; empty until results are public, and for an event without teams."""
    if not view.last_session or not view.settings.format.is_drawn:
        return ()
    shown = view.standings()
    columns = (_RIGHT, ListColumn(name=True), _RIGHT, _RIGHT)
    rows = [
        (
            ListCell(integer_text(team.rank), strong=True),
            ListCell(team.name),
            ListCell(team.table_points, strong=True),
            ListCell(signed_text(team.score), second=True),
        )
        for team in teams(shown, view.settings)
        if team.rank is not None
    ]
    return pages_of(mark("Teams"), results_state(view).text, columns, rows, alone=alone)


def seat_pages(view: PublicView, session: int) -> tuple[ListSlide, ...]:
    """The seats, one table a line, and below them who sits out; empty while they are not public."""
    if not view.seats_are_public(session):
        return ()
    sheets = view.sheets(session)
    vacant = vacant_players(view, session)
    columns = (ListColumn.of(TABLE), *(ListColumn(wind.label, name=True) for wind in Wind))
    rows = [
        (
            _table_cell(view, session, sheet.table),
            *(
                ListCell(EMPTY_SEAT, second=True) if number in vacant else ListCell(view.players[number].name)
                for number in sheet.players
            ),
        )
        for sheet in sheets
    ]
    for label, players in resting_rows(view, session):
        names = [ListCell(player.name) for player in players]
        rows.append((ListCell(label, second=True), *names, *[ListCell("")] * (len(Wind) - len(names))))
    note = unused_tables_text(view, (session,))
    return pages_of(mark("Seats"), mark("Session {session}", session=session), columns, rows, note)


def _table_cell(view: PublicView, session: int, table: int) -> ListCell:
    name = final_name(view.state, session, table)
    number = integer_text(table)
    return ListCell(number if name is None else mark("{name} · {table}", name=name, table=number), strong=True)


def resting_texts(view: PublicView, session: int) -> tuple[Text, ...]:
    """Who sits out ``session``, with names and then by number alone; empty if nobody does."""
    players = sorted((view.players[number] for number in sitting_out(view.state, session)), key=by_name)
    found = (sits_out_text(players), sits_out_text(players, named=False))
    return tuple(text for text in found if text is not None)


def seats_by_name(view: PublicView, session: int, *, alone: bool = False) -> tuple[ListSlide, ...]:
    """The table and seat of each player, by last name; empty while the seats are not public."""
    if not view.seats_are_public(session):
        return ()
    columns = (ListColumn.of(PLAYER), ListColumn.of(TABLE), ListColumn(mark("Seat")))
    vacant = vacant_players(view, session)
    seats = [
        (view.players[number], sheet.table, wind)
        for sheet in view.sheets(session)
        for wind, number in zip(Wind, sheet.players, strict=True)
        if number not in vacant
    ]
    resting = [(view.players[number], 0, None) for number in sitting_out(view.state, session)]
    listed = sorted([*seats, *resting], key=lambda seat: (by_name(seat[0]), seat[1]))
    rows = [
        (
            ListCell(player.name),
            _table_cell(view, session, table) if wind is not None else ListCell(""),
            ListCell(wind.label if wind is not None else SITS_OUT, second=True),
        )
        for player, table, wind in listed
    ]
    note = unused_tables_text(view, (session,))
    return pages_of(mark("Seats"), mark("Session {session}", session=session), columns, rows, note, alone=alone)


def figure_pages(view: PublicView) -> tuple[ListSlide, ...]:
    """Figures of the public sessions, such as the biggest hand and the most wins; empty before the first hand."""
    columns = (ListColumn(), _RIGHT, ListColumn(name=True))
    return pages_of(mark("Figures of the event"), results_state(view).text, columns, figure_rows(view))


def figure_rows(view: View) -> list[Row]:
    """One row a figure: its label, its value, and the players who have it; empty before the first hand."""
    played: dict[int, Played] = {}
    for session in (each for each in view.drawn_sessions if each <= view.last_session):
        for number, own in view.figures(session).items():
            played[number] = played.get(number, Played()) + own
    if not any(own.wins for own in played.values()):
        return []
    by_points = view.counts_points and not view.settings.format.is_drawn
    found: list[tuple[Text, Mapping[int, int | Fraction]]] = [
        (mark("Biggest hand"), {number: own.best for number, own in played.items()}),
        (mark("Most wins"), {number: own.wins for number, own in played.items()}),
        (mark("Most self-draws"), {number: own.self_draws for number, own in played.items()}),
        (
            mark("Best table points of an evening") if by_points else mark("Best score of a session"),
            _best_results(view),
        ),
    ]
    return [_figure(view, label, worth) for label, worth in found if max(worth.values(), default=0) > 0]


def winner_pages(view: View, numbers: Sequence[int]) -> tuple[ListSlide, ...]:
    """The players with these ``numbers``, who could win before the last session: with rank and points of then."""
    before = {row.player.number: row for row in view.standings(view.session_before(max(view.session_numbers))).rows}
    rows = [
        (
            ListCell(integer_text(before[number].rank), strong=True),
            ListCell(before[number].player.name),
            ListCell(before[number].table_points, strong=True),
            ListCell(signed_text(before[number].score), second=True),
        )
        for number in numbers
        if number in before
    ]
    title = mark_count("{count} player could win", "{count} players could win", len(rows))
    return pages_of(title, mark("Before the last session"), (_RIGHT, ListColumn(name=True), _RIGHT, _RIGHT), rows)


_RIGHT = ListColumn(right=True)


def _season_pages(view: PublicView, *, alone: bool) -> tuple[ListSlide, ...]:
    club = view.settings.format is EventFormat.CLUB
    shown = evening_ranking(view, view.last_session) if club else view.season()
    columns = (_RIGHT, ListColumn(), ListColumn(name=True), _RIGHT)
    rows = [
        (
            ListCell("–" if row.rank is None else integer_text(row.rank), strong=True),
            _moved(row.moved),
            ListCell(row.player.name),
            ListCell(worth_text(row.worth, shown.rules), strong=True),
        )
        for row in (*shown.rows, *shown.waiting)
    ]
    if club:
        return pages_of(mark("Ranking of the evening"), results_state(view).text, columns, rows, alone=alone)
    return pages_of(mark("Ranking"), results_state(view).text, columns, rows, alone=alone)


def _moved(moved: int | None) -> ListCell:
    if moved is None:
        return ListCell("")
    if not moved:
        return ListCell("–", second=True, small=True)
    if moved > 0:
        return ListCell(f"▲ {moved}", strong=True, accent=True, small=True)
    return ListCell(f"▽ {-moved}", second=True, small=True)


def _best_results(view: View) -> dict[int, int | Fraction]:
    """The best result of each player in a session or an evening."""
    best: dict[int, int | Fraction] = {}
    for session in (each for each in view.drawn_sessions if each <= view.last_session):
        for number, result in view.tally(session).results.items():
            best[number] = max(best.get(number, result.worth), result.worth)
    return best


def _figure(view: View, label: Text, worth: Mapping[int, int | Fraction]) -> Row:
    most = max(worth.values())
    best = sorted((view.players[number] for number, own in worth.items() if own == most), key=by_name)
    names: str | Text = listed(player.name for player in best)
    if len(best) == 1:
        names = best[0].name
    elif len(best) > _MOST_NAMES:
        names = mark_count("{count} player", "{count} players", len(best))
    return ListCell(label, second=True), ListCell(fraction_text(most), strong=True), ListCell(names)


def pages_of(
    title: Text,
    subtitle: Text | None,
    columns: tuple[ListColumn, ...],
    rows: Sequence[Row],
    note: Text | None = None,
    *,
    alone: bool = False,
) -> tuple[ListSlide, ...]:
    """Return the pages of a list. One that is ``alone`` on the screen has as many lines a page as can be read."""
    many_names = sum(column.name for column in columns) > 1
    beside = _BESIDE - (note is not None) if len(rows) > LINES and not many_names else LINES  # a note needs a line
    lines, blocks = _shape(len(rows)) if alone else (beside, 1)
    most = lines * blocks
    if note is not None and len(rows) > most:
        most = -(-len(rows) // -(-len(rows) // most))  # pages of about the same length
    if len(rows) < LINES and many_names:
        lines = max(len(rows), _FEWEST)  # a few tables have higher lines, in which long names have more room
    pages = -(-len(rows) // most)
    return tuple(
        ListSlide(title, subtitle, columns, tuple(rows[first : first + most]), _range_text(first, len(rows), most),
                  first // most + 1, pages, note, lines, blocks)
        for first in range(0, len(rows), most)
    )  # fmt: skip


def _shape(rows: int) -> tuple[int, int]:
    """The lines of a column and the columns of a page, so that ``rows`` are spread evenly over the fewest pages."""
    if rows <= _ALONE:
        return max(rows, 1), 1
    pages = -(-rows // _WHOLE)
    return -(-rows // (2 * pages)), 2


def _range_text(first: int, whole: int, most: int) -> Text | None:
    if whole <= most:
        return None
    last = min(first + most, whole)
    return mark("{first} to {last} of {count}", first=first + 1, last=last, count=whole)
