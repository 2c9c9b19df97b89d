"""The five short steps that create an event."""
