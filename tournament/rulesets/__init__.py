"""The rule sets, one package each, knowing nothing of one another."""
