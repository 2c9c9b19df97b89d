"""Riichi by the Riichi Competition Rules of the European Mahjong Association, with the options of other federations."""
