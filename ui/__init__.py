"""The interfaces of Quatre Vents: the desktop and the command line."""

__version__ = "1.0.0"

RELEASES = ""
"""Where the last release is described as JSON, such as ``https://api.github.com/repos/OWNER/NAME/releases/latest``.

Who builds the program for others names the place here. Without one the window does not offer to check for updates.
"""
