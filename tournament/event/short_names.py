"""How the four players of a table are called on its sheet."""

from collections import Counter
from collections.abc import Sequence

from tournament.event.player import Player


def short_names(players: Sequence[Player]) -> tuple[str, ...]:
    """First names; of those that share one with the initial, or the whole name where that is shared too."""
    made = list(map(_first, players))
    for form in (_initial, _whole):
        shared = Counter(made)
        made = [form(player) if shared[name] > 1 else name for player, name in zip(players, made, strict=True)]
    return tuple(made)


def _first(player: Player) -> str:
    return player.first_name or player.last_name


def _whole(player: Player) -> str:
    return player.name


def _initial(player: Player) -> str:
    return f"{player.first_name} {player.last_name[:1]}." if player.last_name else player.first_name
