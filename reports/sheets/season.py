"""The ranking of an evening and of a season, and each player's course through it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import assert_never

from reports import vocabulary
from reports.column import Cell, Column, Emphasis, Kind, not_counted
from reports.document import Document, Section, table_of
from reports.sheets.options import ReportOptions, after_hands, players_of
from reports.sheets.seating import by_name
from reports.vocabulary import COUNTS, EVENINGS_MISSING, GAMES_WON, PER_GAME, RANK_AFTER, SESSION, SESSIONS
from tournament.event.format import EventFormat, SeasonCount, SeasonRules, season_text
from tournament.event.player import Player
from tournament.language import Text, listed, mark, mark_in
from tournament.standings.course import CourseStep
from tournament.standings.season import SeasonRow, SeasonStandings
from tournament.standings.state_words import unranked_text
from tournament.use_cases.club import evening_ranking, season_courses
from tournament.use_cases.view import View

MOST_COLUMNS = 12
"""The most evenings with a column each in the ranking of a season; with more, those that count are named."""

RANK: Column[SeasonRow] = vocabulary.RANK.of(lambda row: row.rank)
MOVED: Column[SeasonRow] = vocabulary.MOVED.of(lambda row: row.moved)
NUMBER: Column[SeasonRow] = vocabulary.NUMBER.within(lambda row: row.player)
PLAYER: Column[SeasonRow] = vocabulary.PLAYER.within(lambda row: row.player)
GAMES: Column[SeasonRow] = vocabulary.GAMES.of(lambda row: row.games)
WON: Column[SeasonRow] = GAMES_WON.of(lambda row: row.won)
AVERAGE: Column[SeasonRow] = PER_GAME.of(lambda row: row.average)
COUNTED: Column[SeasonRow] = Column(
    mark("Evenings that count"), lambda row: listed(sorted(row.counted)), emphasis=Emphasis.MUTED
)
MISSING: Column[SeasonRow] = EVENINGS_MISSING.of(lambda row: row.missing or None)
MISSING_GAMES: Column[SeasonRow] = Column(mark("Games missing"), lambda row: row.missing_games or None, Kind.INTEGER)


def worth_kind(rules: SeasonRules) -> Kind:
    """How the value that ranks is written: a sum of scores, or an average."""
    match rules.count:
        case SeasonCount.SUM:
            return Kind.SIGNED
        case SeasonCount.AVERAGE:
            return Kind.AVERAGE
        case SeasonCount.PLACES:
            return Kind.POINTS
        case _:
            assert_never(rules.count)


def worth_cell(worth: int | Fraction) -> Cell:
    """A whole number as an int, so that it is shown with its sign."""
    return worth.numerator if worth.denominator == 1 else worth


def result_field(rules: SeasonRules) -> Column[SeasonRow]:
    """The value that ranks."""
    return vocabulary.RESULT.of(lambda row: worth_cell(row.worth), kind=worth_kind(rules))


def evening_score(session: int, rules: SeasonRules) -> Column[SeasonRow]:
    """What one evening adds, in brackets if it does not count; empty if the player was away."""

    def score(row: SeasonRow) -> Cell:
        if session not in row.evenings:
            return None
        worth = row.shown_worth(session, rules)
        return worth_cell(worth) if session in row.counted else not_counted(worth)

    return vocabulary.session_result(session, score, Kind.SIGNED)


def season_fields(season: SeasonStandings, *, moved: bool, most: int = MOST_COLUMNS) -> list[Column[SeasonRow]]:
    """The columns of a season's ranking, on paper and on the screen; up to ``most`` evenings have one each."""
    sessions = range(1, season.after + 1)
    each = [evening_score(session, season.rules) for session in sessions] if season.after <= most else [COUNTED]
    fields = [RANK, *([MOVED] if moved else []), PLAYER, *each, GAMES, WON, AVERAGE, result_field(season.rules)]
    if any(row.missing for row in season.waiting):
        fields.append(MISSING)
    if any(row.missing_games for row in season.waiting):
        fields.append(MISSING_GAMES)
    return fields


STATE: Column[SeasonRow] = vocabulary.STATE.of(unranked_text)


