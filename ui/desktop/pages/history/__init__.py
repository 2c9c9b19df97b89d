"""Who did what when: every entry of the ledger, what it changed, and the event as it stood at any moment."""
