"""Starters: one base round, developed through a cyclic group.

The places are some orbits of Z_m and a few fixed points: place o · m + x is x of orbit o, and the last places are
fixed. Adding t to every x of the base round gives round t. Nobody meets twice if the differences between two places of
a block, taken with their orbits, are distinct over the whole base round.

A design without such a cyclic group is stored with all its rounds and m = 1.
"""

from tournament.draw.methods.method import Method, Task
from tournament.draw.methods.shipped import shipped_seating, shipped_starter
from tournament.draw.seating import Design, four
from tournament.language import mark


def most_sessions(players: int) -> int:
    """Return the number of rounds that the shipped base rounds give for this many players; 0 without any."""
    found = shipped_starter(players)
    return found[0] * len(found[1]) if found else 0


def build(task: Task) -> Design:
    """Return the design of randomly chosen rounds of the starter."""
    seating = shipped_seating(task.players, task.sessions)
    if seating:
        return tuple(tuple(map(four, blocks)) for blocks in seating)
    return tuple(task.chance.shuffled(develop(task.players))[: task.sessions])


def develop(players: int) -> Design:
    """Return all rounds of the starter shipped for this many players; empty without one."""
    found = shipped_starter(players)
    if found is None:
        return ()
    modulus, bases = found
    turning = players // modulus * modulus
    return tuple(
        tuple(
            four(
                place if place >= turning else place - place % modulus + (place % modulus + turn) % modulus
                for place in block
            )
            for block in base
        )
        for base in bases
        for turn in range(modulus)
    )


STARTER = Method(id="starter", label=mark("Cyclic base round"), most_sessions=most_sessions, build=build)
