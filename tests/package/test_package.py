"""Which files travel with the packed program, and that archives are the same wherever they are made."""

import hashlib
import importlib.util
import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from types import ModuleType

import pytest
from babel import Locale

from tournament.event import country
from tournament.language import LANGUAGES

ROOT = Path(__file__).resolve().parents[2]


def script(name: str) -> ModuleType:
    """A module of .ci/package."""
    spec = importlib.util.spec_from_file_location(name, ROOT / ".ci" / "package" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


archive, icu, source, travels = script("archive"), script("icu"), script("source"), script("travels")


@pytest.mark.parametrize("path", [
    "PySide6/Qt/lib/libQt6Core.so.6", "PySide6/Qt/lib/libicui18n.so.73", "PySide6/QtWidgets.abi3.so",
    "PySide6/Qt/plugins/platforms/libqxcb.so", "PySide6/Qt/plugins/imageformats/libqsvg.so",
    "PySide6/Qt/translations/qtbase_fr.qm", "PySide6\\Qt6Gui.dll", "PySide6\\plugins\\platforms\\qwindows.dll",
    "PySide6/Qt/lib/QtGui.framework/Versions/A/QtGui", "PySide6/Qt/plugins/platforms/libqcocoa.dylib",
    "PySide6/Qt/plugins/printsupport/libcupsprintersupport.so", "libpython3.11.so.1.0", "libxcb-cursor.so.0",
    "babel/locale-data/fr.dat", "babel/global.dat", "keyring-25.7.0.dist-info/entry_points.txt",
    "pillow.libs/libjpeg-6dc8d115.so.62.4.0", "assets/locale/fr/LC_MESSAGES/quatre-vents.mo", "assets/notices.md",
    "rapidfuzz/distance/metrics_cpp.cpython-311-x86_64-linux-gnu.so",
])  # fmt: skip
def test_what_is_used_travels(path: str) -> None:
    assert travels.travels(path)


@pytest.mark.parametrize("path", [
    "PySide6/Qt/lib/libQt6Quick.so.6", "PySide6/Qt/lib/libQt6WebEngineCore.so.6", "PySide6/Qt/lib/libavcodec.so.61",
    "PySide6/Qt/plugins/platforms/libqlinuxfb.so", "PySide6/Qt/plugins/tls/libqopensslbackend.so",
    "PySide6/Qt/translations/qtbase_de.qm", "PySide6\\opengl32sw.dll",
    "PySide6\\plugins\\multimedia\\ffmpegmediaplugin.dll",
    "PySide6/Qt/lib/QtQml.framework/Versions/A/QtQml", "PySide6/QtWidgets.pyi",
    "libstdc++.so.6", "libexpat.so.1", "libglib-2.0.so.0", "libfontconfig.so.1", "libX11.so.6", "libxcb.so.1",
    "babel/locale-data/sw.dat", "babel/locale-data/de_AT.dat", "click-8.5.1.dist-info/RECORD",
    "pillow.libs/libavif-c6062d5f.so.16.4.2",
    "assets/locale/fr/LC_MESSAGES/quatre-vents.po", "rapidfuzz/distance/metrics_cpp_avx2.cp311-win_amd64.pyd",
    "rapidfuzz/fuzz_cpp.cpython-311-x86_64-linux-gnu.so",
])  # fmt: skip
def test_what_is_not_used_and_what_belongs_to_the_computer_does_not(path: str) -> None:
    assert not travels.travels(path)


FRAMES = """
import sys

class Absent:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if any(f"{name}.".startswith(f"{each}.") for each in sys.argv[1:]):
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, Absent)
from reports.frames import event_frames
from tests.examples.events import sample_event

frames = event_frames(sample_event())
joined = frames.standings.merge(frames.players[["player", "club"]], on="player")
ranked = joined.groupby("country", observed=True)["score"].sum().rank()
print(len(frames.hands), len(ranked))
"""


def test_frames_are_made_without_what_is_left_out() -> None:
    done = subprocess.run([sys.executable, "-c", FRAMES, *travels.LEFT_OUT], check=True, capture_output=True, text=True,
                          cwd=ROOT)  # fmt: skip
    hands, countries = map(int, done.stdout.split())
    assert hands > 1
    assert countries > 1


def test_every_module_of_qt_that_the_program_imports_travels() -> None:
    files = (ROOT / "ui" / "desktop").rglob("*.py")
    imported = {name for file in files for name in re.findall(r"PySide6\.Qt(\w+)", file.read_text(encoding="utf-8"))}
    assert {"Core", "Multimedia"} <= imported <= travels.QT


def test_countries_are_known_in_every_language_of_a_list() -> None:
    for language in (*country._FIRST_LANGUAGES, *country._OTHER_LANGUAGES, *(each.code for each in LANGUAGES)):
        assert travels.travels(f"babel/locale-data/{Locale.parse(language)}.dat"), language


def folder_in(place: Path, names: list[str]) -> Path:
    """A folder whose files were made in the order of ``names``."""
    for name in names:
        file = place / "program" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(name, encoding="utf-8")
    (place / "program" / names[0]).chmod(0o700 if names[0] == "run" else 0o600)
    (place / "program" / "run").chmod(0o755)
    return place / "program"


@pytest.mark.parametrize("pack", ["pack", "pack_zip"])
def test_two_folders_with_the_same_files_give_the_same_archive(pack: str, tmp_path: Path) -> None:
    made = []
    for number, names in enumerate((["run", "b/1", "a/2"], ["a/2", "b/1", "run"])):
        folder = folder_in(tmp_path / str(number), names)
        os.utime(folder / "run", (number, number))
        getattr(archive, pack)(folder, tmp_path / f"{number}.packed", 1_700_000_000)
        made.append((tmp_path / f"{number}.packed").read_bytes())
    assert made[0] == made[1]


def test_the_archive_belongs_to_root_in_one_order(tmp_path: Path) -> None:
    archive.pack(folder_in(tmp_path, ["run", "b/1", "a/2"]), tmp_path / "a.tar.xz", 1_700_000_000)
    with tarfile.open(tmp_path / "a.tar.xz") as tar:
        members = tar.getmembers()
    assert [each.name for each in members] == [
        "program", "program/a", "program/a/2", "program/b", "program/b/1", "program/run",
    ]  # fmt: skip
    assert {(each.uid, each.uname, each.mtime) for each in members} == {(0, "root", 1_700_000_000)}
    assert [oct(each.mode) for each in members if each.isfile()] == ["0o644", "0o644", "0o755"]


def test_the_checksums_are_those_of_sha256sum(tmp_path: Path) -> None:
    (tmp_path / "b").write_bytes(b"two")
    (tmp_path / "a").write_bytes(b"one")
    (tmp_path / "folder").mkdir()
    for _ in range(2):  # the sums do not count themselves
        archive.write_sums(tmp_path)
    assert (tmp_path / "SHA256SUMS").read_text(encoding="utf-8") == "".join(
        f"{hashlib.sha256(text).hexdigest()}  {name}\n" for name, text in (("a", b"one"), ("b", b"two"))
    )


def test_data_of_icu_come_back_as_they_were() -> None:
    header, kept = (24).to_bytes(2, "little") + bytes(22), {"icudt73l/en.res": b"1" * 16, "icudt73l/x.icu": b"2" * 32}
    assert icu.items(icu.joined(header, kept)) == (header, kept)


@pytest.mark.parametrize(("name", "used"), [
    ("coll/fr_CA.res", True), ("coll/ucadata.icu", True), ("root.res", True), ("zh_Hant.res", True),
    ("likelySubtags.res", True), ("cnvalias.icu", True), ("coll/de.res", False), ("sr_Latn.res", False),
    ("unit/fr.res", False), ("ibm-1047_P100-1995.cnv", False),
])  # fmt: skip
def test_the_data_of_icu_that_are_used(name: str, used: bool) -> None:
    assert icu.is_used(f"icudt73l/{name}") is used


def test_a_version_names_one_build() -> None:
    commit = "1234abcd" * 5
    assert source.build_version("1.0.0", tags=["v1.0.0"], commit=commit) == "1.0.0"
    assert source.build_version("1.1.0rc1", tags=["v1.1.0rc1", "tried"], commit=commit) == "1.1.0rc1"
    assert source.build_version("1.0.0", tags=["v1.0.1"], commit=commit) == "1.0.0+g1234abc"


@pytest.mark.parametrize(
    ("version", "numbers"),
    [
        ("0.1.0", (0, 1, 0, 0)), ("12.3", (12, 3, 0, 0)), ("1.2.3rc4", (1, 2, 3, 4)),
        ("1.0.0+g12345678", (1, 0, 0, 0)),
    ],
)  # fmt: skip
def test_windows_keeps_a_version_as_four_numbers(version: str, numbers: tuple[int, ...]) -> None:
    assert source.numbers_of(version) == numbers


@pytest.mark.thorough
def test_what_is_exported_is_the_last_commit_with_its_hash_and_day(tmp_path: Path) -> None:
    source.export(tmp_path)
    head = subprocess.run(["git", "log", "-1", "--format=%H %cs"], cwd=ROOT, check=True, capture_output=True, text=True)
    commit, day = head.stdout.split()
    exported = (tmp_path / "ui" / "__init__.py").read_text(encoding="utf-8")
    for name, value in (("COMMIT", commit), ("DATE", day), ("__version__", source.version())):
        assert f'\n{name} = "{value}"\n' in exported
