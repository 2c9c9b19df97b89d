"""Small questions about a hand, grouped by theme; the table of fan says which fan asks which."""
