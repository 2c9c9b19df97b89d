"""What only the winner counts (Poilbarbe, Annexe 2, "Pour celui qui fait Mah-Jong"), each row with its predicate."""

from collections.abc import Callable
from typing import NamedTuple

from tournament.hand.player_hand import PlayerHand
from tournament.rules.explanation import Group
from tournament.rules.item import Item
from tournament.rulesets.french_classical import items
from tournament.rulesets.french_classical.options import FrenchOptions
from tournament.rulesets.french_classical.situation import SERVED, FrenchSituation
from tournament.tiles.packed import ORPHANS, UNITS
from tournament.tiles.tile import Tile


class TileSet(NamedTuple):
    """A set as it is counted."""

    tiles: Group
    concealed: bool

    @property
    def chow(self) -> bool:
        """Whether its tiles differ; a chow is worth nothing."""
        return self.tiles[0] is not self.tiles[1]


class Win(NamedTuple):
    """A winner's hand, read in one way."""

    sets: tuple[TileSet, ...]
    hand: PlayerHand
    situation: FrenchSituation
    options: FrenchOptions


def mah_jong(_win: Win) -> bool:
    """Four sets and a pair: every reading is that."""
    return True


def four_chows(win: Win) -> bool:
    """Four chows, whatever the pair."""
    return all(each.chow for each in win.sets)


def from_wall(win: Win) -> bool:
    """Drawn from the wall; a tile of the hill counts so by option only."""
    return win.hand.self_drawn and (win.options.wall_points_on_hill or not win.hand.replacement)


def served(win: Win) -> bool:
    """Declared after the first draw."""
    return win.situation.ready == SERVED


def plum_blossom(win: Win) -> bool:
    """The 5 of circles, drawn; from the hill too, unless the event takes “from the wall” (5.3) literally."""
    drawn = win.hand.self_drawn and (win.options.plum_blossom_on_hill or not win.hand.replacement)
    return drawn and win.hand.winning is Tile.P5


def no_chow(win: Win) -> bool:
    """Pungs and kongs alone."""
    return not any(each.chow for each in win.sets)


def ready(win: Win) -> bool:
    """Declared, also as served."""
    return win.situation.ready is not None


def pure(win: Win) -> bool:
    """One suit, with honours where the event allows them; honours alone are no suit."""
    suits = {tile.suit for tile in win.hand.tiles}
    return len(suits - {None}) == 1 and (win.options.pure_with_honours or None not in suits)


def robbed_kong(win: Win) -> bool:
    """On the tile that another player promotes a pung with."""
    return win.hand.robbed


def hill(win: Win) -> bool:
    """On any replacement tile."""
    return win.hand.replacement


def concealed(win: Win) -> bool:
    """Self-drawn and nothing claimed; concealed kongs are no claim."""
    return win.hand.self_drawn and not win.hand.exposed


def outer(win: Win) -> bool:
    """Every tile a 1, a 9 or an honour."""
    return all(UNITS[tile] & ORPHANS for tile in win.hand.tiles)


def moon(win: Win) -> bool:
    """On the last tile drawn, never on its discard."""
    return win.hand.last_of_wall and win.hand.self_drawn


WINNER_ITEMS: tuple[tuple[Item, Callable[[Win], bool]], ...] = (
    (items.MAH_JONG, mah_jong),
    (items.FOUR_CHOWS, four_chows),
    (items.FROM_WALL, from_wall),
    (items.SERVED, served),
    (items.PLUM_BLOSSOM, plum_blossom),
    (items.NO_CHOW, no_chow),
    (items.READY, ready),
    (items.PURE, pure),
    (items.ROBBED_KONG, robbed_kong),
    (items.HILL, hill),
    (items.CONCEALED, concealed),
    (items.OUTER, outer),
    (items.MOON, moon),
)
