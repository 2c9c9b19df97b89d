"""The pictures of the documents: taken of the real window, and drawn of the tiles."""
