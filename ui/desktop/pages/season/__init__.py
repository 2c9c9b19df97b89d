"""The page Standings of a club evening or a league, with the course of a player."""
