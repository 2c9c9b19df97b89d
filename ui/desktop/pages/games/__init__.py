"""The Games page: at a club evening or in a league games are opened as four players sit down."""
