"""The fouls: what the rules say, the penalties given, and a new penalty."""
