"""Rule sets with chosen options, from a TOML file: those that the program brings, and those of a user."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import assets
from tournament.catalogue import rule_set
from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.rules.payment import Answer
from tournament.rules.question import Chosen, defaults_of

MOST_BYTES = 100_000


class Preset(NamedTuple):
    """What a file says."""

    rules: str
    options: Chosen
    """Those that are not the default of the rules."""


def shipped() -> dict[str, str]:
    """The presets of the program: what each is called, by its name."""
    folder = assets.path("rules")
    return {path.stem: str(_parsed(path)["name"]) for path in sorted(folder.glob("*.toml"))}


def preset(name_or_path: str) -> Preset:
    """Read a preset by its name, or from a file; Refused where it is neither, or says what cannot be.

    Whether its options are those of the rules is for whoever makes the event to check.
    """
    path = Path(name_or_path)
    if name_or_path in shipped():
        path = assets.path("rules", f"{name_or_path}.toml")
    elif not path.is_file():
        known = ", ".join(shipped())
        text = mark("“{name}” is neither a preset ({known}) nor a file.", name=name_or_path, known=known)
        raise Refused(Problem("preset-unknown", text, "preset"))
    found = _parsed(path)
    rules, options = found.get("rules"), found.get("options", {})
    known_rules = rule_set(rules) if isinstance(rules, str) else None
    if known_rules is None or not isinstance(options, Mapping):
        text = mark("{path} must name “rules” and may have a table “options”.", path=str(path))
        raise Refused(Problem("preset-unreadable", text, "preset"))
    defaults = defaults_of(known_rules.options)
    answers = {name: _answer(name, answer) for name, answer in sorted(options.items())}
    return Preset(
        known_rules.id,
        tuple((name, answer) for name, answer in answers.items() if name not in defaults or answer != defaults[name]),
    )


def _answer(name: str, answer: object) -> Answer:
    if isinstance(answer, bool | int | str):
        return answer
    text = mark("“{value}” is not a value of the option “{name}”.", value=str(answer), name=name)
    raise Refused(Problem("option-wrong", text, f"options.{name}"))


def _parsed(path: Path) -> dict[str, object]:
    try:
        content = path.read_bytes()
        if len(content) > MOST_BYTES:
            raise ValueError(len(content))
        return tomllib.loads(content.decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:  # neither TOML nor UTF-8 are ValueErrors of another kind
        text = mark("{path} cannot be read as TOML: {reason}", path=str(path), reason=str(error))
        raise Refused(Problem("preset-unreadable", text, "preset")) from error
