"""A shared event in the window: the connection to its host, and the dialogs. Imported with the first event."""
