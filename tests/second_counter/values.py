"""The table of the second counter: points and what is not added on top (WMO 2006 numbers, ``mcr``).

The mixed kong pair has the number 54.5. What depends on the sets, not on the number alone (28, 30,
16 and others with the fan of two chows or two pungs), follows from the rule of joins instead.
"""

MIXED = 54.5
TIERS = {
    88: range(1, 8), 64: range(8, 14), 48: range(14, 16), 32: range(16, 19), 24: range(19, 28), 16: range(28, 34),
    12: range(34, 39), 8: range(39, 49), 6: range(49, 55), 4: range(55, 59), 2: range(59, 69), 1: range(69, 82),
}  # fmt: skip
POINTS: dict[float, int] = {number: points for points, numbers in TIERS.items() for number in numbers} | {MIXED: 6}

NOT_WITH: dict[float, set[float]] = {
    1: {38, 49, 60, 61},
    2: {54, 59},
    4: {22, 62, 73, 76},
    5: {17, 49, 57, MIXED, 74, 79},
    6: {19, 22, 62, 76, 79},
    7: {18, 52, 62, 79},
    8: {18, 49, 55, 73, 76},
    9: {38},
    10: {54, 59},
    11: {18, 49, 55, 73},
    12: {33, 49, 62, 66},
    13: {22, 63, 76},
    14: {64},
    15: {49},
    17: {57, MIXED, 74},
    18: {49, 55, 73},
    19: {62, 79},
    20: {34, 52, 62},
    21: {49, 68, 76},
    22: {50, 75, 76},
    25: {36, 76},
    26: {68, 76},
    27: {37, 76},
    29: {63, 76},
    31: {68, 76},
    33: {66},
    34: {52, 62},
    36: {76},
    37: {76},
    40: {75},
    44: {80},
    46: {80},
    47: {58},
    48: {66, 67},
    50: {75},
    53: {79},
    54: {59},
    MIXED: {57, 67, 74},
    56: {62, 80},
    57: {74},
    63: {76},
    68: {76},
}
