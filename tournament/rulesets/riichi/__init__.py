"""Riichi, by the Riichi Competition Rules of the European Mahjong Association and by what other federations change."""
