"""What is missing before a report can go to a federation: each item with where to correct it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from reports.federations.definition import ColumnValue, Federation, FederationReport, WholePoints
from reports.federations.values import MOST_SUBSTITUTES, EventResults, names_for, short_name
from tournament.event.country import country_code, is_country_code
from tournament.event.ema import is_no_member
from tournament.event.player import Player, is_latin
from tournament.event.problem import Gravity, Problem
from tournament.event.timetable import MINIMA
from tournament.language import Text, listed, mark, mark_count
from tournament.ledger.sheet import SheetState
from tournament.use_cases.view import View

_OF_DAYS = frozenset((ColumnValue.DATE, ColumnValue.DATES, ColumnValue.DAYS, ColumnValue.WEIGHT))
_OF_COUNTRIES = frozenset((ColumnValue.COUNTRY, ColumnValue.COUNTRIES, ColumnValue.WEIGHT))


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap(Problem):
    """One missing item; its text says what is missing and what to do."""

    what: Text
    """What is missing, in a few words."""
    remedy: Text
    """What to do."""
    player: int = 0
    """The number of the player whose data is missing; 0: no player."""
    session: int = 0
    """The session that is not finished; 0: none."""
    table: int = 0
    """The table of that session; 0: all tables."""


def gaps(view: View, federation: Federation, report: FederationReport, results: EventResults) -> tuple[Gap, ...]:
    """Everything that ``report`` needs and ``view`` lacks: of the event, then of its players, then open sheets.

    A remark stops nothing: the file is written without it, or the federation decides.
    """
    values = report.values
    return (
        *_of_event(results, values),
        *(gap for row in results.rows for gap in _of_player(row.player, federation, values)),
        *_of_sheets(view),
        *_minima(federation, results),
        *_counted(federation, results, values),
        *_halves(report, results),
    )


def granted_remark(results: EventResults) -> Problem | None:
    """A remark that players are ranked with points for sessions that they did not play; None if nobody is. The
    federation decides."""
    names = [row.player.name for row in results.rows if row.granted]
    if not names:
        return None
    text = mark(
        "Ranked with points granted for sessions that they did not play: {names}. The federation may count 0 instead.",
        names=listed(names),
    )
    return Problem("granted-points", text, "late_points", Gravity.REMARK)


def _of_event(results: EventResults, values: frozenset[ColumnValue]) -> Iterator[Gap]:
    settings = results.settings
    if settings.rehearsal:
        remedy = mark("send the results of the event itself")
        yield _gap("rehearsal", mark("This is a rehearsal"), remedy, field="rehearsal")
    if values & _OF_DAYS and results.starts is None:
        yield _setting("starts", "date-missing", mark("No first day"), mark("enter it on the page Event"))
    if ColumnValue.HOST_COUNTRY in values and not is_country_code(settings.host_country):
        remedy = mark("enter the host country on the page Event")
        yield _setting("host_country", "host-country-missing", mark("No host country"), remedy)
    if ColumnValue.CITY in values and not settings.city:
        remedy = mark("enter the host city on the page Event")
        yield _setting("city", "city-missing", mark("No host city"), remedy)
    if ColumnValue.ORGANISER in values and not settings.organiser:
        remedy = mark("enter the organiser on the page Event")
        yield replace(_setting("organiser", "organiser-missing", mark("No organiser"), remedy), gravity=Gravity.REMARK)
    if ColumnValue.OFFICIALS in values and not settings.officials:
        remedy = mark("enter the referees with name and contact on the page Event")
        yield replace(_setting("officials", "officials-missing", mark("No officials"), remedy), gravity=Gravity.REMARK)
    if ColumnValue.SHORT_NAME in values and not short_name(settings, results.starts):
        remedy = mark("enter a few letters on the page Event: the name of the event has none")
        yield _setting("short_name", "short-name-missing", mark("No short name"), remedy)


def _of_player(player: Player, federation: Federation, values: frozenset[ColumnValue]) -> Iterator[Gap]:
    yield from _names(player, federation, values)
    if values & {ColumnValue.NUMBER, ColumnValue.MEMBER}:
        yield from _number(player, federation)
    if values & _OF_COUNTRIES:
        if not player.country:
            yield _of(player, "country", "country-missing", mark("no country"), mark("enter its name or code"))
        elif not country_code(player.country):
            what = mark("“{country}” is not a country", country=player.country)
            yield _of(player, "country", "country-unknown", what, mark("enter its name or code, such as FR"))


def _names(player: Player, federation: Federation, values: frozenset[ColumnValue]) -> Iterator[Gap]:
    """The parts of the name that are missing, or that the federation cannot read."""
    first, last = names_for(federation, player)
    asked = {ColumnValue.FIRST_NAME: first, ColumnValue.LAST_NAME: last}
    if federation.latin_names and not all(is_latin(name) for value, name in asked.items() if value in values):
        what = mark("no name in Latin letters")
        remedy = mark("enter first and last name in Latin letters beside the name")
        yield _of(player, "latin_last_name", "latin-name-missing", what, remedy)
        return
    latin = "latin_" if (first, last) != (player.first_name, player.last_name) else ""
    for value, name, field, label in (
        (ColumnValue.FIRST_NAME, first, "first_name", mark("no first name")),
        (ColumnValue.LAST_NAME, last, "last_name", mark("no last name")),
    ):
        if value in values and not any(letter.isalpha() for letter in name):
            remedy = mark("enter first and last name in separate fields")
            yield _of(player, f"{latin}{field}", "name-missing", label, remedy)


def _number(player: Player, federation: Federation) -> Iterator[Gap]:
    number, digits = player.ema_number, federation.number_digits
    remedy = mark("enter it, or “-” for someone who is not a member")
    if not number:
        yield _of(player, "ema_number", "number-missing", mark("no number"), remedy)
    elif not is_no_member(number) and not _has_digits(number, digits):
        what = mark("“{number}” is not a number of {digits} digits", number=number, digits=digits)
        yield _of(player, "ema_number", "number-wrong", what, remedy)


def _has_digits(number: str, digits: int) -> bool:
    return not digits or (len(number) == digits and number.isascii() and number.isdigit())


def _of_sheets(view: View) -> Iterator[Gap]:
    """One item for each session of which nothing is verified; the other sheets one by one."""
    for session in view.session_numbers:
        sheets = view.sheets(session) if session in view.drawn_sessions else ()
        waiting = [sheet for sheet in sheets if sheet.state is not SheetState.VERIFIED]
        if len(waiting) == len(sheets):
            what = mark("Session {session} is open", session=session)
            remedy = mark("play it to its end and verify its sheets")
            yield _gap("session-open", what, remedy, field="session", session=session)
            continue
        for sheet in waiting:
            what = mark("Session {session}, table {table} is open", session=session, table=sheet.table)
            remedy = mark("verify its sheet")
            yield _gap("sheet-open", what, remedy, field="table", session=session, table=sheet.table)


def _minima(federation: Federation, results: EventResults) -> Iterator[Gap]:
    """What falls short of the fewest players, sessions and minutes that the federation asks for."""
    remedy = mark("the federation decides")
    if results.counted_players < federation.least_players:
        what = mark(
            "{federation} asks for {least} players or more, and this event has {found}",
            federation=federation.name,
            least=federation.least_players,
            found=results.counted_players,
        )
        yield replace(_gap("too-few-players", what, remedy, field="players"), gravity=Gravity.REMARK)
    if results.settings.rules not in federation.minima or not results.days:
        return
    least, minutes = MINIMA[min(results.days, max(MINIMA))]
    found = sum(length >= minutes for length in results.lengths)
    if found < least:
        what = mark_count(
            "{federation} asks for {least} sessions of {minutes} minutes or more in {count} day, and this event has "
            "{found}",
            "{federation} asks for {least} sessions of {minutes} minutes or more in {count} days, and this event has "
            "{found}",
            results.days,
            federation=federation.name,
            least=least,
            minutes=minutes,
            found=found,
        )
        yield replace(_gap("too-few-sessions", what, remedy, field="sessions"), gravity=Gravity.REMARK)


def _counted(federation: Federation, results: EventResults, values: frozenset[ColumnValue]) -> Iterator[Gap]:
    """Why the number of players with a place is not the one that counts for the weight."""
    more = results.counted_players - len(results.rows)
    if not more or not values & {ColumnValue.PARTICIPANTS, ColumnValue.WEIGHT, ColumnValue.WEIGHT_PLAYERS}:
        return
    what = mark_count(
        "{players} players have a place, and {counted} count for {federation}: with {count} substitute, who has none",
        "{players} players have a place, and {counted} count for {federation}: with {count} substitutes, who have none",
        more,
        players=len(results.rows),
        counted=results.counted_players,
        federation=federation.name,
    )
    remedy = mark("at most {most} substitutes count", most=MOST_SUBSTITUTES)
    yield replace(_gap("substitutes-counted", what, remedy, field="players"), gravity=Gravity.REMARK)


def _halves(report: FederationReport, results: EventResults) -> Iterator[Gap]:
    """A remark that a program may refuse points that are not whole."""
    unsure = any(file.points is WholePoints.UNSURE for file in report.files)
    odd = [row for row in results.rows if row.table_points != int(row.table_points)]
    if unsure and odd:
        what = mark_count(
            "{count} player has table points that are not whole, and some programs read only whole ones from a CSV "
            "file",
            "{count} players have table points that are not whole, and some programs read only whole ones from a CSV "
            "file",
            len(odd),
        )
        remedy = mark("if yours is one of them, choose whole points")
        yield replace(_gap("points-not-whole", what, remedy, field="points"), gravity=Gravity.REMARK)


def _setting(field: str, code: str, what: Text, remedy: Text) -> Gap:
    return _gap(code, what, remedy, field=field)


def _of(player: Player, field: str, code: str, what: Text, remedy: Text) -> Gap:
    named = mark("{number} {player}: {what}", number=player.number, player=player.name, what=what)
    return _gap(code, named, remedy, field=field, player=player.number)


def _gap(code: str, what: Text, remedy: Text, *, field: str, player: int = 0, session: int = 0, table: int = 0) -> Gap:
    text = mark("{what}: {remedy}.", what=what, remedy=remedy)
    return Gap(code, text, field, what=what, remedy=remedy, player=player, session=session, table=table)
