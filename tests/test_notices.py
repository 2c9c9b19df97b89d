"""The notices name what the locks install, as each package states itself; `make audit` says what it knows."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]
NOT_ON_LINUX = {"pywin32-ctypes", "colorama"}


def script(name: str) -> ModuleType:
    """A script of .ci."""
    spec = importlib.util.spec_from_file_location(name, ROOT / ".ci" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look there
    spec.loader.exec_module(module)
    return module


notices, audit = script("notices"), script("audit")


def rows(document: Path) -> dict[str, str]:
    """The versions that the table of a document names."""
    return dict(re.findall(r"^\| ([a-z]\S+) \| (\d\S*) \| .+ \|$", document.read_text(encoding="utf-8"), re.MULTILINE))


def test_the_notices_name_every_package_of_the_locks() -> None:
    of_users, all_of_them = notices.locked(notices.USERS_LOCK), notices.locked(notices.DEVELOPERS_LOCK)
    assert rows(notices.NOTICES) == of_users
    assert rows(notices.TOOLS) == {name: all_of_them[name] for name in all_of_them.keys() - of_users.keys()}
    text = notices.NOTICES.read_text(encoding="utf-8")
    assert re.findall(r"^## (\S+) (\S+)$", text, re.MULTILINE) == sorted(of_users.items())


@pytest.mark.thorough
def test_the_notices_say_what_the_packages_that_are_installed_state() -> None:
    locked = notices.locked(notices.DEVELOPERS_LOCK)
    said = notices.NOTICES.read_text(encoding="utf-8") + notices.TOOLS.read_text(encoding="utf-8")
    installed = {name for name, version in locked.items() if notices.found(name, version, None) is not None}
    for name in installed:
        licence = notices.licence_of(notices.found(name, locked[name], None))
        assert f"| {name} | {locked[name]} | {licence} |\n" in said
    if sys.platform != "linux" or locked.keys() - installed - NOT_ON_LINUX:
        pytest.skip("wheels for other systems and Pythons have other texts")
    assert notices.NOTICES.read_text(encoding="utf-8") == notices.notices()
    assert notices.TOOLS.read_text(encoding="utf-8") == notices.tools()


def test_a_package_of_which_nothing_is_known_is_asked_for(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"nowhere 1\.0 is not installed here"):
        notices.packages({"nowhere": "1.0"}, tmp_path / "notices.md")


def test_the_readme_names_the_licences_that_ask_for_more_than_a_notice() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8").casefold()
    table = re.findall(r"^\| (\S+) \| \S+ \| (.*) \|$", notices.NOTICES.read_text(encoding="utf-8"), re.MULTILINE)
    table += re.findall(r"^\| (\S+) \| \S+ \| (.*) \|$", notices.TOOLS.read_text(encoding="utf-8"), re.MULTILINE)
    shared = {name.split("-")[0] if name.startswith("pyside6") else name for name, licence in table
              if re.search("GPL|Mozilla|MPL", licence)}  # fmt: skip
    assert shared >= {"pyside6", "shiboken6", "paramiko", "pathspec", "hypothesis", "python-bidi"}
    assert {name for name in shared if name not in readme} == set()


def test_without_a_network_the_audit_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = subprocess.CompletedProcess([], 1, stdout="", stderr="Traceback …\nrequests.ConnectionError: refused\n")
    monkeypatch.setattr(subprocess, "run", lambda *_words, **_more: answer)
    assert audit.main(["pip-audit"]) == 3
    said = capsys.readouterr()
    assert said.out == ""
    assert "has no network, or the network does not let it through (requests.ConnectionError: refused)" in said.err
    assert "Nothing is known about these packages" in said.err


def test_a_program_that_is_not_there_is_no_good_news(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert audit.main([str(tmp_path / "pip-audit")]) == 3
    assert "No such file" in capsys.readouterr().err


def test_known_faults_are_named_with_the_version_that_mends_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """{"dependencies": [
        {"name": "one", "version": "1.0", "vulns": [{"id": "GHSA-1", "fix_versions": ["1.1"], "aliases": []}]},
        {"name": "two", "version": "2.0", "vulns": []},
        {"name": "three", "skip_reason": "not found"}], "fixes": []}"""
    monkeypatch.setattr(subprocess, "run", lambda *_words, **_more: subprocess.CompletedProcess([], 1, text, ""))
    assert audit.main(["pip-audit"]) == 1
    said, more = capsys.readouterr()
    assert "requirements.lock: one 1.0: GHSA-1; mended in 1.1\n" in said
    assert "nothing is known about three" in more
    assert "2 packages, 1 known faults" in said


def test_packages_that_the_service_does_not_know_are_not_called_sound(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = '{"dependencies": [{"name": "three", "skip_reason": "not found"}], "fixes": []}'
    monkeypatch.setattr(subprocess, "run", lambda *_words, **_more: subprocess.CompletedProcess([], 0, text, ""))
    assert audit.main(["pip-audit"]) == 3
