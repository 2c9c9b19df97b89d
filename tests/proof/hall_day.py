"""A day in the hall for a program that is killed: what happens, and how a watch judges it.

The watch is independent of the program: it counts seconds of true time, and knows nothing of journals, clocks and
signals.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from random import Random

SESSIONS = 10
MINUTES = 20
"""How long each session is."""
WARNS = 15 * 60
SOUNDED_UNTIL = 120
"""Seconds in which a signal is still sounded."""
TABLE = 2
"""The table that gets minutes of its own."""
GRAVEST = ("gong", "table-gong", "warning")


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that the organiser does, so many seconds after the deed before."""

    delay: float
    session: int
    what: str
    """start, pause, resume, extra, table, stop"""
    minutes: int = 0


@dataclass(frozen=True, slots=True)
class Done:
    """A deed, and the second of the day at which it was done."""

    at: float
    deed: Deed


@dataclass(frozen=True, slots=True)
class Due:
    """A signal that the watch says is due."""

    at: float
    kind: str
    """A sound, or ``table-warning``, which is only shown in words."""
    session: int


def planned_day(chance: Random) -> list[Deed]:
    """Ten sessions with pauses and extra minutes. However late a deed is done after the one before, it is in order."""
    deeds: list[Deed] = []
    for session in range(1, SESSIONS + 1):
        deeds.append(Deed(chance.uniform(120, 240) if deeds else 5, session, "start"))
        for what in chance.sample(("extra", "table", "pause"), chance.randint(0, 3)):
            deeds.append(Deed(chance.uniform(20, 120), session, what, chance.randint(3, 6)))
            if what == "pause":
                deeds.append(Deed(chance.uniform(30, 400), session, "resume"))
        if chance.random() < 0.3:
            deeds.append(Deed(chance.uniform(1300, 1500), session, "extra", chance.randint(3, 5)))
        if chance.random() < 0.3:
            deeds.append(Deed(chance.uniform(200, 700), session, "stop"))
        else:
            deeds.append(Deed(2000, session, "stop"))
    return deeds


class Watch:
    """Goes through what was done, second by second of true time."""

    def __init__(self) -> None:
        self._at = 0.0
        self._session = 0
        self._runs = False
        self._started = False
        self._left = {"all": 0.0, "table": 0.0}
        self._own = False
        """The table has minutes of its own."""
        self.due: list[Due] = []

    def shows(self, at: float) -> str:
        """What the top bar shows."""
        left = max(self._left["all"] - (at - self._at if self._runs else 0), 0)
        minutes, seconds = divmod(ceil(round(left, 3)), 60)
        hours, minutes = divmod(minutes, 60)
        text = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
        if not self._started:
            return ""
        if not left:
            return "Gong"
        return text if self._runs else f"paused {text}"

    def meets(self, done: Done) -> None:
        """Time until then passes, then it is done."""
        self.passes(done.at)
        deed, left = done.deed, self._left
        match deed.what:
            case "start":
                self._session, self._runs, self._started, self._own = deed.session, True, True, False
                self._left = {"all": MINUTES * 60.0, "table": MINUTES * 60.0}
            case "pause" | "resume":
                self._runs = deed.what == "resume"
            case "extra":
                for place in left:
                    left[place] += deed.minutes * 60
            case "table":
                left["table"] += deed.minutes * 60
                self._own = True
            case "stop":
                if left["all"]:
                    self._add(done.at, "gong")
                elif self._own and left["table"]:
                    self._add(done.at, "table-gong")
                self._runs = False
                self._left = {"all": 0.0, "table": 0.0}

    def passes(self, until: float) -> None:
        """Nothing is done until then."""
        time, begin, before, self._at = until - self._at, self._at, dict(self._left), until
        if not self._runs:
            return
        self._left = {place: max(left - time, 0) for place, left in before.items()}
        own = self._own and abs(before["table"] - before["all"]) > 1e-6
        for place, prefix in (("all", ""), ("table", "table-")) if own else (("all", ""),):
            for kind, edge in (("warning", WARNS), ("gong", 0)):
                if before[place] > edge >= before[place] - time:
                    self._add(begin + before[place] - edge, prefix + kind)
        self.due.sort(key=lambda each: each.at)

    def _add(self, at: float, kind: str) -> None:
        self.due.append(Due(at, kind, self._session))


def watched(done: Iterable[Done], until: float) -> list[Due]:
    """Every signal that was due until then."""
    watch = Watch()
    for each in done:
        watch.meets(each)
    watch.passes(until)
    return [each for each in watch.due if each.at <= until]


@dataclass(frozen=True, slots=True)
class Sound:
    """A sound that began; half and end None: the program was killed before."""

    kind: str
    begin: float
    half: float | None = None
    end: float | None = None


def faults(
    due: Sequence[Due],
    sounds: Sequence[Sound],
    lives: Sequence[tuple[float, float]],
    told: Sequence[str],
    *,
    grace: float,
) -> Iterator[str]:
    """What went wrong: a signal that was lost or doubled, or a sound that nobody asked for.

    ``lives``: from when to when the program ran; one that ran for ``grace`` seconds while a signal was due sounded it.
    """
    heard = [each for each in due if each.kind in GRAVEST]
    for signal in heard:
        within = [sound for sound in sounds if _fits(sound, signal)]
        graver = GRAVEST[: GRAVEST.index(signal.kind) + 1]
        covered = any(sound.kind in graver and sound.half is not None for sound in within)
        alive = [min(end, signal.at + SOUNDED_UNTIL) - max(begin, signal.at) for begin, end in lives]
        if not covered and max(alive, default=0) >= grace:
            yield f"{signal} was lost: the program ran for {max(alive):.1f} s, {within}"
        whole = [sound for sound in within if sound.kind == signal.kind and sound.end is not None]
        alike = [each for each in heard if each.kind == signal.kind and abs(each.at - signal.at) < SOUNDED_UNTIL]
        if len(whole) > len(alike):
            yield f"{signal} was doubled: {whole}"
        later = any(begin < signal.at + 3000 and end > signal.at + SOUNDED_UNTIL + grace for begin, end in lives)
        said = any(f"gong of session {signal.session} was due" in text for text in told)
        if signal.kind == "gong" and not covered and later and not said:
            yield f"{signal} was neither heard nor told"
    for sound in sounds:
        if not any(_fits(sound, each) and each.kind == sound.kind for each in heard):
            yield f"{sound} was due to nothing"


def _fits(sound: Sound, signal: Due) -> bool:
    """Whether the sound began while the signal was due."""
    return signal.at - 0.01 <= sound.begin < signal.at + SOUNDED_UNTIL
