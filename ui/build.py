"""The commit from which this copy of the program was built.

Packages are built from what ``git archive`` writes, which fills in both values. In a clone they are not known.
"""

COMMIT = "$Format:%H$"
"""The commit, as 40 hexadecimal digits."""
DATE = "$Format:%cs$"
"""Its day, such as 2026-11-27."""


def build(commit: str = COMMIT, date: str = DATE) -> str | None:
    """The commit and its day, such as ``1234abc, 2026-11-27``; None in a clone."""
    return None if commit.startswith("$") else f"{commit[:7]}, {date}"
