"""French classical mahjong after Ph. Poilbarbe ("Mah-Jong – Règles", version 1.1), simple and advanced settlement."""
