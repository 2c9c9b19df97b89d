"""Hypothesis strategies of hands, as text and as values."""

import random

from hypothesis import strategies as st

from tests.random_hands import hand
from tests.second_counter.text import read
from tournament.hand.notation import parse

hand_texts = st.integers(0, 2**40).map(lambda seed: hand(random.Random(seed)))
"""Random legal winning hands in the notation, rare fan over-represented."""

hands = hand_texts.map(parse)
"""The same as values."""

waiting_texts = hand_texts.filter(lambda text: "]" not in text).map(lambda text: "".join(read(text).before))
"""Thirteen concealed tiles that are ready."""
