"""Evenings and their games in words."""

from collections.abc import Callable, Iterable
from datetime import date
from typing import assert_never

from tournament.language import Text, listed, mark, verbatim
from tournament.ledger import facts

Game = facts.GameSeated | facts.GameReseated


def game_values(fact: facts.GameFact, before: Iterable[facts.Fact], name: Callable[[int], str]) -> tuple[Text, Text]:
    """What was and what is after ``fact``, the facts ``before`` it given; ``name`` names a player by his number."""
    nothing = verbatim("")
    match fact:
        case facts.EveningOpened():
            return nothing, _evening_text(fact.day, fact.place)
        case facts.EveningChanged():
            old = nothing
            for other in before:
                if isinstance(other, facts.EveningOpened | facts.EveningChanged) and other.session == fact.session:
                    old = _evening_text(other.day, other.place)
            return old, _evening_text(fact.day, fact.place)
        case facts.GameSeated():
            return nothing, _game_text(fact, name)
        case facts.GameReseated() | facts.GameTakenBack():
            old = nothing
            for other in before:
                if isinstance(other, Game) and (other.session, other.table) == (fact.session, fact.table):
                    old = _game_text(other, name)
            return old, _game_text(fact, name) if isinstance(fact, facts.GameReseated) else nothing
        case _:
            assert_never(fact)


def _evening_text(day: date | None, place: str) -> Text:
    return listed(filter(None, (day, place))) if day or place else verbatim("–")


def _game_text(game: Game, name: Callable[[int], str]) -> Text:
    values = {"evening": game.session, "game": game.table, "players": listed(map(name, game.players))}
    if game.table_name:
        return mark("evening {evening}, game {game}, at {table}: {players}", table=game.table_name, **values)
    return mark("evening {evening}, game {game}: {players}", **values)


def evening_text(
    fact: facts.HeadsChained | facts.ClosingFact | facts.SessionFact | facts.PublicationFact,
) -> Text:
    """What was done with an evening."""
    match fact:
        case facts.HeadsChained(moment="start"):
            return mark("Evening {evening} started", evening=fact.session)
        case facts.HeadsChained():
            return mark("Evening {evening} verified", evening=fact.session)
        case facts.SessionPublished():
            return mark("Evening {evening} published", evening=fact.session)
        case facts.SessionStarted():
            return mark("Start of evening {evening} announced", evening=fact.session)
        case facts.SessionClosed():
            return mark("Evening {evening} closed", evening=fact.session)
        case facts.SessionReopened():
            return mark("Evening {evening} reopened", evening=fact.session)
        case facts.ResultsPublished(held=True):
            return mark("Results of evening {evening} held for the ceremony", evening=fact.session)
        case facts.ResultsPublished():
            return mark("Results of evening {evening} published", evening=fact.session)
        case facts.ResultsWithdrawn():
            return mark("Results of evening {evening} withdrawn", evening=fact.session)
        case _:
            assert_never(fact)
