"""Sharing the open event, joining another one, and ending that."""
