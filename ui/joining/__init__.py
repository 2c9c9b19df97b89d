"""The way of a desk to the server of a shared event. Imported only by who joins one."""
