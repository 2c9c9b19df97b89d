"""The sheet in view with all that its panels ask about it."""

from dataclasses import dataclass

from tournament.event.player import Player
from tournament.ledger.sheet import Sheet
from tournament.office import View
from tournament.rules.ruleset import RuleSet
from tournament.tiles.wind import Wind
from ui.desktop.pages.tables.names import short_names
from ui.desktop.speech import speech


@dataclass(frozen=True, slots=True)
class AtTable:
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

    def column_of(self, key: str, hand: int | None) -> int | None:
        """The column that a typed key names: 1–4, or the own wind in ``hand`` in the language in use."""
        if key in ("1", "2", "3", "4"):
            return int(key) - 1
        if hand is None:
            return None
        letters = [speech.say(wind.short) for wind in self.winds(hand)]
        return letters.index(key.upper()) if key.upper() in letters else None


def at_table(view: View, session: int, table: int) -> AtTable:
    """Look at a table. Raises Refused when the draw has no such table."""
    sheet = view.sheet(session, table)
    players = tuple(view.player_at(sheet, column) for column in range(4))
    return AtTable(view, sheet, players, short_names(players))
