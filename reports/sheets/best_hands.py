"""The dearest hands of the event, or of one session."""

from collections.abc import Sequence
from dataclasses import dataclass

from reports.document import Document, Emphasis, Field, Kind, Section, table_of
from reports.sheets.options import ReportOptions, after_hands, is_provisional
from reports.sheets.people import marked_name, people_sections
from reports.sheets.session_states import session_states
from tournament.language import Text, mark, mark_in
from tournament.rules.ruleset import RuleSet
from tournament.standings.statistics import WonHand, best_hands, statistics
from tournament.use_cases.view import View

MOST = 100
"""The same number as on screen."""


@dataclass(frozen=True, slots=True)
class DearHand:
    """A winning hand, with the names needed to read it."""

    place: int
    hand: WonHand
    winner: str
    source: str | Text
    """Who discarded the winning tile, or that it was drawn."""


def hand_fields(rules: RuleSet, *, drawn: bool) -> tuple[Field[DearHand], ...]:
    """Place, value, name where the event added special hands, winner, how it was won, where."""
    session, table = (mark("Session"), mark("Table")) if drawn else (mark("Evening"), mark_in("evening", "Game"))
    named: Field[DearHand] = Field(mark("Special hand"), lambda row: row.hand.named or None, flexible=True)
    return (
        Field(mark_in("rank", "Place"), lambda row: row.place, Kind.INTEGER, Emphasis.STRONG),
        Field(rules.value_name, lambda row: row.hand.points, Kind.INTEGER, Emphasis.STRONG),
        *((named,) if rules.own_values else ()),
        Field(mark("Winner"), lambda row: row.winner, emphasis=Emphasis.NAME, flexible=True),
        Field(mark_in("hand", "From"), lambda row: row.source, flexible=True),
        Field(session, lambda row: row.hand.session, Kind.INTEGER, Emphasis.MUTED),
        Field(table, lambda row: row.hand.table, Kind.INTEGER, Emphasis.MUTED),
        Field(mark("Hand"), lambda row: row.hand.hand, Kind.INTEGER, Emphasis.MUTED),
    )


def dearest_hands(view: View, options: ReportOptions) -> Document:
    """List the dearest hands of the selected session, or of all; equal ones share their place."""
    sessions = options.sessions_played(view)
    sheets = [sheet for session in sessions for sheet in view.sheets(session)]
    counted = statistics(sheets)
    best = best_hands(counted, MOST)
    provisional = is_provisional(sheets)
    drawn = view.settings.format.is_drawn
    return Document(
        event=view.settings.name,
        title=options.with_session(mark("Best hands"), view),
        state=after_hands(counted.hands, provisional=provisional),
        printed=options.printed,
        provisional=provisional,
        aside=tuple(filter(None, (view.rules.name, session_states(view, sessions)))),
        note=_note(view.rules, len(counted.won)) if best else mark("No hand is recorded yet."),
        sections=(
            Section(table_of(hand_fields(view.rules, drawn=drawn), _rows(view, best))),
            *people_sections(view, sorted({hand.session for hand in best})),
        ),
    )


def _note(rules: RuleSet, won: int) -> Text:
    text = mark("The dearest hands, flowers included.") if rules.flowers else mark("The dearest hands.")
    return mark("{text} {shown} of {won} hands won.", text=text, shown=min(won, MOST), won=won)


def _rows(view: View, best: Sequence[WonHand]) -> list[DearHand]:
    points = [hand.points for hand in best]
    return [
        DearHand(
            1 + points.index(hand.points),
            hand,
            marked_name(view, hand.winner, hand.session),
            mark("self-draw") if hand.discarder is None else marked_name(view, hand.discarder, hand.session),
        )
        for hand in best
    ]
