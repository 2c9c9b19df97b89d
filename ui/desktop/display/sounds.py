"""The sounds of the hall on this computer: which sounds, the volume, the device, and playing them."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QObject, Signal, SignalInstance

from assets import sounds
from tournament.language import Text, mark, mark_in
from ui.desktop import preferences
from ui.hall.hall_state import USUAL_SOUNDS, SoundKind

SOUND_NAMES: dict[str, Text] = {
    "gong": mark_in("sound", "Gong"),
    "tower-bell": mark("Tower bell"),
    "singing-bowl": mark("Singing bowl"),
    "two-tones": mark("Two tones"),
    "three-pings": mark("Three pings"),
    "hand-bell": mark("Hand bell"),
}
"""The names of all sounds that can be chosen, by file name without extension."""
USUAL_VOLUME = 80
_CALL = "three-pings"
"""The sound of a table that calls a referee."""


@dataclass(frozen=True, slots=True)
class SoundChoice:
    """The sounds that were chosen for this computer, with volume and device."""

    sounds: dict[SoundKind, str] = field(default_factory=lambda: dict(USUAL_SOUNDS))
    volume: int = USUAL_VOLUME
    """From 0 to 100."""
    muted: bool = False
    device: str = ""
    """Id of the device; empty for the computer's default device."""

    def with_sound(self, kind: SoundKind, name: str) -> "SoundChoice":
        """The choice with another sound for ``kind``."""
        return replace(self, sounds={**self.sounds, kind: name})


def saved_choice() -> SoundChoice:
    """The choice that was saved last. Values that cannot be read are replaced by their defaults."""
    chosen = {kind: preferences.value(f"sound-{kind.value}") for kind in SoundKind}
    volume = preferences.value("sound-volume")
    return SoundChoice(
        {kind: name if name in SOUND_NAMES else USUAL_SOUNDS[kind] for kind, name in chosen.items()},
        min(int(volume), 100) if volume.isdecimal() else USUAL_VOLUME,
        preferences.value("sound-muted") == "yes",
        preferences.value("sound-device"),
    )


def save_choice(choice: SoundChoice) -> None:
    """Save ``choice`` for the next time."""
    for kind, name in choice.sounds.items():
        preferences.keep_value(f"sound-{kind.value}", name)
    preferences.keep_value("sound-volume", str(choice.volume))
    preferences.keep_value("sound-muted", "yes" if choice.muted else "no")
    preferences.keep_value("sound-device", choice.device)


class PlayingDevice(Protocol):
    """The interface of :class:`~ui.desktop.display.sound_player.SoundPlayer`."""

    half_heard: SignalInstance
    ended: SignalInstance
    failed: SignalInstance
    devices_changed: SignalInstance

    def devices(self) -> list[tuple[str, str]]: ...
    def problem(self, device: str) -> Text | None: ...
    def play(self, path: Path, volume: float, device: str) -> Text | None: ...
    def stop(self) -> None: ...


class HallSounds(QObject):
    """Plays the sound of each kind as chosen. The sound library is imported with the first sound."""

    half_heard = Signal()
    """At least half of the sound was played."""
    ended = Signal()
    failed = Signal(object)
    """The sound cannot be heard (Text)."""
    devices_changed = Signal()
    """A sound device was connected or disconnected."""
    choice_changed = Signal()

    def __init__(
        self, make_player: "Callable[[QObject], PlayingDevice] | None" = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._make_player = make_player or _sound_player
        self._player: PlayingDevice | None = None
        self._caller: PlayingDevice | None = None
        """Plays calls of tables. It is another player, so that a call neither stops a gong nor counts as one."""
        self.choice = saved_choice()

    def choose(self, choice: SoundChoice) -> None:
        """Use and save ``choice``."""
        if choice != self.choice:
            self.choice = choice
            save_choice(choice)
            self.choice_changed.emit()

    def devices(self) -> list[tuple[str, str]]:
        """The sound devices of the computer, as pairs of id and name."""
        return self._loaded().devices()

    def problem(self) -> Text | None:
        """Why a gong cannot be heard now, or None."""
        if self.choice.muted:
            return mark("Sound is turned off on this computer: turn it on on the page Display.")
        if not self.choice.volume:
            return mark("The volume of the gong is 0 on this computer: set it on the page Display.")
        return self._loaded().problem(self.choice.device)

    def play(self, kind: SoundKind) -> Text | None:
        """Play the sound of ``kind``. Return why it cannot be heard, or None."""
        return self.problem() or self._play(self.choice.sounds[kind])

    def try_sound(self, kind: SoundKind) -> Text | None:
        """Play the sound of ``kind`` as a trial, even while sounds are off. Return why it cannot be heard, or None."""
        return self._play(self.choice.sounds[kind])

    def prepare_call(self) -> None:
        """Import the sound library, which takes a moment, before the first call."""
        if self._caller is None:
            self._caller = self._make_player(self)

    def call(self) -> Text | None:
        """Play the sound of a table that calls a referee, unless sounds are off. Return why that is not possible."""
        if self.choice.muted or not self.choice.volume:
            return None
        self.prepare_call()
        assert self._caller is not None, "it was just made"
        return self._caller.play(sounds.path_of(_CALL), self.choice.volume / 100, self.choice.device)

    def refuse(self) -> Text | None:
        """Play the short sound of a refused key, whatever the hall hears. Return why that is not possible."""
        self.prepare_call()
        assert self._caller is not None, "it was just made"
        return self._caller.play(sounds.path_of(sounds.REFUSED), self.choice.volume / 100, self.choice.device)

    def stop(self) -> None:
        """Stop playing."""
        if self._player is not None:
            self._player.stop()

    def _play(self, name: str) -> Text | None:
        return self._loaded().play(sounds.path_of(name), self.choice.volume / 100, self.choice.device)

    def _loaded(self) -> PlayingDevice:
        if self._player is None:
            player = self._player = self._make_player(self)
            player.half_heard.connect(self.half_heard)
            player.ended.connect(self.ended)
            player.failed.connect(self.failed)
            player.devices_changed.connect(self.devices_changed)
        return self._player


@lru_cache(maxsize=1)
def hall_sounds() -> HallSounds:
    """Return the instance of the process, created at the first call."""
    return HallSounds(parent=QCoreApplication.instance())


def _sound_player(parent: QObject) -> PlayingDevice:
    try:
        from ui.desktop.display.sound_player import SoundPlayer
    except ImportError as error:  # a library of the system that QtMultimedia needs is missing
        return NoPlayer(str(error), parent)
    return SoundPlayer(parent)


class NoPlayer(QObject):
    """Replaces the player if QtMultimedia cannot be loaded, and always returns the reason."""

    half_heard = Signal()
    ended = Signal()
    failed = Signal(object)
    devices_changed = Signal()

    def __init__(self, reason: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reason = reason

    def devices(self) -> list[tuple[str, str]]:
        """No devices."""
        return []

    def problem(self, _device: str) -> Text | None:
        """Why nothing can be heard."""
        return mark("The library for sounds cannot be loaded ({reason}). On Linux, install libpulse0.",
                    reason=self._reason)  # fmt: skip

    def play(self, _path: Path, _volume: float, device: str) -> Text | None:
        """Play nothing, and return the reason."""
        return self.problem(device)

    def stop(self) -> None:
        """Do nothing."""
