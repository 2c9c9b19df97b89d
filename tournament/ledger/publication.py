"""What is public of the results: one cut-off, which every public surface asks."""

from dataclasses import dataclass
from typing import assert_never

from tournament.ledger import facts


@dataclass(frozen=True, slots=True)
class Publication:
    """Up to which session results are public."""

    session: int = 0
    """The last one whose results are public; 0: none."""
    held: int | None = None
    """The session after it whose results are kept for the ceremony, if they are."""

    def until(self, session: int) -> "Publication":
        """With nothing public, or kept for the ceremony, after ``session``."""
        held = self.held if self.held is not None and self.held <= session else None
        return Publication(min(self.session, session), held)


NOTHING_PUBLIC = Publication()


def publication_after(before: Publication, fact: facts.PublicationFact) -> Publication:
    """What is public after ``fact``."""
    match fact:
        case facts.ResultsPublished(held=True):
            return Publication(fact.session - 1, fact.session)
        case facts.ResultsPublished():
            return Publication(fact.session)
        case facts.ResultsWithdrawn():
            return before.until(fact.session - 1)
        case _:
            assert_never(fact)
