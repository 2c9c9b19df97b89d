"""Shown while no event is open: three choices, and the files opened last."""
