"""Winds, tiles and their notation."""
