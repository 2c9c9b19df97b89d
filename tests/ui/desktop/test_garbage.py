"""Closed windows are destroyed in the GUI thread, whichever thread makes so many objects that garbage is due."""

import gc
import weakref
from threading import Thread, current_thread, main_thread

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.conftest import PatientBot
from ui.desktop.garbage import GarbageCollection
from ui.desktop.long_work import Work


class Closed(QObject):
    """Refers to itself, as a window does by what it is connected to."""

    def __init__(self) -> None:
        super().__init__()
        self.itself = self
        self.timer = QTimer(self)
        self.timer.start(60_000)


def objects_in_another_thread() -> list[list[int]]:
    kept = list[list[int]]()
    thread = Thread(target=lambda: kept.extend([number] for number in range(200_000)))
    thread.start()
    thread.join()
    return kept


@pytest.fixture
def collection(qapp: QApplication) -> GarbageCollection:
    return GarbageCollection(qapp)


def test_a_cycle_is_destroyed_in_the_gui_thread_alone(collection: GarbageCollection) -> None:
    destroyed_in = list[Thread]()
    weakref.finalize(Closed(), lambda: destroyed_in.append(current_thread()))
    kept = objects_in_another_thread()
    assert destroyed_in == []
    collection.collect_if_due()
    assert kept
    assert destroyed_in == [main_thread()]


def test_it_is_collected_by_itself_while_the_event_loop_runs(collection: GarbageCollection, qtbot: PatientBot) -> None:
    found = weakref.ref(Closed())
    kept = objects_in_another_thread()
    qtbot.waitUntil(lambda: found() is None)
    assert kept


@pytest.mark.thorough
def test_old_garbage_is_collected_when_there_is_much(collection: GarbageCollection) -> None:
    old = Closed()
    found = weakref.ref(old)
    gc.collect()
    del old
    kept = list[list[list[int]]]()
    thresholds = gc.get_threshold()
    gc.set_threshold(100, 2, 2)
    try:
        kept = list[list[list[int]]]()
        while found() is not None:
            assert len(kept) < 1000
            kept.append([[number] for number in range(1000)])
            collection.collect_if_due()
    finally:
        gc.set_threshold(*thresholds)


def test_ended_work_is_destroyed_in_the_gui_thread(qtbot: PatientBot) -> None:
    destroyed_in = list[Thread]()

    def run() -> None:
        work = Work(lambda _step: None)
        weakref.finalize(work, lambda: destroyed_in.append(current_thread()))
        work.start()

    for _ in range(50):
        run()
    qtbot.waitUntil(lambda: len(destroyed_in) == 50)
    assert set(destroyed_in) == {main_thread()}
