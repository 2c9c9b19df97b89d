"""``make mutants``: faults planted into the rules one by one, to see whether a test notices."""
