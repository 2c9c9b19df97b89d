"""Rankings over many events: the files with their rules, and the events that are read for them."""
