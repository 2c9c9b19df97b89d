"""A shared event in the window: the way to its host, and what is said of it. Imported with the first event."""
