"""Texts that say why a player is not ranked, for standings on paper, on screen and on the command line."""

from typing import assert_never

from tournament.event.player import PlayerState, PlayerStatus
from tournament.language import Text, mark
from tournament.standings.ranking import Unranked
from tournament.standings.season import SeasonRow


def unranked_text(row: Unranked | SeasonRow) -> Text:
    """Return why the player of ``row`` is not ranked, in one sentence."""
    return status_text(row.player.name, row.status)


def joins_text(first: int) -> Text:
    """Return the text for a player who joined late, with the ``first`` session in which they take part."""
    return mark("joins from session {session}", session=first)


def status_text(name: str, status: PlayerStatus) -> Text:
    """Return a sentence that states the player's status."""
    match status.state:
        case PlayerState.PLAYING:
            return mark("{player} plays.", player=name)
        case PlayerState.SUBSTITUTE:
            return mark("{player} is a substitute and is not ranked.", player=name)
        case PlayerState.WITHDRAWN:
            return mark("{player} withdrew from session {session} on and is not ranked.",
                        player=name, session=status.first)  # fmt: skip
        case PlayerState.DISQUALIFIED:
            return mark("{player} is disqualified: none of their results count in this event.", player=name)
        case _:
            assert_never(status.state)
