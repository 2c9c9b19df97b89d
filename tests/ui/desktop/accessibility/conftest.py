"""The window on the sample event, which is under way, so that every page has content."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.conftest import ModuleWindow
from ui.desktop import bootstrap
from ui.desktop.widgets import accessible
from ui.desktop.window import Window
from ui.sample import leave_under_way


@pytest.fixture(autouse=True)
def listening() -> Iterator[None]:
    """A screen reader listens."""
    accessible.install()
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


@pytest.fixture(scope="session")
def sample_event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample event, played once; whoever opens it only looks."""
    path = tmp_path_factory.mktemp("sample") / "sample.qv"
    bootstrap.play_sample_into(path, leave_under_way)
    return path


@pytest.fixture
def sample(
    dressed: QApplication,
    module_window: ModuleWindow,
    sample_event: Path,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> Iterator[Window]:
    """The window on a copy of it, to write in."""
    path = tmp_path / "sample.qv"
    path.write_bytes(sample_event.read_bytes())
    module_window.open(path)
    with module_window.shown(dressed, request) as made:
        yield made
