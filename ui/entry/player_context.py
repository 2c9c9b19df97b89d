"""Whose tiles are counted, and what of their hand is known before the first tile: by rules that count anybody's."""

from dataclasses import dataclass

from tournament.rules.player_counter import PlayerCounter
from tournament.rules.question import Answers, Chosen, RuleQuestion
from tournament.rules.ruleset import RuleSet
from tournament.tiles.tile import Tile


@dataclass(frozen=True, slots=True)
class PlayerContext:
    """One player at the end of a hand."""

    rules: RuleSet
    """With the options of the event."""
    won: bool = True
    round_wind: bool = True
    """A wind prevails in this round."""
    known: Chosen = ()
    """Answers that are not asked: a sheet gives them."""
    elsewhere: tuple[Tile, ...] = ()
    """Tiles of the other hands of the table."""
    flowers_elsewhere: str = ""
    """Letters of the flowers there."""

    @property
    def counter(self) -> PlayerCounter:
        """What counts the tiles."""
        assert self.rules.counter is not None, "only rules that count the tiles of any player come here"
        return self.rules.counter

    @property
    def questions(self) -> tuple[RuleQuestion, ...]:
        """What is asked of this hand."""
        known = {name for name, _ in self.known} | {self.counter.nobody_won}
        return tuple(each for each in self.counter.asked_of(won=self.won) if each.name not in known)

    @property
    def any_size(self) -> bool:
        """Too many tiles, or too few, are counted too."""
        return not self.won and self.counter.any_size

    def answers(self, typed: Chosen) -> Answers:
        """The answer to every question of the rules: ``typed`` ones, those known, else the defaults."""
        defaults = {question.name: question.default for question in self.counter.questions}
        return defaults | dict(typed) | dict(self.known)
