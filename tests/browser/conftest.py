"""One browser for all modules that a worker runs: to start it takes as long as several tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.chromium import Browser, Tab, browsing

_HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the tests of this folder to `make thorough`."""
    for item in items:
        if item.path.is_relative_to(_HERE):
            item.add_marker(pytest.mark.thorough)


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browsing(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Tab]:
    """One for all tests of a module, each of which finds it as a phone opens it: 390 wide, light, in no language."""
    tab = Tab(browser)
    yield tab
    tab.close()
