"""The methods of seating, in the order in which they are tried."""

from tournament.draw.methods.annealing import ANNEALING
from tournament.draw.methods.method import Method, Task
from tournament.draw.methods.perfect import PERFECT
from tournament.draw.methods.starter import STARTER

METHODS: tuple[Method, ...] = (PERFECT, STARTER, ANNEALING)

__all__ = ["METHODS", "Method", "Task"]
