"""The page Draw: who sits where, how good the draw is, and publishing it."""
