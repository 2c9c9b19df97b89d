"""Sessions seated by the standings: straight tables, Swiss, and the cut to a final."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations, permutations, product

from tournament.draw.problems import DrawProblem, part_of_a_table
from tournament.draw.search import SeededRandom
from tournament.draw.seating import Session, Table, four
from tournament.language import mark, mark_count

FINALS = (4, 8, 16, 32)
"""The numbers of players that a final can have."""
SWEEPS = 40
"""The maximum number of passes over the tables to improve a Swiss session."""
SHAKES = 60
"""The maximum number of restarts for a Swiss session that has repeats left."""
_NOBODY: Mapping[int, int] = {}
NEAR = 4
"""How far apart two tables without repeats may be for their players to be swapped."""

Meetings = Counter[frozenset[int]]
Price = tuple[int, int]
"""What a table costs: repeated meetings first, then how far apart the ranks are."""


def straight_tables(
    ranking: Sequence[int],
    played: Sequence[Sequence[Sequence[int]]] = (),
    fixed: Mapping[int, int] = _NOBODY,
) -> Session:
    """Seat the first four of the ranking at table 1, the next four at table 2, and so on.

    ``ranking`` lists player numbers, the leader first. Start winds go to the players who had them least in the sessions
    ``played`` before; among equals the better ranked player chooses first. Whoever keeps a
    table (``fixed``, from 1) sits there: whole tables change places, and players only if they keep different tables or
    the same one.
    """
    _check_ranking(ranking)
    tables = [list(ranking[start : start + 4]) for start in range(0, len(ranking), 4)]
    own = _own_places(tables, fixed)
    hosts = _hosts(tables, own)
    return _with_winds(_moved(_grouped(tables, own, hosts, _pricing(ranking, Counter())), hosts), played)


def swiss_tables(
    ranking: Sequence[int], played: Sequence[Sequence[Sequence[int]]], fixed: Mapping[int, int] = _NOBODY
) -> Session:
    """Seat players who are near in rank and have not met.

    Repeated meetings are avoided as far as possible; then ranks are as close as possible. Tables are filled from the
    top, each with the next players down the ranking whom none of its players has met. Swaps then remove the repeats
    that this leaves at the bottom, and bring ranks closer. The same standings always give the same tables. ``fixed`` is
    as in :func:`straight_tables`.
    """
    _check_ranking(ranking)
    met = _meetings(played)
    tables = _without_repeats(_improved(_filled_from_the_top(ranking, met), ranking, met), ranking, met)
    own = _own_places(tables, fixed)
    if own:
        grouped = _grouped(tables, own, _hosts(tables, own), _pricing(ranking, met))
        tables = _improved(grouped, ranking, met, own)
    ordered = sorted((sorted(table, key=ranking.index) for table in tables), key=lambda table: ranking.index(table[0]))
    return _with_winds(_moved(ordered, _hosts(ordered, own)), played)


def _own_places(tables: Sequence[Sequence[int]], fixed: Mapping[int, int]) -> dict[int, int]:
    """Return the index of the table that players at ``tables`` keep, by player. Raise DrawProblem if it is missing."""
    own = {player: fixed[player] - 1 for table in tables for player in table if player in fixed}
    for player, place in own.items():
        if not 0 <= place < len(tables):
            text = mark_count("Player {number} keeps table {table}, and there is only {count} table.",
                              "Player {number} keeps table {table}, and there are only {count} tables.",
                              len(tables), number=player, table=place + 1)  # fmt: skip
            raise DrawProblem(text)
        if sum(other == place for other in own.values()) > 4:
            raise DrawProblem(mark("More than four players keep table {table}.", table=place + 1))
    return own


def _hosts(tables: Sequence[Sequence[int]], own: Mapping[int, int]) -> dict[int, int]:
    """Return which of ``tables`` becomes each table that somebody keeps: that of the first who keeps it, if free."""
    hosts: dict[int, int] = {}
    for here, table in enumerate(tables):
        places = (own[player] for player in table if player in own and own[player] not in hosts)
        place = next(places, None)
        if place is not None:
            hosts[place] = here
    free = (here for here in range(len(tables)) if here not in set(hosts.values()))
    for place in sorted(set(own.values()) - hosts.keys()):
        hosts[place] = next(free)
    return hosts


def _grouped(
    tables: list[list[int]], own: Mapping[int, int], hosts: Mapping[int, int], price: Callable[[Sequence[int]], Price]
) -> list[list[int]]:
    """Return the tables with all who keep one of them at its host, so that the price rises as little as possible."""
    for player, place in own.items():
        here, there = next(index for index, table in enumerate(tables) if player in table), hosts[place]
        if here == there:
            continue
        choices = []
        for other in (each for each in tables[there] if own.get(each) != place):
            left = [other if each == player else each for each in tables[here]]
            reached = [player if each == other else each for each in tables[there]]
            choices.append((other in own, _sum(price(left), price(reached)), left, reached))
        _, _, tables[here], tables[there] = min(choices, key=lambda choice: choice[:2])
    return tables


def _moved(tables: list[list[int]], hosts: Mapping[int, int]) -> list[list[int]]:
    """Return the tables in another order: each of the hosts changes places with the table that it becomes."""
    order = list(range(len(tables)))
    for place, here in hosts.items():
        now = order.index(here)
        order[now], order[place] = order[place], order[now]
    return [tables[index] for index in order]


def finalists(ranking: Sequence[int], size: int) -> tuple[int, ...]:
    """Return the players of a final of 4, 8, 16 or 32 players: the first ones of the ranking."""
    possible = [final for final in FINALS if final <= len(ranking)]
    if size not in possible:
        if not possible:
            raise DrawProblem(mark("A final needs at least four players."))
        nearest = min(possible, key=lambda final: (abs(final - size), final))
        raise DrawProblem(
            mark(
                "A final of {size} is not possible with {players} players; the nearest is a final of {nearest}.",
                size=size,
                players=len(ranking),
                nearest=nearest,
            )
        )
    return tuple(ranking[:size])


def _check_ranking(ranking: Sequence[int]) -> None:
    if not ranking or len(ranking) % 4:
        raise part_of_a_table(len(ranking))
    twice = [player for player, times in Counter(ranking).items() if times > 1]
    if twice:
        raise DrawProblem(mark("Player {player} is ranked twice.", player=twice[0]))


def _meetings(played: Sequence[Sequence[Sequence[int]]]) -> Meetings:
    return Counter(frozenset(pair) for tables in played for table in tables for pair in combinations(table, 2))


def _filled_from_the_top(ranking: Sequence[int], met: Meetings) -> list[list[int]]:
    waiting = list(ranking)
    tables = []
    while waiting:
        table = [waiting.pop(0)]
        while len(table) < 4:
            best = min(waiting, key=lambda player: sum(met[frozenset((player, other))] for other in table))
            waiting.remove(best)
            table.append(best)
        tables.append(table)
    return tables


def _improved(
    tables: list[list[int]], ranking: Sequence[int], met: Meetings, kept: Collection[int] = ()
) -> list[list[int]]:
    """Swap two players of different tables, none of them among ``kept``, as long as that lowers the price."""
    price = _pricing(ranking, met)
    tables = list(tables)
    prices = [price(table) for table in tables]
    near_first = sorted(combinations(range(len(tables)), 2), key=lambda pair: pair[1] - pair[0])
    for _ in range(SWEEPS):
        better = False
        for one, other in near_first:
            # Distant tables are worth mixing only while one of them has a repeat.
            if other - one > NEAR and not prices[one][0] and not prices[other][0]:
                continue
            found = _best_exchange(tables[one], tables[other], _sum(prices[one], prices[other]), price, kept)
            if found:
                tables[one], tables[other] = found
                prices[one], prices[other] = price(found[0]), price(found[1])
                better = True
        if not better:
            break
    return tables


def _without_repeats(tables: list[list[int]], ranking: Sequence[int], met: Meetings) -> list[list[int]]:
    """While repeats remain, move some players of those tables at random and improve again. Return the best tables."""
    price = _pricing(ranking, met)
    chance = SeededRandom(len(ranking))

    def total(seated: list[list[int]]) -> Price:
        return sum(price(table)[0] for table in seated), sum(price(table)[1] for table in seated)

    best = total(tables)
    for _ in range(SHAKES):
        if not best[0]:
            break
        shaken = [list(table) for table in tables]
        repeating = [number for number, table in enumerate(tables) if price(table)[0]]
        for _ in range(3):
            one, other = repeating[chance.below(len(repeating))], chance.below(len(tables))
            seat, place = chance.below(4), chance.below(4)
            shaken[one][seat], shaken[other][place] = shaken[other][place], shaken[one][seat]
        shaken = _improved(shaken, ranking, met)
        if total(shaken) < best:
            tables, best = shaken, total(shaken)
    return tables


def _pricing(ranking: Sequence[int], met: Meetings) -> Callable[[Sequence[int]], Price]:
    rank = {player: place for place, player in enumerate(ranking)}

    def price(table: Sequence[int]) -> Price:
        repeats = sum(met[frozenset(pair)] for pair in combinations(table, 2))
        return repeats, sum((rank[one] - rank[other]) ** 2 for one, other in combinations(table, 2))

    return price


def _best_exchange(
    one: list[int],
    other: list[int],
    now: Price,
    price: Callable[[Sequence[int]], Price],
    kept: Collection[int],
) -> tuple[list[int], list[int]] | None:
    """Return the two tables after the swap that lowers their price most; None if none does."""
    best = None
    for mine, theirs in product(one, other):
        if mine in kept or theirs in kept:
            continue
        changed = [theirs if player == mine else player for player in one]
        also = [mine if player == theirs else player for player in other]
        cost = _sum(price(changed), price(also))
        if cost < now:
            now, best = cost, (changed, also)
    return best


def _sum(one: Price, other: Price) -> Price:
    return one[0] + other[0], one[1] + other[1]


def _with_winds(tables: Sequence[Sequence[int]], played: Sequence[Sequence[Sequence[int]]]) -> Session:
    """Give each start wind to players who had it least.

    Among equal orders it is the first one, which is that of the ranking.
    """
    had = Counter((player, wind) for seated in played for table in seated for wind, player in enumerate(table))

    def excess(order: Table) -> int:
        return sum(2 * had[player, wind] + 1 for wind, player in enumerate(order))

    return tuple(min((four(order) for order in permutations(table)), key=excess) for table in tables)
