"""Draw the remaining sessions of an event again, after some have been played and cannot change."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heapreplace
from itertools import combinations, repeat

from tournament.draw.bounds import fewest_group_meetings, fewest_revisits_of, pairs_in_common
from tournament.draw.placing import with_table_variety
from tournament.draw.search import WORST, SearchProgress, SeededRandom, acceptance
from tournament.draw.seating import Design, Session, four
from tournament.draw.sitting_out import Turns
from tournament.draw.winds import with_fair_winds
from tournament.draw.wishes import Wishes

MOVES = 400_000
"""The maximum number of swaps in one search."""
REPEAT, WISH = 4, 3
"""The costs of a repeated meeting and of the weightiest wish."""
WARM, COLD = 0.5, 0.15
"""The probability of accepting a step that costs 1, at the beginning and at the end."""
QUIET = 0.1
"""The probability of moving a player who has no unwanted meetings."""
TURNS = 100
"""The number of exchanges of turns to sit out that are tried for every :data:`REPORTED` swaps."""
REPORTED = 2_000
"""The number of swaps between two progress reports and cooling steps."""

Tables = list[list[list[int]]]


def draw_rest(
    rosters: Sequence[Sequence[int]],
    *,
    played: Sequence[Sequence[Sequence[int]]],
    seed: int,
    wishes: Wishes,
    planned: Sequence[Session] = (),
    turns: Turns | None = None,
    progress: Callable[[float], bool] | None = None,
) -> tuple[Session, ...]:
    """Seat one session after the ``played`` ones for each of ``rosters``, the players of that session.

    Few repeats come first, counting the played sessions; then wishes, then few returns to a table. Start winds are as
    even as the played sessions allow. If the result could be better, the search runs a second time from the tables
    ``planned`` so far for these sessions, so that the result is not worse than a draw that had none.
    ``progress`` is called with the part of the search that is done and returns whether to continue; when it returns
    False, the best result so far is returned. The same seed and input give the same tables. Whoever keeps a table by
    the wishes sits there in every session; each session must have it. If players sit out, ``turns`` says who is
    present; then those who sit out can be others than by ``rosters``, but their turns are as fair.
    """
    chance, search_progress = SeededRandom(seed), SearchProgress(progress)
    starts = [[_in_fours(chance.shuffled(roster)) for roster in rosters]]
    if len(planned) == len(rosters):
        kept = [_kept(tables, roster) for tables, roster in zip(planned, rosters, strict=True)]
        starts.append(chance.shuffled(kept) if _alike(rosters) else kept)
    fixed = dict(wishes.fixed)
    if fixed:
        starts = [[at_fixed_tables(tables, fixed) for tables in rounds] for rounds in starts]
    found: list[tuple[int, int, Design]] = []
    for turn, rounds in enumerate(starts):
        part = search_progress.stretch(0.45 * turn, 0.45 * (turn + 1))
        search = _Search(rounds, played, wishes, chance, turns)
        search.run(part.stretch(0.0, 0.8))
        design = tuple(tuple(map(four, tables)) for tables in search.best)
        design = with_table_variety(
            design,
            played=played,
            chance=chance,
            progress=part.stretch(0.8, 1.0),
            kept=frozenset(table - 1 for table in fixed.values()),
        )
        sessions = (*played, *design)
        found.append((search.least, _returns(sessions), design))
        fewest = fewest_revisits_of(list(map(_players_of, sessions)), fixed)
        if search.least <= search.bound and found[-1][1] <= fewest:
            break
    best = min(found, key=lambda one: one[:2])[2]
    seated = with_fair_winds(best, played, chance, search_progress.stretch(0.9, 1.0))
    search_progress.goes_on(1.0)
    return seated


def _returns(sessions: Sequence[Sequence[Sequence[int]]]) -> int:
    """Return how often players return to a table."""
    visits = Counter(
        (player, table_index) for tables in sessions for table_index, table in enumerate(tables) for player in table
    )
    return sum(times - 1 for times in visits.values())


def _players_of(tables: Sequence[Sequence[int]]) -> frozenset[int]:
    return frozenset(player for table in tables for player in table)


def _in_fours(players: Sequence[int]) -> list[list[int]]:
    return [list(players[start : start + 4]) for start in range(0, len(players), 4)]


def _alike(rosters: Sequence[Sequence[int]]) -> bool:
    return len({frozenset(roster) for roster in rosters}) == 1


def _kept(tables: Session, roster: Sequence[int]) -> list[list[int]]:
    """Return the tables of which every player still plays, and new tables of the other players."""
    seats = set(roster)
    whole = [list(table) for table in tables if seats.issuperset(table)]
    seats.difference_update(player for table in whole for player in table)
    return whole + _in_fours(sorted(seats))


def at_fixed_tables(tables: Sequence[Sequence[int]], fixed: Mapping[int, int]) -> list[list[int]]:
    """Return ``tables`` with every player of ``fixed``, who is seated, at the table (from 1) that they keep.

    First whole tables change places, so that nobody's opponents change; then single players change places.
    """
    found = [list(table) for table in tables]
    own = {player: fixed[player] - 1 for table in found for player in table if player in fixed}
    moved: set[int] = set()
    for player, place in own.items():
        here = next(index for index, table in enumerate(found) if player in table)
        if place not in moved and here not in moved:
            found[here], found[place] = found[place], found[here]
            moved.add(place)
    for player, place in own.items():
        here = next(index for index, table in enumerate(found) if player in table)
        if here != place:
            seat, other = found[here].index(player), _freest(found[place], own, place)
            found[here][seat], found[place][other] = found[place][other], player
    return found


def _freest(table: Sequence[int], own: Mapping[int, int], place: int) -> int:
    """Return the seat of a player who need not sit at ``table``; of one who keeps no table, if there is one."""
    return min(range(len(table)), key=lambda seat: (own.get(table[seat]) == place, table[seat] in own, seat))


@dataclass(frozen=True, slots=True)
class _Field:
    """The players of one session, some of whom may sit out."""

    present: frozenset[int]
    tables: int
    seats: int

    @classmethod
    def of(cls, tables: Sequence[Sequence[int]], out: Sequence[int] = ()) -> "_Field":
        """Return the field of a session with these tables."""
        seated = _players_of(tables)
        return cls(seated.union(out), len(tables), len(seated))

    def fewest_seated(self, members: Collection[int]) -> int:
        """Return how many of ``members`` play at least, however many of them sit out."""
        return max(0, len(self.present.intersection(members)) - (len(self.present) - self.seats))


def _cost_by_sessions(fields: list[_Field], played: list[_Field]) -> int:
    """Return the cost of the meetings that two sessions must have in common, since they have so few tables.

    A pair that meets m times meets in m (m − 1) / 2 pairs of sessions, and its meetings cost REPEAT as often.
    """
    known, pairs = list(played), 0
    for field in fields:
        for before in known:
            both = max(0, field.seats + before.seats - len(field.present | before.present))
            pairs += pairs_in_common(both, field.tables, before.tables)
        known.append(field)
    return REPEAT * pairs


def _cost_by_groups(fields: list[_Field], wishes: Wishes) -> int:
    """Return the cost of the meetings that groups cannot avoid, of groups that have no pair in common."""
    wished, counted, cost = _wished(wishes), list[frozenset[int]](), 0
    for group in wishes.groups:
        members = frozenset(group.members)
        if len(members) < 2 or any(len(members & other) > 1 for other in counted):
            continue
        counted.append(members)
        cost += min(wished[pair] for pair in combinations(sorted(members), 2)) * sum(
            fewest_group_meetings(field.fewest_seated(members), tables=field.tables, sessions=1) for field in fields
        )
    return cost


def _cost_by_players(price: list[list[int]], fields: list[_Field]) -> int:
    """Return the cost if all players could choose the cheapest opponents, and those with the cheapest ones played."""
    sessions: dict[int, int] = {}
    for index, field in enumerate(fields):
        for player in field.present:
            sessions[player] = sessions.get(player, 0) | 1 << index
    costs = []
    for player, own in sessions.items():
        together = ((other, (own & theirs).bit_count()) for other, theirs in sessions.items() if other != player)
        offers = [(price[player][other], times) for other, times in together if times]
        heapify(offers)
        costs += [sum(_cheapest(offers) for _ in range(3)) for _ in range(own.bit_count())]
    return -(-sum(sorted(costs)[: sum(field.seats for field in fields)]) // 2)


def _cheapest(offers: list[tuple[int, int]]) -> int:
    """Take the cheapest meeting from the heap of ``offers``, each a cost and how many meetings are left."""
    if not offers:
        return 0
    cost, times = offers[0]
    if times > 1:
        heapreplace(offers, (cost + REPEAT, times - 1))
    else:
        heappop(offers)
    return cost


def _cost_by_kept_tables(price: list[list[int]], rounds: Tables, wishes: Wishes) -> int:
    """Return the cost of the meetings of players who keep the same table."""
    cost = 0
    for (one, table), (other, place) in combinations(wishes.fixed, 2):
        if table == place:
            seated = ({player for each in tables for player in each} for tables in rounds)
            times = sum(one in players and other in players for players in seated)
            cost += times * price[one][other] + REPEAT * times * (times - 1) // 2 if times else 0
    return cost


class _Search:
    """Simulated annealing that swaps two players of one session, none of whom keeps a table."""

    def __init__(
        self,
        rounds: Tables,
        played: Sequence[Sequence[Sequence[int]]],
        wishes: Wishes,
        chance: SeededRandom,
        turns: Turns | None,
    ) -> None:
        self.chance = chance
        self.turns = turns
        self.out = [] if turns is None else turns.left_by(rounds)
        """Who sits out, by session; empty if nobody does."""
        self.rounds = rounds
        self.kept = frozenset(player for player, _ in wishes.fixed)
        known = (*played, *rounds, () if turns is None else turns.fields)
        count = 1 + max(player for tables in known for table in tables for player in table)
        self.price = [[0] * count for _ in range(count)]
        """The cost of one more meeting of two players."""
        for (one, other), price in _wished(wishes).items():
            if other < count:
                self.price[one][other] = self.price[other][one] = price
        for tables in played:
            self._meet(tables)
        fields = [_Field.of(tables, out) for tables, out in zip(rounds, self.out or repeat(()), strict=False)]
        self.bound = max(
            _cost_by_sessions(fields, [_Field.of(tables) for tables in played]) + _cost_by_groups(fields, wishes),
            _cost_by_players(self.price, fields),
            _cost_by_kept_tables(self.price, rounds, wishes),
        )
        """No seating of these sessions costs less: the search ends when it reaches this."""
        self.cost = sum(self._meet(tables) for tables in rounds)
        """The cost of the remaining sessions beyond that of the played ones."""
        self.best = self._copy()
        self.least = self.cost

    def run(self, search_progress: SearchProgress) -> None:
        """Search until nothing can be improved or the moves are used up."""
        one_table = max(map(len, self.rounds), default=0) < 2
        if one_table and not any(self.out):
            return
        for start in range(0, MOVES, REPORTED):
            if self.least <= self.bound or not search_progress.goes_on(start / MOVES):
                return
            chances = acceptance(start / MOVES, warm=WARM, cold=COLD)
            if not one_table:
                self._try_many(chances)
            if any(self.out) and self.least > self.bound:
                self._try_turns(chances)

    def _meet(self, tables: Sequence[Sequence[int]]) -> int:
        """Count the meetings of one more session and return their cost."""
        price, cost = self.price, 0
        for table in tables:
            for one, other in combinations(table, 2):
                cost += price[one][other]
                price[one][other] += REPEAT
                price[other][one] += REPEAT
        return cost

    def _try_many(self, chances: list[float]) -> None:
        following, price, rounds, kept = self.chance.next, self.price, self.rounds, self.kept
        for _ in range(REPORTED):
            tables = rounds[int(following() * len(rounds))]
            one, other = tables[int(following() * len(tables))], tables[int(following() * len(tables))]
            if one is other:
                continue
            seat, place = int(following() * 4), int(following() * 4)
            leaving, coming = one[seat], other[place]
            if leaving in kept or coming in kept:
                continue
            mine, theirs = price[leaving], price[coming]
            a, b, c, d = one
            there = mine[a] + mine[b] + mine[c] + mine[d]
            if there == 3 * REPEAT and following() > QUIET:
                continue
            change = 6 * REPEAT - 2 * mine[coming] - there + theirs[a] + theirs[b] + theirs[c] + theirs[d]
            a, b, c, d = other
            change += mine[a] + mine[b] + mine[c] + mine[d] - theirs[a] - theirs[b] - theirs[c] - theirs[d]
            if change > 0 and (change > WORST or following() >= chances[change]):
                continue
            self._exchange(one, seat, other, place)
            self.cost += change
            if self.cost < self.least:
                self.least, self.best = self.cost, self._copy()
                if self.cost <= self.bound:
                    return

    def _try_turns(self, chances: list[float]) -> None:
        """Exchange the sessions in which two players sit out, as long as turns stay fair."""
        count, below = len(self.rounds), self.chance.below
        for _ in range(TURNS):
            session, later = below(count), below(count)
            out, then = self.out[session], self.out[later]
            if session == later or not out or not then:
                continue
            turn, other = below(len(out)), below(len(then))
            resting, playing = out[turn], then[other]
            here, there = _table_of(self.rounds[session], playing), _table_of(self.rounds[later], resting)
            if here is None or there is None or resting in then or {resting, playing} & self.kept:
                continue
            out[turn], then[other] = playing, resting
            change = self._take_seat(here, playing, resting) + self._take_seat(there, resting, playing)
            accepted = change <= 0 or (change <= WORST and self.chance.next() < chances[change])
            if not accepted or self.turns is None or not self.turns.are_fair(self.out):
                self._take_seat(there, playing, resting)
                self._take_seat(here, resting, playing)
                out[turn], then[other] = resting, playing
                continue
            self.cost += change
            if self.cost < self.least:
                self.least, self.best = self.cost, self._copy()

    def _take_seat(self, table: list[int], leaving: int, coming: int) -> int:
        """Let a player who sits out take the seat of another one; return how much dearer that is."""
        price, change = self.price, 0
        table[table.index(leaving)] = coming
        for mate in table:
            if mate != coming:
                price[mate][leaving] -= REPEAT
                price[leaving][mate] -= REPEAT
                change += price[mate][coming] - price[mate][leaving]
                price[mate][coming] += REPEAT
                price[coming][mate] += REPEAT
        return change

    def _exchange(self, one: list[int], seat: int, other: list[int], place: int) -> None:
        price, leaving, coming = self.price, one[seat], other[place]
        one[seat], other[place] = coming, leaving
        for table, player, gone in ((one, coming, leaving), (other, leaving, coming)):
            for mate in table:
                if mate != player:
                    price[mate][gone] -= REPEAT
                    price[gone][mate] -= REPEAT
                    price[mate][player] += REPEAT
                    price[player][mate] += REPEAT

    def _copy(self) -> Tables:
        return [[list(table) for table in tables] for tables in self.rounds]


def _table_of(tables: Sequence[list[int]], player: int) -> list[int] | None:
    return next((table for table in tables if player in table), None)


def _wished(wishes: Wishes) -> dict[tuple[int, int], int]:
    """Return the cost of a meeting by pair of players, according to the wishes."""
    weights: Counter[tuple[int, int]] = Counter()
    for group in wishes.groups:
        weights.update(dict.fromkeys(combinations(sorted(group.members), 2), group.weight))
    for avoided in wishes.pairs:
        weights[min(avoided.one, avoided.other), max(avoided.one, avoided.other)] += avoided.weight
    heaviest = max(weights.values(), default=1)
    return {pair: max(1, WISH * weight // heaviest) for pair, weight in weights.items()}
