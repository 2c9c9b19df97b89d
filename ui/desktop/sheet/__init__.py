"""Parts shared by pages that show a table of a session: its players, lines and penalties, and effects of entries."""
