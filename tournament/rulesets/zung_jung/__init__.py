"""Zung Jung, the rules of the World Series of Mahjong (v1.03)."""
