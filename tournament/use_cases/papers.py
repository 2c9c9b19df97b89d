"""The reports that were printed or saved, and the later entries that may have put one out of date."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournament.ledger import facts
from tournament.ledger.entry import Entry, table_of
from tournament.ledger.journal import Journal
from tournament.use_cases.view import View

_NEVER_SHOWN = (
    facts.HeadsChained
    | facts.ClockFact
    | facts.PinFact
    | facts.SigningFact
    | facts.HostTakenOver
    | facts.PaperNoted
    | facts.TableEntryFact
    | facts.PhoneFact
    | facts.SessionClosed
    | facts.LogoChanged
)
"""Facts that appear in no report, and facts that do not make an earlier report wrong, such as another logo."""


@dataclass(frozen=True, slots=True)
class NotedPaper:
    """A report as it was last printed or saved."""

    entry: Entry
    """The entry that noted it, with author and time."""
    fact: facts.PaperNoted


def noted_papers(view: View) -> tuple[NotedPaper, ...]:
    """Return each report that was noted, once for each choice of its options, as it was noted last."""
    noted = ((entry, entry.fact) for entry in view.state.papers.values())
    return tuple(NotedPaper(entry, fact) for entry, fact in noted if isinstance(fact, facts.PaperNoted))


def written_since(view: View, paper: facts.PaperNoted) -> Iterator[Entry]:
    """Yield the entries after those that ``paper`` shows, latest first, that any report might show."""
    journal = view.journal
    for position in range(len(journal) - 1, max(paper.entries, 0) - 1, -1):
        entry = journal[position]
        if not isinstance(entry.fact, _NEVER_SHOWN):
            yield entry


def sessions_touched(journal: Journal, entry: Entry) -> frozenset[int] | None:
    """Return the sessions on whose sheets ``entry`` wrote; None if it is about the event itself."""
    places = [table_of(stream) for stream in journal.sheets_of(entry)]
    sessions = frozenset(place[0] for place in places if place is not None)
    return sessions or None
