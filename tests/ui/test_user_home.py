"""Nothing is touched outside the folder that ``QUATRE_VENTS_HOME`` names, but for what the user asked for."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.thorough

OUTSIDE = ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Path]]:
    """The folder that holds everything, and what the program wrote anywhere."""
    folder = tmp_path_factory.mktemp("used")
    for name in ("home", "outside", "work", "temporary"):
        (folder / name).mkdir()
    environment = {
        **os.environ,
        **dict.fromkeys(OUTSIDE, str(folder / "outside")),
        **dict.fromkeys(("TMPDIR", "TMP", "TEMP"), str(folder / "temporary")),
        "QUATRE_VENTS_HOME": str(folder / "home"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.ui.home_driver", str(folder / "work")],
        cwd=folder / "work", capture_output=True, check=False, env=environment, timeout=100,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    return folder, [Path(path) for path in json.loads(done.stdout.decode().splitlines()[-1])]


def test_nothing_outside_is_written(used: tuple[Path, list[Path]]) -> None:
    folder, touched = used
    assert len(touched) > 20
    elsewhere = {path for path in touched if path.is_absolute() and not path.is_relative_to(folder)}
    assert {str(path) for path in elsewhere if path.parent != Path("/proc/self/fd")} <= {os.devnull}
    assert list((folder / "outside").iterdir()) == []
    assert list((folder / "temporary").iterdir()) == []


def test_everything_that_is_kept_lies_there(used: tuple[Path, list[Path]]) -> None:
    folder, _ = used
    kept = {path.relative_to(folder / "home").as_posix() for path in (folder / "home").rglob("*") if path.is_file()}
    assert {
        "settings/window.ini",
        "data/federations/register.json",
        "data/hall/e/hall.json",
        "data/Sample Cup.qv",
        "settings/half-typed/e.json",
    } < kept
    for pattern in ("data/copies/*/*.qv", "state/seen/*.json", "logs/crash-*.txt", "data/hall/*/time.json"):
        assert list((folder / "home").glob(pattern)), pattern
