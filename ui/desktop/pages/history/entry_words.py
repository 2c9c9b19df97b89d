"""An entry in the words of the current language, with the names of the players in it."""

from dataclasses import dataclass

from tournament.language import folded
from tournament.ledger.entry import Entry
from tournament.use_cases import View
from tournament.use_cases.entry_words import described
from ui.desktop.translation import translator


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
