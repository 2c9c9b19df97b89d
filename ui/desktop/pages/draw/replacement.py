"""Replacing a player: what was typed, what it comes to in words, and doing it. No Qt in here."""

from dataclasses import dataclass

from tournament import use_cases
from tournament.event.player import Player
from tournament.event.player_import import with_typed
from tournament.language import Text, mark, mark_count
from tournament.tiles.wind import Wind
from tournament.use_cases import Book, By, Changes, Refused, Replacement, View

NEW_PLAYER_FIELDS = ("country", "club", "ema_number")


@dataclass(frozen=True, slots=True)
class TypedReplacement:
    """Who plays for whom, as it is typed."""

    number: int
    """Of the player who leaves."""
    substitute: str
    """A number or a name."""
    first: int
    last: int | None
    """None: to the end."""
    details: tuple[tuple[str, str], ...] = ()
    """What is typed of a new player, by field."""
    reason: str = ""

    @property
    def complete(self) -> bool:
        """Whether somebody can be meant already: a number, or two words."""
        return self.substitute.isdecimal() or len(self.substitute.replace(",", " ").split()) > 1


@dataclass(frozen=True, slots=True)
class ReplacementAnswer:
    """What the typed replacement comes to."""

    title: Text
    body: Text | str = ""
    refused: bool = False
    asks: bool = False
    """Something is worth knowing first."""
    new: bool = False
    """A player who is not on the list: there is more to be typed of him."""


def answer_replacement(view: View, typed: TypedReplacement) -> ReplacementAnswer:
    """What it would do, in words, or why it cannot be."""
    new = False
    try:
        substitute = _substitute(view, typed)
        new = isinstance(substitute, Player)
        planned = use_cases.plan_replacement(view, typed.number, substitute, first=typed.first, last=typed.last)
    except Refused as refused:
        return ReplacementAnswer(refused.problems[0].text, refused=True, new=new)
    return _planned_answer(view, planned)


def carry_out_replacement(book: Book, typed: TypedReplacement, by: By) -> Changes:
    """Do it. Raises Refused."""
    substitute = _substitute(book.view, typed)
    return use_cases.replace_player(
        book, typed.number, substitute, first=typed.first, last=typed.last, reason=typed.reason, by=by
    )


def nobody_replaceable(view: View) -> bool:
    """Whether something stands on every sheet."""
    seating = view.seating
    sessions = range(1, len(seating.sessions) + 1) if seating is not None else range(0)
    return seating is None or all(len(view.touched(session)) >= len(seating.tables(session)) for session in sessions)


def _substitute(view: View, typed: TypedReplacement) -> Player | int:
    found = use_cases.named_player(view.players, typed.substitute)
    if not isinstance(found, Player):
        return found
    for field, text in typed.details:
        if text.strip():
            found = with_typed(found, field, text)
    return found


def _planned_answer(view: View, planned: Replacement) -> ReplacementAnswer:
    """The change in a line, then the seats, that nobody else moves, and what is worth knowing."""
    leaving = view.players[planned.number]
    values = {"number": planned.coming.number, "player": planned.coming.name, "leaving": leaving.name}
    if planned.is_new:
        title = mark("{player} is new, gets number {number} and plays for {leaving}", **values)
    else:
        title = mark("{number} {player} plays for {leaving}", **values)
    seats = [_seat_text(planned, session) for session in planned.sessions]
    listed = seats[0]
    for each in seats[1:]:
        listed = mark("{one}; {other}", one=listed, other=each)
    body = mark_count(
        "{count} seat: {seats}. Nobody else's seat changes; both keep what they won.",
        "{count} seats: {seats}. Nobody else's seat changes; both keep what they won.",
        len(seats),
        seats=listed,
    )
    for remark in planned.remarks:
        body = mark("{one} {other}", one=body, other=remark.text)
    return ReplacementAnswer(title, body, asks=bool(planned.remarks), new=planned.is_new)


def _seat_text(planned: Replacement, session: int) -> Text:
    place = planned.seating.place_of(planned.coming.number, session)
    assert place is not None, "he takes a seat in each of these sessions"
    return mark("session {session}, table {table}, {wind}", session=session, table=place[0], wind=Wind(place[1]).label)
