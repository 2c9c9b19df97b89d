"""The tiles that complete thirteen tiles to a winning shape, whatever the value of the hand."""

from tournament.hand.groups import completed_pair, completed_sets, cuts, paired_cuts, size, split
from tournament.tiles.packed import EVERY, HONOURS, KNITTED, ORPHANS, present


def completing(concealed: int, declared: int) -> int:
    """Return the mask of every kind that completes packed ``concealed`` tiles and ``declared`` sets.

    This includes a kind of which all four are held (docs/rules.md, C9).
    """
    mask = completing_sets(concealed)
    held = present(concealed)
    if declared < 2:
        for knitted in KNITTED:
            missing = knitted & ~held
            if not missing:
                mask |= completing_sets(concealed - knitted)
            elif not missing & (missing - 1) and _complete(concealed - (knitted ^ missing)):
                mask |= missing
    return mask if declared else mask | _completing_special(concealed, held)


def completing_sets(concealed: int) -> int:
    """Return the mask of the kinds that complete the tiles to sets and a pair."""
    groups = split(concealed)
    sizes = [size(tiles) % 3 for tiles in groups]
    one = [group for group in range(4) if sizes[group] == 1]
    two = [group for group in range(4) if sizes[group] == 2]
    if (len(one), len(two)) not in ((1, 0), (0, 2)):
        return 0
    if any(not cuts(group, groups[group]) for group in range(4) if not sizes[group]):
        return 0
    if one:
        return completed_pair(one[0], groups[one[0]]) << 36 * one[0]
    mask = 0
    for pair, other in (two, two[::-1]):
        if paired_cuts(pair, groups[pair]):
            mask |= completed_sets(other, groups[other]) << 36 * other
    return mask


def _complete(tiles: int) -> bool:
    """Return whether the tiles are sets and one pair."""
    pairs = 0
    for group, part in enumerate(split(tiles)):
        if size(part) % 3 == 2:
            pairs += 1
            if not paired_cuts(group, part):
                return False
        elif not cuts(group, part):
            return False
    return pairs == 1


def _completing_special(concealed: int, held: int) -> int:
    """Return the mask of the kinds that complete thirteen concealed tiles to a shape without sets."""
    odd = concealed & EVERY
    mask = odd if not odd & (odd - 1) else 0
    if not held & ~ORPHANS and not concealed & ~(ORPHANS | ORPHANS << 1):
        missing = ORPHANS & ~held
        if not missing:
            mask |= ORPHANS
        elif not missing & (missing - 1):
            mask |= missing
    if held == concealed:
        for knitted in KNITTED:
            if not held & ~(knitted | HONOURS):
                mask |= (knitted | HONOURS) & ~held
    return mask
