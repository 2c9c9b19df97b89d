"""Who did what and when: every entry of the ledger, what it changed, and the event at any moment."""
