"""The event: what defines it at the left, what is missing before play at the right."""
