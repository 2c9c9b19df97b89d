"""The event: its settings, its players and where they sit."""
