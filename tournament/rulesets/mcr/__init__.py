"""Mahjong Competition Rules (WMO 2006): the record of the rules, and the scorer with its table of fan."""
