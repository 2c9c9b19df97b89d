"""Asks a service on the network whether faults of the locked packages are known: ``python .ci/audit.py PIP_AUDIT``.

The service is OSV, which collects the advisories of all others. Ends with 0 when no fault is known, 1 when some are,
and 3 when the service could not be asked about every package: then nothing is known of the others.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ("requirements.lock", ".ci/development.lock")
NONE_KNOWN, KNOWN, NOT_ASKED = 0, 1, 3
_SHOWN = 200
"""Characters of an error that are shown."""
PATIENCE = 600.0
"""Seconds for one lock."""


def audited(program: str, lock: str) -> list[dict[str, Any]] | str:
    """Each package of a lock with its known faults, or why the service could not be asked."""
    words = [program, "--requirement", lock, "--require-hashes", "--disable-pip"]
    words += ["--vulnerability-service", "osv", "--progress-spinner", "off"]
    try:
        done = subprocess.run(
            [*words, "--format", "json"], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        return "no answer"
    except OSError as error:
        return f"{program}: {error.strerror}"
    try:
        found: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError, TypeError):
        said = done.stderr.strip().splitlines() or ["no answer"]
        return said[-1][:_SHOWN]
    return found


def report(lock: str, found: list[dict[str, Any]] | str) -> int:
    """Print what was found out about a lock; the exit code for it."""
    if isinstance(found, str):
        print(
            f"{lock}: the service that knows faults of packages could not be asked: this computer has no network, or "
            f"the network does not let it through ({found}). Nothing is known about these packages: try again "
            "where there is a network.",
            file=sys.stderr,
        )
        return NOT_ASKED
    skipped = [each["name"] for each in found if "skip_reason" in each]
    faults = [(each, fault) for each in found for fault in each.get("vulns", ())]
    for each, fault in faults:
        mended = ", ".join(fault["fix_versions"]) or "no version yet"
        print(f"{lock}: {each['name']} {each['version']}: {fault['id']}; mended in {mended}")
    print(f"{lock}: {len(found) - len(skipped)} packages, {len(faults)} known faults")
    if skipped:
        print(f"{lock}: nothing is known about {', '.join(skipped)}: the service does not know them.", file=sys.stderr)
    return KNOWN if faults else NOT_ASKED if skipped else NONE_KNOWN


def main(arguments: Sequence[str]) -> int:
    """Ask about each lock."""
    (program,) = arguments
    return max(report(lock, audited(program, lock)) for lock in LOCKS)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
