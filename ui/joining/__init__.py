"""How a desk reaches the server of a shared event. Imported only when an event is joined."""
