"""What every test stands on: no window on anybody's screen, no trace in anybody's settings, the same run everywhere.

It is read before any test module, so the environment is set before Qt or the program look at it.
"""

import builtins
import gc
import importlib
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Generator, Hashable, Iterator, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

if TYPE_CHECKING:
    from tests.postgres_server import PostgresServer
    from tests.reviewed import Reviewed
    from ui.desktop.garbage import GarbageCollection

_ROOT = Path(__file__).resolve().parent.parent
_LINES_AROUND = 20
"""The lines that are shown before and after the first one that is not as reviewed."""
_MEMORY = Path("/dev/shm")
"""Where Linux keeps files in memory."""
_ROOM = 1 << 30
"""Bytes that the files of all tests take there at most."""
_OF_VERBOSE = ("logstart", "logfinish")
"""Messages of pytest-xdist that a test begins and ends."""


def _keep_files_in_memory() -> None:
    """Wait for no disk: an event file is made, and each entry written, in half the time.

    Containers often have little room there, or run no programs from it; the files are then where they always are.
    """
    if (
        sys.platform == "linux"  # Wine on Linux shows the folder to programs for Windows
        and os.access(_MEMORY, os.W_OK)
        and shutil.disk_usage(_MEMORY).free > _ROOM
        and not os.statvfs(_MEMORY).f_flag & os.ST_NOEXEC
    ):
        tempfile.tempdir = os.environ["TMPDIR"] = str(_MEMORY)


_keep_files_in_memory()
_HOME = tempfile.TemporaryDirectory(prefix="quatre-vents-tests-", ignore_cleanup_errors=True)


def _isolate() -> None:
    """Point the program, Qt and every library at a folder that goes away, and choose the platform and language.

    The program keeps everything in ``QUATRE_VENTS_HOME``; the other variables are for Qt and for other programs.
    """
    home = Path(_HOME.name)
    for variable, folder in (
        ("HOME", home),
        ("USERPROFILE", home),
        ("APPDATA", home / "AppData" / "Roaming"),
        ("LOCALAPPDATA", home / "AppData" / "Local"),
        ("QUATRE_VENTS_HOME", home / "quatre-vents"),
        ("XDG_CONFIG_HOME", home / "config"),
        ("XDG_DATA_HOME", home / "data"),
        ("XDG_STATE_HOME", home / "state"),
        ("XDG_CACHE_HOME", home / "cache"),
        ("XDG_RUNTIME_DIR", home / "runtime"),
    ):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.environ[variable] = str(folder)
    os.environ["QT_QPA_PLATFORM"] = os.environ.get("QV_TEST_PLATFORM", "offscreen")
    os.environ["QT_QPA_FONTDIR"] = str(_ROOT / "assets" / "fonts")  # offscreen, Qt on Windows looks nowhere else
    os.environ["LC_ALL"] = "C.UTF-8"
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"  # nobody's secrets are looked at
    for variable in (
        "PYTHONUNBUFFERED",
        "LANGUAGE",
        "QUATRE_VENTS_PIN",
        "QUATRE_VENTS_SFTP_PASSWORD",
        "SSH_AUTH_SOCK",
        "QT_SCALE_FACTOR",
        "QT_STYLE_OVERRIDE",
    ):
        os.environ.pop(variable, None)


def _choose_profile() -> None:
    """Let Hypothesis search the same way every time; with the profile `explore`, afresh.

    Hypothesis also tries the constants of every module that is imported, so that a search would depend on the tests
    that ran before it in the same process. There is no public setting for this.
    """
    settings.register_profile(
        "usual",
        max_examples=25,  # the same ones every time: `make explore` and `make mutants` try more
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.register_profile("explore", settings.get_profile("usual"), derandomize=False, max_examples=1000)
    settings.load_profile("usual")
    providers._get_local_constants = Constants


def _choose_hashes() -> None:
    """Give sets of texts the same order in each worker and in each program that a test starts."""
    if not os.environ.get("PYTHONHASHSEED", "").isdigit():
        os.environ["PYTHONHASHSEED"] = "0"


def _keep_bytecode() -> None:
    """Compile once what each worker and each program that a test starts would compile again: half a minute each."""
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def _collect_garbage_seldom() -> None:
    """Let importing and collecting the tests, which makes little garbage, not be interrupted hundreds of times."""
    gc.set_threshold(150_000, 20, 100)


_isolate()
_choose_profile()
_choose_hashes()
_keep_bytecode()
_collect_garbage_seldom()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that writes the reviewed files again; the change is then reviewed as a diff."""
    parser.addoption("--update-golden", action="store_true", help="write the reviewed files again")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that compare something with a reviewed file, so that ``-m reviewed`` finds them."""
    for item in items:
        if "reviewed" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.reviewed)
    _leave_to_thorough(items)


def _leave_to_thorough(items: list[pytest.Item]) -> None:
    """Mark as thorough all cases of a sampled test but those of its sample."""
    cases: dict[str, list[pytest.Function]] = {}
    for item in items:
        if isinstance(item, pytest.Function) and item.get_closest_marker("sampled") is not None:
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for each in cases.values():
        marker = each[0].get_closest_marker("sampled")
        assert marker is not None
        kept = sample_of([_values(case) for case in each], *marker.args)
        for place, case in enumerate(each):
            if place not in kept:
                case.add_marker(pytest.mark.thorough)


