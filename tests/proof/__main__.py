"""Runs the proof and writes docs/reliability.md: ``python -m tests.proof [--scale S] [--workers N] [part …]``.

With ``--seed N`` one case of one part is tried and told, and nothing is written.
"""

import argparse
import json
import sys
import time

from tests.proof.catalogue import PARTS, part_called
from tests.proof.reliability import DOCUMENT, write_document
from tests.proof.runner import RESULTS, run_part, try_case


def main() -> int:
    """Run the parts named, or all; 1 when something went against a promise."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = [part.name for part in PARTS]
    parser.add_argument("parts", nargs="*", metavar="part", choices=[[], *names], help=", ".join(names))
    parser.add_argument("--scale", type=float, default=1.0, help="1 takes about an hour on two cores")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, help="try this case alone")
    asked = parser.parse_args()
    parts = [part_called(name) for name in asked.parts] or list(PARTS)
    if asked.seed is not None:
        lines = [try_case(part.name, asked.seed) for part in parts]
        print(json.dumps(lines, ensure_ascii=False, indent=2))
        return 1 if any(line["failures"] for line in lines) else 0
    failed = 0
    for part in parts:
        started = time.monotonic()
        result = run_part(part, scale=asked.scale, workers=asked.workers)
        failed += result["failed"]
        print(
            f"{part.title}: {result['cases']} {part.counted}, {result['failed']} against the promise, "
            f"{time.monotonic() - started:.0f} s",
            flush=True,
        )
        for failure in result["failures"]:
            print(f"  {failure}", flush=True)
        write_document(PARTS, RESULTS)
    print(f"Written: {DOCUMENT}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
