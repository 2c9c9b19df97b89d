"""A second way to count, from the text of the rules alone; it shares no code with the engine."""
