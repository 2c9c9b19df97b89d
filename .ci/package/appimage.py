"""Makes the AppImage of the packed program: one file that any Linux with its glibc starts, without installing it.

It begins with ``linux/appimage_runtime.c``, which is compiled here; a file system with the program follows.
It is built on Debian 12, with a C compiler and the :data:`PACKAGES`.
"""

import os
import platform
import shutil
import struct
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from debian import LINUX, PROGRAM, settle_modes, shared_files

LIBRARIES = ("squashfuse_ll", "fuse3", "zstd", "lzma", "z", "lz4")
"""What the beginning contains of Debian's libraries; the C library is that of the computer, as for the program."""
CONTAINED = ("libfuse3-dev", "libsquashfuse-dev", "libzstd-dev", "liblzma-dev", "zlib1g-dev", "liblz4-dev")
"""The packages with these libraries."""
PACKAGES = (*CONTAINED, "squashfs-tools")
SHOWN = ("usr/share/applications/", "usr/share/icons/", "usr/share/metainfo/", "usr/share/mime/")
"""Of what a Debian package installs beside the program, what programs that manage AppImages read."""
DOCUMENTS = Path("/usr/share/doc")


def build_appimage(folder: Path, out: Path, version: str, epoch: int, without: Sequence[str]) -> Path:
    """Make the AppImage of the packed program in ``folder`` into the folder ``out``, dated ``epoch``.

    Files whose names are in ``without`` are left out.

    SystemExit names the packages that are missing here.
    """
    if missing := [package for package in PACKAGES if not (DOCUMENTS / package).exists()]:
        raise SystemExit(f"An AppImage needs more packages. Run: sudo apt-get install {' '.join(missing)}")
    made = out / f"{PROGRAM}-{version}-linux-{platform.machine()}.AppImage"
    with TemporaryDirectory() as work:
        tree, image, beginning = Path(work) / "tree", Path(work) / "image", Path(work) / "beginning"
        _compile(beginning)
        shutil.copytree(folder, tree / PROGRAM, symlinks=True, ignore=shutil.ignore_patterns(*without))
        for package in CONTAINED:
            shutil.copy(DOCUMENTS / package / "copyright", tree / PROGRAM / "licences" / f"{package}.txt")
        for place, content in shared_files(version, epoch).items():
            if place.startswith(SHOWN):
                (tree / place).parent.mkdir(parents=True, exist_ok=True)
                (tree / place).write_bytes(content)
        settle_modes(tree)
        for name, target in {
            "AppRun": f"{PROGRAM}/{PROGRAM}",
            f"{PROGRAM}.desktop": f"usr/share/applications/{PROGRAM}.desktop",
            f"{PROGRAM}.png": f"usr/share/icons/hicolor/256x256/apps/{PROGRAM}.png",
            ".DirIcon": f"{PROGRAM}.png",
        }.items():
            (tree / name).symlink_to(target)
        words = ["mksquashfs", tree, image, "-all-root", "-no-xattrs", "-comp", "zstd", "-Xcompression-level", "19",
                 "-b", "256K", "-quiet", "-no-progress"]  # fmt: skip
        subprocess.run([str(word) for word in words], check=True, env=os.environ | {"SOURCE_DATE_EPOCH": str(epoch)})
        made.write_bytes(beginning.read_bytes() + image.read_bytes())
        made.chmod(0o755)
    return made


def _compile(beginning: Path) -> None:
    """Compile the beginning. It ends with its table of sections, behind which it looks for the file system."""
    static = [f"-l{name}" for name in LIBRARIES]
    words = ["gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-s", "-o", str(beginning), "appimage_runtime.c",
             "-Wl,--build-id=none", "-Wl,-Bstatic", *static, "-Wl,-Bdynamic", "-pthread"]  # fmt: skip
    subprocess.run(words, check=True, cwd=LINUX)
    program = bytearray(beginning.read_bytes())
    (sections,), (size, count) = struct.unpack_from("<Q", program, 40), struct.unpack_from("<HH", program, 58)
    if sections + size * count != len(program):
        raise SystemExit("The compiled beginning of an AppImage does not end with its table of sections.")
    program[8:11] = b"AI\x02"  # by which desktops know an AppImage of type 2
    beginning.write_bytes(program)
