"""The page Rankings: many events as one season, and the page of a player. Its parts take values, not files."""
