"""The page Games: in a club evening or a league, games are opened when four players sit down."""
