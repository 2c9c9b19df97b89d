"""A second way to count, from text alone: nothing of it is shared with the engine."""
