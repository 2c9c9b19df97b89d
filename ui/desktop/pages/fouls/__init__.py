"""The fouls: what the rules say, what was given, and a new penalty."""
