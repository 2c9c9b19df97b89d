"""A file that another program has open for a moment is replaced all the same; one that stays open is not waited for."""

import ast
import errno
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tournament.files.windows import SharingViolation
from tournament.files import replacing

EVERY_WAY = pytest.mark.parametrize("way", ["replace", "rename"])


def refusing(error: OSError, calls: list[Path], times: int) -> Callable[[Path, Path], Path]:
    """Stands for ``Path.replace`` and ``Path.rename``: notes its ``calls``, refuses so many ``times``, then does it."""
    rename = Path.rename

    def refuse(source: Path, target: Path) -> Path:
        calls.append(target)
        if len(calls) <= times:
            raise error
        return rename(source, target)

    return refuse


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that were made, instead of making them."""
    pauses: list[float] = []
    monkeypatch.setattr(time, "sleep", pauses.append)
    monkeypatch.setattr(time, "monotonic", lambda: sum(pauses))
    return pauses


@EVERY_WAY
@pytest.mark.parametrize("winerror", [5, 32, 33])
def test_a_file_that_is_held_for_a_moment_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: list[float], way: str, winerror: int
) -> None:
    source, target = tmp_path / "new", tmp_path / "target"
    source.write_text("new")
    calls: list[Path] = []
    monkeypatch.setattr(Path, way, refusing(SharingViolation(target, winerror), calls, 10))
    getattr(replacing, way)(source, target)
    assert target.read_text() == "new"
    assert len(clock) == 10


@EVERY_WAY
def test_after_two_seconds_the_refusal_is_final(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: list[float], way: str
) -> None:
    source, target = tmp_path / "new", tmp_path / "target"
    source.write_text("new")
    error = SharingViolation(target)
    calls: list[Path] = []
    monkeypatch.setattr(Path, way, refusing(error, calls, 10_000))
    with pytest.raises(PermissionError) as refused:
        getattr(replacing, way)(source, target)
    assert refused.value is error
    assert 2 <= sum(clock) < 2.2
    assert source.read_text() == "new"


@EVERY_WAY
def test_a_file_that_stays_in_use_is_waited_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: list[float], way: str
) -> None:
    source, target = tmp_path / "new", tmp_path / "target"
    source.write_text("new")
    calls: list[Path] = []
    with monkeypatch.context() as held:
        held.setattr(Path, way, refusing(SharingViolation(target), calls, 10_000))
        for _ in range(5):
            with pytest.raises(PermissionError):
                getattr(replacing, way)(source, target)
    assert 2 <= sum(clock) < 2.2
    getattr(replacing, way)(source, target)  # it is free again
    target.unlink()
    source.write_text("newer")
    monkeypatch.setattr(Path, way, refusing(SharingViolation(target), [], 3))
    getattr(replacing, way)(source, target)
    assert target.read_text() == "newer"


@EVERY_WAY
@pytest.mark.parametrize(
    "error",
    [PermissionError(errno.EACCES, "no"), OSError(errno.ENOSPC, "full"), FileNotFoundError(errno.ENOENT, "gone")],
    ids=lambda error: type(error).__name__,
)
def test_any_other_refusal_is_final_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: list[float], way: str, error: OSError
) -> None:
    calls: list[Path] = []
    monkeypatch.setattr(Path, way, refusing(error, calls, 1))
    with pytest.raises(OSError, match=str(error.strerror)):
        getattr(replacing, way)(tmp_path / "new", tmp_path / "target")
    assert (len(calls), clock) == (1, [])


def test_every_file_of_the_program_gets_its_name_here() -> None:
    """Nobody else renames: neither by a path's own methods, which take one name, nor by ``os`` and ``shutil``."""
    root = Path(__file__).resolve().parents[3]
    found = {
        path.relative_to(root).as_posix()
        for package in ("tournament", "reports", "ui")
        for path in (root / package).rglob("*.py")
        if _NAMED.search(text := path.read_bytes()) and any(map(_renames, ast.walk(ast.parse(text))))
    }
    assert found == {
        "tournament/files/replacing.py",
        "ui/desktop/display/hall_controller.py",  # a window
        "ui/desktop/dialogs/rehearsing.py",  # pulls the open file away, and says so at once where that is refused
    }


_NAMED = re.compile(rb"\.(?:rename|replace|move)\([^,]*?\)")
"""What a renaming looks like; only files that have it are read as code, which takes longer."""


def _renames(node: ast.AST) -> bool:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return False
    module = node.func.value.id if isinstance(node.func.value, ast.Name) else ""
    if (module, node.func.attr) in {("os", "replace"), ("os", "rename"), ("shutil", "move")}:
        return True
    return node.func.attr in {"replace", "rename"} and len(node.args) == 1 and not node.keywords
