"""The players: an editable table, the import of a list with a preview, and the check-in."""
