"""The start page, shown while no event is open: four choices, and the files opened last."""
