"""Looks for the shared libraries that Qt needs on Linux, and installs or names those that are missing.

As root on Debian and its kin the missing packages are installed; elsewhere the one command to run is printed.
Exit 1 if Qt could not start at all without them; a machine that lacks only what a real window or a printer needs can
still play the sample event and run the tests, so that is told but is no failure.
"""

import ctypes
import os
import shutil
import subprocess
import sys

TO_START = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11.so.6": "libx11-6",
    "libbrotlidec.so.1": "libbrotli1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libstdc++.so.6": "libstdc++6",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}
FOR_WINDOW_AND_PRINTER = {
    "libX11-xcb.so.1": "libx11-xcb1",
    "libXext.so.6": "libxext6",
    "libXrandr.so.2": "libxrandr2",
    "libcups.so.2": "libcups2",
    "libpulse.so.0": "libpulse0",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}


def missing(libraries: dict[str, str]) -> dict[str, str]:
    """Give those of the libraries (file name to Debian package) that the loader does not find."""
    return {name: package for name, package in libraries.items() if not loads(name)}


def loads(name: str) -> bool:
    """Say whether the loader finds a shared library."""
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def install(packages: list[str]) -> None:
    """Install Debian packages, asking nothing."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-q"], check=True, env=quiet, stdout=sys.stderr)
    command = ["apt-get", "install", "-q", "-y", "--no-install-recommends", *packages]
    subprocess.run(command, check=True, env=quiet, stdout=sys.stderr)


def main() -> int:
    """Check, install or tell; give the exit code."""
    if sys.platform != "linux":
        return 0
    lacking = missing(TO_START | FOR_WINDOW_AND_PRINTER)
    if not lacking:
        return 0
    packages = sorted(set(lacking.values()))
    has_apt = shutil.which("apt-get") is not None
    if has_apt and os.geteuid() == 0:
        print(f"Installing the system libraries that Qt needs: {' '.join(packages)}", file=sys.stderr)
        install(packages)
        lacking = missing(lacking)
    if lacking:
        print(f"Qt misses system libraries: {' '.join(sorted(lacking))}", file=sys.stderr)
        if has_apt:
            print(f"Run: sudo apt-get install {' '.join(sorted(set(lacking.values())))}", file=sys.stderr)
        else:
            print("Install them with your system's package manager, then run this again.", file=sys.stderr)
    return 1 if lacking.keys() & TO_START.keys() else 0


if __name__ == "__main__":
    sys.exit(main())
