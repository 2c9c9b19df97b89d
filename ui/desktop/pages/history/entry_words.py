"""The text of an entry in the current language, with players' names."""

from dataclasses import dataclass

from tournament.language import folded
from tournament.ledger.entry import Entry
from tournament.use_cases import View
from tournament.use_cases.entry_words import described
from ui.desktop.translation import translator


@dataclass(frozen=True, slots=True)
class EntryWords:
    """The texts shown for an entry."""

    time: str
    author: str
    what: str
    where: str
    old: str
    new: str
    reason: str
    counts: bool
    """False if it was undone later."""

    @property
    def change(self) -> str:
        """Old and new value on one line."""
        return f"{self.old or '–'} → {self.new or '–'}" if self.old or self.new else "–"

    @property
    def folded(self) -> str:
        """The whole text, folded for searching."""
        return folded(f"{self.time} {self.author} {self.what} {self.where} {self.old} {self.new} {self.reason}")


def words_of(view: View, entry: Entry) -> EntryWords:
    """Describe ``entry`` as it is shown now."""
    words = described(view, entry)
    return EntryWords(
        time=f"{entry.time.astimezone():%H:%M:%S}",
        author=entry.author,
        what=translator.translate(words.what),
        where=translator.translate(words.where),
        old=translator.translate(words.old),
        new=translator.translate(words.new),
        reason=words.reason,
        counts=view.journal.counts(entry),
    )
