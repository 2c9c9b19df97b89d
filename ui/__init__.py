"""The interfaces of Quatre Vents: the desktop and the command line."""
