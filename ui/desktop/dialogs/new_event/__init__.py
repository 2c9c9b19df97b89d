"""The five short steps that make an event."""
