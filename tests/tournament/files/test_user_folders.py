"""Where the program keeps what belongs to the user: in the system's folders, or all of it in one that is named."""

from collections.abc import Callable
from pathlib import Path

import platformdirs
import pytest

from tournament.files import user_folders
from tournament.files.user_folders import (
    data_folder,
    documents_folder,
    log_folder,
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
