"""Makes the installer of the packed program in FOLDER, into ``dist``.

``python .ci/package/windows FOLDER [OUT]``. To sign the uninstaller too, call it twice: ``--unsigned FILE`` writes the
uninstaller to FILE, and ``--signed FILE`` packs what became of it.
"""

import argparse
from pathlib import Path

from installer import make_installer
from source import version

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path, nargs="?", default=Path("dist"))
    parser.add_argument("--unsigned", type=Path)
    parser.add_argument("--signed", type=Path)
    given = parser.parse_args()
    out, files = given.out.resolve(), {"unsigned": given.unsigned, "signed": given.signed}
    print(make_installer(given.folder.resolve(), out, version(), **files))
