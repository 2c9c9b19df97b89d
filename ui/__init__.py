"""The interfaces of Quatre Vents: the desktop and the command line."""

__version__ = "1.0.0"

RELEASES = ""
"""The address of the last release as JSON, such as ``https://api.github.com/repos/OWNER/NAME/releases/latest``.

Set it when you build the program for others. If it is empty, the window does not offer to check for updates.
"""
