"""A second count of a table, from the words of the rules alone (FFMJ, "Païement", after WMO 2006)."""

Hand = tuple[int, int | None, int] | None
"""Winner 1–4, who gave the tile (None: self-draw), points; None for a drawn hand."""


def totals(hands: list[Hand]) -> list[int]:
    """Each loser pays 8; the discarder pays the points too, or all three when the winner drew the tile."""
    sums = [0, 0, 0, 0]
    for hand in hands:
        if hand is None:
            continue
        winner, giver, points = hand
        for loser in (1, 2, 3, 4):
            if loser != winner:
                pays = 8 + (points if giver is None or loser == giver else 0)
                sums[loser - 1] -= pays
                sums[winner - 1] += pays
    return sums
