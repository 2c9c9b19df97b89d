"""A seeded sample of the proof: the whole is ``python -m tests.proof.proof_engine``."""

import json
from functools import partial
from itertools import chain, islice
from pathlib import Path

import pytest

from tests.examples.gold import GOLD
from tests.examples.rulebook import EXAMPLES
from tests.proof import published
from tests.proof.comparison import Comparison
from tests.proof.multisets import four_chows, four_pungs
from tests.random_hands import hands
from tests.second_counter import counter

CORPUS = Path(__file__).with_name("corpus.jsonl")
CALCULATE = published.engine()
needs_engine = pytest.mark.skipif(
    CALCULATE is None, reason="PyMahjongGB is not installed; the shipped corpus of its points is compared instead"
)


@pytest.fixture(scope="module")
def corpus() -> dict[str, int]:
    """Our hands with the points that PyMahjongGB 1.4.0 gave them."""
    lines = CORPUS.read_text(encoding="utf-8").splitlines()
    return {line["hand"]: line["points"] for line in map(json.loads, lines)}


def test_guobiao_equals_the_shipped_points_of_pymahjonggb(corpus):
    comparison = Comparison("guobiao")
    comparison.add(corpus, corpus.__getitem__)
    assert comparison.hands >= 1000
    assert comparison.differences == []
    assert comparison.never_seen() == []


@pytest.mark.sampled(2)
@pytest.mark.engines
@needs_engine
@pytest.mark.parametrize(
    "texts",
    [
        lambda: hands("sample", 1000),
        lambda: chain.from_iterable(islice(four_chows(), 7, None, 47)),
        lambda: chain.from_iterable(islice(four_pungs(), 7, None, 127)),
        lambda: [known.hand for known in (*GOLD, *EXAMPLES)],
    ],
    ids=["random hands", "four chows", "four pungs", "rulebook"],
)
def test_guobiao_equals_pymahjonggb(texts):
    assert CALCULATE is not None
    comparison = Comparison("guobiao")
    comparison.add(texts(), partial(published.points, CALCULATE))
    assert comparison.hands > 100
    assert comparison.differences == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    "texts",
    [
        lambda: hands("second", 250),
        lambda: chain.from_iterable(islice(four_chows(), 11, None, 191)),
        lambda: chain.from_iterable(islice(four_pungs(), 11, None, 443)),
        lambda: [known.hand for known in (*GOLD, *EXAMPLES)],
    ],
    ids=["random hands", "four chows", "four pungs", "rulebook"],
)
def test_mcr_equals_the_second_counter(texts):
    comparison = Comparison("mcr")
    comparison.add(texts(), counter.points)
    assert comparison.hands > 100
    assert comparison.differences == []


def test_there_are_as_many_multisets_as_arithmetic_says():
    assert sum(1 for _ in four_chows()) == 10_626
    assert sum(1 for _ in four_pungs()) == 46_376


def test_the_generator_repeats_itself_and_varies_how_hands_are_won():
    texts = hands("same", 300)
    assert texts == hands("same", 300)
    situations = [text.split("|")[1] for text in texts]
    for flag in range(2, 6):
        assert {situation[flag] for situation in situations} == {"0", "1"}
