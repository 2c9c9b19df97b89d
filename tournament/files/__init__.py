"""Files of this computer, whatever they contain: write them completely, replace them, and find folders."""
