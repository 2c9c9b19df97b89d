"""Replacing a player: what was typed, its effect in words, and the command. This module does not use Qt."""

from dataclasses import dataclass

from tournament import use_cases
from tournament.event.player import Player, SubstituteCase
from tournament.event.player_import import with_typed
from tournament.language import Text, mark, mark_count
from tournament.tiles.wind import Wind
from tournament.use_cases import Refused, Replacement, View
from tournament.use_cases.commands import ReplacePlayer

OWN = "none"
"""The new player plays for themselves and is not a substitute."""
NEW_PLAYER_FIELDS = ("country", "club", "ema_number")


@dataclass(frozen=True, slots=True)
class TypedReplacement:
    """A replacement as typed: who plays for whom, from which session on, and as what."""

    number: int
    """Number of the player who leaves."""
    substitute: str
    """A number or a name."""
    first: int
    last: int | None
    """The last session; None for all remaining ones."""
    details: tuple[tuple[str, str], ...] = ()
    """What was typed about a new player, by field."""
    case: str = ""
    """The kind of substitute, or :data:`OWN`; empty for the usual one."""

    @property
    def complete(self) -> bool:
        """Whether the text may already identify a player: it is a number, or two words."""
        return self.substitute.isdecimal() or len(self.substitute.replace(",", " ").split()) > 1


@dataclass(frozen=True, slots=True)
class ReplacementAnswer:
    """The effect of a typed replacement, in words."""

    title: Text
    body: Text | str = ""
    refused: bool = False
    asks: bool = False
    """Whether the user should read a remark before confirming."""
    new: bool = False
    """Whether the substitute is not on the list of players, so that more fields are needed."""


def answer_replacement(view: View, typed: TypedReplacement) -> ReplacementAnswer:
    """Return what the replacement would do, or why it is not possible, in words."""
    new = False
    try:
        substitute = _substitute(view, typed)
        new = isinstance(substitute, Player)
        case = _case(view, typed, substitute)
        planned = use_cases.plan_replacement(
            view, typed.number, substitute, first=typed.first, last=typed.last, case=case
        )
    except Refused as refused:
        return ReplacementAnswer(refused.problems[0].text, refused=True, new=new)
    return _planned_answer(view, planned)


def replacement_command(view: View, typed: TypedReplacement) -> ReplacePlayer:
    """Return the command of the replacement. Raises Refused."""
    substitute = _substitute(view, typed)
    case = _case(view, typed, substitute)
    return ReplacePlayer(typed.number, substitute, typed.first, typed.last, case)


def replaceable_sessions(view: View, number: int) -> tuple[int, ...]:
    """The sessions in which a player has a seat at a table whose sheet is not signed."""
    seating = view.seating
    places = ((session, seating.place_of(number, session) if seating is not None else None)
              for session in view.drawn_sessions)  # fmt: skip
    return tuple(session for session, place in places if place and view.sheet(session, place[0]).closed is None)


def nobody_replaceable(view: View) -> bool:
    """Whether every sheet is signed."""
    return all(sheet.closed is not None for session in view.drawn_sessions for sheet in view.sheets(session))


def _case(view: View, typed: TypedReplacement, substitute: Player | int) -> SubstituteCase | None:
    """The chosen kind of substitute, or the default one: illness if the session of the replaced player has begun."""
    if typed.case:
        return None if typed.case == OWN else SubstituteCase(typed.case)
    if view.seating is not None and typed.first not in use_cases.free_sessions(view, typed.number):
        return SubstituteCase.ILL
    return use_cases.usual_case(view, typed.number, substitute, first=typed.first, last=typed.last)


def _substitute(view: View, typed: TypedReplacement) -> Player | int:
    found = use_cases.named_player(view.players, typed.substitute)
    if not isinstance(found, Player):
        return found
    for field, text in typed.details:
        if text.strip():
            found = with_typed(found, field, text)
    return found


def _planned_answer(view: View, planned: Replacement) -> ReplacementAnswer:
    """Describe the change: who replaces whom, in which seats, with which points, and the remarks."""
    leaving = view.players[planned.number]
    values = {"number": planned.coming.number, "player": planned.coming.name, "leaving": leaving.name}
    if planned.is_new:
        title = mark("{player} is new, gets number {number} and replaces {leaving}", **values)
    else:
        title = mark("{number} {player} replaces {leaving}", **values)
    seats = [_seat_text(planned, session) for session in planned.sessions]
    listed = seats[0]
    for each in seats[1:]:
        listed = mark("{one}; {other}", one=listed, other=each)
    body = mark_count(
        "{count} seat: {seats}. No other seat changes. Both players keep their results.",
        "{count} seats: {seats}. No other seat changes. Both players keep their results.",
        len(seats),
        seats=listed,
    )
    if planned.case is None:
        body = mark("{one} They play for themselves and are ranked.", one=body)
    elif planned.case is SubstituteCase.ABSENT:
        body = mark("{one} As a substitute ({case}): receives normal table points, is not ranked.",
                    one=body, case=planned.case.label)  # fmt: skip
    else:
        body = mark(
            "{one} As a substitute ({case}): receives no table points; the other three are ranked among themselves.",
            one=body,
            case=planned.case.label,
        )
    for remark in planned.remarks:
        body = mark("{one} {other}", one=body, other=remark.text)
    return ReplacementAnswer(title, body, asks=bool(planned.remarks), new=planned.is_new)


def _seat_text(planned: Replacement, session: int) -> Text:
    place = planned.seating.place_of(planned.coming.number, session)
    assert place is not None, "the player has a seat in each of these sessions"
    return mark("session {session}, table {table}, {wind}", session=session, table=place[0], wind=Wind(place[1]).label)
