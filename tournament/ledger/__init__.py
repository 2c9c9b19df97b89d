"""The ledger: what happened, written once; the sheet computed from it; the checks before writing."""
