"""The words that a club evening and a league have no use for."""

import re

FOREIGN = {
    "en": re.compile(r"(?i)\btournament|\bsessions?\b|\bthe draw\b|federation|\bEMA\b|(?<!at )\btables? \d|^tables$"),
    "fr": re.compile(r"(?i)tournoi|\bsessions?\b|\bles? tirage|fédération|\bEMA\b|(?<!à )\btables? \d|^tables$"),
    "zh": re.compile(r"锦标赛|赛事|联合会|EMA|第 ?\d+ ?[局轮桌]|\d ?桌"),
}
"""By language. “At Table 1” is a table of the room, which has a name."""