def _values(case: pytest.Function) -> dict[str, Hashable]:
    """The value of each parameter of a case; of a value that cannot be compared its place in the list of values."""
    places = case.callspec.indices
    return {name: each if _is_hashable(each) else places[name] for name, each in case.callspec.params.items()}


def _is_hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def sample_of(cases: Sequence[Mapping[str, Hashable]], count: int) -> set[int]:
    """The positions of ``count`` cases, in which each value of each parameter appears about equally often.

    A case gives the value of each parameter. Of equally good cases, those are taken that lie evenly between the first
    and the last one.
    """
    uses = Counter[tuple[str, Hashable]]()
    chosen: set[int] = set()
    for place in range(min(count, len(cases))):
        wanted = place * len(cases) // count
        left = (each for each in range(len(cases)) if each not in chosen)
        best = min(left, key=lambda each: (sum(uses[value] for value in cases[each].items()), abs(each - wanted)))
        chosen.add(best)
        uses.update(cases[best].items())
    return chosen


@pytest.fixture
def reviewed(request: pytest.FixtureRequest) -> "Reviewed":
    """Compares a text with the reviewed file at a path, or writes it there with ``--update-golden``."""

    def compare(path: Path, made: str) -> None:
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(made, encoding="utf-8")
        known = path.read_text(encoding="utf-8")
        both = list(zip_longest(*(text.splitlines(keepends=True) for text in (made, known)), fillvalue=""))
        first = next((place for place, (one, other) in enumerate(both) if one != other), None)
        if first is not None:  # pytest takes a minute to show all differences of a long file
            shown = both[max(first - _LINES_AROUND, 0) : first + _LINES_AROUND]
            assert "".join(one for one, _ in shown) == "".join(other for _, other in shown)
        assert made == known

    return compare


def pytest_sessionstart(session: pytest.Session) -> None:
    """Import this worker's share of all tests, where all are run: what it compiles the others then find."""
    _import_as_python_does()
    worker = getattr(session.config, "workerinput", None)
    if worker is not None and not session.config.option.durations:
        _send_what_is_read(session.config)
    if worker is None or [Path(argument).resolve() for argument in session.config.args] != [_ROOT / "tests"]:
        return
    names = sorted(path.relative_to(_ROOT).with_suffix("") for path in _ROOT.glob("tests/**/test_*.py"))
    for name in names[int(worker["workerid"].removeprefix("gw")) :: worker["workercount"]]:
        importlib.import_module(".".join(name.parts))


def pytest_collection_finish() -> None:
    """Exclude what the tests have imported from garbage collection, which would examine it again and again."""
    gc.collect()
    gc.freeze()


def _import_as_python_does() -> None:
    """Let PySide not look at each import for `from __feature__ import`, which nothing here uses.

    It reads the source of every module for that: a seventh of what collecting the tests takes. There is no setting.
    """
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)


def _send_what_is_read(config: pytest.Config) -> None:
    """Send one message of a test that passes instead of five.

    Not sent are the reports of setup and teardown, which only ``--durations`` shows, and that a test begins and ends,
    which only ``--verbose`` shows. There is no setting for this.
    """
    (worker,) = (plugin for plugin in config.pluginmanager.get_plugins() if type(plugin).__name__ == "WorkerInteractor")
    send = worker.sendevent

    def send_what_is_read(name: str, **values: object) -> None:
        data = values.get("data")
        if name in _OF_VERBOSE and config.option.verbose <= 0:
            return
        if name != "testreport" or not isinstance(data, dict) or data["when"] == "call" or data["outcome"] != "passed":
            send(name, **values)

    worker.sendevent = send_what_is_read


@pytest.hookimpl(trylast=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let garbage be collected in the main thread while there are windows, as the program does."""
    if "qapp" in getattr(item, "fixturenames", ()):
        _garbage_of_windows()
        gc.disable()
    elif not gc.isenabled():
        gc.collect()
        gc.freeze()  # no window is left: nothing of this need be examined again when the next ones are gone
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Collect garbage where no event loop has done it."""
    if not gc.isenabled():
        _garbage_of_windows().collect_if_due()


@cache
def _garbage_of_windows() -> "GarbageCollection":
    from PySide6.QtCore import QCoreApplication

    from ui.desktop.garbage import GarbageCollection

    application = QCoreApplication.instance()
    assert application is not None
    return GarbageCollection(application)


@pytest.fixture(scope="session", autouse=True)
def _cheap_hashes_of_pins() -> Iterator[None]:
    """Hash new PINs quickly: the hash that the program stores takes a third of a second, and so does each check."""
    from tournament.event import role

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(role, "NEW_COST", 2)
        yield


@pytest.fixture(scope="session")
def postgres() -> "Iterator[PostgresServer]":
    """A server of PostgreSQL, which each process starts when a test asks for it: in about a second."""
    from tests.postgres_server import running_postgres

    with running_postgres() as server:
        yield server


@pytest.hookimpl(wrapper=True)
def pytest_report_to_serializable(
    report: object,
) -> Generator[None, dict[str, object] | None, dict[str, object] | None]:
    """Send no keywords of what passed: nobody reads them, and a worker needs a third of its time between tests."""
    data = yield
    if data is not None and getattr(report, "passed", False):
        data["keywords"] = {}
    return data


def pytest_unconfigure() -> None:
    """Take the folder of settings away."""
    _HOME.cleanup()
