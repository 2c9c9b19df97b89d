"""The page Members: the directory of people that belongs to the user and to no event."""
