"""What travels with the packed program: of the files that PyInstaller collects, those that the program uses."""

from collections.abc import Collection
from pathlib import PurePosixPath

LEFT_OUT = (
    "_distutils_hack", "distutils", "doctest", "invoke", "lib2to3", "numpy.distutils", "numpy.f2py", "numpy.fft",
    "numpy.polynomial", "numpy.testing", "pandas.conftest", "pandas.tests", "pkg_resources", "psycopg", "pyarrow",
    "pydoc_data", "readline", "setuptools", "test", "tkinter", "PIL.AvifImagePlugin", "PIL.ImageCms", "PIL.ImageTk",
)  # fmt: skip
"""Modules that something imports where they are installed, and that the program does without."""

QT = frozenset({"Core", "Gui", "Widgets", "DBus", "Multimedia", "Network", "Pdf", "PrintSupport", "Svg"})
"""The modules of Qt that the program imports, and that these need."""
_QT_BEHIND = frozenset({"Concurrent", "OpenGL", "WaylandClient", "WlShellIntegration", "XcbQpa"})
"""The modules of Qt that only other libraries use."""
PLUGINS: dict[str, Collection[str] | None] = {
    "iconengines": ("svgicon",),
    "imageformats": ("gif", "ico", "jpeg", "svg", "tiff", "webp"),
    "platforminputcontexts": ("composeplatforminputcontextplugin", "ibusplatforminputcontextplugin"),
    "platforms": ("cocoa", "offscreen", "wayland", "windows", "xcb"),
    "platformthemes": None,
    "printsupport": None,
    "styles": None,
    "wayland-decoration-client": None,
    "wayland-graphics-integration-client": ("qt-plugin-wayland-egl",),
    "wayland-shell-integration": ("xdg-shell",),
}
"""The plugins of Qt by their folder; None: all. Sound needs none, and the program asks Qt for no connection."""
_QT_WORDS = ("qtbase_fr.qm", "qtbase_zh_CN.qm")
_LOCALES = frozenset({
    "root", "bg", "ca", "cs", "cy", "da", "de", "el", "en", "es", "et", "eu", "fi", "fr", "ga", "hr", "hu", "is", "it",
    "ja", "ko", "lt", "lv", "nb", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv", "tr", "uk", "zh",
    "zh_Hans",
})  # fmt: skip
"""The languages of Babel: in these a list of players may name countries."""
SYSTEM = frozenset({
    "libpython3", "libbz2", "libcrypto", "libffi", "liblzma", "libsqlite3", "libssl", "libuuid",
    "libxcb-cursor", "libxcb-icccm", "libxcb-image", "libxcb-keysyms", "libxcb-render-util", "libxcb-shape",
    "libxcb-util", "libxcb-xkb", "libxkbcommon", "libxkbcommon-x11",
})  # fmt: skip
"""The libraries of the Linux on which this is built that travel: those of Python, and those for X11 that a desktop may
lack. All others belong to the computer: its drivers, fonts, themes and printers need the versions that it has. One of
Python's is among those: fonts need libexpat too, and that of Debian 12 would keep the program from Ubuntu 22.04."""
_PILLOW_UNUSED = ("libavif", "libbrotli", "libfreetype", "libharfbuzz", "liblcms2")
_RAPIDFUZZ_UNUSED = ("fuzz_cpp", "metrics_cpp_avx2")
"""Ways to compare words that are not ours, and the same distances again for newer processors, of 3 MB."""
_OTHER_UNUSED = frozenset({"opengl32sw.dll", "d3dcompiler_47.dll"})


def travels(destination: str) -> bool:
    """Whether the file that PyInstaller would put at ``destination``, a path in the folder, is used by the program."""
    path = PurePosixPath(destination.replace("\\", "/"))
    top = path.parts[0]
    if path.name in _OTHER_UNUSED or path.suffix in (".pyi", ".po") or path.name == "py.typed":
        return False
    if top.endswith(".dist-info"):
        return top.startswith("keyring-") and path.name in ("METADATA", "entry_points.txt")
    if top == "PySide6":
        return _qt_travels(path)
    if top == "babel":
        return path.parent.name != "locale-data" or path.stem in _LOCALES
    if top == "rapidfuzz":
        return not path.name.startswith(_RAPIDFUZZ_UNUSED)
    if top == "pillow.libs":
        return not path.name.startswith(_PILLOW_UNUSED)
    if top in ("PIL", "uharfbuzz"):
        return not path.name.startswith(("_avif", "_imagingcms", "_imagingft", "_imagingtk", "_harfbuzz_test"))
    if len(path.parts) == 1 and ".so" in path.suffixes and top.startswith("lib"):
        return _of_system(top)
    return True


def _of_system(name: str) -> bool:
    """``libpython3.11.so.1.0`` → ``libpython3``."""
    return name.partition(".")[0] in SYSTEM


def _qt_travels(path: PurePosixPath) -> bool:
    kind, name = path.parent.name, path.name.removeprefix("lib")
    if "plugins" in path.parts:
        wanted = PLUGINS.get(kind, ())
        return wanted is None or name.partition(".")[0].removeprefix("q") in {each.removeprefix("q") for each in wanted}
    if path.suffix == ".qm":
        return path.name in _QT_WORDS
    if "qml" in path.parts:
        return False
    if kind == "PySide6" and name.startswith("QtConcurrent."):
        return False
    if name.startswith(("av", "sw", "Qt6FFmpegStub")) and kind in ("lib", "PySide6"):
        return False
    if name.startswith("Qt"):
        return name.removeprefix("Qt").removeprefix("6").partition(".")[0] in QT | _QT_BEHIND
    return True
