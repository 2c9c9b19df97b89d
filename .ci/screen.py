"""A screen for the trials of windows, where the computer has none."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def screen(size: str = "1440x900") -> Iterator[str]:
    """An X server without a screen or a graphics card, for every user of this computer; the answer is its DISPLAY."""
    server = subprocess.Popen(["Xvfb", "-displayfd", "1", "-screen", "0", f"{size}x24", "-ac"], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL)  # fmt: skip
    assert server.stdout is not None
    try:
        yield f":{server.stdout.readline().decode().strip()}"
    finally:
        server.terminate()
        server.wait()
