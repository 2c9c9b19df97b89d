"""Medians of repeated runs, printed in one form."""

import gc
import statistics
import time
from collections.abc import Callable


def median_seconds(action: Callable[[], object], *, runs: int = 5) -> float:
    """Median duration of ``action`` in seconds, garbage collected before each run."""
    durations: list[float] = []
    for _ in range(runs):
        gc.collect()
        start = time.perf_counter()
        action()
        durations.append(time.perf_counter() - start)
    return statistics.median(durations)


def least_cpu_seconds(
    action: Callable[[], object], *, runs: int = 5, before: Callable[[], object] = lambda: None
) -> float:
    """Least processor time of ``action`` in seconds: what other programs do at the same time counts least in it.

    ``before`` runs before each run, and its time does not count.
    """
    durations: list[float] = []
    for _ in range(runs):
        before()
        gc.collect()
        start = time.process_time()
        action()
        durations.append(time.process_time() - start)
    return min(durations)


def report(what: str, seconds: float, reach: str = "") -> None:
    """Print one line: what was measured, its median, and the time that should be reached."""
    shown = f"{seconds * 1000:9.1f} ms" if seconds < 1 else f"{seconds:9.2f} s "
    print(f"  {what:<66}{shown}" + (f"   (reach: {reach})" if reach else ""), flush=True)
