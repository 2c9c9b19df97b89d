"""What all tests of user interfaces have in common."""

from collections.abc import Iterator
from io import BytesIO

import pytest


@pytest.fixture(scope="session", autouse=True)
def _keep_off_the_network() -> Iterator[None]:
    """Search for no host in the network of this computer, and take no fixed port, which tests at once would share."""
    from ui.joining import finding, places

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(finding, "own_interfaces", tuple)
        patch.setattr(finding, "browse_network", lambda *_: BytesIO())
        patch.setattr(places, "PUBLIC_PORTS", range(0))
        yield


@pytest.fixture
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search for seats with few moves, for tests of what is said of a draw, not of how good it is."""
    from tournament.draw import placing, relabelling, rest

    for module in (placing, relabelling, rest):
        monkeypatch.setattr(module, "MOVES", 4_000)
