"""``make bench``: every ``bench_*`` module in turn, each in a process of its own; name some to run only those."""

import platform
import subprocess
import sys
from pathlib import Path


def main() -> int:
    """Run them, and answer with the number of those that failed."""
    print(f"{platform.platform()}, {platform.machine()}, Python {platform.python_version()}", flush=True)
    wanted = sys.argv[1:]
    names = [path.stem for path in sorted(Path(__file__).parent.glob("bench_*.py"))]
    failed = 0
    for name in names:
        if wanted and name.removeprefix("bench_") not in wanted:
            continue
        print(f"\n{name.removeprefix('bench_')}", flush=True)
        failed += subprocess.run([sys.executable, "-m", f"tests.benchmarks.{name}"], check=False).returncode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main())
