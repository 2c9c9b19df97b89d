"""The state of the hand editor: what is typed in which context, its verdict, and the fan that is looked at."""

from dataclasses import dataclass, replace

from ui.desktop.hand_editor.rack_items import RackItem, items_in, items_of, read_tiles
from ui.desktop.hand_editor.verdict_text import ListedFan
from ui.entry.arrangement import Arrangement
from ui.entry.hand_line import line_of
from ui.entry.verdict import HandContext, Verdict, judge


@dataclass(frozen=True, slots=True)
class HandState:
    """The line holds the hand; tiles arranged by mouse or keys are written into it."""

    context: HandContext
    typed: str
    verdict: Verdict
    looked_at: ListedFan | None = None

    @classmethod
    def begin(cls, context: HandContext, typed: str = "") -> "HandState":
        """Another hand."""
        return cls(context, typed, judge(typed, context))

    def with_typed(self, typed: str) -> "HandState":
        """The same hand, with another line."""
        return HandState.begin(self.context, typed)

    def with_arrangement(self, arrangement: Arrangement) -> "HandState":
        """The same hand, with its tiles arranged so."""
        return self.with_typed(line_of(arrangement, self.context.situation, given_round=self.context.round_wind))

    def looking_at(self, row: ListedFan | None) -> "HandState":
        """The same hand, with the sets of a fan standing out, or none."""
        return replace(self, looked_at=row)

    @property
    def arrangement(self) -> Arrangement:
        """The tiles as far as they are typed."""
        return self.verdict.arrangement

    @property
    def items(self) -> tuple[RackItem, ...]:
        """What the rack shows, from left to right."""
        return items_of(self.arrangement, read_tiles(self.verdict))

    @property
    def highlighted(self) -> frozenset[RackItem]:
        """What stands out on the rack; nothing for a fan of the hand as a whole."""
        read = read_tiles(self.verdict)
        if self.looked_at is None or read is None:
            return frozenset()
        return items_in(self.arrangement, read, self.looked_at.instances)

    @property
    def flowers_highlighted(self) -> bool:
        """Whether the flowers stand out."""
        return self.looked_at is not None and self.looked_at.flowers and self.verdict.points is not None
