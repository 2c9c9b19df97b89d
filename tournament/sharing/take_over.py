"""A desk takes over from a lost host: what it gathers, what may be lost, and how a fork is recognised."""

from collections.abc import Collection
from dataclasses import dataclass

from tournament.ledger.entry import Entry
from tournament.ledger.fingerprint import Fingerprint
from tournament.ledger.journal import Journal
from tournament.sharing.host import end_after
from tournament.sharing.messages import MOST_ENTRIES, DeskSeen, News, Offer


@dataclass(frozen=True, slots=True)
class TakeOverLoss:
    """What is lost, or may be lost, if a desk takes over now. Its user is warned of it."""

    entries: int
    """At least this many entries of the lost host are at none of the desks that were asked."""
    not_asked: tuple[DeskSeen, ...]
    """Desks that had joined the lost host and were not asked. Each may have entries that no other desk has."""
    acknowledged: bool
    """Whether entries may be missing that desks were told are safe."""


def what_take_over_loses(news: News, have: int, asked: Collection[str]) -> TakeOverLoss:
    """Return what taking over now loses, by the last ``news`` of the lost host.

    ``have`` is the number of entries in the journal of the desk that takes over; ``asked`` are the names of the desks
    whose entries it has gathered, and its own.
    """
    not_asked = tuple(each for each in news.desks if each.name not in asked)
    missing = max(0, news.end.entries - have)
    return TakeOverLoss(missing, not_asked, acknowledged=bool(not_asked or not news.confirm_on_two))


def is_of(journal: Journal, end: Fingerprint) -> bool:
    """Whether ``journal`` goes on from the one that ``end`` names, or is the same.

    A host that answers `Forked` with an ``end`` of this kind has nothing that is not here: it was left behind.
    """
    return end_after(journal, end.entries) == end


def offer_after(journal: Journal, end: Fingerprint) -> Offer | None:
    """Return the entries that a desk with this ``journal`` has after ``end``, at most `MOST_ENTRIES`. None: it does not
    continue it."""
    if not is_of(journal, end):
        return None
    last = min(end.entries + MOST_ENTRIES, len(journal))
    return Offer(tuple(journal[position].record for position in range(end.entries, last)))


def forked_entries(old: Journal, new: Journal) -> tuple[Entry, ...]:
    """Return the entries that only ``old`` has, in order; ``new`` is the journal with which the desks went on.

    Whatever was sent again and written anew since is not included.
    """
    return tuple(entry for entry in old if new.find(entry.id) is None)
