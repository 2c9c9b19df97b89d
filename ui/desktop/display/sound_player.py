"""Playing a sound on a device. Only this module uses QtMultimedia; it is imported when it is first needed."""

from pathlib import Path
from time import monotonic

from PySide6.QtCore import QBuffer, QByteArray, QLoggingCategory, QObject, QTimer, Signal

QLoggingCategory.setFilterRules("qt.multimedia.symbolsresolver=false\nqt.multimedia.ffmpeg=false")
# Otherwise QtMultimedia logs every video library that the computer lacks, which short sounds do not need.

from PySide6.QtMultimedia import (  # noqa: E402 – behind the line above
    QAudioDevice,
    QAudioFormat,
    QAudioSink,
    QMediaDevices,
    QtAudio,
)

from tournament.language import Text, mark  # noqa: E402
from ui.hall.sound_samples import SampleType, samples_for  # noqa: E402

_TYPES: dict[QAudioFormat.SampleFormat, SampleType] = {
    QAudioFormat.SampleFormat.UInt8: "B",
    QAudioFormat.SampleFormat.Int16: "h",
    QAudioFormat.SampleFormat.Int32: "i",
    QAudioFormat.SampleFormat.Float: "f",
}
_RATE = 48_000
"""Twice the sample rate of the files, and one that nearly every device accepts."""
_LOOK = 100
"""Milliseconds between two checks of the progress."""
_HANGS = 3.0
"""Seconds after which playing fails if the device accepts no data. Some need two before the first sample."""
_RINGS = 300
"""Milliseconds from when a device accepts data until it is heard."""


class SoundPlayer(QObject):
    """Plays one sound at a time. It emits :attr:`half_heard` and :attr:`ended`, or :attr:`failed` at any moment."""

    half_heard = Signal()
    """Half of the sound was passed to the device."""
    ended = Signal()
    """All of the sound was passed to the device."""
    failed = Signal(object)
    """The device does not play the sound, and why (Text)."""
    devices_changed = Signal()
    """A device was connected or disconnected."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._media = QMediaDevices(self)
        self._media.audioOutputsChanged.connect(self.devices_changed)
        self._sink: QAudioSink | None = None
        self._buffer = QBuffer(self)
        self._seconds = self._played = 0.0
        self._since = 0.0
        """When progress was last seen, on the monotonic clock."""
        self._watched = QTimer(self, interval=_LOOK)
        self._watched.timeout.connect(self._look)
        self._end = QTimer(self, singleShot=True, interval=_RINGS)
        self._end.timeout.connect(self._finish)

    def devices(self) -> list[tuple[str, str]]:
        """The available devices, as pairs of a permanent id and a name."""
        return [(_name_of(device), device.description()) for device in QMediaDevices.audioOutputs()]

    def problem(self, device: str) -> Text | None:
        """Why ``device`` (empty for the default device) cannot play, or None if it is available."""
        return _no_device(device) if self._device(device) is None else None

    def play(self, path: Path, volume: float, device: str) -> Text | None:
        """Start playing the file ``path`` at ``volume``, from 0 to 1. Return why that is not possible, or None."""
        self.stop()
        found = self._device(device)
        if found is None:
            return _no_device(device)
        form = found.preferredFormat()
        # Samples of this format need the least conversion. The device's own format is the second choice.
        usual = QAudioFormat(form)
        usual.setSampleRate(_RATE)
        usual.setSampleFormat(QAudioFormat.SampleFormat.Int16)
        if found.isFormatSupported(usual) or form.sampleFormat() not in _TYPES:
            form = usual
        try:
            samples = samples_for(path, form.sampleRate(), form.channelCount(), _TYPES[form.sampleFormat()])
        except OSError as error:
            return mark("The sound cannot be read: {reason}.", reason=error.strerror or str(error))
        self._seconds = samples.seconds
        sink = self._sink = QAudioSink(found, form, self)
        # People hear loudness on a logarithmic scale, while the sink takes a linear factor.
        linear = QtAudio.convertVolume(
            volume, QtAudio.VolumeScale.LogarithmicVolumeScale, QtAudio.VolumeScale.LinearVolumeScale
        )
        sink.setVolume(linear)
        self._buffer.setData(QByteArray(samples.data))
        self._buffer.open(QBuffer.OpenModeFlag.ReadOnly)
        sink.start(self._buffer)
        if sink.error() is not QtAudio.Error.NoError:
            self.stop()
            return _refused(found)
        self._played, self._since = 0.0, monotonic()
        self._watched.start()
        return None

    def stop(self) -> None:
        """Stop playing."""
        self._watched.stop()
        self._end.stop()
        sink, self._sink = self._sink, None
        if sink is not None:
            sink.stop()
            sink.deleteLater()
        self._buffer.close()

    def _look(self) -> None:
        """Check the progress. If a device was removed, its sink stops; if it does not respond, it accepts no data."""
        sink = self._sink
        if sink is None:
            return
        before, self._played = self._played, sink.processedUSecs() / 1_000_000
        if self._played > before:
            self._since = monotonic()
        if before < self._seconds / 2 <= self._played:
            self.half_heard.emit()
        # A sink is idle also while it runs short of data. Only near the end does it mean that all was played.
        if sink.state() is QtAudio.State.IdleState and self._played > 0.9 * self._seconds:
            self._watched.stop()
            self._end.start()
        elif sink.state() is QtAudio.State.StoppedState or monotonic() - self._since > _HANGS:
            self._fail()

    def _finish(self) -> None:
        self.stop()
        self.ended.emit()

    def _fail(self) -> None:
        self.stop()
        self.failed.emit(mark("The sound device stopped while playing: check its cable and its switch."))

    def _device(self, name: str) -> QAudioDevice | None:
        if not name:
            usual = QMediaDevices.defaultAudioOutput()
            return None if usual.isNull() else usual
        return next((each for each in QMediaDevices.audioOutputs() if _name_of(each) == name), None)


def _name_of(device: QAudioDevice) -> str:
    return bytes(device.id().data()).hex()


def _no_device(device: str) -> Text:
    if device:
        return mark("The chosen sound device is missing: plug it in, or choose another one.")
    return mark("This computer has no sound device: plug in a loudspeaker.")


def _refused(device: QAudioDevice) -> Text:
    return mark("“{device}” does not play: another program may be using it. Choose another device.",
                device=device.description())  # fmt: skip
