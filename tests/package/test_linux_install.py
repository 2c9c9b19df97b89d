"""The script that installs the unpacked archive for Linux: for one user, over an earlier version, and back."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="about Linux")
SCRIPT = Path(__file__).resolve().parents[2] / ".ci" / "package" / "linux" / "install"
PROGRAM = """\
#!/bin/sh
entry=$XDG_DATA_HOME/applications/quatre-vents.desktop
case "$*" in
"desktop --add-to-menu") mkdir -p "$(dirname "$entry")" && echo "$0" >"$entry" ;;
"desktop --remove-from-menu") rm "$entry" ;;
*) echo VERSION ;;
esac
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A user, whose name has a blank, with programs that are not root's."""
    home, programs = tmp_path / "Ada Bamboo", tmp_path / "programs"
    for folder in (home, programs):
        folder.mkdir()
    (programs / "id").write_text("#!/bin/sh\necho 1000\n")
    (programs / "id").chmod(0o755)
    return home


def unpacked(tmp_path: Path, version: str) -> Path:
    """The archive of a version, unpacked."""
    folder = tmp_path / version / "quatre-vents"
    (folder / "_internal").mkdir(parents=True)
    (folder / "_internal" / version).touch()
    program = folder / "quatre-vents"
    program.write_text(PROGRAM.replace("VERSION", version))
    program.chmod(0o755)
    shutil.copy(SCRIPT, folder)
    return folder


def install(folder: Path, home: Path, *words: str, language: str = "C") -> tuple[int, str]:
    """Start the script with the shell that Debian has as sh."""
    variables = {"HOME": str(home), "PATH": f"{home.parent / 'programs'}:{os.defpath}",
                 "XDG_DATA_HOME": str(home / ".local" / "share"), "LANG": language}  # fmt: skip
    shell = shutil.which("dash") or "sh"
    done = subprocess.run([shell, folder / "install", *words], check=False, env=variables, cwd="/", text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # fmt: skip
    return done.returncode, done.stdout


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


def test_it_is_installed_updated_and_removed(tmp_path: Path, home: Path) -> None:
    events = home / ".local" / "share" / "quatre-vents" / "copies"
    events.mkdir(parents=True)
    (events / "cup.qv").touch()
    before, target = files(home), home / ".local" / "opt" / "quatre-vents"
    for version in ("1.0", "2.0"):
        code, said = install(unpacked(tmp_path, version), home)
        assert code == 0, said
        assert "not in PATH" in said
        command = home / ".local" / "bin" / "quatre-vents"
        assert subprocess.run([command], check=True, capture_output=True, text=True).stdout == f"{version}\n"
        assert files(target) == {"quatre-vents", "install", f"_internal/{version}"}, "nothing of an earlier version"
        assert (home / ".local/share/applications/quatre-vents.desktop").read_text() == f"{target}/quatre-vents\n"
    code, said = install(target, home, "--remove")
    assert code == 0, said
    assert "names of players" in said
    assert files(home) == before


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("language", "installed", "removed"),
    [("fr_FR.UTF-8", "n’est pas dans PATH", "Vos événements restent."), ("zh_CN.UTF-8", "命令是 ", "比赛文件会保留。")],
)
def test_it_speaks_the_language_of_the_system(
    language: str, installed: str, removed: str, tmp_path: Path, home: Path
) -> None:
    code, said = install(unpacked(tmp_path, "1.0"), home, language=language)
    assert code == 0, said
    assert installed in said
    _, said = install(home / ".local" / "opt" / "quatre-vents", home, "--remove", language=language)
    assert removed in said


def test_nothing_is_changed_while_the_program_runs(tmp_path: Path, home: Path) -> None:
    code, said = install(unpacked(tmp_path, "1.0"), home)
    assert code == 0, said
    target = home / ".local" / "opt" / "quatre-vents"
    shutil.copy(shutil.which("sleep") or "", target / "quatre-vents")
    before = files(home)
    with subprocess.Popen([target / "quatre-vents", "60"]) as running:
        try:
            for answer in (install(unpacked(tmp_path, "2.0"), home), install(target, home, "--remove")):
                assert answer == (1, "The program is running: close it first.\n")
                assert files(home) == before
        finally:
            running.kill()


def test_what_is_not_ours_stays(tmp_path: Path, home: Path) -> None:
    folder = unpacked(tmp_path, "1.0")
    code, said = install(folder, home, "--remove")
    assert (code, "not installed" in said) == (1, True)
    command = home / ".local" / "bin" / "quatre-vents"
    command.parent.mkdir(parents=True)
    command.write_text("of pipx")
    code, said = install(folder, home)
    assert (code, "another program" in said) == (1, True)
    command.unlink()
    other = home / ".local" / "opt" / "quatre-vents"
    other.mkdir(parents=True)
    (other / "letter.txt").touch()
    code, said = install(folder, home)
    assert (code, "something else" in said) == (1, True)
    assert files(home) == {".local/opt/quatre-vents/letter.txt"}


def test_it_says_how_it_is_used_and_what_is_installed_already(tmp_path: Path, home: Path) -> None:
    folder = unpacked(tmp_path, "1.0")
    code, said = install(folder, home, "--help")
    assert code == 2
    assert "./install --remove" in said
    install(folder, home)
    code, said = install(home / ".local" / "opt" / "quatre-vents", home)
    assert (code, "already" in said) == (1, True)
