"""The part of the page Display in which the user chooses and tries the sounds of the hall."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSlider, QWidget

from tournament.language import Text, mark, mark_in
from ui.desktop.display.sounds import SOUND_NAMES, HallSounds
from ui.desktop.listening import listen
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.fields import CheckBox, ChoiceBox, LabeledField
from ui.desktop.widgets.labels import MessageLabel
from ui.desktop.widgets.layouts import aligned, column, row, stretched
from ui.hall.hall_state import SoundKind

_KINDS = {
    SoundKind.WARNING: (mark_in("sound", "Warning"), mark("Try the warning")),
    SoundKind.GONG: (mark("Gong for all tables"), mark("Try the gong")),
    SoundKind.TABLE_GONG: (mark("Gong of a table"), mark("Try the gong of a table")),
}
_STEP = 5
_USUAL = "usual"
"""Key of the default device; other devices have their id."""


class SoundSettings(QWidget):
    """A sound for each kind with a button to try it, the volume, the device, and a box to turn sounds off."""

    def __init__(self, sounds: HallSounds, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sounds = sounds
        self.choices = {kind: ChoiceBox(label) for kind, (label, _words) in _KINDS.items()}
        self.tries = {kind: OutlineButton(mark("Try"), name=words) for kind, (_label, words) in _KINDS.items()}
        self.volume = QSlider(Qt.Orientation.Horizontal)
        self.volume.setRange(0, 100)
        self.volume.setSingleStep(_STEP)
        self.volume.setPageStep(4 * _STEP)
        self.device = ChoiceBox(mark("Sound device"))
        self.muted = CheckBox(mark("No sound on this computer"))
        self.problem = MessageLabel()
        lines = []
        for kind, (label, _words) in _KINDS.items():
            self.choices[kind].set_choices(list(SOUND_NAMES.items()))
            field = stretched(LabeledField(label, self.choices[kind]))
            lines.append(row(field, aligned(self.tries[kind], Qt.AlignmentFlag.AlignBottom), centred=False))
            self.choices[kind].activated.connect(self._chosen(kind))
            self.tries[kind].clicked.connect(self._tried(kind))
        self._volume = LabeledField(mark("Volume"), self.volume)
        column(*lines, self._volume, LabeledField(mark("Sound device"), self.device), self.muted, self.problem,
               spacing=10, on=self)  # fmt: skip
        self.volume.valueChanged.connect(lambda volume: self._choose(volume=volume))
        self.device.activated.connect(self._choose_device)
        self.muted.toggled.connect(lambda muted: self._choose(muted=muted))
        sounds.choice_changed.connect(self.show_choice)
        sounds.devices_changed.connect(self.show_devices)
        listen(sounds.failed, self, self.problem.show_message)
        self.show_choice()

    def show_devices(self) -> None:
        """Show the available sound devices. Call it when the part becomes visible, because it takes a moment."""
        chosen, devices = self._sounds.choice.device, self._sounds.devices()
        offered: list[tuple[str, Text | str]] = [(_USUAL, mark("Default of this computer")), *devices]
        if chosen and chosen not in dict(devices):
            offered.append((chosen, mark("The chosen one (missing)")))
        self.device.set_choices(offered)
        self.device.setCurrentIndex(max(self.device.findData(chosen or _USUAL), 0))
        self.problem.show_message(self._sounds.problem())

    def show_choice(self) -> None:
        """Show the current choice."""
        choice = self._sounds.choice
        for kind, box in self.choices.items():
            box.setCurrentIndex(max(box.findData(choice.sounds[kind]), 0))
        self.volume.setValue(choice.volume)
        self._volume.set_hint(f"{choice.volume} %")
        self.muted.setChecked(choice.muted)

    def _chosen(self, kind: SoundKind) -> Callable[[int], None]:
        def choose(index: int) -> None:
            name = self.choices[kind].itemData(index)
            self._sounds.choose(self._sounds.choice.with_sound(kind, name))

        return choose

    def _tried(self, kind: SoundKind) -> Callable[[bool], None]:
        return lambda _checked: self.problem.show_message(self._sounds.try_sound(kind))

    def _choose_device(self, index: int) -> None:
        name = self.device.itemData(index)
        self._choose(device="" if name == _USUAL else name)
        self.problem.show_message(self._sounds.problem())

    def _choose(self, **changed: object) -> None:
        self._sounds.choose(replace(self._sounds.choice, **changed))  # type: ignore[arg-type] # by name of the member
