"""Players and pairs of players as they are typed in wishes for a draw: by number or by name."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches

from tournament.event.player import Player
from tournament.event.problem import Problem, Refused
from tournament.event.settings import MOST_SESSIONS
from tournament.language import folded, mark
from tournament.use_cases.people import named_player

_WEIGHTED = re.compile(r"(.+?)\s*:\s*(\d{1,4})")
_NUMBERS = re.compile(r"[\d\s,;:–-]*")
_SIGNS = "-–"
_ALL = ("all", "toutes", "全部")
EVERY_SESSION = tuple(range(1, MOST_SESSIONS + 1))
"""The wish to sit out in every session in which somebody must."""


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


def read_fixed_tables(players: Mapping[int, Player], typed: str) -> dict[int, int]:
    """Return the table that players keep, by number, from ``Ada Bamboo: 3, 5: 1``.

    Raise Refused if a part is none, names nobody on the list, or gives a player another table than one before it.
    """
    found: dict[int, int] = {}
    for part in _parts(typed):
        name, colon, table = part.rpartition(":")
        if not colon or not _is_number(table.strip()):
            text = mark("A fixed table is a player and a table, such as Ada Bamboo: 3, not “{part}”.", part=part)
            raise Refused(Problem("fixed-form", text, "tables"))
        number = _known(players, name)
        if found.setdefault(number, int(table)) != int(table):
            text = mark("{player} has two tables here, {one} and {other}: keep one of them.",
                        player=players[number].name, one=found[number], other=int(table))  # fmt: skip
            raise Refused(Problem("fixed-twice", text, "tables"))
    return found


def read_turns(players: Mapping[int, Player], typed: str) -> dict[int, tuple[int, ...]]:
    """Return the sessions in which players wish to sit out, by number, from ``Ada Bamboo: 2, 3; 5: all``.

    Several parts about one player are taken together. Raise Refused if a part is none, or names nobody on the list.
    """
    found: dict[int, tuple[int, ...]] = {}
    for part in filter(None, (part.strip() for part in typed.split(";"))):
        name, colon, sessions = part.rpartition(":")
        turns = read_sessions(sessions) if colon else None
        if turns is None:
            text = mark("A wish to sit out is a player and sessions, such as Ada Bamboo: 2, 3, or “all”, not “{part}”.",
                        part=part)  # fmt: skip
            raise Refused(Problem("turns-form", text, "sit_out"))
        if ":" in name:
            text = mark("“{part}” is about several players: divide them by semicolons, such as Ada Bamboo: 2, 3; 5: 1.",
                        part=part)  # fmt: skip
            raise Refused(Problem("turns-form", text, "sit_out"))
        number = _known(players, name)
        found[number] = tuple(sorted({*found.get(number, ()), *turns}))
    return found


def read_sessions(typed: str) -> tuple[int, ...] | None:
    """Return the sessions of ``2, 3`` or ``all``, in ascending order; None if ``typed`` is something else."""
    if folded(typed) in _ALL:
        return EVERY_SESSION
    parts = typed.replace(",", " ").split()
    if not parts or not all(map(_is_number, parts)):
        return None
    return tuple(sorted(set(map(int, parts))))


def typed_sessions(sessions: tuple[int, ...]) -> str:
    """Return the sessions as they are typed."""
    return "all" if sessions == EVERY_SESSION else ", ".join(map(str, sessions))


def with_wishes(
    players: Mapping[int, Player], tables: Mapping[int, int], turns: Mapping[int, tuple[int, ...]]
) -> tuple[Player, ...]:
    """Return the players whose fixed table or wish to sit out differs from these, as they would be."""
    wished = (
        replace(player, table=tables.get(number, 0), sit_out=turns.get(number, ()))
        for number, player in players.items()
    )
    return tuple(player for player in wished if player != players[player.number])


def _known(players: Mapping[int, Player], written: str) -> int:
    """Return the number of a player who must be on the list."""
    return listed_player(players, written.strip())


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
    """Yield what commas divide; in a list of numbers alone, also spaces before a number."""
    divider = r"[,;]|(?<![-–:,;\s])\s+(?=\d)" if _NUMBERS.fullmatch(typed) else "[,;]"
    return filter(None, (part.strip() for part in re.split(divider, typed)))
