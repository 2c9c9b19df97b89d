"""What a hand is worth in MCR."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from tournament.hand.hand import Hand
from tournament.language import Text, mark
from tournament.rules.score import Score
from tournament.rulesets.mcr.book import Book
from tournament.rulesets.mcr.counting import Counting, countings, dearest
from tournament.rulesets.mcr.profiles import PROFILES, Profile


class NotComplete(ValueError):
    """The tiles make no winning shape."""

    text: Text = mark("These tiles are no winning hand.")

    def __init__(self) -> None:
        super().__init__(self.text.message)


@lru_cache(16)
def book_of(profile: Profile | str) -> Book:
    """The book of a profile or of its id; KeyError for an unknown id."""
    return Book(PROFILES[profile] if isinstance(profile, str) else profile)


def score(hand: Hand, *, profile: Profile | str = "mcr") -> Score:
    """Count a hand as its dearest reading; :class:`NotComplete` when it has none.

    A hand below the minimum is counted all the same (``minimum_met`` says so).
    """
    book = book_of(profile)
    best = dearest(book, countings(book, hand))
    if best is None:
        raise NotComplete
    return score_of(book, best)


def scores(hands: Iterable[Hand], *, profile: Profile | str = "mcr") -> Iterator[Score]:
    """Count many hands, one after the other."""
    for hand in hands:
        yield score(hand, profile=profile)


def score_of(book: Book, counting: Counting) -> Score:
    """The list and the points of one counted reading."""
    basic, marks, left = counting.points, counting.marks, counting.kept
    counted, each, fans = book.counted, book.each, []
    while left:
        bit = left & -left
        left ^= bit
        place = bit.bit_length() - 1
        fans.append(counted(place, marks[place].bit_count() if each[place] else 1))
    bonus = marks[book.bonus]
    if bonus:
        fans.append(counted(book.bonus, bonus))
    points = basic + bonus * book.points[book.bonus]
    return Score(points, basic, basic >= book.profile.minimum, tuple(fans), book.profile.id)
