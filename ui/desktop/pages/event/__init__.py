"""The page Event: how far the event is and what is missing before play, and its settings."""
