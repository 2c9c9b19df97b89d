"""Event files of a release, one for each kind of event, and what the program showed of them.

``python -m tests.proof.kept_files FOLDER`` writes them into a new folder of ``tests/tournament/storage/files``.
"""

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from tests.examples.every_fact import play_every_fact
from tests.proof.calling import call
from tests.proof.random_event import RandomEvent
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.catalogue import COUNT_PLAYERS, IDS
from tournament.event.format import EventFormat
from tournament.storage import create
from tournament.use_cases import Refused, Store, View
from tournament.use_cases.coherence import refuse_contradictions
from ui.sample import SETTINGS, play_sample, play_sample_of

RESULTS = "results.json"
"""Beside the files: what was shown of each, by its name."""
EXPORT = "every-fact.json"
"""The event with every fact, as programs get it."""


def keep(folder: Path) -> None:
    """Write an event of each kind into the new ``folder``, and what is shown of each."""
    folder.mkdir()
    for name, play in _events().items():
        store = create(folder / f"{name}.qv")
        try:
            play(store)
        finally:
            store.close()
    written = call("export", folder / "every-fact.qv", "--what", "event", "--to", "json", "--out", folder / EXPORT)
    assert written.code == 0, written.err
    results = {path.stem: shown(path) for path in sorted(folder.glob("*.qv"))}
    text = json.dumps(results, ensure_ascii=False, indent=1)
    (folder / RESULTS).write_text(f"{text}\n", encoding="utf-8")


def shown(path: Path) -> dict[str, Any]:
    """What ``check`` and ``standings`` say of an event. AssertionError where the check finds something."""
    checked, ranked = call("check", path, "--json"), call("standings", path, "--json")
    assert (checked.code, ranked.code) == (0, 0), checked.out + ranked.err
    return {"check": json.loads(checked.out), "standings": json.loads(ranked.out)}


def _events() -> dict[str, Callable[[Store], object]]:
    """Every format and every rule set, and every fact; by name."""
    others = [rules for rules in IDS if rules not in (*COUNT_PLAYERS, SETTINGS.rules)]
    formats = [format for format in EventFormat if format is not EventFormat.TOURNAMENT]
    return {
        "every-fact": play_every_fact,
        f"tournament-{SETTINGS.rules}": play_sample,
        **{f"tournament-{rules}": partial(play_sample_of, rules) for rules in COUNT_PLAYERS},
        **{f"tournament-{rules}": partial(_play_random, EventFormat.TOURNAMENT, rules) for rules in others},
        **{f"{format.value}-{SETTINGS.rules}": partial(_play_random, format, SETTINGS.rules) for format in formats},
    }


def _play_random(format: EventFormat, rules: str, store: Store) -> None:
    """The first random event of a format in which two sheets count."""
    for seed in range(1000):
        memory = FakeStore()
        event = RandomEvent(f"kept/{seed}", memory, players=8, rules=rules)
        if event.book.view.settings.format is not format:
            continue
        event.play(25)
        view = event.book.view
        verified = [sheet for session in view.drawn_sessions for sheet in view.sheets(session) if sheet.closed]
        if len(verified) >= 2 and _is_sound(view):
            store.append(memory.records)
            return
    raise AssertionError(f"no random event of the format {format.value}")


def _is_sound(view: View) -> bool:
    """Whether results of the event are shown, which are random too."""
    try:
        refuse_contradictions(view)
    except Refused:
        return False
    return True


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
