"""The page Desks: who shares the event, and which orders of this desk its host has not written."""
