"""The page Desks: who shares the event, and what this desk did that its host does not have."""
