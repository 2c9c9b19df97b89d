"""Uses the program as a user does, command line and window: ``python -m tests.ui.home_driver WORK``.

Prints as JSON each path that Python was asked to write, whatever came of it. What Qt and SQLite write, Python does
not see.
"""

import io
import json
import os
import sys
from pathlib import Path

SAMPLES = Path(__file__).resolve().parents[2] / "docs" / "samples"
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
_NAMES = {"os.mkdir": 1, "os.remove": 1, "os.rmdir": 1, "os.truncate": 1, "os.chmod": 1, "os.rename": 2, "os.link": 2,
          "os.symlink": 2, "shutil.move": 2}  # fmt: skip
"""What else Python reports that changes folders, and how many of its arguments are paths."""


def watch() -> set[str]:
    """The paths that are written from now on; it grows."""
    touched: set[str] = set()

    def note(event: str, arguments: tuple[object, ...]) -> None:
        paths: tuple[object, ...] = arguments[: _NAMES.get(event, 0)]
        if event == "open" and isinstance(arguments[2], int) and arguments[2] & _WRITES:
            paths = arguments[:1]
        touched.update(os.fsdecode(path) for path in paths if isinstance(path, str | bytes | os.PathLike))

    sys.addaudithook(note)
    return touched


def use_command_line(work: Path) -> None:
    """An event from its beginning to its papers, and what a user keeps."""
    from ui.cli.__main__ import run

    event, out = work / "cup.qv", work / "out"
    out.mkdir()
    calls: tuple[tuple[str | Path, ...], ...] = (
        ("new", event, "--name", "Cup", "--sessions", "4"),
        ("players", event, "import", SAMPLES / "players.csv"),
        ("players", event, "register", SAMPLES / "members.csv", "--keep"),
        ("draw", event),
        ("record", event, "--jsonl"),
        ("standings", event, "--json"),
        ("publish", event, "--session", "1"),
        ("site", event, "--to", out),
        *(("export", event, "--what", "standings", "--to", to, "--out", out / f"standings.{to}")
          for to in ("csv", "xlsx", "pdf")),
        ("copies", event),
        ("check", event),
        ("clock", event, "--start"),
    )  # fmt: skip
    for words in calls:
        sys.stdin = io.TextIOWrapper(io.BytesIO(b'{"type":"hand","session":1,"table":1,"hand":1,"winner":null}\n'))
        code = run([str(word) for word in words])
        if code not in (0, 1):
            raise AssertionError(f"{words} ended with {code}")


def use_window(event: Path) -> None:
    """The window, with everything that it keeps for a user."""
    from PySide6.QtWidgets import QApplication, QFileDialog

    from ui.desktop import bootstrap, preferences
    from ui.desktop.copying import copying_of
    from ui.desktop.crash import CrashReporter
    from ui.desktop.pictures import application
    from ui.desktop.window import Window
    from ui.entry import half_typed_files
    from ui.entry.half_typed import HalfTyped
    from ui.entry.penalty_draft import PenaltyDraft
    from ui.hall import hall_store
    from ui.hall.hall_state import HallState

    preferences.keep_settings_of_qt()
    app = application()
    bootstrap.play_sample_event(lambda _done, _all: None)
    controller = bootstrap.make_controller("Referee")
    controller.open(event)
    window = Window(controller)
    window.show()
    preferences.keep_author("Referee")
    half_typed_files.keep(HalfTyped("e", fouls=(PenaltyDraft(1),)))
    hall_store.save_hall(HallState("e"))
    copying = copying_of(controller)
    copying.copy_now()
    while copying.busy:
        app.processEvents()
    dialog = QFileDialog(window, "Open", str(event.parent))
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.show()
    dialog.reject()
    dialog.deleteLater()
    QApplication.sendPostedEvents()
    app.processEvents()
    window.close_quietly()
    controller.close()
    fault = ValueError("on purpose")
    CrashReporter().report(ValueError, fault, None)


def main() -> None:
    """Do everything, then print the result."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
    work, touched = Path(sys.argv[1]), watch()
    use_command_line(work)
    use_window(work / "cup.qv")
    sys.stdout.write("\n" + json.dumps(sorted(touched)))
    sys.stdout.flush()


if __name__ == "__main__":
    main()
