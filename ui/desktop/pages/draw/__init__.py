"""The draw: who sits where, how good that is, and publishing it."""
