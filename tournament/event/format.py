"""The format of an event: tournament, club evening or league; and how the evenings of a season are counted."""

from dataclasses import dataclass
from datetime import date
from typing import assert_never

from tournament.event.problem import Problem
from tournament.language import Text, mark, mark_count
from tournament.language.text import LabelledEnum

MOST_EVENINGS = 366
"""Maximum number of evenings of a season."""
MOST_GAMES = 9_999
"""Maximum of :attr:`SeasonRules.least_games`."""
TABLE_NAME_LENGTH = 40
"""Maximum length of the name of a table in the room, in characters."""


class EventFormat(LabelledEnum):
    """The format of an event; the value is its name in files and on the command line."""

    TOURNAMENT = "tournament", mark("Tournament")
    CLUB = "club", mark("Club evening")
    LEAGUE = "league", mark("League")

    @property
    def text(self) -> Text:
        """A description in one sentence."""
        match self:
            case EventFormat.TOURNAMENT:
                return mark("Sessions are drawn, and the places at each table give table points.")
            case EventFormat.CLUB:
                return mark("A game starts whenever four players sit down, and the scores of the evening add up.")
            case EventFormat.LEAGUE:
                return mark(
                    "Many evenings of such games make one ranking. It can count each player’s best evenings only."
                )
            case _:
                assert_never(self)

    @property
    def is_drawn(self) -> bool:
        """Whether a draw seats the players and places give table points; otherwise games are opened one by one."""
        return self is EventFormat.TOURNAMENT


def spoken_in(format: EventFormat, game: tuple[str, ...]) -> tuple[str, ...]:
    """Return the vocabularies of an event (`Language.with_words`): those of a club, then those of its ``game``.

    A club calls a session an evening and a table a game. ``club-classical`` has the sentences that need both kinds of
    words.
    """
    return game if format.is_drawn else (*(f"club-{each}" for each in game), "club", *game)


class SeasonCount(LabelledEnum):
    """How the evenings that count are combined; the value is its name in files and on the command line."""

    SUM = "sum", mark("The scores of the evenings that count add up")
    AVERAGE = "average", mark("The average of the evenings that count")
    PLACES = "places", mark("The places of the evenings that count: 4, 2, 1, 0 for each game")


class SeasonUnit(LabelledEnum):
    """What is counted, and may be left out if only the best count; the value is its name in files and on the command
    line."""

    EVENING = "evening", mark("Whole evenings")
    GAME = "game", mark("Single games")


PLACE_POINTS = (4, 2, 1, 0)
"""What the places of a game are worth in a season that counts places. Equal scores share the points of theirs."""
MOST_HANDICAP = 99_999
"""Maximum of a handicap in points."""


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """How the evenings of a league make one ranking; a club evening has the default."""

    best: int | None = None
    """Number of the best evenings, or games, of each player that count; None for all."""
    count: SeasonCount = SeasonCount.SUM
    least: int = 1
    """Number of evenings from which a player is ranked."""
    least_games: int = 0
    """Number of games from which a player is ranked."""
    per: SeasonUnit = SeasonUnit.EVENING
    """Whether evenings are counted, each with all its games, or games."""
    handicaps: tuple[tuple[int, int], ...] = ()
    """Points that are added to each game of a player, by player number; they may be negative."""

    @property
    def most(self) -> int:
        """The maximum of ``best``."""
        return MOST_GAMES if self.per is SeasonUnit.GAME else MOST_EVENINGS


ALL_EVENINGS = SeasonRules()
"""Every evening counts, and players are ranked from the first one on."""


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening: a session in which games are opened one by one."""

    day: date | None = None
    place: str = ""


def season_text(rules: SeasonRules) -> Text:
    """Return how evenings make a ranking, in one or two sentences."""
    values = {"evenings": _units_text(rules), "count": count_text(rules.count, rules.per)}
    if rules.least == 1 and rules.least_games <= 1:
        return mark("{evenings} {count}.", **values)
    if rules.least_games <= 1:
        return mark("{evenings} {count}. Players are ranked after {least} evenings.", least=rules.least, **values)
    if rules.least == 1:
        return mark("{evenings} {count}. Players are ranked after {games} games.", games=rules.least_games, **values)
    return mark("{evenings} {count}. Players are ranked after {least} evenings and {games} games.",
                least=rules.least, games=rules.least_games, **values)  # fmt: skip


def count_text(count: SeasonCount, per: SeasonUnit) -> Text:
    """Return how the evenings or games that count are combined."""
    if per is SeasonUnit.EVENING:
        return count.label
    match count:
        case SeasonCount.SUM:
            return mark("The scores of the games that count add up")
        case SeasonCount.AVERAGE:
            return mark("The average of the games that count")
        case SeasonCount.PLACES:
            return mark("The places of the games that count: 4, 2, 1, 0")
        case _:
            assert_never(count)


def _units_text(rules: SeasonRules) -> Text:
    if rules.per is SeasonUnit.GAME and rules.best is None:
        return mark("All games count.")
    if rules.per is SeasonUnit.GAME:
        return mark_count(
            "The best game of each player counts.", "The best {count} games of each player count.", rules.best or 0
        )
    if rules.best is None:
        return mark("All evenings count.")
    return mark_count(
        "The best evening of each player counts.", "The best {count} evenings of each player count.", rules.best
    )


def read_handicaps(typed: str) -> tuple[tuple[int, int], ...]:
    """Read ``3=2000, 5=-1000``: players by number, each with the points of the handicap; without those that are 0.

    Raise ValueError if it cannot be read, or names a player twice.
    """
    found: dict[int, int] = {}
    for part in filter(str.strip, typed.replace(";", ",").split(",")):
        number, points = (int(each.replace("−", "-")) for each in part.split("=", 1))
        if number in found or number < 1 or abs(points) > 10 * MOST_HANDICAP:
            raise ValueError(part)
        found[number] = points
    return tuple(sorted((number, points) for number, points in found.items() if points))


def typed_handicaps(handicaps: tuple[tuple[int, int], ...]) -> str:
    """Return handicaps as :func:`read_handicaps` reads them."""
    return ", ".join(f"{number}={points}" for number, points in handicaps)


def season_problems(rules: SeasonRules) -> tuple[Problem, ...]:
    """Return everything that is wrong with ``rules``."""
    problems: list[Problem] = []
    if rules.best is not None and not 1 <= rules.best <= rules.most:
        text = mark("Best {best} evenings: choose 1 to {most}, or all.", best=rules.best, most=rules.most)
        if rules.per is SeasonUnit.GAME:
            text = mark("Best {best} games: choose 1 to {most}, or all.", best=rules.best, most=rules.most)
        problems.append(Problem("best-range", text, "season.best"))
    if any(abs(points) > MOST_HANDICAP for _, points in rules.handicaps):
        text = mark("A handicap is at most {most} points.", most=MOST_HANDICAP)
        problems.append(Problem("handicap-range", text, "season.handicaps"))
    if not 1 <= rules.least <= MOST_EVENINGS:
        text = mark("At least {least} evenings: choose 1 to {most}.", least=rules.least, most=MOST_EVENINGS)
        problems.append(Problem("least-range", text, "season.least"))
    if not 0 <= rules.least_games <= MOST_GAMES:
        text = mark("At least {least} games: choose 0 to {most}.", least=rules.least_games, most=MOST_GAMES)
        problems.append(Problem("least-range", text, "season.least_games"))
    return tuple(problems)
