"""Footnotes about players: substitutes, players who left, players who were late."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from reports.column import Column, Emphasis
from reports.document import Section, table_of
from reports.vocabulary import PLAYER, SESSION, STATE, TABLE
from tournament.event.player import Player, PlayerState
from tournament.language import Text, mark, mark_count, verbatim
from tournament.ledger.state import participants, sitting_out
from tournament.standings.state_words import joins_text
from tournament.use_cases.people import open_seats
from tournament.use_cases.view import View

_MOST_NAMED = 6
EMPTY_SEAT = mark("empty seat")
"""In place of the name of a player who left, until somebody takes the seat."""


@dataclass(frozen=True, slots=True)
class PersonNote:
    """A note about one player in one session."""

    session: int
    table: int
    player: Player
    text: Text


_FIELDS: tuple[Column[PersonNote], ...] = (
    SESSION.of(lambda row: row.session),
    TABLE.of(lambda row: row.table, emphasis=Emphasis.MUTED),
    PLAYER.within(lambda row: row.player),
    STATE.of(lambda row: row.text),
)

_TURN_FIELDS: tuple[Column[tuple[int, Player]], ...] = (
    SESSION.of(lambda row: row[0]),
    PLAYER.within(lambda row: row[1]),
)


def marked_name(view: View, number: int, session: int) -> str:
    """The name of a player, with a star if the footnote has a note about them in ``session``."""
    name = view.players[number].name
    gone = view.status(number)
    left = gone.state in (PlayerState.WITHDRAWN, PlayerState.DISQUALIFIED) and gone.first <= session
    return f"{name} *" if left or (session, number) in view.state.substitutions else name


def people_sections(view: View, sessions: Iterable[int], *, late: bool = False) -> tuple[Section, ...]:
    """The footnote of a paper on ``sessions``; empty if there are no notes. Results also say who was ``late`` and who
    sat out."""
    sessions = tuple(sessions)
    found = []
    if notes := person_notes(view, sessions, late=late):
        found.append(Section(table_of(_FIELDS, notes), mark("Substitutes, players who left, joined or were late")))
    if late and (turns := [*_turns(view, sessions, notes)]):
        found.append(Section(table_of(_TURN_FIELDS, turns), mark_count("Sits out", "Sit out", len(turns))))
    return tuple(found)


def people_note(view: View, sessions: Iterable[int]) -> Text | None:
    """The same in one line, for a paper with other rows; None if there are no notes."""
    notes = person_notes(view, sessions)
    if not notes:
        return None
    named = [
        mark("session {session}, table {table}: {player} {note}",
             session=note.session, table=note.table, player=note.player.name, note=note.text)
        for note in notes[:_MOST_NAMED]
    ]  # fmt: skip
    if len(notes) > _MOST_NAMED:
        named.append(verbatim("…"))
    return mark("Substitutes, players who left or joined: {notes}.", notes=_parted(named))


def seat_note(view: View, session: int, number: int) -> Text | None:
    """A sheet's note about the player in this seat: that they play for someone, or left; otherwise None."""
    substitution = view.state.substitutions.get((session, number))
    if substitution is not None:
        return mark("plays for {player}", player=view.players[substitution.player].name)
    return mark("left") if marked_name(view, number, session) != view.players[number].name else None


def _parted(texts: list[Text]) -> Text:
    names = [f"note{index}" for index in range(len(texts))]
    return Text("; ".join(f"{{{name}}}" for name in names), tuple(zip(names, texts, strict=True)))


def person_notes(view: View, sessions: Iterable[int], *, late: bool = False) -> list[PersonNote]:
    """All notes, by session and table."""
    seating = view.seating
    if seating is None or not view.settings.format.is_drawn:
        return []
    wanted = frozenset(sessions)
    notes = [note for session in wanted for note in _substitutes(view, session)]
    notes += [
        PersonNote(seat.session, seat.table, seat.player, mark("left: someone must play here"))
        for seat in open_seats(view)
        if seat.session in wanted
    ]
    notes += [note for session in wanted for note in _disqualified(view, session)]
    notes += [note for session in wanted if late for note in _late(view, session)]
    notes += [note for session in wanted for note in _joining(view, session)]
    notes += [note for session in wanted for note in _left_out(view, session)]
    return sorted(notes, key=lambda note: (note.session, note.table, note.player.number))


def _turns(view: View, sessions: Iterable[int], notes: Iterable[PersonNote]) -> Iterator[tuple[int, Player]]:
    """Each session with each player who sits it out, unless a note says why."""
    known = {(note.session, note.player.number) for note in notes}
    for session in sessions:
        for number in sorted(sitting_out(view.state, session)):
            if (session, number) not in known:
                yield session, view.players[number]


def _substitutes(view: View, session: int) -> Iterator[PersonNote]:
    seating = view.seating
    for (played, number), each in view.state.substitutions.items():
        place = seating.place_of(number, session) if seating is not None and played == session else None
        if place is not None:
            text = mark("plays for {player}: {case}", player=view.players[each.player].name, case=each.case.shown.label)
            yield PersonNote(session, place[0], view.players[number], text)


def _joining(view: View, session: int) -> Iterator[PersonNote]:
    """Players who take part from ``session`` on."""
    for number, first in view.state.joined.items():
        place = view.seating.place_of(number, session) if view.seating is not None and first == session else None
        if place is not None:
            yield PersonNote(session, place[0], view.players[number], joins_text(first))


def _left_out(view: View, session: int) -> Iterator[PersonNote]:
    """Players who take part in ``session`` and whose table is left out, unless they have another seat."""
    seating = view.seating
    if seating is None or seating.as_drawn is seating:
        return
    without = participants(view.state, session) - seating.seated(session)
    for table, seats in enumerate(seating.tables(session), start=1):
        if seating.seats(session, table) is None:
            for number in sorted(without.intersection(seats)):
                yield PersonNote(session, table, view.players[number], mark("no seat: the table is left out"))


def _disqualified(view: View, session: int) -> Iterator[PersonNote]:
    """Disqualified players with a seat whose sheet has entries."""
    for sheet in view.sheets(session):
        for column in sorted(sheet.unplaced):
            number = sheet.players[column]
            if (session, number) not in view.state.substitutions and sheet.table in view.touched(session):
                yield PersonNote(session, sheet.table, view.players[number], PlayerState.DISQUALIFIED.label)


def _late(view: View, session: int) -> Iterator[PersonNote]:
    for sheet in view.sheets(session):
        for penalty in sheet.penalties:
            given = penalty.given
            if given.minutes is not None:
                text = mark_count(
                    "late by {count} minute: {points}", "late by {count} minutes: {points}", given.minutes,
                    points=-given.points,
                )  # fmt: skip
                yield PersonNote(session, sheet.table, view.player_at(sheet, given.player), text)
