"""Runs the proof and writes docs/reliability.md: ``python -m tests.proof [--scale S] [--workers N] [part …]``.

With ``--short`` a small share of each part is tried, and kept beside the results of whole runs. With ``--seed N`` one
case of one part is tried and printed, and nothing is written. With ``--age`` nothing is tried: it prints the date of
each result, and which code has changed since. With ``--pages`` only the pages are written.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence

from tests.proof.catalogue import PARTS, part_called
from tests.proof.part import Part
from tests.proof.reliability import DOCUMENT, write_pages
from tests.proof.runner import RESULTS, SHORT, changed_since, run_part, try_case


def main() -> int:
    """Run the parts named, or all; 1 when something went against a promise."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = [part.name for part in PARTS]
    parser.add_argument("parts", nargs="*", metavar="part", choices=[[], *names], help=", ".join(names))
    parser.add_argument("--scale", type=float, default=1.0, help="1 takes about three hours on two cores")
    parser.add_argument("--short", action="store_true", help="takes ten minutes on two cores")
    parser.add_argument("--age", action="store_true", help="print which code has changed since each result")
    parser.add_argument("--pages", action="store_true", help="only write the pages")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, help="try this case alone")
    asked = parser.parse_args()
    parts = [part_called(name) for name in asked.parts] or list(PARTS)
    if asked.age:
        print_ages(parts)
        return 0
    if asked.pages:
        write_pages(PARTS)
        return 0
    if asked.seed is not None:
        lines = [try_case(part.name, asked.seed, short=asked.short) for part in parts]
        print(json.dumps(lines, ensure_ascii=False, indent=2))
        return 1 if any(line["failures"] for line in lines) else 0
    failed = 0
    for part in parts:
        started = time.monotonic()
        result = run_part(part, scale=asked.scale, short=asked.short, workers=asked.workers)
        failed += result["failed"]
        print(
            f"{part.title}: {result['cases']} {part.counted}, {result['failed']} against the promise, "
            f"{time.monotonic() - started:.0f} s",
            flush=True,
        )
        for failure in result["failures"]:
            print(f"  {failure}", flush=True)
        write_pages(PARTS)
    print(f"Written: {DOCUMENT}")
    print_ages(parts)
    return 1 if failed else 0


def print_ages(parts: Sequence[Part]) -> None:
    """Print when each part was tried, and which code has changed since."""
    since = changed_since(parts)
    for part in parts:
        for name in (part.name, f"{SHORT}/{part.name}"):
            path = RESULTS / f"{name}.json"
            if not path.exists():
                print(f"{name:18} never tried")
                continue
            folders = since[name]
            told = "not known" if folders is None else f"changed: {', '.join(folders)}" if folders else "unchanged"
            print(f"{name:18} {json.loads(path.read_text(encoding='utf-8'))['date']}  {told}")


if __name__ == "__main__":
    sys.exit(main())
