"""The page Games of a club evening or a league: a game is opened when four players sit down."""
