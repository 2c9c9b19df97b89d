"""The reports: one module each, from the view of an event to a document; pure."""
