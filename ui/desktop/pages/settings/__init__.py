"""The page Settings: what applies to every event on this computer."""
