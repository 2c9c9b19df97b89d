"""The rulebook examples are well formed by themselves."""

from tests.examples.rulebook import EXAMPLES, REFUSED


def test_every_place_is_named_once() -> None:
    assert len({example.place for example in EXAMPLES}) == len(EXAMPLES)
    assert len({place for place, _ in REFUSED}) == len(REFUSED)
