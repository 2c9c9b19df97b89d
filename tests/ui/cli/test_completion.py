"""Completion of a command line in a shell; ``make package-test`` tries it in real shells."""

import sys

import pytest
from click.shell_completion import get_completion_class

from tournament.language import language_of
from ui.cli import __main__ as console
from ui.cli.commands import COMMANDS
from ui.cli.context import CliContext


def completed(*words: str, language: str = "en") -> dict[str, tuple[str, str | None]]:
    """Kind and help of each completion of the last word."""
    found = get_completion_class("zsh")
    assert found is not None
    obj = {"obj": CliContext(language_of(language))}
    shell = found(console.program, obj, console.PROGRAM, console.COMPLETION_VARIABLE)
    return {item.value: (item.type, item.help) for item in shell.get_completions(list(words[:-1]), words[-1])}


def test_commands_are_completed_without_importing_them() -> None:
    before = set(sys.modules)
    assert set(completed("")) == set(COMMANDS)
    assert completed("stand") == {"standings": ("plain", "Shows the ranking: by table points, then by score.")}
    assert not [name for name in set(sys.modules) - before if name.startswith("ui.cli.")]


def test_options_values_and_files_are_completed() -> None:
    assert completed("export", "cup.qv", "--wha") == {"--what": ("plain", "Name of the report, or list.")}
    assert set(completed("export", "cup.qv", "--second-lang", "")) == {"en", "fr", "zh"}
    assert set(completed("players", "cup.qv", "i")) == {"import"}
    assert completed("check", "cu")["cu"][0] == "file"
    assert set(completed("--v")) == {"--version"}


def test_the_help_is_in_the_language_of_the_system() -> None:
    assert completed("export", "cup.qv", "--wha", language="fr")["--what"][1] == "Nom du document, ou list."


def test_a_shell_asks_by_the_environment(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv(console.COMPLETION_VARIABLE, "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "quatre-vents stand")
    monkeypatch.setenv("COMP_CWORD", "1")
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr("gc.set_threshold", lambda _: None)
    with pytest.raises(SystemExit) as ended:
        console.main()
    assert ended.value.code == 0
    assert capfd.readouterr().out == "plain,standings\n"
