"""What a fresh machine gets: the locks, the files that are there, the commands that set everything up."""

import importlib.metadata
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from tests.conftest import sample_of
from tests.mutants.rooms import ROOMS, Room
from tests.ui.cli.conftest import call_program

ROOT = Path(__file__).resolve().parent.parent
LOCKS = (
    "requirements.lock",
    ".ci/development.lock",
    "tests/proof/requirements.lock",
    "tests/mutants/requirements.lock",
    ".ci/audit.lock",
    "tests/proof/fuzzing.lock",
    ".ci/sbom.lock",
    ".ci/workflows.lock",
    ".ci/package/requirements.lock",
    ".ci/docs/requirements.lock",
)
FOLDERS = {"tournament", "ui", "reports", "tests", "assets", "docs", ".ci", ".github"}
FILES = {
    "pyproject.toml",
    "README.md",
    "Makefile",
    "requirements.lock",
    "LICENSE",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
}
FILES |= {".gitignore", ".gitattributes"}
REGISTRIES = (
    ("pypi", "org"),
    ("pythonhosted", "org"),
    ("npmjs", "org"),
    ("yarnpkg", "com"),
    ("deb", "debian", "org"),
    ("archive", "ubuntu", "com"),
    ("crates", "io"),
    ("proxy", "golang", "org"),
    ("conda", "anaconda", "org"),
)
QT_MODULES = ("Core", "Gui", "Widgets", "Pdf", "PdfWidgets", "Svg", "SvgWidgets", "PrintSupport", "Multimedia", "Test")
HEAVY = {"PySide6", "babel", "msgspec", "numpy", "openpyxl", "pandas", "paramiko", "reportlab", "sqlite3"}

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="about shared libraries and shells of Linux")


