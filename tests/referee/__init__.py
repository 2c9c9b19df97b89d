"""A tired referee at the real window, and what became of his sheets: ``python -m tests.referee.proof_referee``."""
