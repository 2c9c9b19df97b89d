"""What is missing before a session can start, and what else would be useful."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournament.event.country import is_country_code
from tournament.event.seating import LETTERS
from tournament.language import Text, listed, mark, mark_count
from tournament.ledger.session import SessionState
from tournament.ledger.sheet import SheetState
from tournament.use_cases import View, drawn_players, missing_players, open_seats

SEATS = len(LETTERS)
_MOST_TABLES = 8
_NAMED = 3
"""Maximum number of names in a line."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """One line of the list."""

    done: bool
    title: Text
    line: Text
    page: str = ""
    """Id of the page where it can be done; empty for the settings at the left."""
    then: Text | None = None
    """What to do, for the sentence above the start button. None if it is done or does not prevent the start."""


def next_session(view: View) -> int | None:
    """The first session that is not in play yet, or None if all have begun."""
    early = (SessionState.NOT_DRAWN, SessionState.DRAWN, SessionState.PUBLISHED)
    return next((number for number in range(1, view.sessions + 1) if view.session_state(number) in early), None)


def is_finished(view: View) -> bool:
    """Whether every sheet of every session is verified, and no correction since then made one differ."""
    if view.seating is None:
        return False
    tallies = (view.tally(session) for session in range(1, view.sessions + 1))
    return all(tally.expected and tally.final for tally in tallies)


def requirements_before(view: View, session: int) -> tuple[Requirement, ...]:
    """The conditions for the start of ``session``."""
    before = (_verified(view, session - 1),) if session > 1 else ()
    players = _players(view) if view.seating is None else _seats(view, session)
    return (_defined(view), players, _present(view), _drawn(view), *before)


def good_to_have(view: View) -> tuple[Requirement, ...]:
    """What play does not need but somebody will ask for later; only what is missing."""
    return tuple(_wishes(view))


def _defined(view: View) -> Requirement:
    if view.settings.starts is not None:
        return Requirement(True, mark("Name, dates, rules and sessions"), mark("all filled in"))
    line = mark("fill in the first day at the left")
    return Requirement(False, mark("The dates are missing"), line)


def _players(view: View) -> Requirement:
    count = len(drawn_players(view))
    tables, rest = divmod(count, SEATS)
    if not count:
        line = mark("type them, or import a list")
        return Requirement(False, mark("No players yet"), line, "players", mark("add the players"))
    if rest:
        title = mark_count("{count} player, not a multiple of four", "{count} players, not a multiple of four", count)
        line = mark_count("{count} more fills the tables", "{count} more fill the tables", SEATS - rest)
        return Requirement(False, title, line, "players", mark("fill the last table"))
    title = mark_count("{count} player, a multiple of four", "{count} players, a multiple of four", count)
    return Requirement(True, title, mark_count("{count} table", "{count} tables", tables))


def _seats(view: View, session: int) -> Requirement:
    """Whether every seat of the draw has a player, even if players have left."""
    seats = tuple(seat for seat in open_seats(view) if seat.session == session)
    if seats:
        count = len(seats)
        title = mark_count("{count} seat without a player", "{count} seats without a player", count)
        line = _named([seat.player.name for seat in seats])
        return Requirement(False, title, line, "draw")  # the other tables need not wait
    tables = len(view.seating.tables(session)) if view.seating is not None else 0
    title = mark("Every seat has its player")
    return Requirement(True, title, mark_count("{count} table", "{count} tables", tables))


def _present(view: View) -> Requirement:
    missing = [player.name for player in missing_players(view)]
    if not missing:
        done = bool(view.players)
        title = mark("Everybody is checked in") if done else mark("Nobody to check in yet")
        return Requirement(done, title, mark("at the desk"), "players")
    title = mark_count("{count} player not checked in", "{count} players not checked in", len(missing))
    return Requirement(False, title, _named(missing), "players")


def _drawn(view: View) -> Requirement:
    if view.seating is None:
        line = mark("no draw yet")
        return Requirement(False, mark("The draw is not published"), line, "draw", mark("publish the draw"))
    sessions = len(view.seating.sessions)
    return Requirement(True, mark("The draw is published"), mark_count("{count} session", "{count} sessions", sessions))


def _verified(view: View, session: int) -> Requirement:
    open_tables = [str(sheet.table) for sheet in view.sheets(session) if sheet.state is not SheetState.VERIFIED]
    if not open_tables:
        return Requirement(True, mark("Session {session} is verified", session=session), mark("every table is signed"))
    title = mark("Session {session} is not verified", session=session)
    line = mark_count("table {tables}", "tables {tables}", len(open_tables), tables=_joined(open_tables))
    return Requirement(False, title, line, "tables")


def _wishes(view: View) -> Iterator[Requirement]:
    settings, players = view.settings, view.players.values()
    if not settings.place:
        yield Requirement(False, mark("No place"), mark("it appears at the head of the papers"))
    if not settings.organiser:
        yield Requirement(False, mark("No organiser"), mark("it appears at the head of the papers"))
    stateless = sum(not is_country_code(player.country) for player in players)
    if stateless:
        title = mark_count("{count} player without a country", "{count} players without a country", stateless)
        yield Requirement(False, title, mark("only the federation asks for it"), "players")
    without = [player.name for player in players if not player.ema_number]
    if without:
        title = mark_count(
            "{count} player without an EMA number", "{count} players without an EMA number", len(without)
        )
        yield Requirement(False, title, mark("only the federation asks for it"), "players")


def _named(names: list[str]) -> Text:
    if len(names) <= _NAMED:
        return listed(names)
    first = tuple(names[:_NAMED])
    rest = len(names) - _NAMED
    return mark_count("{names} and {count} more", "{names} and {count} more", rest, names=first)


def _joined(numbers: list[str]) -> Text:
    *first, last = numbers[:_MOST_TABLES]
    return listed([*first, f"{last}…" if len(numbers) > _MOST_TABLES else last])
