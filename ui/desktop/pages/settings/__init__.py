"""What applies to every event on this computer: language, appearance, the user's name, and folders."""
