"""The ranking of a club evening, of a league and of each of its evenings, with the course of a player."""
