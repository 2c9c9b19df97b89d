"""Entries told with the names of the players in them."""

from dataclasses import dataclass
from functools import lru_cache, partial

from tournament.event.player import Player
from tournament.language import Text, folded, mark
from tournament.ledger.description import ColumnNames, Description, by_letter, describe
from tournament.ledger.entry import Entry
from tournament.use_cases import View
from ui.desktop.pages.history.entry_filter import place_of
from ui.desktop.sheet.names import short_names
from ui.desktop.translation import translator


def naming_at(view: View, entry: Entry) -> ColumnNames:
    """How the players of the entry's table are called; by letters where nobody is known to sit."""
    place = place_of(entry.stream)
    seats = view.seating.seats(*place) if view.seating is not None and place is not None else None
    if seats is None or any(number not in view.players for number in seats):
        return by_letter
    return partial(_named, _names(tuple(view.players[number] for number in seats)))


@lru_cache(maxsize=4096)
def _names(players: tuple[Player, ...]) -> tuple[str, ...]:
    return short_names(players)


def _named(names: tuple[str, ...], column: int) -> str:
    return names[column]


@dataclass(frozen=True, slots=True)
class Told:
    """An entry in the words of the current language."""

    time: str
    author: str
    what: str
    where: str
    old: str
    new: str
    reason: str
    counts: bool
    """False: taken back later."""

    @property
    def change(self) -> str:
        """Old and new value in one line."""
        if not self.old and not self.new:
            return "–"
        return f"{self.old or '–'} → {self.new or '–'}"

    @property
    def haystack(self) -> str:
        """All of it, folded, to find words in."""
        parts = (self.time, self.author, self.what, self.where, self.old, self.new, self.reason)
        return " ".join(part.casefold() if part.isascii() else folded(part) for part in parts)


def told(view: View, entry: Entry) -> Told:
    """Tell ``entry`` now."""
    story: Description = describe(view.journal, entry, naming_at(view, entry))
    say = translator.translate
    return Told(
        time=f"{entry.time.astimezone():%H:%M:%S}",
        author=entry.author,
        what=say(story.what),
        where=say(story.where),
        old=say(story.old),
        new=say(story.new),
        reason=story.reason,
        counts=view.journal.counts(entry),
    )


def moment_text(entry: Entry) -> Text:
    """The button that goes to the moment right after ``entry``."""
    return mark("See the event as it stood at {time}", time=f"{entry.time.astimezone():%H:%M}")
