"""What players and tables carry: badges, table signs, certificates; and what hangs on the wall."""

from dataclasses import replace

from reports.document import Badge, Certificate, Document, Section, TableSign, table_of
from reports.sheets.details import session_when
from reports.sheets.options import ReportOptions, after_hands, players_of, seating_state
from reports.sheets.seating import seating_by_player, seating_by_table
from reports.sheets.standings import COUNTRY, PLAYER, RANK, SCORE, TABLE_POINTS
from tournament.event.player import PlayerState
from tournament.event.seating import Seating
from tournament.language import Text, listed, mark, verbatim
from tournament.tiles.wind import Wind
from tournament.use_cases.view import View


def badges(view: View, options: ReportOptions) -> Document:
    """A badge a player: number, name, country, EMA number, and where he sits when, once that is drawn."""
    made = tuple(
        Badge(
            number=player.number,
            first_name=player.first_name,
            last_name=player.last_name,
            detail=" · ".join(filter(None, (player.country, player.team or player.club))),
            code=player.ema_number,
            programme=_programme(view, player.number),
        )
        for player in view.players.values()
        if view.status(player.number).state in (PlayerState.PLAYING, PlayerState.SUBSTITUTE)
    )
    return Document(
        event=view.settings.name,
        title=mark("Badges"),
        state=players_of(len(made)),
        printed=options.printed,
        note=None if made else mark("No player is entered yet."),
        badges=made,
    )


def _programme(view: View, number: int) -> tuple[Text, ...]:
    """Table, seat and hours session by session; nothing where nothing is drawn."""
    seating = view.seating or Seating(())
    if not view.settings.format.is_drawn:
        return ()
    lines = []
    for session in view.drawn_sessions:
        place = seating.place_of(number, session)
        if place is not None:
            where = mark("{table} {wind}", table=place[0], wind=Wind(place[1]).short)
            when = session_when(view, session)
            short = mark("S{session}", session=session)
            lines.append(listed(part for part in (short, where, when) if part is not None))
    return tuple(lines)


def table_signs(view: View, options: ReportOptions) -> Document:
    """A sign a table: as many as the largest session has."""
    seating = view.seating or Seating(())
    tables = max((len(seating.tables(session)) for session in view.drawn_sessions), default=0)
    return Document(
        event=view.settings.name,
        title=mark("Table signs"),
        state=seating_state(view, view.drawn_sessions),
        printed=options.printed,
        signs=tuple(TableSign(table) for table in range(1, tables + 1)),
    )


def certificates(view: View, options: ReportOptions) -> Document:
    """A certificate for each ranked player, best first."""
    if view.settings.format.is_drawn:
        shown = view.standings(options.session)
        rows = shown.rows if shown.after else ()
        made = tuple(
            Certificate(
                row.player.name,
                mark("Place {place} of {players}", place=row.rank, players=len(rows)),
                listed(
                    (
                        mark("{result} table points", result=row.table_points),
                        mark("Score {score}", score=verbatim(f"{row.score:+d}".replace("-", "−"))),
                    )
                ),
            )
            for row in rows
        )
        hands, provisional = shown.hands, shown.provisional
    else:
        season = view.season(options.session)
        ranked = [row for row in season.rows if row.rank is not None]
        made = tuple(
            Certificate(
                row.player.name, mark("Place {place} of {players}", place=row.rank, players=len(ranked)), verbatim("")
            )
            for row in ranked
        )
        hands, provisional = season.hands, season.provisional
    return Document(
        event=view.settings.name,
        title=mark("Certificates"),
        state=after_hands(hands, provisional=provisional),
        printed=options.printed,
        provisional=provisional,
        note=None if made else mark("No hand is recorded yet."),
        certificates=made,
    )


def posters(view: View, options: ReportOptions) -> Document:
    """For the wall, in large type: seating of a session by player and by table, and the standings so far."""
    session = options.session or min(view.last_session + 1, max(view.drawn_sessions, default=1))
    of_session = replace(options, session=session)
    by_player, by_table = seating_by_player(view, of_session), seating_by_table(view, of_session)
    shown = view.standings(None)
    sections = [
        replace(by_player.sections[0], heading=mark("Seating by player")),
        replace(by_table.sections[0], heading=mark("Seating by table")),
    ]
    if shown.after:
        table = table_of((RANK, PLAYER, COUNTRY, TABLE_POINTS, SCORE), shown.rows)
        heading = mark("Standings after session {session}", session=shown.after)
        sections.append(Section(table, heading))
    return Document(
        event=view.settings.name,
        title=mark("Session {session}", session=session),
        state=seating_state(view, (session,)),
        printed=options.printed,
        aside=by_player.aside,
        note=by_player.note,
        sections=tuple(sections),
        poster=True,
    )
