"""Lines of JSON written by scripts: objects that are checked strictly by type and converted to commands."""
