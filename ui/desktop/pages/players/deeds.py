"""What the list of players asks of the office: each answer is what stands against it, nothing when it is done."""

from collections.abc import Callable
from functools import partial

from tournament import use_cases
from tournament.event.player import Player
from tournament.event.problem import Problem, Refused
from tournament.language import Text, mark
from tournament.use_cases import Book, By, Changes, Conflict, StoreUnavailable
from ui.desktop.controller import EventController

Act = Callable[[Book, By], Changes]


class Deeds:
    """Stands on the open event of a desk."""

    def __init__(self, controller: EventController) -> None:
        self._controller = controller

    @property
    def count(self) -> int:
        """Players of the event."""
        return len(self._controller.view.players) if self._controller.view is not None else 0

    def player(self, number: int) -> Player:
        """The player of ``number``; KeyError for an unknown one."""
        return self._controller.book.view.players[number]

    def add(self, *players: Player, source: str = "") -> tuple[Problem, ...]:
        """Add ``players``, all or none."""
        return self.do(lambda book, by: use_cases.add_players(book, players, by=by, source=source))

    def change(self, player: Player) -> tuple[Problem, ...]:
        """Write a player anew."""
        return self.do(lambda book, by: use_cases.change_player(book, player, by=by))

    def remove(self, number: int) -> tuple[Problem, ...]:
        """Remove a player."""
        return self.do(lambda book, by: use_cases.remove_player(book, number, by=by))

    def removal_refusal(self) -> Text | None:
        """Why nobody can be removed now, or None."""
        if self._controller.book.view.seating is None:
            return None
        return mark("The draw is published: nobody can be removed. Undo the draw to change the list.")

    def toggle(self, number: int) -> tuple[Problem, ...]:
        """Check a player in, or take it back."""
        present = number not in self._controller.book.view.state.present
        return self.do(lambda book, by: use_cases.note_attendance(book, [number], present=present, by=by))

    def check_everybody_in(self) -> tuple[Problem, ...]:
        """Check everybody in, in one entry."""
        numbers = list(self._controller.book.view.players)
        return self.do(partial(_check_in, numbers))

    def do(self, act: Act) -> tuple[Problem, ...]:
        """Do ``act``; what the surroundings refuse is told in the window's bar too."""
        try:
            self._controller.act(act)
        except Refused as refused:
            return refused.problems
        except Conflict:
            text = mark("Somebody else changed the event meanwhile: look again.")
        except StoreUnavailable as error:
            text = error.text
        else:
            return ()
        self._controller.messages.shown.emit(text)
        return (Problem("not-written", text),)


def _check_in(numbers: list[int], book: Book, by: By) -> Changes:
    return use_cases.note_attendance(book, numbers, by=by)
