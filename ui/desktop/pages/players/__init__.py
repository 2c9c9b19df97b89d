"""The players: a table one can type into, the import of a list with its preview, and the check-in."""
