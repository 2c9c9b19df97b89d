"""The reports: everything that can be printed, seen as pages first, then printed or saved."""
