"""Many quick cases of one check in a single test.

What pytest does for each test takes a millisecond or two, longer than such a case.
"""

from collections.abc import Callable, Sequence
from typing import Any

import pytest


def all_cases(cases: Sequence[Any], name: Callable[[Any], object] = str) -> Callable[[Callable[..., None]], Any]:
    """Let a test check each of ``cases``, instead of ``pytest.mark.parametrize``. Its only parameter is the case.

    It fails once, with the error of each case that fails and the ``name`` of that case.
    """
    assert cases

    def decorate(check: Callable[..., None]) -> Callable[[], None]:
        def check_all() -> None:
            failed: list[BaseException] = []
            for case in cases:
                try:
                    check(case)
                except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - all are raised below
                    error.add_note(f"in the case: {name(case)}")
                    failed.append(error)
            if failed:
                raise BaseExceptionGroup(f"{len(failed)} of {len(cases)} cases", failed)

        check_all.__name__, check_all.__doc__, check_all.__module__ = check.__name__, check.__doc__, check.__module__
        return check_all

    return decorate
