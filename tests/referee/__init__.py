"""A tired referee at the real window, and what became of their sheets: ``make proof ONLY=referee``."""
