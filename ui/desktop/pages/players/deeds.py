"""What the list of players asks of the office: each answer is what stands against it, nothing when it is done."""

from collections.abc import Callable
from functools import partial

from tournament import office
from tournament.event.player import Player
from tournament.event.problem import Problem, Refused
from tournament.language import Text, mark
from tournament.office import Book, By, Changes, Conflict, StoreUnavailable
from ui.desktop.desk import Desk

Act = Callable[[Book, By], Changes]


class Deeds:
    """Stands on the open event of a desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @property
    def count(self) -> int:
        """Players of the event."""
        return len(self._desk.view.players) if self._desk.view is not None else 0

    def player(self, number: int) -> Player:
        """The player of ``number``; KeyError for an unknown one."""
        return self._desk.book.view.players[number]

    def add(self, *players: Player, source: str = "") -> tuple[Problem, ...]:
        """Add ``players``, all or none."""
        return self.do(lambda book, by: office.add_players(book, players, by=by, source=source))

    def change(self, player: Player) -> tuple[Problem, ...]:
        """Write a player anew."""
        return self.do(lambda book, by: office.change_player(book, player, by=by))

    def remove(self, number: int) -> tuple[Problem, ...]:
        """Remove a player."""
        return self.do(lambda book, by: office.remove_player(book, number, by=by))

    def removal_refusal(self) -> Text | None:
        """Why nobody can be removed now, or None."""
        if self._desk.book.view.seating is None:
            return None
        return mark("The draw is published: nobody can be removed. Undo the draw to change the list.")

    def toggle(self, number: int) -> tuple[Problem, ...]:
        """Check a player in, or take it back."""
        present = number not in self._desk.book.view.state.present
        return self.do(lambda book, by: office.note_attendance(book, [number], present=present, by=by))

    def check_everybody_in(self) -> tuple[Problem, ...]:
        """Check everybody in, in one entry."""
        numbers = list(self._desk.book.view.players)
        return self.do(partial(_check_in, numbers))

    def do(self, act: Act) -> tuple[Problem, ...]:
        """Do ``act``; what the surroundings refuse is told in the window's bar too."""
        try:
            self._desk.act(act)
        except Refused as refused:
            return refused.problems
        except Conflict:
            text = mark("Somebody else changed the event meanwhile: look again.")
        except StoreUnavailable as error:
            text = error.text
        else:
            return ()
        self._desk.told.emit(text)
        return (Problem("not-written", text),)


def _check_in(numbers: list[int], book: Book, by: By) -> Changes:
    return office.note_attendance(book, numbers, by=by)
