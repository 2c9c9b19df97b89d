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


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """How the evenings of a league make one ranking; a club evening has the default."""

    best: int | None = None
    """Number of the best evenings of each player that count; None for all."""
    count: SeasonCount = SeasonCount.SUM
    least: int = 1
    """Number of evenings from which a player is ranked."""
    least_games: int = 0
    """Number of games from which a player is ranked."""


ALL_EVENINGS = SeasonRules()
"""Every evening counts, and players are ranked from the first one on."""


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening: a session in which games are opened one by one."""

    day: date | None = None
    place: str = ""


def season_text(rules: SeasonRules) -> Text:
    """Return how evenings make a ranking, in one or two sentences."""
    values = {"evenings": _evenings_text(rules), "count": rules.count.label}
    if rules.least == 1 and rules.least_games <= 1:
        return mark("{evenings} {count}.", **values)
    if rules.least_games <= 1:
        return mark("{evenings} {count}. Players are ranked after {least} evenings.", least=rules.least, **values)
    if rules.least == 1:
        return mark("{evenings} {count}. Players are ranked after {games} games.", games=rules.least_games, **values)
    return mark("{evenings} {count}. Players are ranked after {least} evenings and {games} games.",
                least=rules.least, games=rules.least_games, **values)  # fmt: skip


def _evenings_text(rules: SeasonRules) -> Text:
    if rules.best is None:
        return mark("All evenings count.")
    return mark_count(
        "The best evening of each player counts.", "The best {count} evenings of each player count.", rules.best
    )


def season_problems(rules: SeasonRules) -> tuple[Problem, ...]:
    """Return everything that is wrong with ``rules``."""
    problems: list[Problem] = []
    if rules.best is not None and not 1 <= rules.best <= MOST_EVENINGS:
        text = mark("Best {best} evenings: choose 1 to {most}, or all.", best=rules.best, most=MOST_EVENINGS)
        problems.append(Problem("best-range", text, "season.best"))
    if not 1 <= rules.least <= MOST_EVENINGS:
        text = mark("At least {least} evenings: choose 1 to {most}.", least=rules.least, most=MOST_EVENINGS)
        problems.append(Problem("least-range", text, "season.least"))
    if not 0 <= rules.least_games <= MOST_GAMES:
        text = mark("At least {least} games: choose 0 to {most}.", least=rules.least_games, most=MOST_GAMES)
        problems.append(Problem("least-range", text, "season.least_games"))
    return tuple(problems)
