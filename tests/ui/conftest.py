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