def _unranked_section(season: SeasonStandings) -> tuple[Section, ...]:
    """The section of players who will not be ranked at all, with the reasons; none if there are no such players."""
    if not season.unranked:
        return ()
    fields = [PLAYER, GAMES, WON, AVERAGE, result_field(season.rules), STATE]
    return (Section(table_of(fields, season.unranked), mark("Not ranked"), mark("not ranked")),)


def season_standings(view: View, options: ReportOptions) -> Document:
    """Rank the season after the selected evening, by default after the last one played; a club has one evening."""
    if view.settings.format is EventFormat.CLUB:
        return evening(view, options)
    season = view.season(options.session)
    fields = season_fields(season, moved=options.movement and season.after > 1)
    ranked = Section(table_of(fields, season.rows), label=mark("ranked"))
    waiting = Section(table_of(fields, season.waiting), mark("Not ranked yet"), mark("not ranked yet"))
    return Document(
        event=view.settings.name,
        title=mark("Ranking after evening {evening}", evening=season.after) if season.after else mark("Ranking"),
        state=after_hands(season.hands, provisional=season.provisional),
        printed=options.printed,
        provisional=season.provisional,
        aside=(_players(season), view.rules.name),
        note=_season_note(season),
        section_name=mark("Ranking"),
        sections=(ranked, *((waiting,) if season.waiting else ()), *_unranked_section(season)),
    )


def evening(view: View, options: ReportOptions) -> Document:
    """The running totals of the selected evening, by default of the last one: to print and post."""
    session = options.session or len(view.drawn_sessions)
    season = evening_ranking(view, session)
    games = _games_of(view, session)
    most = max(map(len, games.values()), default=0)
    fields = [RANK, PLAYER, *(_game_score(games, game) for game in range(most)), GAMES, WON, AVERAGE,
              result_field(season.rules)]  # fmt: skip
    return Document(
        event=view.settings.name,
        title=_evening_title(view, session),
        state=after_hands(season.hands, provisional=season.provisional),
        printed=options.printed,
        provisional=season.provisional,
        aside=tuple(filter(None, (_evening_text(view, session), view.rules.name))),
        note=mark("The scores of each player’s games in order, and their sum.") if most else _nothing(),
        section_name=mark("Ranking") if season.unranked else None,
        sections=(
            Section(table_of(fields, season.rows), label=mark("ranked") if season.unranked else None),
            *_unranked_section(season),
        ),
    )


@dataclass(frozen=True, slots=True)
class CourseRow:
    """One evening of one player."""

    player: Player
    step: CourseStep
    when: Text | None


def result_heading(*, by_points: bool) -> Text:
    """What an evening counts of each game."""
    return mark("Table points") if by_points else mark("Score")


def course_fields(rules: SeasonRules, *, by_points: bool) -> tuple[Column[CourseRow], ...]:
    """The columns of the courses."""
    return (
        vocabulary.PLAYER.within(lambda row: row.player, once=True),
        SESSION.of(lambda row: row.step.session, emphasis=Emphasis.STRONG),
        Column(mark("Date"), lambda row: row.when, emphasis=Emphasis.MUTED),
        vocabulary.GAMES.of(lambda row: row.step.result.games),
        GAMES_WON.of(lambda row: row.step.result.won),
        Column(result_heading(by_points=by_points), lambda row: worth_cell(row.step.result.worth), Kind.SIGNED),
        COUNTS.of(lambda row: mark("yes") if row.step.counted else mark("no"), emphasis=Emphasis.MUTED),
        Column(mark("Result so far"), lambda row: worth_cell(row.step.worth), worth_kind(rules)),
        RANK_AFTER.of(lambda row: row.step.rank),
    )


def courses(view: View, options: ReportOptions) -> Document:
    """Each player's course, evening by evening, up to the selected one."""
    season, found = view.season(options.session), season_courses(view, options.session)
    rows = [
        CourseRow(row.player, step, _day_text(view, step.session))
        for row in (*season.rows, *season.waiting, *season.unranked)
        for step in found.get(row.player.number, ())
    ]
    fields = course_fields(season.rules, by_points=season.by_points)
    return Document(
        event=view.settings.name,
        title=mark("Courses of the players"),
        state=after_hands(season.hands, provisional=season.provisional),
        printed=options.printed,
        provisional=season.provisional,
        aside=(_players(season), view.rules.name),
        note=season_text(season.rules) if rows else _nothing(),
        sections=(Section(table_of(fields, rows, group=max(len(rows), 1))),),
    )


