"""The three short steps that create an event."""
