"""What is public of the results: one cut-off, which every public surface asks."""

from dataclasses import dataclass, field
from typing import assert_never

from tournament.ledger import facts
from tournament.ledger.entry import Entry


@dataclass(frozen=True, slots=True)
class Publication:
    """Up to which session results are public."""

    session: int = 0
    """The last one whose results are public; 0: none."""
    held: int | None = None
    """The session after it whose results are kept for the ceremony, if they are."""
    entries: tuple[Entry, ...] = field(default=(), compare=False, repr=False)
    """By session from the first: what made its results public; last, for the one kept for the ceremony, what keeps
    them."""

    used: bool = field(default=False, compare=False, repr=False)
    """Results were published once, even if they were withdrawn since: papers for walls keep to what is public."""

    def until(self, session: int) -> "Publication":
        """With nothing public, or kept for the ceremony, after ``session``."""
        held = self.held if self.held is not None and self.held <= session else None
        return Publication(min(self.session, session), held, self.entries[:session], self.used)

    def entry_of(self, session: int) -> Entry | None:
        """What made the results of ``session`` public, or keeps them for the ceremony; None where nothing does."""
        return self.entries[session - 1] if 1 <= session <= len(self.entries) else None


NOTHING_PUBLIC = Publication()


def publication_after(before: Publication, fact: facts.PublicationFact, entry: Entry) -> Publication:
    """What is public after ``fact``, which ``entry`` brought."""
    match fact:
        case facts.ResultsPublished():
            last = fact.session - 1 if fact.held else fact.session
            kept = before.entries[: min(before.session, last)]
            entries = (*kept, *(entry for _ in range(fact.session - len(kept))))
            return Publication(last, fact.session if fact.held else None, entries, used=True)
        case facts.ResultsWithdrawn():
            return before.until(fact.session - 1)
        case _:
            assert_never(fact)
