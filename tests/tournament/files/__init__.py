"""Files of this computer."""
