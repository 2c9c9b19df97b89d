"""Sounds and reports every warning and gong of the open event once, on every page."""

from collections.abc import Collection
from datetime import datetime, timedelta

from PySide6.QtCore import QObject, Qt, QTimer

from tournament.language import Text, mark
from tournament.ledger.facts import ClockResumed, ClockStarted
from tournament.ledger.session_clock import ClockSignal, SignalKind
from tournament.use_cases import Book, Changes
from ui.desktop.controller import EventController
from ui.desktop.display.sounds import HallSounds
from ui.hall.event_time import ahead_of
from ui.hall.gongs import (
    DueSignals,
    due_signals,
    keep_record,
    kept_record,
    missed_text,
    next_signal,
    signals_text,
    sound_kind,
    still_settled,
)

_SECOND = 1000


class GongKeeper(QObject):
    """Sounds the signals of the clocks of the open event.

    Only the program that has the event open for writing sounds them; others show a message. A signal is settled, and
    recorded as settled, when half of its sound was played or when it is too late to sound it. If the program is killed
    before that, it sounds the signal after a restart. So a gong may be cut short and repeated, but it is never lost and
    never played twice to its end.
    """

    def __init__(self, controller: EventController, sounds: HallSounds, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._controller, self._sounds = controller, sounds
        self._book: Book | None = None
        self._settled: set[ClockSignal] = set()
        self._reported: set[ClockSignal] = set()
        """Signals that were shown as a message, which is repeated only to say that they cannot be heard."""
        self._failed: set[ClockSignal] = set()
        """Signals for which a message said that they cannot be heard. It is shown once for each."""
        self._playing: tuple[ClockSignal, ...] = ()
        self._lacks_sound = False
        """Whether the last check of the sound found a problem."""
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.look)
        sounds.half_heard.connect(self._heard)
        sounds.ended.connect(self._ended)
        sounds.failed.connect(self._not_heard)
        sounds.devices_changed.connect(self._check_sound)
        controller.opened.connect(self._opened)
        controller.changed.connect(self._changed)
        self._opened()

    @property
    def waiting(self) -> bool:
        """Whether the timer runs, because a signal is due or will be."""
        return self._timer.isActive()

    def look(self) -> None:
        """Sound and report the signals that are due now."""
        book = self._book
        if book is None or not book.view.state.clocks:
            self._timer.stop()
            return
        now = book.now
        self._settled, self._reported = set(still_settled(self._settled, now)), set(still_settled(self._reported, now))
        due = due_signals(book.view.state.clocks.values(), now, self._settled)
        if due.missed:
            self._miss(book, due.missed, now)
        fresh = tuple(signal for signal in due.now if signal not in self._reported)
        self._reported.update(fresh)
        problem = self._sound(due.now, now) if self._sounds_here and not self._playing else None
        self._report(book, fresh, due.now, problem)
        self._wait(book, now, due.now)

    @property
    def _sounds_here(self) -> bool:
        return not self._controller.read_only

    def _sound(self, signals: tuple[ClockSignal, ...], now: datetime) -> Text | None:
        """Play the sound of the most important of ``signals``.

        Return why it cannot be heard, or None. It is then tried again until it is too late.
        """
        silent = tuple(each for each in signals if self._sounds.choice.muted or sound_kind(each) is None)
        if silent:
            self._settle(silent, now)
        heard = DueSignals(tuple(each for each in signals if each not in silent))
        if heard.sound is None:
            return None
        self._playing = heard.now
        problem = self._sounds.play(heard.sound)
        if problem is not None:
            self._playing = ()
        return problem

    def _report(
        self, book: Book, fresh: Collection[ClockSignal], due: Collection[ClockSignal], problem: Text | None
    ) -> None:
        words = signals_text(book.view, fresh)
        if problem is not None and not self._failed.issuperset(due):
            self._failed.update(due)
            words = signals_text(book.view, due)
            self._controller.messages.shown.emit(mark("{signal} It cannot be heard. {problem}", signal=words or "",
                                                      problem=problem))  # fmt: skip
        elif words is not None:
            self._controller.messages.noted.emit(words)

    def _miss(self, book: Book, signals: tuple[ClockSignal, ...], now: datetime) -> None:
        """Report the last of ``signals``, which it is too late to sound, and settle them."""
        unheard = [signal for signal in signals if signal not in self._reported or signal in self._failed]
        if unheard and self._sounds_here and not self._sounds.choice.muted:
            gongs = [signal for signal in unheard if signal.kind is SignalKind.GONG]
            last = (gongs or unheard)[-1]
            self._controller.messages.shown.emit(
                missed_text(last, f"{(last.time + ahead_of(book)).astimezone():%H:%M}")
            )
        self._settle(signals, now)

    def _settle(self, signals: tuple[ClockSignal, ...], now: datetime) -> None:
        self._settled.update(signals)
        if not self._sounds_here or self._book is None:
            return
        try:
            keep_record(_event_of(self._book), still_settled(self._settled, now))
        except OSError as error:
            self._controller.messages.shown.emit(
                mark(
                    "The program could not record what it sounded ({reason}). If it is restarted "
                    "within two minutes, it sounds it again.",
                    reason=error.strerror or str(error),
                )
            )

    def _heard(self) -> None:
        if self._book is not None and self._playing:
            self._settle(self._playing, self._book.now)

    def _ended(self) -> None:
        self._playing = ()
        self.look()

    def _not_heard(self, problem: Text) -> None:
        """Report that playing failed. It is tried again until it is too late."""
        playing, self._playing = self._playing, ()
        if self._book is not None and playing and not self._settled.issuperset(playing):
            self._report(self._book, (), playing, problem)
            self._timer.start(_SECOND)

    def _wait(self, book: Book, now: datetime, due: Collection[ClockSignal]) -> None:
        """Start the timer until the next signal is due, at most a second: timers stop while the computer sleeps."""
        coming = next_signal(book.view.state.clocks.values(), now)
        unsettled = any(signal not in self._settled for signal in due)
        if coming is None and not (self._sounds_here and unsettled):
            self._timer.stop()
            return
        until = _SECOND if coming is None else max((coming - now) / timedelta(milliseconds=1), 0)
        # Rounded up, so that the signal is due when the timer fires.
        self._timer.start(min(int(until) + 1, _SECOND))

    def _opened(self) -> None:
        controller = self._controller
        book = controller.book if controller.view is not None else None
        if book is not self._book:
            self._sounds.stop()
            self._book, self._playing, self._lacks_sound = book, (), False
            self._failed.clear()
            self._settled = set() if book is None else set(kept_record(_event_of(book)).settled)
            self._reported = set(self._settled)
            if book is not None and not self._sounds_here:
                for clock in book.view.state.clocks.values():
                    # Messages about earlier signals are for the program that sounds them.
                    self._reported.update(clock.signals_until(book.now))
            QTimer.singleShot(0, self, self._check_sound)  # a clock may be running when the event is opened
        self.look()

    def _changed(self, changes: Changes) -> None:
        if any(isinstance(entry.fact, ClockStarted | ClockResumed) for entry in changes.entries):
            # Later, because the window clears its message bar after each change.
            QTimer.singleShot(0, self, self._check_sound)
        self.look()

    def _check_sound(self) -> None:
        """While a clock runs, report in advance that its gong cannot be heard, and when it can be heard again."""
        book = self._book
        if book is None or not self._sounds_here or next_signal(book.view.state.clocks.values(), book.now) is None:
            return
        problem = self._sounds.problem()
        messages = self._controller.messages
        if problem is not None:
            signal = messages.noted if self._sounds.choice.muted else messages.shown
            signal.emit(mark("The gong cannot be heard. {problem}", problem=problem))
        elif self._lacks_sound:
            messages.noted.emit(mark("The gong can be heard again: the sound device is back."))
        self._lacks_sound = problem is not None


def _event_of(book: Book) -> str:
    return book.view.journal[0].id
