"""A tired referee at the real window, and what became of their sheets: ``python -m tests.referee.proof_referee``."""
