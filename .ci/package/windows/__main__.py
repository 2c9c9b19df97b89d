"""``python .ci/package/windows FOLDER [OUT]``: makes the installer of the packed program in FOLDER, into ``dist``."""

import sys
from pathlib import Path

from installer import make_installer
from source import version

if __name__ == "__main__":
    out = Path(sys.argv[2] if len(sys.argv) > 2 else "dist")
    print(make_installer(Path(sys.argv[1]).resolve(), out.resolve(), version()))
