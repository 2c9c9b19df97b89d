"""``make mutants``: faults planted into the program one by one, to see whether a test notices."""
