"""The columns of the score sheet, shared by its head, its lines and its totals. Pixels at 100 % scale."""

NUMBER, RESULT, POINTS, FIRST_PLAYER = range(4)
COUNT = FIRST_PLAYER + 4
_NUMBER, _POINTS = 40, 56
_NARROW_NUMBER, _NARROW_POINTS, _NARROW_BELOW = 26, 38, 640
_RESULT_LEAST = 60
_PLAYER_LEAST, _PLAYER_MOST, _PLAYER_SHARE = 105, 230, 0.1655
_TWO_FIGURES, _THREE_FIGURES = 116, 190
MOST = 1440
"""Maximum width of all columns together, so that the eyes need not travel far."""
INSET = 8
"""Padding at the left and right of a cell."""


def widths(whole: int) -> list[int]:
    """The widths of the columns for a sheet of ``whole`` pixels. The result column gets what is left."""
    number, points = (_NUMBER, _POINTS) if whole >= _NARROW_BELOW else (_NARROW_NUMBER, _NARROW_POINTS)
    player = min(max(round(whole * _PLAYER_SHARE), _PLAYER_LEAST), _PLAYER_MOST)
    player = min(player, max((whole - number - points - _RESULT_LEAST) // 4, 1))
    result = max(whole - number - points - 4 * player, 1)
    return [number, result, points, player, player, player, player]


def have_room(whole: int, figures: int) -> bool:
    """Whether a player's column is wide enough for ``figures`` figures side by side, beside the player's wind."""
    return widths(whole)[FIRST_PLAYER] >= (_THREE_FIGURES if figures > 2 else _TWO_FIGURES)


def lefts(whole: int) -> list[int]:
    """The left edges of the columns, and the right edge of the last."""
    edges = [0]
    for width in widths(whole):
        edges.append(edges[-1] + width)
    return edges
