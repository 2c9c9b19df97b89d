"""The type of the fixture that compares a text with a reviewed file."""

from collections.abc import Callable
from pathlib import Path

Reviewed = Callable[[Path, str], None]
"""Takes the path of a reviewed file and what was made now; see ``reviewed`` in tests/conftest.py."""
