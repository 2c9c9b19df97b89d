"""The window: Qt lives here and nowhere else.

``theme`` (colours, type, icons) and ``speech`` (the language in use) stand at the bottom, ``widgets`` are built on
them (setters in, signals out, nothing of the domain but its value types), ``shell`` is the frame that holds pages.
"""
