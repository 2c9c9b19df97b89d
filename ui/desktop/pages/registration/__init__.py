"""The page Registration desk."""
