"""An entry in the words of the current language, with the names of the players in it."""

from dataclasses import dataclass
from functools import lru_cache, partial

from tournament.language import folded
from tournament.ledger.description import ColumnNames, by_letter, describe
from tournament.ledger.entry import Entry
from tournament.use_cases import View
from ui.desktop.pages.history.entry_filter import place_of
from ui.desktop.translation import translator
from ui.entry.names import short_names


@dataclass(frozen=True, slots=True)
class EntryWords:
    """What is shown of an entry."""

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
        return f"{self.old or '–'} → {self.new or '–'}" if self.old or self.new else "–"

    @property
    def folded(self) -> str:
        """All of it, to find words in."""
        return folded(f"{self.time} {self.author} {self.what} {self.where} {self.old} {self.new} {self.reason}")


def words_of(view: View, entry: Entry) -> EntryWords:
    """Describe ``entry`` as it is shown now."""
    described = describe(view.journal, entry, _column_names(view, entry))
    return EntryWords(
        time=f"{entry.time.astimezone():%H:%M:%S}",
        author=entry.author,
        what=translator.translate(described.what),
        where=translator.translate(described.where),
        old=translator.translate(described.old),
        new=translator.translate(described.new),
        reason=described.reason,
        counts=view.journal.counts(entry),
    )


def _column_names(view: View, entry: Entry) -> ColumnNames:
    """How the players of the entry's table are called; by letters where nobody is known to sit."""
    place = place_of(entry.stream)
    seats = view.seating.seats(*place) if view.seating is not None and place is not None else None
    if seats is None or any(number not in view.players for number in seats):
        return by_letter
    return partial(_name_in, _short_names(tuple(view.players[number] for number in seats)))


_short_names = lru_cache(maxsize=4096)(short_names)


def _name_in(names: tuple[str, ...], column: int) -> str:
    return names[column]
