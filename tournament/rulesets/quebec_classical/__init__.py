"""Québec classical: the summary of rules «Le Mah-Jong» from Québec, in which every player's hand is counted."""
