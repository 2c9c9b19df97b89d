"""First guesses at which players take which places of a design, so that groups can sit without meeting.

Designs keep stretches of places apart: the quarters of a perfect design, the same rows of all columns in a holed or
banded one, neighbouring numbers in one made for clubs. Such a stretch is a *room* for a whole group.
"""

from collections.abc import Iterable, Iterator, Sequence

from tournament.draw.seeded_random import SeededRandom
from tournament.draw.wishes import ApartGroup

PACKINGS = 60
"""How many ways to pack whole groups into rooms are tried."""
LINES = 8
"""How many orders of the groups are tried."""
Met = Sequence[Sequence[int]]


def first_guesses(met: Met, groups: Sequence[ApartGroup], chance: SeededRandom) -> Iterator[list[int]]:
    """Yield guesses at which player, 0 …, takes each place: groups kept in rooms, or placed one after another."""
    parts = _parts(groups, len(met), chance)
    for columns in range(4, -1, -1):
        order = _order(len(met), columns)
        rooms = _rooms(met, order)
        filled, left = _packed(parts, [len(room) for room in rooms], chance)
        places = [place for room, members in zip(rooms, filled, strict=True) for place in room[: len(members)]]
        yield _completed(dict(zip(places, (player for part in filled for player in part), strict=True)), left, len(met))
        lines = [_line(order, chance.shuffled(parts)) for _ in range(LINES if columns in (0, 4) else 0)]
        if lines:
            yield _completed(min(lines, key=lambda line: _meetings(met, parts, line)), [], len(met))


def _parts(groups: Iterable[ApartGroup], players: int, chance: SeededRandom) -> list[list[int]]:
    """Split groups into parts that fit a quarter of the places; a player of several groups goes with the weightiest."""
    free, parts = set(range(players)), []
    for group in sorted(groups, key=lambda group: (-group.weight, -len(group.members), group.members)):
        members = chance.shuffled(number - 1 for number in group.members if number - 1 in free)
        free.difference_update(members)
        parts += [members[start : start + players // 4] for start in range(0, len(members), players // 4)]
    return parts


def _order(players: int, columns: int) -> list[int]:
    """That many quarters of the places one after another, then the first place of each remaining quarter, …"""
    quarter = players // 4
    across = [column * quarter + row for row in range(quarter) for column in range(columns, 4)]
    return [*range(columns * quarter), *across]


def _rooms(met: Met, order: Iterable[int]) -> list[list[int]]:
    """Cut the places, in that order, wherever two of them would meet."""
    rooms: list[list[int]] = [[]]
    for place in order:
        row = met[place]
        if any(row[other] for other in rooms[-1]):
            rooms.append([])
        rooms[-1].append(place)
    return rooms


def _line(order: Sequence[int], parts: Sequence[Sequence[int]]) -> dict[int, int]:
    """The player at each place when the parts follow one another."""
    return dict(zip(order, (player for part in parts for player in part), strict=False))


def _meetings(met: Met, parts: Sequence[Sequence[int]], seated: dict[int, int]) -> int:
    place = {player: index for index, player in seated.items()}
    return sum(
        met[place[one]][place[other]] for part in parts for index, one in enumerate(part) for other in part[:index]
    )


def _completed(seated: dict[int, int], left: Sequence[Sequence[int]], players: int) -> list[int]:
    """Spread the parts that found no room over the free places, and seat everybody else in what is left."""
    free = [place for place in _order(players, 0) if place not in seated]
    seated |= _line(free, left)
    known = set(seated.values())
    others = iter([player for player in range(players) if player not in known])
    return [seated[place] if place in seated else next(others) for place in range(players)]


def _packed(
    parts: Sequence[list[int]], rooms: Sequence[int], chance: SeededRandom
) -> tuple[list[list[int]], list[list[int]]]:
    """Pack whole parts into rooms of these sizes, as many players as possible; also return the parts that found no
    room."""
    best: tuple[list[list[int]], list[list[int]]] = ([[] for _ in rooms], list(parts))
    fewest = sum(map(len, parts))
    for _ in range(PACKINGS):
        left = chance.shuffled(parts)
        filled = [[player for part in _fullest(left, room) for player in part] for room in rooms]
        over = sum(map(len, left))
        if over < fewest:
            best, fewest = (filled, left), over
        if not over:
            break
    return best


def _fullest(parts: list[list[int]], room: int) -> list[list[int]]:
    """Remove the largest part from the list, together with others that fill ``room`` as far as possible."""
    fitting = [part for part in parts if len(part) <= room]
    if not fitting:
        return []
    largest = max(fitting, key=len)
    parts.remove(largest)
    ways: dict[int, tuple[int, ...]] = {len(largest): ()}
    for index, part in enumerate(parts):
        if room in ways:
            break
        for size, chosen in sorted(ways.items(), reverse=True):
            if size + len(part) <= room:
                ways.setdefault(size + len(part), (*chosen, index))
    chosen = ways[max(ways)]
    taken = [largest, *(parts[index] for index in chosen)]
    for index in reversed(chosen):
        del parts[index]
    return taken
