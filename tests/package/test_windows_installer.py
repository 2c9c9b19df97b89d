"""What the installer for Windows adds and removes, of the names of the files that were packed."""

import importlib.util
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / ".ci" / "package" / "windows"
spec = importlib.util.spec_from_file_location("installer", FOLDER / "installer.py")
assert spec is not None
assert spec.loader is not None
installer = importlib.util.module_from_spec(spec)
spec.loader.exec_module(installer)
NAMES = ["_internal/assets/é 麻将.txt", "_internal/assets/deep/a.txt", "_internal/b.dll", "quatre-vents.exe"]


def test_every_file_is_removed_and_then_the_folders_from_the_innermost() -> None:
    assert list(installer.removal_of(NAMES)) == [
        r"_internal\assets\é 麻将.txt",
        r"_internal\assets\deep\a.txt",
        r"_internal\b.dll",
        "quatre-vents.exe",
        "_internal\\assets\\deep\\",
        "_internal\\assets\\",
        "_internal\\",
    ]


def test_every_file_is_added_to_its_folder_and_the_last_folder_is_that_of_the_program() -> None:
    folder = Path("/packed")
    assert list(installer.additions(folder, NAMES[:3])) == [
        r'SetOutPath "$INSTDIR\program.new\_internal\assets"',
        f'File "{folder / NAMES[0]}"',
        r'SetOutPath "$INSTDIR\program.new\_internal\assets\deep"',
        f'File "{folder / NAMES[1]}"',
        r'SetOutPath "$INSTDIR\program.new\_internal"',
        f'File "{folder / NAMES[2]}"',
        r'SetOutPath "$INSTDIR\program.new"',
    ]


def test_the_uninstaller_is_copied_where_it_is_signed_and_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """NSIS puts the path of the uninstaller that it made in the place of %1."""
    included: list[str] = []

    def makensis(words: list[str], *, check: bool) -> None:
        assert check
        (files,) = (word.removeprefix("-DFILES=") for word in words if word.startswith("-DFILES="))
        included.append(Path(files).read_text(encoding="utf-8").splitlines()[-1])

    monkeypatch.setattr(installer.subprocess, "run", makensis)
    monkeypatch.setattr(installer.sys, "platform", "linux")
    for given in ("unsigned", "signed"):
        installer.make_installer(tmp_path, tmp_path, "1.0.0", **{given: tmp_path / "uninstall.exe"})
    path = tmp_path / "uninstall.exe"
    assert included == [f'!uninstfinalize \'cp "%1" "{path}"\'', f'!uninstfinalize \'cp "{path}" "%1"\'']
