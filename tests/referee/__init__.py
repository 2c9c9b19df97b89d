"""A tired referee at the real window, and the count of what became of the sheets: ``python -m tests.referee``."""
