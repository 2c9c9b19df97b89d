"""Python's own import statement, which PySide replaces by a slower one when it is imported.

PySide's can give names in snake_case to the modules that ask for it, and no module of this program does. After each
import it reads the source of the module that was imported, and Python then keeps all of it in memory.
"""

import builtins

import PySide6.QtCore  # noqa: F401  # this replaces the import statement


def restore_import() -> None:
    """Use Python's own import statement again, for modules of all libraries."""
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
