"""The event: its settings at the left, what is missing before play at the right."""
