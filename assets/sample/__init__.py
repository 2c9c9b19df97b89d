"""The sample event: obviously fictional players, and every line that their referees typed."""
