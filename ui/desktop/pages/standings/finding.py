"""What is meant by the words in the field that finds a player."""

from tournament.event.player import Player
from tournament.language import folded


def wanted(player: Player, words: str) -> bool:
    """Whether ``player`` is meant: every word begins one of his names, his country, club, team, or is a number of his.

    ``words`` are folded already.
    """
    if not words:
        return True
    own = folded(f"{player.name} {player.country} {player.club} {player.team} {player.ema_number} {player.number}")
    parts = own.split()
    return all(any(part.startswith(word) for part in parts) for word in words.split())
