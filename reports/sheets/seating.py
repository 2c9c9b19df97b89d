"""Who sits where: by table, and by player."""

import unicodedata

from reports.document import Cell, Column, Document, Emphasis, Kind, Section, Table
from reports.sheets.asked import Asked, players_of
from tournament.event.player import Player
from tournament.event.seating import Seating
from tournament.language import Text, mark
from tournament.tiles.wind import Wind
from tournament.use_cases.view import View

_BASIC = str.maketrans({"ł": "l", "đ": "d", "ð": "d", "ø": "o", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"})


def seating_by_table(view: View, asked: Asked) -> Document:
    """Show the four players of every table, in the session asked for or in all of them."""
    seating = view.seating or Seating(())
    columns = (
        Column(mark("Table"), Kind.INTEGER, Emphasis.STRONG),
        *(Column(wind.label, Kind.TEXT, flexible=True) for wind in Wind),
    )
    return Document(
        event=view.settings.name,
        title=_title(mark("Seating by table"), asked),
        state=_state(view),
        printed=asked.printed,
        aside=(players_of(len(_seated(seating, _sessions(seating, asked)))), view.rules.name),
        note=mark("Seats at the start of a session. East sits first, then each next player to the right."),
        section_name=mark("Session"),
        sections=tuple(
            Section(
                Table(
                    columns,
                    tuple(
                        (table, *(view.players[number].name for number in seats))
                        for table, seats in enumerate(seating.tables(session), start=1)
                    ),
                ),
                heading=mark("Session {session}", session=session) if asked.session is None else None,
                label=session,
            )
            for session in _sessions(seating, asked)
        ),
    )


def seating_by_player(view: View, asked: Asked) -> Document:
    """Show where everybody who has a seat sits, in order of last names: reserves wait, and who is out of a final."""
    seating = view.seating or Seating(())
    wanted = _sessions(seating, asked)
    columns = (
        Column(mark("Number"), Kind.INTEGER, Emphasis.MUTED),
        Column(mark("Last name"), Kind.TEXT, Emphasis.NAME, flexible=True),
        Column(mark("First name"), Kind.TEXT, flexible=True),
        Column(mark("Country"), Kind.TEXT, Emphasis.MUTED),
        *(Column(mark("S{session}", session=session), Kind.CODE) for session in wanted),
    )
    seated = _seated(seating, wanted)
    players = sorted((player for number, player in view.players.items() if number in seated), key=_by_name)
    return Document(
        event=view.settings.name,
        title=_title(mark("Seating by player"), asked),
        state=_state(view),
        printed=asked.printed,
        aside=(players_of(len(players)), view.rules.name),
        note=mark("Table and seat at the start: 3 {east} is East at table 3.", east=Wind.EAST.short),
        sections=(Section(Table(columns, tuple(_row(seating, player, wanted) for player in players))),),
    )


def _row(seating: Seating, player: Player, wanted: range) -> tuple[Cell, ...]:
    places = (seating.place_of(player.number, session) for session in wanted)
    return (
        player.number,
        player.last_name,
        player.first_name or None,
        player.country or None,
        *(mark("{table} {wind}", table=place[0], wind=Wind(place[1]).short) if place else None for place in places),
    )


def _seated(seating: Seating, sessions: range) -> frozenset[int]:
    return frozenset[int]().union(*(seating.seated(session) for session in sessions))


def _sessions(seating: Seating, asked: Asked) -> range:
    if asked.session is not None:
        return range(asked.session, asked.session + 1)
    return range(1, len(seating.sessions) + 1)


def _title(whole: Text, asked: Asked) -> Text:
    if asked.session is None:
        return whole
    return mark("{report}, session {session}", report=whole, session=asked.session)


def _state(view: View) -> Text:
    if view.seating is None:
        return mark("no draw is published yet")
    return mark("draw as published")


def _by_name(player: Player) -> tuple[str, str, int]:
    return _plain(player.last_name), _plain(player.first_name), player.number


def _plain(name: str) -> str:
    """The letters without their signs, so that names stand where a reader looks for them."""
    letters = unicodedata.normalize("NFKD", name.casefold().translate(_BASIC))
    return "".join(sign for sign in letters if not unicodedata.combining(sign))
