"""Predicates of a hand, grouped by theme. The table of fan says which fan uses which."""
