"""The sounds of the hall as this computer plays them: which, how loud, on which device, or none."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QObject, Signal, SignalInstance

from assets import sounds
from tournament.language import Text, mark
from ui.desktop import preferences
from ui.hall.gongs import SoundKind

SOUND_NAMES: dict[str, Text] = {
    "gong": mark("Gong"),
    "tower-bell": mark("Tower bell"),
    "singing-bowl": mark("Singing bowl"),
    "two-tones": mark("Two tones"),
    "three-pings": mark("Three pings"),
    "hand-bell": mark("Hand bell"),
}
"""Every sound that can be chosen, by the name of its file."""
USUAL_SOUNDS = {SoundKind.GONG: "gong", SoundKind.TABLE_GONG: "hand-bell", SoundKind.WARNING: "two-tones"}
USUAL_VOLUME = 80


@dataclass(frozen=True, slots=True)
class SoundChoice:
    """What was chosen on this computer."""

    sounds: dict[SoundKind, str] = field(default_factory=lambda: dict(USUAL_SOUNDS))
    volume: int = USUAL_VOLUME
    """0 to 100."""
    muted: bool = False
    device: str = ""
    """What names the device; empty: the usual one of the computer."""

    def with_sound(self, kind: SoundKind, name: str) -> "SoundChoice":
        """With another sound for ``kind``."""
        return replace(self, sounds={**self.sounds, kind: name})


def kept_choice() -> SoundChoice:
    """What was chosen last; what is not to be understood is as usual."""
    chosen = {kind: preferences.value(f"sound-{kind.value}") for kind in SoundKind}
    volume = preferences.value("sound-volume")
    return SoundChoice(
        {kind: name if name in SOUND_NAMES else USUAL_SOUNDS[kind] for kind, name in chosen.items()},
        min(int(volume), 100) if volume.isdecimal() else USUAL_VOLUME,
        preferences.value("sound-muted") == "yes",
        preferences.value("sound-device"),
    )


def keep_choice(choice: SoundChoice) -> None:
    """Sound like this next time too."""
    for kind, name in choice.sounds.items():
        preferences.keep_value(f"sound-{kind.value}", name)
    preferences.keep_value("sound-volume", str(choice.volume))
    preferences.keep_value("sound-muted", "yes" if choice.muted else "no")
    preferences.keep_value("sound-device", choice.device)


class PlayingDevice(Protocol):
    """What :class:`~ui.desktop.display.sound_player.SoundPlayer` offers."""

    half_heard: SignalInstance
    ended: SignalInstance
    failed: SignalInstance
    devices_changed: SignalInstance

    def devices(self) -> list[tuple[str, str]]: ...
    def problem(self, device: str) -> Text | None: ...
    def play(self, path: Path, volume: float, device: str) -> Text | None: ...
    def stop(self) -> None: ...


class HallSounds(QObject):
    """Plays the sound of each kind as chosen; the library for it is loaded with the first that may sound."""

    half_heard = Signal()
    """At least half of what plays was heard."""
    ended = Signal()
    failed = Signal(object)
    """What plays is not heard (Text)."""
    devices_changed = Signal()
    """A sound device came or went."""
    choice_changed = Signal()

    def __init__(
        self, make_player: "Callable[[QObject], PlayingDevice] | None" = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._make_player = make_player or _sound_player
        self._player: PlayingDevice | None = None
        self.choice = kept_choice()

    def choose(self, choice: SoundChoice) -> None:
        """Sound like this from now on."""
        if choice != self.choice:
            self.choice = choice
            keep_choice(choice)
            self.choice_changed.emit()

    def devices(self) -> list[tuple[str, str]]:
        """The sound devices of the computer: what names each, and its words."""
        return self._loaded().devices()

    def problem(self) -> Text | None:
        """Why a gong would not be heard now; None: it would."""
        if self.choice.muted:
            return mark("Sound is turned off on this computer: turn it on on the page Display.")
        if not self.choice.volume:
            return mark("The volume of the gong is 0 on this computer: set it on the page Display.")
        return self._loaded().problem(self.choice.device)

    def play(self, kind: SoundKind) -> Text | None:
        """Play the sound of ``kind``; why it cannot be heard, if it cannot."""
        return self.problem() or self._play(self.choice.sounds[kind])

    def try_sound(self, kind: SoundKind) -> Text | None:
        """Let the organiser hear the sound of ``kind``, also while it is switched off."""
        return self._play(self.choice.sounds[kind])

    def stop(self) -> None:
        """Be silent."""
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
    """The sounds of this program."""
    return HallSounds(parent=QCoreApplication.instance())


def _sound_player(parent: QObject) -> PlayingDevice:
    try:
        from ui.desktop.display.sound_player import SoundPlayer
    except ImportError as error:  # a library of the system that Qt's sounds need is not there
        return NoPlayer(str(error), parent)
    return SoundPlayer(parent)


class NoPlayer(QObject):
    """In the place of a player where its library cannot be loaded: whatever it is asked, it says why."""

    half_heard = Signal()
    ended = Signal()
    failed = Signal(object)
    devices_changed = Signal()

    def __init__(self, reason: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reason = reason

    def devices(self) -> list[tuple[str, str]]:
        """None."""
        return []

    def problem(self, _device: str) -> Text | None:
        """Why nothing is heard."""
        return mark("The library for sounds cannot be loaded ({reason}). On Linux, install libpulse0.",
                    reason=self._reason)  # fmt: skip

    def play(self, _path: Path, _volume: float, device: str) -> Text | None:
        """Play nothing."""
        return self.problem(device)

    def stop(self) -> None:
        """Nothing is heard."""
