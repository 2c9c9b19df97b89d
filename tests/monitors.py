"""Monitors of the offscreen platform, plugged in and out while the program runs.

The platform takes its monitors from a function of its own that Qt offers to programs of C++ alone; so it is called here
by its address. Qt then does all that it does when a projector is unplugged: signals, and windows moved.
"""

import ctypes
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
import shiboken6
from PySide6.QtCore import QByteArray, QJsonDocument
from PySide6.QtGui import QGuiApplication

from ui.hall.monitors import Monitor

_AFTER_QOBJECT = 12
"""The place of nativeResourceForIntegration in the table of QPlatformNativeInterface, behind what QObject has."""
_ROOM_OF_OBJECT = 64


class Plugged(NamedTuple):
    """A monitor that is plugged in."""

    name: str
    x: int = 0
    wide: int = 1920
    high: int = 1080

    @property
    def monitor(self) -> Monitor:
        """As the hall knows it."""
        return Monitor(self.name, "", self.x, 0, self.wide, self.high)


DESK = Plugged("DP-1", 0, 1440, 900)
NORTH, SOUTH = Plugged("HDMI-1", 1440), Plugged("HDMI-2", 3360, 1280, 720)


@contextmanager
def plugged_in(*monitors: Plugged) -> Iterator[None]:
    """These monitors, the first of them the primary one; afterwards those that were there before."""
    before = [Plugged(each.name(), each.geometry().x(), each.geometry().width(), each.geometry().height())
              for each in QGuiApplication.screens()]  # fmt: skip
    plug_in(*monitors)
    try:
        yield
    finally:
        plug_in(*before)


def plug_in(*monitors: Plugged) -> None:
    """From now on these are there: others are unplugged."""
    if not sys.platform.startswith("linux"):
        pytest.skip("monitors are plugged in by symbols of Qt that are named so on Linux alone")
    screens = [
        {"name": each.name, "x": each.x, "y": 0, "width": each.wide, "height": each.high, "logicalDpi": 96,
         "logicalBaseDpi": 96, "dpr": 1}
        for each in monitors
    ]  # fmt: skip
    document = QJsonDocument.fromJson(QByteArray(json.dumps({"screens": screens}).encode()))
    core, interface, set_configuration = _functions()
    made = ctypes.create_string_buffer(_ROOM_OF_OBJECT)
    core._ZNK13QJsonDocument6objectEv(made, ctypes.c_void_p(shiboken6.getCppPointer(document)[0]))
    set_configuration(ctypes.addressof(made), interface)
    core._ZN11QJsonObjectD1Ev(made)
    QGuiApplication.processEvents()
    assert {each.name() for each in QGuiApplication.screens()} == {each.name for each in monitors}


@cache
def _functions() -> tuple[ctypes.CDLL, int, Callable[[int, int], None]]:
    """QtCore, what the platform offers, and the function that takes its monitors from JSON."""
    gui, core = _library("libQt6Gui"), _library("libQt6Core")
    interface_of = gui._ZN15QGuiApplication23platformNativeInterfaceEv
    interface_of.restype = ctypes.c_void_p
    interface = interface_of()
    methods = ctypes.cast(interface, ctypes.POINTER(ctypes.POINTER(ctypes.c_void_p)))[0]
    resource = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)(methods[_AFTER_QOBJECT])
    name = QByteArray(b"setConfiguration")
    found = resource(interface, shiboken6.getCppPointer(name)[0])
    return core, interface, ctypes.PYFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(found)


def _library(name: str) -> ctypes.CDLL:
    with Path("/proc/self/maps").open(encoding="utf-8") as maps:
        # The path is the sixth column, and may have spaces.
        return ctypes.PyDLL(next(line.rstrip("\n").split(maxsplit=5)[5] for line in maps if name in line))
