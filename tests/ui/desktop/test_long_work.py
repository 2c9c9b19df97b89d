"""Work off the GUI thread: result, failure and Cancel come back by signals, exactly one of them."""

from threading import current_thread, main_thread

import pytest
from PySide6.QtCore import QObject
from PySide6.QtTest import QSignalSpy, QTest
from pytestqt.qtbot import QtBot

from tournament.language import mark
from ui.desktop.long_work import CurrentWork, Step, Work, WorkBar, stop_all


def spies(work: Work) -> dict[str, QSignalSpy]:
    return {name: QSignalSpy(getattr(work, name)) for name in ("done", "failed", "cancelled", "ended")}


def counts(heard: dict[str, QSignalSpy]) -> dict[str, int]:
    return {name: spy.count() for name, spy in heard.items()}


def test_the_result_comes_back_from_another_thread(qtbot: QtBot) -> None:
    work = Work(lambda _step: current_thread() is main_thread())
    heard = spies(work)
    with qtbot.waitSignal(work.ended):
        work.start()
        assert work.running
    assert counts(heard) == {"done": 1, "failed": 0, "cancelled": 0, "ended": 1}
    assert heard["done"].at(0) == [False]
    assert not work.running


def test_a_failure_comes_back_as_the_exception(qtbot: QtBot) -> None:
    def task(_step: Step) -> None:
        raise OSError("no such disk")

    work = Work(task)
    heard = spies(work)
    with qtbot.waitSignal(work.ended):
        work.start()
    assert counts(heard) == {"done": 0, "failed": 1, "cancelled": 0, "ended": 1}
    assert str(heard["failed"].at(0)[0]) == "no such disk"


@pytest.mark.parametrize("current", [False, True], ids=["one work", "the current work of a page"])
def test_a_failure_that_nobody_listens_for_is_raised_for_the_crash_reporter(qtbot: QtBot, current: bool) -> None:
    def task(_step: Step) -> None:
        raise ArithmeticError("a fan was counted wrong")

    work, page = Work(task), QObject()
    with qtbot.captureExceptions() as raised, qtbot.waitSignal(work.ended):
        if current:
            CurrentWork(page).start(work)
        else:
            work.start()
    assert [str(error) for _type, error, _where in raised] == ["a fan was counted wrong"]


def endless(step: Step) -> None:
    try:
        while True:
            step(3, 10)
            QTest.qSleep(1)
    except Exception as error:  # what a careless task would do: Cancel is no Exception
        raise AssertionError("cancelling was taken for a failure") from error


def test_cancel_stops_it_and_nothing_else_is_told(qtbot: QtBot) -> None:
    work = Work(endless)
    heard = spies(work)
    progress = QSignalSpy(work.progressed)
    work.start()
    qtbot.waitUntil(lambda: progress.count() > 1)
    assert progress.at(progress.count() - 1) == [3, 10]
    with qtbot.waitSignal(work.ended):
        work.cancel()
    assert counts(heard) == {"done": 0, "failed": 0, "cancelled": 1, "ended": 1}


def test_a_result_that_comes_after_cancel_is_not_told(qtbot: QtBot) -> None:
    work = Work(lambda _step: 1)
    heard = spies(work)
    work.cancel()
    with qtbot.waitSignal(work.ended):
        work.start()
    assert counts(heard) == {"done": 0, "failed": 0, "cancelled": 1, "ended": 1}


def test_progress_is_told_now_and_then_only(qtbot: QtBot) -> None:
    def task(step: Step) -> None:
        for at in range(50_000):
            step(at, 50_000)

    work = Work(task)
    progress = QSignalSpy(work.progressed)
    with qtbot.waitSignal(work.ended):
        work.start()
    assert progress.count() < 500


def test_all_work_stops_when_the_program_ends(qtbot: QtBot) -> None:
    works = [Work(endless), Work(endless)]
    for work in works:
        work.start()
    stop_all()
    qtbot.waitUntil(lambda: not any(work.running for work in works))


@pytest.mark.usefixtures("dressed")
def test_the_bar_waits_a_moment_then_shows_words_progress_and_cancel(qtbot: QtBot) -> None:
    bar = WorkBar()
    qtbot.addWidget(bar)
    work = Work(endless)
    bar.follow(work, mark("Preparing the pages"))
    work.start()
    assert not bar.isVisible()
    qtbot.waitUntil(bar.isVisible)
    qtbot.waitUntil(lambda: bar._bar.value() == 3)
    assert bar._bar.maximum() == 10
    with qtbot.waitSignal(work.ended):
        bar.cancel_button.click()
    assert not bar.isVisible()
