"""``python .ci/package/macos.py``: makes the disk image of ``dist/Quatre Vents.app``, on macOS.

A user opens it and drags the program onto the folder of applications beside it.
"""

import platform
import subprocess
import tempfile
from pathlib import Path

from source import version

DIST = Path(__file__).resolve().parents[2] / "dist"


def make_image(app: Path, out: Path) -> Path:
    """Make the disk image of ``app``, into the folder ``out``."""
    image = out / f"quatre-vents-{version()}-macos-{platform.machine()}.dmg"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["ditto", app, Path(folder, app.name)], check=True)  # keeps the signature
        Path(folder, "Applications").symlink_to("/Applications")
        subprocess.run(["hdiutil", "create", "-quiet", "-ov", "-volname", app.stem, "-fs", "HFS+", "-format", "ULFO",
                        "-srcfolder", folder, image], check=True)  # fmt: skip
    return image


if __name__ == "__main__":
    print(make_image(DIST / "Quatre Vents.app", DIST))
