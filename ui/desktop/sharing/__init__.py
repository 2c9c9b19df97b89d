"""A shared event in the window: the connection to its host, and its dialogs. Imported with the first event."""
