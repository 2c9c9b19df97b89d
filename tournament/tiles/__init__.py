"""Winds, tiles and their one text notation."""
