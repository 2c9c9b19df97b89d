"""The interfaces of Quatre Vents: the desktop and the command line."""

__version__ = "1.0.0"
