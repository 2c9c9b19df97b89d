"""The connection of a desk to the server of a shared event. Imported only when an event is joined, to start faster."""
