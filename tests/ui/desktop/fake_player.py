"""A loudspeaker in the hand of a test: it notes what it plays, may be missing, and stops when the test says so."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from tournament.language import Text, verbatim

MISSING = verbatim("There is no loudspeaker.")
LOST = verbatim("The loudspeaker was pulled out.")


class FakePlayer(QObject):
    """Plays as :class:`ui.desktop.display.sound_player.SoundPlayer` does, without a sound."""

    half_heard = Signal()
    ended = Signal()
    failed = Signal(object)
    devices_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.played: list[str] = []
        """Names of the sounds, in order."""
        self.volumes: list[float] = []
        self.there = ["speaker"]
        self.plays_whole = True
        """Each sound is heard to its end at once; else the test says how far."""

    def of(self, _parent: QObject) -> "FakePlayer":
        """This one, whoever asks."""
        return self

    def devices(self) -> list[tuple[str, str]]:
        return [(name, name.title()) for name in self.there]

    def problem(self, device: str) -> Text | None:
        found = device in self.there if device else bool(self.there)
        return None if found else MISSING

    def play(self, path: Path, volume: float, device: str) -> Text | None:
        problem = self.problem(device)
        if problem is None:
            assert path.is_file()
            self.played.append(path.stem)
            self.volumes.append(volume)
            if self.plays_whole:
                self.half_heard.emit()
                self.ended.emit()
        return problem

    def stop(self) -> None:
        """Nothing is heard anyway."""

    def plug(self, *names: str) -> None:
        """Only these devices are there now."""
        self.there = list(names)
        self.devices_changed.emit()
