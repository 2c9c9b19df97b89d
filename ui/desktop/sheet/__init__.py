"""One table of one session as the pages share it: its players by name, its lines, its penalties, what an entry does."""
