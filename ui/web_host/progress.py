"""How far something is."""

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""Told what is done and all there is; whatever it raises cancels, and comes back to the caller."""
