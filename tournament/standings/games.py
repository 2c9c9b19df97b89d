"""What games say without their hands: places, average scores, runs, and how two players did against one another."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, groupby

from tournament.ledger.sheet import Sheet
from tournament.rules.table_points import share_places


@dataclass(frozen=True, slots=True)
class PlayerGames:
    """The games of one player that are finished or signed, in order."""

    number: int
    places: tuple[int, ...]
    """The place in each game; equal scores have the better one."""
    shared: tuple[Fraction, ...]
    """The same, but equal scores share their places: two players who are first have 1.5 each."""
    scores: tuple[int, ...]

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.places)

    @property
    def average_place(self) -> Fraction:
        """The mean of the shared places."""
        return sum(self.shared, Fraction(0)) / self.games

    @property
    def average_score(self) -> Fraction:
        """The mean of the scores."""
        return Fraction(sum(self.scores), self.games)

    def times(self, place: int) -> int:
        """Return in how many games the player had ``place``."""
        return self.places.count(place)

    @property
    def won_in_a_row(self) -> int:
        """The longest run of games in first place."""
        return _longest(place == 1 for place in self.places)

    @property
    def without_last(self) -> int:
        """The longest run of games without the last place."""
        return _longest(place < 4 for place in self.places)


@dataclass(frozen=True, slots=True)
class Opponents:
    """Two players in the games that they played at the same table."""

    one: int
    other: int
    games: int
    ahead: int
    """In how many games ``one`` had the higher score."""
    behind: int
    """In how many games ``other`` had the higher score."""
    balance: int
    """The scores of ``one`` less those of ``other``."""


def _longest(held: Iterable[bool]) -> int:
    return max((sum(1 for _ in run) for value, run in groupby(held) if value), default=0)


def ended_games(sheets: Iterable[Sheet]) -> list[Sheet]:
    """Return those of ``sheets`` whose game is finished or signed, in order."""
    ended = (sheet for sheet in sheets if sheet.counts and (sheet.closed is not None or sheet.over))
    return sorted(ended, key=lambda sheet: (sheet.session, sheet.table))


def games_by_player(ended: Sequence[Sheet]) -> dict[int, PlayerGames]:
    """Return the games of each player in ``ended``, by number."""
    found: defaultdict[int, list[tuple[int, Fraction, int]]] = defaultdict(list)
    for sheet in ended:
        shared = share_places(sheet.scores, (1, 2, 3, 4))
        for number, score, place in zip(sheet.players, sheet.scores, shared, strict=True):
            found[number].append((1 + sum(other > score for other in sheet.scores), place, score))
    return {number: PlayerGames(number, *map(tuple, zip(*own, strict=True))) for number, own in found.items()}


def head_to_head(ended: Sequence[Sheet]) -> Iterator[Opponents]:
    """Yield every two players who met in ``ended``, by number."""
    ahead: Counter[tuple[int, int]] = Counter()
    games: Counter[tuple[int, int]] = Counter()
    balance: Counter[tuple[int, int]] = Counter()
    for sheet in ended:
        score = dict(zip(sheet.players, sheet.scores, strict=True))
        for one, other in combinations(sorted(score), 2):
            games[one, other] += 1
            balance[one, other] += score[one] - score[other]
            ahead[one, other] += score[one] > score[other]
            ahead[other, one] += score[other] > score[one]
    for (one, other), count in sorted(games.items()):
        yield Opponents(one, other, count, ahead[one, other], ahead[other, one], balance[one, other])
