"""French classical mahjong after Ph.

Poilbarbe ("Mah-Jong – Règles", version 1.1), with its simple and its advanced settlement.
"""
