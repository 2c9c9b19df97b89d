"""The folder of the program in the PATH of Windows: added once, removed, and nothing else is changed."""

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.command_path import change_command_path, with_folder, without_folder

FOLDER = r"C:\Users\Ada Bamboo\AppData\Local\Programs\Quatre Vents\program"
ENTRIES = st.lists(st.sampled_from([r"C:\Windows", r"%USERPROFILE%\bin", '"C:\\a;b"', "", " ", "x" * 5000]), max_size=6)


@given(ENTRIES)
def test_it_is_added_once_at_the_end_and_removed_without_a_trace(entries: list[str]) -> None:
    path = ";".join(entries)
    added = with_folder(path, FOLDER)
    assert added.startswith(path)
    assert added.removeprefix(path).lstrip(";") == FOLDER
    assert with_folder(added, FOLDER) == added
    assert without_folder(added, FOLDER).rstrip(";") == path.rstrip(";")
    assert without_folder(path, FOLDER) == path


@pytest.mark.parametrize(
    "written", [FOLDER.upper(), FOLDER + "\\", f'"{FOLDER}"', f" {FOLDER} ", FOLDER.replace("\\", "/")]
)
def test_it_is_known_however_it_is_written(written: str) -> None:
    path = rf"C:\Windows;{written};C:\bin"
    assert with_folder(path, FOLDER) == path
    assert without_folder(path, FOLDER) == r"C:\Windows;C:\bin"


class Registry(ModuleType):
    """As much of ``winreg`` as is used."""

    HKEY_CURRENT_USER, KEY_READ, KEY_WRITE, REG_SZ, REG_EXPAND_SZ = 1, 2, 4, 1, 2

    def __init__(self, **values: tuple[str, int]) -> None:
        super().__init__("winreg")
        self.values: dict[str, tuple[str, int]] = dict(values)

    def CreateKeyEx(self, *words: Any) -> "Registry":
        assert words == (1, "Environment", 0, 6)
        return self

    def __enter__(self) -> "Registry":
        return self

    def __exit__(self, *_words: object) -> None:
        return None

    def QueryValueEx(self, _key: object, name: str) -> tuple[str, int]:
        if name not in self.values:
            raise FileNotFoundError(2, name)
        return self.values[name]

    def SetValueEx(self, _key: object, name: str, _reserved: int, kind: int, text: str) -> None:
        self.values[name] = text, kind


@pytest.mark.skipif(sys.platform == "win32", reason="would change the PATH of this computer")
@pytest.mark.parametrize("before", [None, (r"%USERPROFILE%\bin;C:\Windows", 2), (r"C:\Windows", 1)])
def test_the_kind_of_the_value_stays_and_other_programs_are_informed(
    before: tuple[str, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = Registry(**({} if before is None else {"Path": before}))
    sent: list[tuple[object, ...]] = []
    user32 = SimpleNamespace(SendMessageTimeoutW=lambda *words: sent.append(words))
    monkeypatch.setitem(sys.modules, "winreg", registry)
    monkeypatch.setattr("ctypes.windll", SimpleNamespace(user32=user32), raising=False)
    monkeypatch.setattr("ui.command_path.sys.platform", "win32")
    monkeypatch.setattr("ui.command_path.program_folder", lambda: FOLDER)
    assert change_command_path(add=True)
    assert not change_command_path(add=True)
    path, kind = registry.values["Path"]
    assert (path.endswith(FOLDER), kind) == (True, 2 if before is None else before[1])
    assert len(sent) == 1
    assert sent[0][3] == "Environment"
    assert change_command_path(add=False)
    assert registry.values["Path"][0] == ("" if before is None else before[0])
