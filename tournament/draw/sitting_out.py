"""Who sits out: present in a session, but without a seat, because the players do not fill the tables."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from tournament.draw.search import SeededRandom


@dataclass(frozen=True, slots=True)
class Turns:
    """The turns to sit out in some sessions: they are fair if nobody has two while somebody who is present has none.

    Likewise for every other number: whoever sits out has not sat out more often than somebody who plays. Only players
    who wish to sit out may do so before their turn; if more wish to than can, those who have sat out least come first.
    """

    fields: Sequence[Collection[int]]
    """The players who are present, by session."""
    wished: Sequence[Collection[int]] = ()
    """By session: who wishes to sit out."""
    before: Mapping[int, int] = field(default_factory=dict)
    """How often players sat out before these sessions."""

    def willing(self, session: int) -> Collection[int]:
        """Return who wishes to sit out in a session, counted from 0."""
        return self.wished[session] if session < len(self.wished) else ()

    def chosen(self, chance: SeededRandom) -> list[list[int]]:
        """Return who sits out in each session, in ascending order, so that the others fill tables of four.

        Those who wish to come first, then those who have sat out least.
        """
        times = Counter(self.before)
        found = []
        for session, present in enumerate(self.fields):
            willing = set(self.willing(session))
            order = chance.shuffled(sorted(present))
            order.sort(key=lambda player: (player not in willing, times[player]))
            out = sorted(order[: len(present) % 4])
            times.update(out)
            found.append(out)
        return found

    def left_by(self, sessions: Sequence[Sequence[Sequence[int]]]) -> list[list[int]]:
        """Return the players who are present and have no seat in ``sessions``, by session, in ascending order."""
        return [
            sorted(set(present).difference(player for table in tables for player in table))
            for present, tables in zip(self.fields, sessions, strict=True)
        ]

    def unfair(self, out: Sequence[Collection[int]]) -> int:
        """Return how often a player sits out before their turn, if ``out`` sit out in each session.

        Those who wish to sit out have turns among themselves. 0 can always be reached, as by :meth:`chosen`.
        """
        times = Counter(self.before)
        found = 0
        for session, (present, resting) in enumerate(zip(self.fields, out, strict=True)):
            willing = self.willing(session)
            playing = [player for player in present if player not in resting]
            least = min((times[player] for player in playing), default=0)
            wishing = min((times[player] for player in playing if player in willing), default=None)
            for player in resting:
                first = wishing if player in willing else least
                found += first is not None and times[player] > first
            times.update(resting)
        return found

    def are_fair(self, out: Sequence[Collection[int]]) -> bool:
        """Whether nobody sits out before their turn, and those who wish to sit out do so before others."""
        if self.unfair(out):
            return False
        for session, resting in enumerate(out):
            willing = set(self.willing(session)).intersection(self.fields[session])
            if willing and len(willing.intersection(resting)) < min(len(willing), len(resting)):
                return False
        return True
