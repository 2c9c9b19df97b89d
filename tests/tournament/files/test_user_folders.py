"""Where the program keeps what belongs to the user: in the system's folders, or all of it in one that is named."""

from collections.abc import Callable
from pathlib import Path

import platformdirs
import pytest

from tournament.files import user_folders
from tournament.files.user_folders import (
    data_folder,
    documents_folder,
    half_typed_file,
    has_home,
    log_folder,
    runtime_folder,
    settings_folder,
    state_folder,
    user_home,
)

FOLDERS: tuple[Callable[[], Path], ...] = (settings_folder, data_folder, state_folder, log_folder, documents_folder)


def test_one_folder_holds_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(user_folders.VARIABLE, str(tmp_path))
    found = [folder() for folder in FOLDERS]
    assert [folder.parent for folder in found] == [tmp_path] * len(found)
    assert len(set(found)) == len(found)
    assert not any(folder.exists() for folder in found)


def test_the_folder_stays_the_same_wherever_the_program_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(user_folders.VARIABLE, "stick")
    assert user_home() == tmp_path / "stick"
    assert data_folder() == tmp_path / "stick" / "data"


@pytest.mark.parametrize("value", [None, ""])
def test_without_it_the_folders_are_those_of_the_system(value: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(user_folders.VARIABLE)
    if value is not None:
        monkeypatch.setenv(user_folders.VARIABLE, value)
    assert user_home() is None
    assert [folder() for folder in FOLDERS] == [
        platformdirs.user_config_path("quatre-vents", appauthor=False),
        platformdirs.user_data_path("quatre-vents", appauthor=False),
        platformdirs.user_state_path("quatre-vents", appauthor=False),
        platformdirs.user_log_path("quatre-vents", appauthor=False),
        platformdirs.user_documents_path(),
    ]


def test_what_is_half_typed_is_in_one_folder_whatever_an_event_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(user_folders.VARIABLE, str(tmp_path))
    folder = tmp_path / "settings" / "half-typed"
    assert half_typed_file("0b2c-9F") == folder / "0b2c-9F.json"
    for event in ("../../secret", "/etc/passwd", "C:\\a", "é麻\0", ""):
        assert half_typed_file(event).parent == folder


def test_a_user_without_a_home_has_a_folder_for_as_long_as_the_computer_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown() -> Path:
        raise RuntimeError("Could not determine home directory.")

    assert has_home()
    monkeypatch.delenv(user_folders.VARIABLE)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(Path, "home", unknown)
    assert not has_home()
    assert user_home() == runtime_folder()
    assert data_folder() == runtime_folder() / "data"
    monkeypatch.setenv(user_folders.VARIABLE, str(tmp_path / "stick"))
    assert user_home() == tmp_path / "stick"


def test_locks_stay_on_this_computer_in_a_folder_that_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(user_folders.VARIABLE, str(tmp_path))
    assert runtime_folder().is_dir()
    assert not runtime_folder().is_relative_to(tmp_path)
