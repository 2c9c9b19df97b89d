"""The state of the hand editor: the typed hand with its context, its verdict, and the highlighted fan."""

from dataclasses import dataclass, replace

from ui.desktop.hand_editor.rack_items import RackItem, items_in, items_of, read_tiles
from ui.desktop.hand_editor.verdict_text import ListedFan
from ui.entry.arrangement import Arrangement, line_of
from ui.entry.verdict import HandContext, Verdict, judge


@dataclass(frozen=True, slots=True)
class HandState:
    """The text of the line is the hand. Tiles arranged with mouse or keys are written into it."""

    context: HandContext
    typed: str
    verdict: Verdict
    looked_at: ListedFan | None = None
    as_read: bool = True
    """The concealed tiles are shown group by group as they were read; otherwise by kind, which gives nothing away."""

    @classmethod
    def begin(cls, context: HandContext, typed: str = "") -> "HandState":
        """The state for another hand."""
        return cls(context, typed, judge(typed, context))

    def with_typed(self, typed: str) -> "HandState":
        """The same context with another line."""
        return HandState.begin(self.context, typed)

    def with_arrangement(self, arrangement: Arrangement) -> "HandState":
        """The same context with the tiles of ``arrangement``."""
        return self.with_typed(line_of(arrangement, self.context.situation, given_round=self.context.round_wind))

    def looking_at(self, row: ListedFan | None) -> "HandState":
        """The same hand with a fan highlighted, or none."""
        return replace(self, looked_at=row)

    @property
    def arrangement(self) -> Arrangement:
        """The tiles typed so far."""
        return self.verdict.arrangement

    @property
    def items(self) -> tuple[RackItem, ...]:
        """The items of the rack, from left to right."""
        return items_of(self.arrangement, read_tiles(self.verdict) if self.as_read else None)

    @property
    def highlighted(self) -> frozenset[RackItem]:
        """The highlighted items of the rack; empty for a fan of the whole hand."""
        read = read_tiles(self.verdict)
        if self.looked_at is None or read is None:
            return frozenset()
        return items_in(self.arrangement, read, self.looked_at.instances)

    @property
    def flowers_highlighted(self) -> bool:
        """Whether the flowers are highlighted."""
        return self.looked_at is not None and self.looked_at.flowers and self.verdict.points is not None
