"""The World Series rules (Zung Jung): gold hands."""
