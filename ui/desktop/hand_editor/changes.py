"""What a click or a key on the rack does to the tiles."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from PySide6.QtCore import Qt

from tournament.hand.meld import Meld, MeldKind, sources_of
from ui.desktop.hand_editor.laid import Laid
from ui.desktop.hand_editor.places import Part, Piece

Change = Callable[[Laid, Piece], Laid]


def turn(laid: Laid, piece: Piece) -> Laid:
    """Make a concealed tile the winning one; let a set come from the next source."""
    if piece.part is Part.CONCEALED:
        return laid.with_winning(piece.at)
    if piece.part is Part.MELD:
        meld = laid.melds[piece.at]
        if meld.kong:
            exposed = [Meld(MeldKind.KONG, meld.tile, source) for source in sources_of(MeldKind.KONG)]
            return laid.with_meld(piece.at, _after(meld, [*exposed, Meld(MeldKind.CONCEALED_KONG, meld.tile, 0)]))
        cycle = [meld._replace(source=source) for source in sources_of(meld.kind)]
        return laid.with_meld(piece.at, _after(meld, cycle))
    return laid


def _after(meld: Meld, cycle: list[Meld]) -> Meld:
    return cycle[(cycle.index(meld) + 1) % len(cycle)]


def win(laid: Laid, piece: Piece) -> Laid:
    """Make a concealed tile the winning one."""
    return laid.with_winning(piece.at) if piece.part is Part.CONCEALED else laid


def claim(laid: Laid, piece: Piece) -> Laid:
    """Set a set with this tile aside as claimed; the same when the concealed tiles make none."""
    if piece.part is not Part.CONCEALED:
        return laid
    found = laid.claims(laid.tiles[piece.at])
    return laid.claimed(found[0]) if found else laid


def to_kong(laid: Laid, piece: Piece) -> Laid:
    """Make a declared pung a kong, promoted; make a kong a pung again; set four concealed tiles aside as a kong."""
    if piece.part is Part.CONCEALED:
        tile = laid.tiles[piece.at]
        four = Meld(MeldKind.CONCEALED_KONG, tile, 0)
        return laid.claimed(four) if laid.tiles.count(tile) == 4 else laid
    if piece.part is not Part.MELD:
        return laid
    meld = laid.melds[piece.at]
    if meld.kind is MeldKind.PUNG and laid.left(meld.tile):
        return laid.with_meld(piece.at, Meld(MeldKind.KONG, meld.tile, meld.source + 4))
    if meld.kong:
        return laid.with_meld(piece.at, Meld(MeldKind.PUNG, meld.tile, max(meld.source % 4, 1)))
    return laid


def take_back(laid: Laid, piece: Piece) -> Laid:
    """Take a tile or a set off the rack."""
    if piece.part is Part.MELD:
        return laid.without_meld(piece.at)
    return replace(laid, winning=None) if piece.part is Part.WINNING else laid.without(piece.at)


BY_KEY: Mapping[Qt.Key, Change] = {
    Qt.Key.Key_Space: turn,
    Qt.Key.Key_C: claim,
    Qt.Key.Key_K: to_kong,
    Qt.Key.Key_Delete: take_back,
    Qt.Key.Key_Backspace: take_back,
}
"""What a key does to the piece under the cursor."""
