"""Where the columns of the paper stand, shared by its head, its lines and its totals. Pixels at 100 % scale."""

NUMBER, RESULT, POINTS, FIRST_PLAYER = range(4)
COUNT = FIRST_PLAYER + 4
NUMBER_WIDTH, POINTS_WIDTH = 40, 56
_RESULT_LEAST = 60
_PLAYER_LEAST, _PLAYER_MOST, _PLAYER_SHARE = 106, 170, 0.1655
INSET = 8
"""Air at the left and right of a cell."""


def widths(whole: int) -> list[int]:
    """Part ``whole`` pixels among the columns; what is left over is the result's."""
    player = min(max(round(whole * _PLAYER_SHARE), _PLAYER_LEAST), _PLAYER_MOST)
    player = min(player, max((whole - NUMBER_WIDTH - POINTS_WIDTH - _RESULT_LEAST) // 4, 1))
    result = max(whole - NUMBER_WIDTH - POINTS_WIDTH - 4 * player, 1)
    return [NUMBER_WIDTH, result, POINTS_WIDTH, player, player, player, player]


def lefts(whole: int) -> list[int]:
    """The left edges of the columns, and the right edge of the last."""
    edges = [0]
    for width in widths(whole):
        edges.append(edges[-1] + width)
    return edges
