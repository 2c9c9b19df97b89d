"""Players and pairs of players as they are typed in wishes for a draw: by number or by name."""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from tournament.event.player import Player
from tournament.event.problem import Problem, Refused
from tournament.language import folded, mark
from tournament.use_cases.people import named_player

_WEIGHTED = re.compile(r"(.+?)\s*:\s*(\d{1,4})")
_SIGNS = "-–"


def listed_player(players: Mapping[int, Player], written: str) -> int:
    """Return the number of the player whom ``written`` means, as :func:`named_player` reads it.

    Raise Refused, with the nearest name, if nobody on the list is meant.
    """
    found = named_player(players, written)
    if isinstance(found, int) and found in players:
        return found
    if isinstance(found, int):
        text = mark("There is no player {number}; the numbers go up to {last}.", number=found,
                    last=max(players, default=0))  # fmt: skip
        raise Refused(Problem("player-unknown", text, "player"))
    names = {folded(player.name): player for player in players.values()}
    near = get_close_matches(folded(written), names, n=1)
    if near:
        player = names[near[0]]
        text = mark("There is no player “{name}”. Do you mean {number} {near}?", name=written.strip(),
                    number=player.number, near=player.name)  # fmt: skip
    else:
        text = mark("There is no player “{name}”: correct the name, or enter the number.", name=written.strip())
    raise Refused(Problem("player-unknown", text, "player"))


def read_players(players: Mapping[int, Player], typed: str) -> tuple[int, ...]:
    """Return the numbers of the players in ``17, Ada Bamboo``, in ascending order. Raise Refused for unknown names."""
    return tuple(sorted({int(part) if _is_number(part) else listed_player(players, part) for part in _parts(typed)}))


def read_pairs(players: Mapping[int, Player], typed: str, *, weight: int = 1) -> tuple[tuple[int, int, int], ...]:
    """Return the pairs in ``3-17, Ada Bamboo-Ben Circle:2``: two numbers and a weight, by default ``weight``.

    Raise Refused if a part is no pair, or names nobody on the list.
    """
    found = []
    for part in _parts(typed):
        weighted = _WEIGHTED.fullmatch(part)
        pair, own = (weighted[1], int(weighted[2])) if weighted else (part, weight)
        found.append((*_pair(players, pair), own))
    return tuple(found)


def _pair(players: Mapping[int, Player], written: str) -> tuple[int, int]:
    """Return the two players of a pair. Names can contain hyphens: it is divided where both sides name players."""
    text = mark("Pairs are two numbers or names with a hyphen, such as 3-17 or Ada Bamboo-Ben Circle, not “{part}”.",
                part=written)  # fmt: skip
    problem = Refused(Problem("wish-form", text, "pairs"))
    for index in (index for index, sign in enumerate(written) if sign in _SIGNS):
        one, other = written[:index].strip(), written[index + 1 :].strip()
        if not one or not other:
            continue
        if _is_number(one) and _is_number(other):  # checked with the other wishes, which name the pair
            return int(one), int(other)
        try:
            return listed_player(players, one), listed_player(players, other)
        except Refused as refused:
            problem = refused
    raise problem


def _is_number(written: str) -> bool:
    return written.isascii() and written.isdecimal() and len(written) <= 4


def _parts(typed: str) -> Iterator[str]:
    return filter(None, (part.strip() for part in re.split("[,;]", typed)))
