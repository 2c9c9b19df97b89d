"""The page Players: an editable table with check-in, and the import of a list with a preview."""
