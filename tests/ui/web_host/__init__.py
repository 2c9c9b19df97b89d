"""The way of the page to the public."""
