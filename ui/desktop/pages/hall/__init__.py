"""The page with a map of all tables of a session."""
