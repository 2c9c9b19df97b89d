"""Where the packed program starts: the command line, which opens the window when it is given no command."""

import os
import sys

from ui.cli.__main__ import main

os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"  # this program, started by itself, is to find its libraries again
if sys.platform == "linux":  # what this program starts is to find its own libraries, not those of this folder
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    os.environ.pop("LD_LIBRARY_PATH", None)
    if before is not None:
        os.environ["LD_LIBRARY_PATH"] = before
    if getattr(sys, "frozen", False):  # it goes on with its own modules when a newer package replaces its file
        import pyimod02_importers

        pyimod02_importers.pyz_archive._filename = "/proc/self/exe"  # noqa: SLF001 – no other name

if __name__ == "__main__":
    main()