def repository_files() -> list[Path]:
    """Give every file that is or could be committed, relative to the root."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone: what belongs to the repository cannot be told")
    if shutil.which("git") is None:
        pytest.skip("no git here, which says what belongs to the repository")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout.decode()
    return [Path(name) for name in listed.split("\0") if name and (ROOT / name).is_file()]


def locked(lock: str) -> dict[str, tuple[str, list[str]]]:
    """Give version and hashes of each package of a lock."""
    text = (ROOT / lock).read_text(encoding="utf-8").replace("\\\n", " ")
    packages: dict[str, tuple[str, list[str]]] = {}
    for line in text.splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            requirement, *hashes = line.split("--hash=")
            match = re.match(r"([\w.-]+)==([\w.]+)\s*(?:;.*)?$", requirement.strip())
            assert match, f"{lock}: not a pinned package: {requirement}"
            packages[canonicalize_name(match[1])] = (match[2], [text.strip() for text in hashes])
    return packages


@pytest.mark.parametrize("lock", LOCKS)
def test_every_line_of_a_lock_is_pinned_with_hashes(lock: str) -> None:
    packages = locked(lock)
    assert packages
    for name, (_, hashes) in packages.items():
        assert hashes, f"{name} has no hash"
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", text) for text in hashes), name


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_place_to_fetch_from(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert not re.search(r"://|--index-url|--extra-index-url|--find-links|--trusted-host| @ ", text)


def test_the_locks_meet_what_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"]
    wanted = {
        LOCKS[0]: (of_users := project["project"]["dependencies"] + groups["build"]),
        LOCKS[1]: of_users + project["project"]["optional-dependencies"]["parquet"] + groups["dev"],
        LOCKS[2]: groups["engines"],
        LOCKS[3]: groups["mutants"],
        LOCKS[4]: groups["audit"],
        LOCKS[5]: groups["fuzzing"],
        LOCKS[6]: groups["sbom"],
        LOCKS[7]: groups["workflows"],
        LOCKS[8]: groups["package"],
        LOCKS[9]: groups["docs"],
    }
    for lock, requirements in wanted.items():
        packages = locked(lock)
        for requirement in map(Requirement, requirements):
            version, _ = packages[canonicalize_name(requirement.name)]
            assert requirement.specifier.contains(version), requirement


def test_users_install_no_tool_of_development() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    of_users, of_developers = locked(LOCKS[0]), locked(LOCKS[1])
    needed = {canonicalize_name(Requirement(each).name) for each in project["project"]["dependencies"]}
    tools = {canonicalize_name(Requirement(each).name) for each in project["dependency-groups"]["dev"]}
    assert {"mypy", "ruff", "uv", "hypothesis", "pytest", "pyarrow"} <= tools
    assert of_users.keys() & tools == set()
    assert needed <= of_users.keys() <= of_developers.keys()
    assert of_users == {name: of_developers[name] for name in of_users}


def test_no_file_names_a_registry() -> None:
    hosts = [".".join(parts).encode() for parts in REGISTRIES]
    guilty = {str(file) for file in repository_files() for host in hosts if host in (ROOT / file).read_bytes()}
    assert guilty == set()


def test_the_top_level_holds_only_what_belongs_there() -> None:
    files = repository_files()
    assert {file.parts[0] for file in files if len(file.parts) > 1} <= FOLDERS
    assert {file.name for file in files if len(file.parts) == 1} <= FILES


def test_the_command_is_installed() -> None:
    (command,) = importlib.metadata.entry_points(group="console_scripts", name="quatre-vents")
    assert command.value == "ui.cli.__main__:main"
    assert callable(command.load())


def test_the_command_line_starts_without_the_heavy_libraries() -> None:
    code = f"import sys, ui.cli.__main__; print(sorted({HEAVY!r} & sys.modules.keys()))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    assert run.stdout.strip() == "[]"


def script_of(name: str) -> ModuleType:
    """Load a script of ``.ci``."""
    spec = importlib.util.spec_from_file_location(name, ROOT / ".ci" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.thorough
@on_linux
def test_qt_finds_every_library_that_it_needs() -> None:
    ldd = shutil.which("ldd")
    if ldd is None:
        pytest.skip("ldd is not here to ask")
    import PySide6

    home = Path(PySide6.__file__).parent
    modules = [f"Qt{name}.abi3.so" for name in QT_MODULES]
    plugins = [f"Qt/plugins/platforms/libq{name}.so" for name in ("offscreen", "minimal", "xcb", "wayland")]
    plugins += ["Qt/plugins/multimedia/libffmpegmediaplugin.so"]
    plugins += ["Qt/plugins/printsupport/libcupsprintersupport.so", "Qt/plugins/iconengines/libqsvgicon.so"]
    for name in modules + plugins:
        said = subprocess.run([ldd, str(home / name)], check=True, capture_output=True, text=True).stdout
        assert [line.strip() for line in said.splitlines() if "not found" in line] == [], name


@on_linux
@pytest.mark.parametrize(("lost", "code"), [("libEGL.so.1", 1), ("libxcb-cursor.so.0", 0)])
def test_without_the_right_to_install_the_command_is_shown(
    lost: str, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = script_of("system_libraries")
    monkeypatch.setattr(script, "loads", lambda name: name != lost)
    monkeypatch.setattr(script.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(script.shutil, "which", lambda _: "/usr/bin/apt-get")
    package = (script.TO_START | script.FOR_WINDOW_AND_PRINTER)[lost]
    assert script.main() == code
    assert capsys.readouterr().err == f"Qt misses system libraries: {lost}\nRun: sudo apt-get install {package}\n"


@on_linux
def test_root_on_debian_installs_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    script = script_of("system_libraries")
    installed: list[str] = []
    monkeypatch.setattr(script, "loads", lambda name: name != "libEGL.so.1" or bool(installed))
    monkeypatch.setattr(script.os, "geteuid", lambda: 0)
    monkeypatch.setattr(script.shutil, "which", lambda _: "/usr/bin/apt-get")
    monkeypatch.setattr(script, "install", installed.extend)
    assert script.main() == 0
    assert installed == ["libegl1"]


def test_every_place_names_the_same_pythons() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    supported = SpecifierSet(project["requires-python"])
    versions = [f"3.{minor}" for minor in range(100) if supported.contains(f"3.{minor}")]
    named = "Programming Language :: Python :: "
    assert [each.removeprefix(named) for each in project["classifiers"] if each.startswith(named)] == versions
    *others, last = versions
    words = f"Python {', '.join(others)} or {last}"
    for name in ("README.md", "CONTRIBUTING.md", "docs/pypi.md", ".ci/make_venv"):
        assert words in (ROOT / name).read_text(encoding="utf-8"), name


def stand_in(command: Path, script: str) -> Path:
    """A command that does nothing but this."""
    command.parent.mkdir(parents=True, exist_ok=True)
    command.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    command.chmod(0o755)
    return command


@on_linux
def test_a_newer_python_is_found_where_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = script_of("newer_python")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    assert script.newest(11) is None
    stand_in(tmp_path / "bin" / "python3.15", "echo 3.15")  # not supported
    stand_in(tmp_path / "bin" / "python3.13", "exit 127")  # a command of pyenv, whose version is not selected
    assert script.newest(11) is None
    of_path = stand_in(tmp_path / "bin" / "python3.12", "echo 3.12")
    assert script.newest(11) == str(of_path)
    assert script.newest(12) is None
    stand_in(tmp_path / "pyenv" / "versions" / "3.13.0" / "bin" / "python3", "echo 3.13; exit 1")  # without headers
    assert script.newest(11) == str(of_path)
    of_pyenv = stand_in(tmp_path / "pyenv" / "versions" / "3.13.1" / "bin" / "python3", "echo 3.13")
    assert script.newest(11) == script.newest(12) == str(of_pyenv)
    assert script.newest(13) is None


@on_linux
@pytest.mark.parametrize(
    ("python", "folder"), [("", ".venv"), ("PYTHON=python3.12", ".venv-3.12"), ("PYTHON=of-mine", ".venv-3.13")]
)
def test_a_named_python_has_an_environment_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, python: str, folder: str
) -> None:
    make = shutil.which("make")
    if make is None:
        pytest.skip("make is not here")
    for name in ("MAKEFLAGS", "MAKELEVEL", "PYTHON"):  # of the `make test` that runs this
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=os.pathsep)
    stand_in(tmp_path / "bin" / "python3.12", "echo 3.12")
    stand_in(tmp_path / "bin" / "of-mine", "echo 3.13")
    command = [make, "--dry-run", "--always-make", "install", *python.split()]
    said = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert f"bash .ci/make_venv {folder} {python.removeprefix('PYTHON=')}".rstrip() in said
    assert f"\n{folder}/bin/python -m pip" in said


@on_linux
def test_an_unfit_python_is_refused(tmp_path: Path) -> None:
    run = subprocess.run(
        ["bash", ".ci/make_venv", str(tmp_path / "venv"), "false"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 1
    assert run.stderr.startswith("No Python 3.11, 3.12, 3.13 or 3.14 found as false.")
    assert not (tmp_path / "venv").exists()


@on_linux
@pytest.mark.parametrize(("demand", "code"), [("", 0), ("required", 1)])
def test_without_a_compiler_the_engines_are_left_out_in_one_line(tmp_path: Path, demand: str, code: int) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    environment = os.environ | {"PATH": str(tmp_path / "bin"), "ENGINES": demand}
    bash = shutil.which("bash")
    assert bash is not None
    run = subprocess.run(
        [bash, ".ci/install_engines", str(tmp_path)],
        cwd=ROOT,
        env=environment,
        check=False,
        capture_output=True,
        text=True,
    )
    assert run.returncode == code
    assert run.stderr.splitlines() == [
        "The published engines were not built (no C++ compiler): the tests that compare with them are skipped."
    ]


def tried() -> list[tuple[int, str]]:
    """Search, and give what was tried."""
    values: list[tuple[int, str]] = []

    @settings(max_examples=100)
    @given(st.integers(), st.text())
    def search(one: int, other: str) -> None:
        values.append((one, other))

    search()
    return values


def test_a_search_does_not_depend_on_what_was_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = tried()
    assert len(before) > 50
    constants = ", ".join(f'{10**9 + number}, "constant {number}"' for number in range(500))
    (tmp_path / "many_constants.py").write_text(f"CONSTANTS = ({constants})\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "many_constants", raising=False)
    importlib.import_module("many_constants")
    assert tried() == before


def test_workers_and_programs_order_sets_alike() -> None:
    assert os.environ["PYTHONHASHSEED"].isdigit()


def test_the_short_path_of_the_readme_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    steps = re.findall(r"^quatre-vents (.*?)\s*(?:#.*)?$", readme, flags=re.MULTILINE)
    hand = re.findall(r'^\{"type".*\}$', readme, flags=re.MULTILINE)
    names = "".join(f"Sample{number},Exemple{number}\n" for number in range(1, 17))
    (tmp_path / "players.csv").write_text(f"first_name,last_name\n{names}", encoding="utf-8")
    (tmp_path / "hands.jsonl").write_text("\n".join(hand) + "\n", encoding="utf-8")
    assert [shlex.split(step)[0] for step in steps] == ["new", "players", "draw", "record", "standings", "export"]
    monkeypatch.chdir(tmp_path)
    for step in steps:
        answer = call_program(*shlex.split(step))
        assert answer.code == 0, f"{step}: {answer.err}"
    assert (tmp_path / "standings.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize("count", range(13))
def test_a_sample_has_every_value_as_often_as_any_other(count: int) -> None:
    cases = [{"language": language, "size": size} for language in "abc" for size in range(4)]
    chosen = sample_of(cases, count)
    assert len(chosen) == count
    for name in ("language", "size"):
        uses = Counter(cases[place][name] for place in chosen)
        assert max(uses.values(), default=0) - min((uses[case[name]] for case in cases), default=0) <= 1


def test_a_sample_of_one_parameter_lies_evenly_between_its_ends() -> None:
    cases = [{"seed": seed} for seed in range(100)]
    assert sample_of(cases, 4) == {0, 25, 50, 75}
    assert sample_of(cases, 200) == set(range(100))


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.path)
def test_the_tests_that_answer_for_a_mutant_exist(room: Room) -> None:
    tests = {
        test for group in (room.tests, *room.by_file.values()) for test in group if test not in ("-m", "not thorough")
    }
    assert [test for test in sorted(tests) if not (ROOT / test.partition("::")[0]).exists()] == []
    assert room.by_file.keys() <= {path.stem for path in room.files}
