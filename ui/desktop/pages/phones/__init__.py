"""The page Phones: where phones show the results, and whether players may type at their table."""
