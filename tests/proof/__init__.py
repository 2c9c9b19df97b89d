"""Long comparisons of the engine with counters that share no code with it."""
