"""Presets: rule sets with the options of another federation or of a club, in TOML files.

Some belong to the program (``assets/rules``); users save their own, which are files that they can pass on.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import assets
from tournament.catalogue import option_problems, rule_set
from tournament.event.problem import Problem, Refused
from tournament.files.user_folders import data_folder
from tournament.language import mark
from tournament.rules.payment import Answer
from tournament.rules.question import Chosen, Option, defaults_of

ENDING = ".toml"
LONGEST_NAME = 60
"""Maximum length of the name of a preset, in characters."""


class Preset(NamedTuple):
    """The content of a preset file."""

    rules: str
    options: Chosen
    """The options that differ from the default of the rules."""
    name: str = ""


def own_folder() -> Path:
    """The folder of the presets that the user of this computer saved."""
    return data_folder() / "rules"


def shipped() -> dict[str, str]:
    """The titles of the presets of the program, by name."""
    return {path.stem: str(_parsed(path)["name"]) for path in sorted(assets.path("rules").glob(f"*{ENDING}"))}


@cache
def shipped_presets() -> tuple[Preset, ...]:
    """The presets of the program."""
    return tuple(preset(name) for name in shipped())


def own() -> tuple[Path, ...]:
    """The files of the presets that the user saved, by name."""
    return tuple(sorted(own_folder().glob(f"*{ENDING}")))


def preset(name_or_path: str) -> Preset:
    """Read a preset by its name, or from a file. Raises Refused if it is neither, or contains an impossible value.

    Whether the rules have its options is checked when the event is made.
    """
    path = Path(name_or_path)
    if name_or_path in shipped():
        path = assets.path("rules", f"{name_or_path}{ENDING}")
    elif (found := own_folder() / f"{name_or_path}{ENDING}").is_file():
        path = found
    elif not path.is_file():
        known = ", ".join((*shipped(), *(each.stem for each in own())))
        text = mark("“{name}” is neither a preset ({known}) nor a file.", name=name_or_path, known=known)
        raise Refused(Problem("preset-unknown", text, "preset"))
    return _read(path)


def checked_preset(path: Path) -> Preset:
    """Read the preset in ``path`` as :func:`preset` does; raise Refused also if its rules lack one of its options."""
    found = _read(path)
    rules = rule_set(found.rules)
    assert rules is not None, "reading it looked for its rules"
    problems = option_problems(rules, found.options)
    if problems:
        texts = (mark("{file}: {fault}", file=str(path), fault=text) for _, text in problems)
        raise Refused(*(Problem("preset-unreadable", text, "preset") for text in texts))
    return found


def save_preset(chosen: Preset, path: Path) -> None:
    """Write ``chosen`` to ``path``, replacing an earlier file. Raises OSError if that is impossible."""
    from tournament.files.writing import make_private_folder, write_whole

    lines = [f"name = {_toml(chosen.name or path.stem)}", f"rules = {_toml(chosen.rules)}", "", "[options]"]
    lines += (f"{name} = {_toml(answer)}" for name, answer in chosen.options)
    if path.parent == own_folder():
        make_private_folder(path.parent)
    write_whole(path, "\n".join(lines) + "\n")


def _read(path: Path) -> Preset:
    found = _parsed(path)
    rules, options = found.get("rules"), found.get("options", {})
    known_rules = rule_set(rules) if isinstance(rules, str) else None
    if known_rules is None or not isinstance(options, Mapping):
        text = mark("{path} must name “rules” and may have a table “options”.", path=str(path))
        raise Refused(Problem("preset-unreadable", text, "preset"))
    defaults = defaults_of(known_rules.options)
    offered = {each.question.name: each for each in known_rules.options}
    answers = {name: _answer(name, answer, offered.get(name)) for name, answer in sorted(options.items())}
    name = " ".join(str(found.get("name", "")).split())[:LONGEST_NAME]
    return Preset(
        known_rules.id,
        tuple((name, answer) for name, answer in answers.items() if name not in defaults or answer != defaults[name]),
        name or path.stem,
    )


def _answer(name: str, answer: object, offered: Option | None) -> Answer:
    if answer == "" and offered is not None and offered.question.may_be_none:
        return None
    if isinstance(answer, bool | int | str):
        return answer
    text = mark("“{value}” is not a value of the option “{name}”.", value=str(answer), name=name)
    raise Refused(Problem("option-wrong", text, f"options.{name}"))


def _toml(answer: Answer) -> str:
    """The ``answer`` in TOML, which has no null: an option that has no answer is an empty text."""
    return json.dumps("" if answer is None else answer, ensure_ascii=False)


def _parsed(path: Path) -> dict[str, object]:
    from reports.data_file import DataFileUnreadable, parsed

    try:
        return parsed(path.read_bytes())
    except OSError as error:
        text = mark("{path} cannot be read: {reason}", path=str(path), reason=error.strerror or str(error))
        raise Refused(Problem("preset-unreadable", text, "preset")) from error
    except DataFileUnreadable as error:
        raise Refused(
            *(
                Problem("preset-unreadable", mark("{file}: {fault}", file=str(path), fault=fault.located), "preset")
                for fault in error.faults
            )
        ) from error
