"""The reports: one module each, pure functions from the view of an event to a document."""
