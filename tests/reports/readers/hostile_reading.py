"""``python -m tests.reports.readers.hostile_reading FOLDER``: reads each list in FOLDER, one line of JSON each.

In a process of its own, so that what it takes is what reading takes: ``name``, ``seconds`` (of the processor),
``megabytes`` (the most that the process held so far, as Linux counts it) and ``outcome``, the number of players or the
words of a refusal.
"""

import json
import sys
from pathlib import Path
from time import process_time

from reports.readers import UnreadableTable, read_table
from tournament.event.player_import import read_roster
from tournament.language import ENGLISH


def outcome_of(path: Path) -> int | str:
    """How many players ``path`` gives, or why none."""
    try:
        roster = read_roster(read_table(path))
    except UnreadableTable as error:
        return ENGLISH.render(error.text)
    return ENGLISH.render(roster.problems[0].text) if roster.problems else len(roster.players)


def peak_megabytes() -> int:
    """The most memory that this program held since it began; what getrusage says counts who started it as well."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    peak = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(peak.split()[1]) // 1024


def main(folder: Path) -> None:
    """Read them in the order of their names."""
    for path in sorted(folder.iterdir()):
        begin = process_time()
        outcome = outcome_of(path)
        seconds = process_time() - begin
        found = {"name": path.stem, "seconds": seconds, "megabytes": peak_megabytes(), "outcome": outcome}
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
