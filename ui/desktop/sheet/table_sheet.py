"""The sheet in view with all that its panels ask about it."""

from dataclasses import dataclass

from tournament.event.player import Player
from tournament.ledger.sheet import Penalty, Sheet
from tournament.rules.ruleset import RuleSet
from tournament.tiles.wind import Wind
from tournament.use_cases import View
from ui.desktop.sheet.lines import Stop
from ui.desktop.sheet.names import short_names
from ui.desktop.translation import translator


@dataclass(frozen=True, slots=True)
class TableSheet:
    """One table of one session as it stands now."""

    view: View
    sheet: Sheet
    players: tuple[Player, ...]
    """By column."""
    names: tuple[str, ...]
    """Short names, by column."""

    @property
    def rules(self) -> RuleSet:
        """The rules of the event."""
        return self.view.rules

    def winds(self, hand: int) -> tuple[Wind, ...]:
        """Own winds in ``hand``, by column."""
        return self.rules.rotation.winds(hand)

    def next_stop(self, behind: int) -> Stop | None:
        """The first hand not recorded behind hand ``behind``, else the first of all; None when none waits."""
        missing = [line.hand for line in self.sheet.hands if line.outcome is None]
        if self.sheet.closed is not None or not missing:
            return None
        return Stop(next((hand for hand in missing if hand > behind), missing[0]))

    def penalty_at(self, stop: Stop | None) -> Penalty | None:
        """The penalty that the cursor stands on."""
        return next((p for p in self.sheet.penalties if stop is not None and p.entry.id == stop.penalty), None)

    def stands(self, stop: Stop) -> bool:
        """The cursor can stay: its penalty still stands, its hand can still be typed or corrected."""
        if stop.penalty:
            return self.penalty_at(stop) is not None
        recorded = stop.hand is not None and self.sheet.hands[stop.hand - 1].outcome is not None
        return recorded or self.sheet.closed is None

    def column_of(self, key: str, hand: int | None) -> int | None:
        """The column that a typed key names: 1–4, or the own wind in ``hand`` in the language in use."""
        if key in ("1", "2", "3", "4"):
            return int(key) - 1
        if hand is None:
            return None
        letters = [translator.translate(wind.short) for wind in self.winds(hand)]
        return letters.index(key.upper()) if key.upper() in letters else None


def table_sheet(view: View, session: int, table: int) -> TableSheet:
    """Look at a table. Raises Refused when the draw has no such table."""
    sheet = view.sheet(session, table)
    players = tuple(view.player_at(sheet, column) for column in range(4))
    return TableSheet(view, sheet, players, short_names(players))
