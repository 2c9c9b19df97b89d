"""The public web page of an event: standings, teams, sessions, journeys and seating."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import chain

from reports.document import Document
from reports.sheets.details import session_when
from reports.sheets.options import ReportOptions, after_hands
from reports.sheets.seating import seats_note
from reports.site import (
    Site,
    SiteGroup,
    SiteHolder,
    SitePlayer,
    SiteRecord,
    SiteRow,
    SiteSeat,
    SiteSession,
    SiteStep,
    SiteTable,
)
from tournament.event.player import PlayerState
from tournament.event.prizes import country_names
from tournament.language import Text, mark, signed_text
from tournament.ledger.session_clock import ClockState, SessionClock
from tournament.ledger.sheet import Sheet
from tournament.ledger.state import final_name, sitting_out
from tournament.rules.pattern import Names
from tournament.standings.granted import granted_text
from tournament.standings.statistics import statistics
from tournament.standings.teams import TeamStanding, countries, teams
from tournament.tiles.wind import Wind
from tournament.use_cases.public_view import PublicView
from tournament.use_cases.session_clock import clock_of
from tournament.use_cases.view import View

MOST_HOLDERS = 5
"""The most holders of a record that are named; more are counted."""
STATES = {
    PlayerState.SUBSTITUTE: mark("substitute"),
    PlayerState.WITHDRAWN: mark("withdrawn"),
    PlayerState.DISQUALIFIED: mark("disqualified"),
}
"""Why a player has no place, in a word: the reason entered is not public."""

NOT_YET = mark("not ranked yet")

_RecordKind = tuple[Text, Sequence[tuple[int | Fraction, SiteHolder]], Callable[[int | Fraction], str]]
"""The title of a record, the results that compete for it with their holders, and the function that writes one."""


def public_site(view: View, options: ReportOptions) -> Document:
    """Make the web page from the public part of ``view`` only."""
    public = PublicView(view)
    drawn = view.settings.format.is_drawn
    after = public.last_session
    rows, hands, provisional = site_rows(public)
    shown = public.standings() if drawn and after else None
    ranked_teams = teams(shown, view.settings) if shown is not None else ()
    ranked_countries = countries(shown, view.settings) if shown is not None else ()
    sessions = tuple(_session(public, session) for session in public.drawn_sessions if public.seats_are_public(session))
    journeys = _journeys(public, sessions)
    named = {row.number for row in rows} | journeys.keys()
    upcoming = _upcoming(public, sessions, options.printed) if drawn else None
    return Document(
        event=view.settings.name,
        title=_title(after),
        state=after_hands(hands, provisional=provisional) if after else mark("no results yet"),
        printed=options.printed,
        provisional=provisional if after else None,
        aside=(view.rules.name,),
        site=Site(
            players={number: _player(public, number) for number in sorted(named)},
            drawn=drawn,
            ranks_points=public.counts_points,
            after=after,
            rows=rows,
            teams=_groups(ranked_teams, lambda group: group.table_points),
            countries=_groups(ranked_countries, lambda group: group.average, named=country_names),
            sessions=sessions,
            journeys=journeys,
            upcoming=upcoming,
            in_play=upcoming is not None and _clock(public, upcoming, options.printed) is not ClockState.NOT_STARTED,
            gong=clock_of(public, upcoming).gong() if upcoming is not None else None,
            paused=_paused(clock_of(public, upcoming), options.printed) if upcoming is not None else None,
            records=tuple(_records(public)),
            granted=granted_text(shown, view.settings) if shown is not None else None,
        ),
    )


def _title(after: int) -> Text:
    if not after:
        return mark("Results")
    return mark("Results after session {session}", session=after)


def _player(view: View, number: int) -> SitePlayer:
    player = view.players[number]
    return SitePlayer(player.name, player.country, player.team)


def site_rows(view: View) -> tuple[tuple[SiteRow, ...], int, bool]:
    """The ranking of ``view``, players without a place last; the number of hands, and whether it can still change."""
    return _ranking(view) if view.settings.format.is_drawn else _season(view)


def _ranking(view: View) -> tuple[tuple[SiteRow, ...], int, bool]:
    shown = view.standings()
    if not shown.after:
        return (), 0, False
    rows = chain(
        (SiteRow(row.player.number, row.rank, row.moved if shown.after > 1 else None, row.table_points, row.score,
                 granted=row.granted)
         for row in shown.rows),
        (SiteRow(row.player.number, None, None, row.table_points, row.score, STATES[row.status.state])
         for row in shown.unranked),
    )  # fmt: skip
    return tuple(rows), shown.hands, shown.provisional


def _season(view: View) -> tuple[tuple[SiteRow, ...], int, bool]:
    shown = view.season()
    if not view.last_session:
        return (), 0, False
    rows = chain(
        (SiteRow(row.player.number, row.rank, row.moved, row.worth, row.score) for row in shown.rows),
        (SiteRow(row.player.number, None, None, row.worth, row.score, NOT_YET) for row in shown.waiting),
        (SiteRow(row.player.number, None, None, row.worth, row.score, STATES[row.status.state])
         for row in shown.unranked),
    )  # fmt: skip
    return tuple(rows), shown.hands, shown.provisional


def _groups(
    groups: Sequence[TeamStanding],
    points: Callable[[TeamStanding], Fraction],
    *,
    named: Callable[[str], str | Names] = str,
) -> tuple[SiteGroup, ...]:
    return tuple(
        SiteGroup(
            group.rank,
            named(group.name),
            points(group),
            group.score,
            tuple(member.player.number for member in group.members),
            group.unranked_text,
        )
        for group in groups
    )


def _session(view: PublicView, session: int) -> SiteSession:
    return SiteSession(
        session,
        session_when(view, session),
        session <= view.public_session,
        session == view.state.publication.held,
        tuple(
            SiteTable(sheet.table, _seats(sheet), final_name(view.state, session, sheet.table))
            for sheet in view.sheets(session)
        ),
        seats_note(view, (session,)),
        tuple(sorted(sitting_out(view.state, session))),
    )


def _upcoming(view: PublicView, sessions: Sequence[SiteSession], now: datetime) -> int | None:
    """The first session still to be played, as far as the public can know: after every public result and gong."""
    after = max(view.public_session, view.state.publication.held or 0)
    later = (each.session for each in sessions if each.session > after)
    return next((session for session in later if _clock(view, session, now) is not ClockState.OVER), None)


def _paused(clock: SessionClock, now: datetime) -> timedelta | None:
    return clock.remaining(now) if clock.state(now) is ClockState.PAUSED else None


def _clock(view: PublicView, session: int, now: datetime) -> ClockState:
    return clock_of(view, session).state(now)


def _records(view: PublicView) -> Iterator[SiteRecord]:
    """The best public results; a record without a result above 0 is omitted."""
    sheets = [sheet for session in range(1, view.public_session + 1) for sheet in view.sheets(session) if sheet.counts]
    counted = statistics(sheets)
    hands = [(hand.points, SiteHolder(hand.winner, hand.session, hand.table)) for hand in counted.won]
    wins = [(played.wins, SiteHolder(number)) for number, played in counted.players.items()]
    drawn = [(played.self_draws, SiteHolder(number)) for number, played in counted.players.items()]
    by_points = view.counts_points and not view.settings.format.is_drawn
    results: list[tuple[int | Fraction, SiteHolder]] = [
        (result, SiteHolder(number, sheet.session, sheet.table))
        for sheet in sheets
        for number, result in zip(sheet.players, view.results_of(sheet) if by_points else sheet.scores, strict=True)
    ]
    best_result = mark("Best table points of a game") if by_points else mark("Best score at a table")
    kinds: tuple[_RecordKind, ...] = (
        (mark("Best hand"), hands, str),
        (mark("Most hands won"), wins, str),
        (mark("Most self-draws"), drawn, str),
        (best_result, results, signed_text),
    )
    for title, found, text in kinds:
        best = max((value for value, _ in found), default=0)
        if best > 0:
            holders = tuple(holder for value, holder in found if value == best)
            yield SiteRecord(title, text(best), holders if len(holders) <= MOST_HOLDERS else (), len(holders))
    if counted.hands:
        yield SiteRecord(mark("Hands played"), str(counted.hands), (), 0)


def _seats(sheet: Sheet) -> tuple[SiteSeat, ...]:
    if not sheet.counts:
        return tuple(map(SiteSeat, sheet.players))
    return tuple(map(SiteSeat, sheet.players, sheet.scores, sheet.table_points))


def _journeys(view: PublicView, sessions: Sequence[SiteSession]) -> Mapping[int, tuple[SiteStep, ...]]:
    found: dict[int, list[SiteStep]] = defaultdict(list)
    drawn = view.settings.format.is_drawn
    for session in sessions:
        ranks: dict[int, int] = {}
        if drawn and session.session <= view.last_session:
            ranks = {row.player.number: row.rank for row in view.standings(session.session).rows}
        for table in session.tables:
            for wind, seat in zip(Wind, table.seats, strict=True):
                found[seat.number].append(
                    SiteStep(session.session, table.table, wind, seat.score, seat.points, ranks.get(seat.number))
                )
        for number in sitting_out(view.state, session.session):
            found[number].append(SiteStep(session.session, None, None, None, None, ranks.get(number)))
    return {number: tuple(found[number]) for number in sorted(found)}
