"""A message of a program that is about to end: on standard error, or in a box of Windows if there is no console."""

import sys


def show_final_message(text: str) -> None:
    """Show ``text`` on standard error; on Windows in a box if the program was started without a console."""
    if sys.stderr is not None:
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()
    elif sys.platform == "win32":
        import ctypes

        error_sign = 0x10
        ctypes.windll.user32.MessageBoxW(None, text, "Quatre Vents", error_sign)
