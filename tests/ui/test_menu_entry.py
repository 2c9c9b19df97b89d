"""The entry in the menus of a Linux desktop: it starts this program, and is removed without a rest."""

import re
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from ui import menu_entry

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="about desktops of Linux")
NAMES = ["quatre-vents", "a folder/quatre-vents", "50 %/q", 'odd "$`\\ one/q', "名/q"]


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "system"))
    monkeypatch.setattr("os.geteuid", lambda: 1000)


def section(entry: Path, name: str = "Desktop Entry") -> dict[str, str]:
    parser = ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # as the key is written
    parser.read(entry, encoding="utf-8")
    return dict(parser[name])


def words_of(value: str) -> list[str]:
    """The words of Exec as the specification reads them: as a value of the file, then quotes, then field codes."""
    found = re.findall(r'"((?:\\.|[^"\\])*)"|(\S+)', value.replace("\\\\", "\\"))
    return [re.sub(r"\\(.)", r"\1", quoted).replace("%%", "%") or plain for quoted, plain in found]


@pytest.mark.parametrize("name", NAMES)
def test_the_entry_starts_the_program_wherever_it_is(name: str, tmp_path: Path) -> None:
    program = tmp_path / name
    entry = menu_entry.add_entry(menu_entry.menu_folder(), (str(program),))
    assert menu_entry.entry_found() == entry == tmp_path / "data" / "applications" / "quatre-vents.desktop"
    assert words_of(section(entry)["Exec"]) == [str(program), "desktop", "%F"]
    assert section(entry)["TryExec"].replace("\\\\", "\\") == str(program)
    for action in ("sample", "scorer"):
        assert words_of(section(entry, f"Desktop Action {action}")["Exec"])[:2] == [str(program), "desktop"]
    if shutil.which("desktop-file-validate"):
        said = subprocess.run(["desktop-file-validate", entry], check=False, capture_output=True, text=True).stdout
        assert "error" not in said


def test_icons_and_types_come_with_it(tmp_path: Path) -> None:
    folder = menu_entry.menu_folder()
    entry = menu_entry.add_entry(folder, ("/opt/quatre-vents/quatre-vents",))
    icons = {path.stem for path in folder.rglob("*.svg")}
    kinds = {kind.replace("/", "-") for kind in section(entry)["MimeType"].strip(";").split(";")}
    assert icons == {section(entry)["Icon"], *kinds}
    for path in folder.rglob("*.svg"):
        assert "currentColor" not in path.read_text() or ET.parse(path).getroot().get("color") == "#0E6073"


def test_what_was_added_is_removed_and_nothing_else(tmp_path: Path) -> None:
    folder = menu_entry.menu_folder()
    other = folder / "applications" / "other.desktop"
    other.parent.mkdir(parents=True)
    other.write_text("[Desktop Entry]\n")
    assert not menu_entry.remove_entry(folder)
    menu_entry.add_entry(folder, ("q",))
    assert menu_entry.remove_entry(folder)
    assert menu_entry.entry_found() is None
    left = {path for path in folder.rglob("*") if path.is_file()}
    made_by_desktop = {"mimeinfo.cache", "globs", "globs2", "magic", "aliases", "subclasses", "generic-icons", "icons",
                       "XMLnamespaces", "treemagic", "mime.cache", "types", "version"}  # fmt: skip
    assert {path for path in left if path.name not in made_by_desktop} == {other}


def test_the_entry_of_a_package_counts(tmp_path: Path) -> None:
    entry = tmp_path / "system" / "applications" / "quatre-vents.desktop"
    entry.parent.mkdir(parents=True)
    entry.write_text("[Desktop Entry]\n")
    assert menu_entry.entry_found() == entry


def test_the_administrator_adds_it_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert menu_entry.menu_folder() == Path("/usr/local/share")


def test_the_name_that_stays_after_an_update_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As pipx has it: the program in a folder of its own, and a link to it where commands are."""
    scripts, commands = tmp_path / "venv", tmp_path / "bin"
    for folder in (scripts, commands):
        folder.mkdir()
    program = scripts / "quatre-vents"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setattr("sys.executable", str(scripts / "python"))
    monkeypatch.setenv("PATH", str(commands))
    assert menu_entry.program_command() == (str(program),)
    monkeypatch.setenv("APPIMAGE", "/somewhere/program.AppImage")
    for mounted, command in ((tmp_path / "elsewhere", str(program)), (tmp_path, "/somewhere/program.AppImage")):
        monkeypatch.setenv("APPDIR", str(mounted))
        assert menu_entry.program_command() == (command,)
    monkeypatch.delenv("APPIMAGE")
    (commands / "quatre-vents").symlink_to(program)
    assert menu_entry.program_command() == (str(commands / "quatre-vents"),)
    program.unlink()
    assert menu_entry.program_command() == (str(scripts / "python"), "-m", "ui.cli")
