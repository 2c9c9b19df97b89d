"""A message of a program that ends: on standard error, or on Windows in a box if the program has no console."""

import sys


def tell(text: str) -> None:
    """Show ``text``. A program that was started without a console has no standard error."""
    if sys.stderr is not None:
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()
    elif sys.platform == "win32":
        import ctypes

        error_sign = 0x10
        ctypes.windll.user32.MessageBoxW(None, text, "Quatre Vents", error_sign)
