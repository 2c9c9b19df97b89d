"""French classical, as Poilbarbe writes it."""
