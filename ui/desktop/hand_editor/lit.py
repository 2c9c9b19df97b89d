"""Which tiles of the rack a fan is made of, and the order in which its reading puts them."""

from collections.abc import Iterable

from tournament.hand.hand import Hand
from tournament.rules.explanation import Explanation, Group, Instance
from ui.desktop.hand_editor.laid import Laid
from ui.desktop.hand_editor.places import Part, Piece


def order_of(laid: Laid, explanation: Explanation | None) -> tuple[int, ...]:
    """The indices of the concealed tiles as they stand on the rack: set by set when they are read, else by kind."""
    by_kind = sorted(range(len(laid.tiles)), key=lambda index: laid.tiles[index])
    if explanation is None or laid.winning is None:
        return tuple(by_kind)
    placed: list[int] = []
    reading = explanation.reading
    concealed = reading.groups[len(laid.melds) :]
    completed = reading.completed - len(laid.melds)
    ordered = [*concealed[:completed], *concealed[completed + 1 :], concealed[completed]]
    for group in sorted(ordered[:-1], key=lambda group: (len(group) == 2, group)) + ordered[-1:]:
        for tile in group:
            index = next((at for at in by_kind if laid.tiles[at] is tile and at not in placed), None)
            if index is not None:
                placed.append(index)
    return (*placed, *(at for at in by_kind if at not in placed))


def lit_pieces(laid: Laid, hand: Hand, explanation: Explanation, instances: Iterable[Instance]) -> frozenset[Piece]:
    """What stands out while a fan is looked at; everything for a fan of the hand as a whole."""
    groups = {group for instance in instances for group in instance}
    if not groups:
        return frozenset()
    free = [Piece(Part.CONCEALED, index) for index in order_of(laid, explanation)]
    melds = {index: meld.tiles for index, meld in enumerate(laid.melds)}
    completed = explanation.reading.groups[explanation.reading.completed]
    lit: set[Piece] = set()
    wanted = [group for instance in instances for group in instance]
    for group in _each_once(wanted, explanation.reading.groups):
        index = next((at for at, tiles in melds.items() if tiles == group), None)
        if index is not None:
            del melds[index]
            lit.add(Piece(Part.MELD, index))
            continue
        needed = list(group)
        if group == completed and hand.winning in needed and Piece(Part.WINNING) not in lit:
            needed.remove(hand.winning)
            lit.add(Piece(Part.WINNING))
        for tile in needed:
            piece = next((each for each in free if laid.tiles[each.at] is tile), None)
            if piece is not None:
                free.remove(piece)
                lit.add(piece)
            elif tile is hand.winning:
                lit.add(Piece(Part.WINNING))
    return frozenset(lit)


def _each_once(wanted: list[Group], groups: tuple[Group, ...]) -> list[Group]:
    """A set that several counts of a fan share is lit once; equal sets are, as often as the hand has them."""
    found: list[Group] = []
    for group in wanted:
        if found.count(group) < max(groups.count(group), 1):
            found.append(group)
    return found
