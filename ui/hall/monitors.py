"""The monitors of the computer, and how a screen of the hall finds the one that it fills."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ui.hall.hall_state import HallScreen


@dataclass(frozen=True, slots=True)
class Monitor:
    """A monitor or projector, as the system describes it."""

    name: str
    """The name of its connector, such as ``HDMI-1``."""
    serial: str = ""
    """Maker, model and serial number, where the monitor reports them."""
    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0

    @property
    def area(self) -> str:
        """Its size and position, such as ``1920x1080+1366+0``."""
        return f"{self.width}x{self.height}{self.x:+d}{self.y:+d}"

    def overlaps(self, other: "Monitor") -> bool:
        """Whether the two overlap, as mirrored monitors do."""
        return (
            self.x < other.x + other.width and other.x < self.x + self.width
            and self.y < other.y + other.height and other.y < self.y + self.height
        )  # fmt: skip


def on_monitor(screen: HallScreen, monitor: Monitor | None) -> HallScreen:
    """``screen`` moved to this monitor, or to a window if None."""
    if monitor is None:
        return replace(screen, monitor="", monitor_serial="", monitor_area="")
    return replace(screen, monitor=monitor.name, monitor_serial=monitor.serial, monitor_area=monitor.area)


def own_monitor(screen: HallScreen, monitors: Sequence[Monitor]) -> Monitor | None:
    """The monitor of ``screen``; None if it is not connected, or if the screen has none.

    The serial number decides, else the connector, else the position: a projector may be moved to another connector, and
    another projector may take its place.
    """
    if not screen.monitor:
        return None
    same = [each for each in monitors if screen.monitor_serial and each.serial == screen.monitor_serial]
    at_socket = [each for each in same or monitors if each.name == screen.monitor]
    found = at_socket or same
    return next((each for each in found if each.area == screen.monitor_area), next(iter(found), None))
