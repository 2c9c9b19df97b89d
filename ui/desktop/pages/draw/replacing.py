"""From the fields of a replacement to the office: weighed with every key, done on Enter."""

from PySide6.QtCore import QObject

from tournament import use_cases
from tournament.event.player import Player
from tournament.language import Text, mark, mark_count
from tournament.tiles.wind import Wind
from tournament.use_cases import Book, By, Changes, Refused, Replacement, View
from ui.desktop.controller import EventController
from ui.desktop.pages.draw.acting import act
from ui.desktop.pages.draw.exchange import Exchange
from ui.desktop.pages.draw.replacement import ReplacementForm


class Replacing(QObject):
    """Knows who is chosen in the grid."""

    def __init__(self, controller: EventController, form: ReplacementForm, exchange: Exchange) -> None:
        super().__init__(form)
        self._controller, self._form, self._exchange = controller, form, exchange
        self._number = 0
        exchange.chosen.connect(self.show)
        form.edited.connect(self._weigh)
        form.submitted.connect(self._do)

    def show(self) -> None:
        """Offer what can be done with the player chosen now; nobody is let go while his replacement is typed."""
        view = self._controller.view
        number = self._exchange.player
        if view is None or view.seating is None:
            return
        other = number != self._number
        if other:
            self._form.forget()
        self._number = number
        free = use_cases.free_sessions(view, number) if number else ()
        self._form.blockSignals(True)
        self._form.show_player(view.players.get(number), free, why=_nothing_free(view))
        if other:
            self._form.begin_at(self._exchange.session)
        self._form.blockSignals(False)
        self._weigh()

    def _weigh(self) -> None:
        view, form = self._controller.view, self._form
        if view is None or view.seating is None or not self._number:
            return
        first, last = form.sessions
        if not first:
            return
        taken = [each for each in use_cases.free_sessions(view, self._number) if first <= each <= (last or each)]
        form.by.offer(use_cases.unseated(view, taken or (first,)))
        if not _is_whole(form.by.written()):
            form.show_plan(None)
            return
        substitute: Player | int = 0
        try:
            substitute = self._substitute(view)
            planned = use_cases.plan_replacement(view, self._number, substitute, first=first, last=last)
        except Refused as refused:
            form.refuse(refused.problems[0].text, new=isinstance(substitute, Player))
        else:
            form.show_plan(_told(view, planned), asks=bool(planned.remarks), new=planned.is_new)

    def _substitute(self, view: View) -> Player | int:
        found = use_cases.named_player(view.players, self._form.by.written())
        return self._form.newcomer(found) if isinstance(found, Player) else found

    def _do(self) -> None:
        view, form = self._controller.view, self._form
        if view is None or not self._number or not form.by.written():
            return
        number, reason = self._number, form.reason.text()
        first, last = form.sessions

        def replace_him(book: Book, by: By) -> Changes:
            substitute = self._substitute(book.view)
            return use_cases.replace_player(book, number, substitute, first=first, last=last, reason=reason, by=by)

        if act(self._controller, replace_him, form.refuse):
            form.forget()


def _is_whole(written: str) -> bool:
    """Whether it can name somebody already: a number, or two words."""
    return written.isdecimal() or len(written.replace(",", " ").split()) > 1


def _nothing_free(view: View) -> Text | None:
    """Why nobody at all can be replaced; None when somebody can."""
    seating = view.seating
    sessions = range(1, len(seating.sessions) + 1) if seating is not None else range(0)
    if any(len(view.touched(session)) < len(seating.tables(session)) for session in sessions if seating is not None):
        return None
    return mark("Nobody can be replaced: something stands on every sheet.")


def _told(view: View, planned: Replacement) -> tuple[Text, Text]:
    """The change in a line, then the seats, that nobody else moves, and what is worth knowing."""
    leaving = view.players[planned.number]
    values = {"number": planned.coming.number, "player": planned.coming.name, "leaving": leaving.name}
    if planned.is_new:
        title = mark("{player} is new, gets number {number} and plays for {leaving}", **values)
    else:
        title = mark("{number} {player} plays for {leaving}", **values)
    seats = [_seat(planned, session) for session in planned.sessions]
    said = seats[0]
    for each in seats[1:]:
        said = mark("{one}; {other}", one=said, other=each)
    body = mark_count(
        "{count} seat: {seats}. Nobody else's seat changes; both keep what they won.",
        "{count} seats: {seats}. Nobody else's seat changes; both keep what they won.",
        len(seats),
        seats=said,
    )
    for remark in planned.remarks:
        body = mark("{one} {other}", one=body, other=remark.text)
    return title, body


def _seat(planned: Replacement, session: int) -> Text:
    place = planned.seating.place_of(planned.coming.number, session)
    assert place is not None, "he takes a seat in each of these sessions"
    return mark("session {session}, table {table}, {wind}", session=session, table=place[0], wind=Wind(place[1]).label)
