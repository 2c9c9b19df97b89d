"""The ways to an event: opening a file, the sample, creating a new event; and the dialogs about the program."""
