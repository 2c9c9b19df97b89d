"""The interfaces of Quatre Vents: the desktop and the command line."""

__version__ = "1.0.0"

RELEASES = ""
"""The address of the last release as JSON, such as ``https://api.github.com/repos/OWNER/NAME/releases/latest``.

Set it when you build the program for others. If it is empty, the window does not offer to check for updates.
"""

WEBSITE = ""
"""The address of the page of the program, where users read, download and ask, such as ``https://forge.example/page``.

It is set with :data:`RELEASES`. If it is empty, *About* does not offer to open it.
"""

COMMIT = "$Format:%H$"
"""The commit from which this copy of the program was built, as 40 hexadecimal digits.

Packages are built from what ``git archive`` writes, which fills in both values. In a clone they are not known.
"""

DATE = "$Format:%cs$"
"""The day of that commit, such as 2026-11-27."""


def build(commit: str = COMMIT, date: str = DATE) -> str | None:
    """The commit and its day, such as ``1234abc, 2026-11-27``; None in a clone."""
    return None if commit.startswith("$") else f"{commit[:7]}, {date}"
