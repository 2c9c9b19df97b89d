"""Hong Kong old style, as the memo of the French federation describes it (docs/rules.md, "Hong Kong old style")."""
