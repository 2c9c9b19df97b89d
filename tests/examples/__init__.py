"""Hands whose value is known from the rule documents, not from any program."""
