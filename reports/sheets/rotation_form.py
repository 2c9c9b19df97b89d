"""The table rotation form: who sits where in every round at each table (WMO 2006, appendix 3)."""

from collections.abc import Iterator
from dataclasses import dataclass

from reports.column import Column, Emphasis
from reports.document import Document, Section, table_of
from reports.sheets.code import short_code
from reports.sheets.options import ReportOptions, seating_aside, seating_state
from reports.vocabulary import ROUND
from tournament.event.player import Player
from tournament.event.seating import Seats
from tournament.language import mark
from tournament.rules.rotation import HANDS_IN_ROUND
from tournament.tiles.wind import Wind
from tournament.use_cases.view import View

A_PAGE = 4
"""Tables on a page."""


@dataclass(frozen=True, slots=True)
class SeatedRound:
    """Who sits where at the beginning of a round."""

    prevalent: Wind
    players: tuple[Player, ...]
    """East first."""


def _seat(wind: Wind) -> Column[SeatedRound]:
    return Column(wind.label, lambda row: row.players[wind].name, flexible=True)


FIELDS: tuple[Column[SeatedRound], ...] = (
    ROUND.of(lambda row: mark("{wind} round", wind=row.prevalent.label), emphasis=Emphasis.STRONG),
    *(_seat(wind) for wind in Wind),
)


def rotation_forms(view: View, options: ReportOptions) -> Document:
    """One form per table, of the selected session and table or of all."""
    seating = view.seating
    wanted = options.sessions_of(view)
    sections = tuple(
        Section(
            table_of(FIELDS, _rounds(view, seats), group=1),
            heading=mark("Session {session}, table {table}", session=session, table=table),
            label=short_code(session, table),
            note=mark("version {version}", version=view.seat_versions.of(session, table)),
        )
        for session in wanted
        for table, seats in (seating.played(session) if seating is not None else ())
        if options.table in (None, table)
    )
    return Document(
        event=view.settings.name,
        title=mark("Table rotation"),
        state=seating_state(view, wanted),
        printed=options.printed,
        aside=seating_aside(view, wanted, len({number for session in wanted for number in _seated(view, session)})),
        note=mark("Who sits where in each round: East at the bottom, each next player to the right."),
        section_name=mark("Sheet"),
        sections=sections,
        a_page=A_PAGE,
    )


def _seated(view: View, session: int) -> frozenset[int]:
    return view.seating.seated(session) if view.seating is not None else frozenset()


def _rounds(view: View, seats: Seats) -> Iterator[SeatedRound]:
    rotation = view.rules.rotation
    for hand in range(1, rotation.hands + 1, HANDS_IN_ROUND):
        players = tuple(view.players[seats[rotation.column(wind, hand)]] for wind in Wind)
        yield SeatedRound(rotation.prevalent(hand), players)
