"""The referee's main page: the tables of a session, the sheet of one of them, and the entry of its hands."""
