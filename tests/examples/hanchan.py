"""A hanchan by EMA's rules of 2025, with everything that happens at a table, counted by hand from the rules.

It is the game that the guide works through.
"""

LINES: tuple[dict[str, object], ...] = (
    {"winners": [{"player": "B", "han": 3, "fu": 40}], "discarder": "D", "riichi": ["B"]},
    {"winners": [], "tenpai": ["A", "B"], "riichi": ["B"]},
    {"winners": [{"player": "C", "han": 2, "fu": 30}]},
    {"winners": [{"player": "A", "han": 2, "fu": 30}, {"player": "B", "han": 4, "fu": 30}],
     "discarder": "D", "riichi": ["B", "D"]},
    {"winners": []},
    {"winners": [{"player": "A", "han": 1, "fu": 40}], "discarder": "C"},
    {"winners": [{"player": "D", "han": 3, "fu": 30}], "riichi": ["C", "D"]},
    {"winners": [{"player": "B", "han": 5}]},
    {"winners": [{"player": "A", "han": 1, "fu": 30}], "discarder": "B"},
    {"winners": [], "tenpai": ["D"], "riichi": ["D"]},
    {"winners": [], "tenpai": ["B", "C"]},
)  # fmt: skip
"""Of hands 1 to 11; the game is over after the last."""

DEALERS = "ABBCDAABBCD"
COUNTERS = (0, 0, 1, 0, 0, 1, 2, 0, 1, 0, 1)
STICKS = (0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1)
"""On the table before each hand."""

NETS = (
    (0, 5_200, 0, -5_200),
    (1_500, 500, -1_500, -1_500),
    (-600, -1_100, 3_300, -600),
    (3_000, 8_000, 0, -11_000),
    (0, 0, 0, 0),
    (2_300, 0, -2_300, 0),
    (-2_200, -1_200, -2_200, 5_600),
    (-4_000, 12_000, -4_000, -4_000),
    (1_300, -1_300, 0, 0),
    (-1_000, -1_000, -1_000, 2_000),
    (-1_500, 1_500, 1_500, -1_500),
)

SCORES = (-1_200, 23_600, -6_200, -16_200)
"""At the end: B, who is first, takes the stick that is left."""
FINAL = (3_800, 38_600, -11_200, -31_200)
"""With uma."""
