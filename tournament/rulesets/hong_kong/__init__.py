"""Hong Kong old style, as the memo of the French federation describes it (RULES "Hong Kong")."""