@dataclass(frozen=True, slots=True)
class AttendanceRow:
    """The evenings on which one player played, with the number of their games."""

    player: Player
    games: Mapping[int, int]


def attendance(view: View, options: ReportOptions) -> Document:
    """Who played on which evening and how many games, up to the selected evening: no scores, everybody by name."""
    season = view.season(options.session)
    played = {row.player.number: row.evenings for row in (*season.rows, *season.waiting, *season.unranked)}
    rows = [
        AttendanceRow(player, {session: result.games for session, result in played.get(player.number, {}).items()})
        for player in sorted(view.players.values(), key=by_name)
    ]
    firsts = range(1, season.after + 1, MOST_COLUMNS)
    sections = [_attended(rows, range(first, min(first + MOST_COLUMNS, season.after + 1))) for first in firsts]
    return Document(
        event=view.settings.name,
        title=mark("Attendance up to evening {evening}", evening=season.after) if season.after else mark("Attendance"),
        state=after_hands(season.hands, provisional=season.provisional),
        printed=options.printed,
        provisional=season.provisional,
        aside=(players_of(len(rows)),),
        note=mark("The number of games on each evening; the sums are those of the whole season.")
        if sections
        else _nothing(),
        section_name=mark_in("list", "Sessions") if len(sections) > 1 else None,
        sections=tuple(sections),
    )


def _attended(rows: Sequence[AttendanceRow], sessions: range) -> Section:
    heading = mark("Evenings {first}–{last}", first=sessions[0], last=sessions[-1])
    fields = [
        _ATTENDED_PLAYER,
        *(_games_on(session) for session in sessions),
        *_ATTENDED_SUMS,
    ]
    return Section(table_of(fields, rows), heading, heading)


def _games_on(session: int) -> Column[AttendanceRow]:
    heading = mark("S{session}", session=session)
    return Column(heading, lambda row: row.games.get(session), Kind.INTEGER, Emphasis.MUTED)


_ATTENDED_PLAYER: Column[AttendanceRow] = vocabulary.PLAYER.within(lambda row: row.player)
_ATTENDED_SUMS: tuple[Column[AttendanceRow], ...] = (
    SESSIONS.of(lambda row: len(row.games), emphasis=Emphasis.STRONG),
    vocabulary.GAMES.of(lambda row: sum(row.games.values()), emphasis=Emphasis.PLAIN),
)


def _game_score(games: Mapping[int, list[Cell]], game: int) -> Column[SeasonRow]:
    def score(row: SeasonRow) -> Cell:
        own = games[row.player.number]
        return own[game] if game < len(own) else None

    return Column(mark_in("game", "G{game}", game=game + 1), score, Kind.SIGNED, Emphasis.MUTED)


def _games_of(view: View, session: int) -> dict[int, list[Cell]]:
    """The results of each player's games, in the order in which they were opened."""
    found: dict[int, list[Cell]] = {}
    for sheet in view.sheets(session):
        for number, result in zip(sheet.players, view.results_of(sheet), strict=True):
            if sheet.counts:
                found.setdefault(number, []).append(worth_cell(result))
    return found


def _evening_title(view: View, session: int) -> Text:
    if view.settings.format is EventFormat.CLUB:
        return mark("Ranking of the evening")
    return mark("Ranking of evening {evening}", evening=session)


def _evening_text(view: View, session: int) -> Text | None:
    if not session:
        return None
    evening = view.state.evening(session)
    return listed(filter(None, (evening.day, evening.place))) if evening.day or evening.place else None


def _day_text(view: View, session: int) -> Text | None:
    day = view.state.evening(session).day
    return None if day is None else listed((day,))


def _players(season: SeasonStandings) -> Text:
    return players_of(len(season.rows) + len(season.waiting))


def _season_note(season: SeasonStandings) -> Text:
    if not season.after:
        return _nothing()
    text = season_text(season.rules)
    if season.rules.best is None or season.after > MOST_COLUMNS:
        return text
    return mark("{rules} In brackets: does not count.", rules=text)


def _nothing() -> Text:
    return mark("No hand is recorded yet.")
