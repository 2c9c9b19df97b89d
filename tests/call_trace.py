"""Records which functions of the program one action calls, in which order and from where."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
_PRODUCT = tuple(f"{ROOT / folder}/" for folder in ("assets", "reports", "tournament", "ui"))

_AROUND_OVERRIDES = str(ROOT / "ui/desktop/override_errors.py")
"""Its functions only pass the call of an override on, and only before Python 3.12: they are left out."""


class Call(NamedTuple):
    """One call of a function of the program."""

    code: CodeType
    caller: int | None
    """Index of the innermost call of the program in which this one happened, also through Qt; None outside all."""
    direct: bool
    """Whether that call called it itself, not Qt or a library on its behalf."""

    @property
    def name(self) -> str:
        """The function as documents write it, ``ui.desktop.controller.EventController.act``."""
        module = Path(self.code.co_filename).relative_to(ROOT).with_suffix("")
        return ".".join((*module.parts, self.code.co_qualname)).replace(".__init__.", ".", 1)


@dataclass(frozen=True)
class CallTrace:
    """The calls of this thread, in order."""

    calls: list[Call]

    @property
    def files(self) -> frozenset[str]:
        """The files that were entered, from the root of the project."""
        return frozenset(str(Path(call.code.co_filename).relative_to(ROOT)) for call in self.calls)

    @property
    def functions(self) -> int:
        """How many different functions were called."""
        return len({call.code for call in self.calls})

    @property
    def crossings(self) -> int:
        """How many calls led directly from one file of the program into another."""
        return sum(
            call.direct
            and call.caller is not None
            and self.calls[call.caller].code.co_filename != call.code.co_filename
            for call in self.calls
        )

    @cached_property
    def _indexes(self) -> dict[str, list[int]]:
        indexes: dict[str, list[int]] = {}
        for index, call in enumerate(self.calls):
            indexes.setdefault(call.name, []).append(index)
        return indexes

    def called(self, name: str) -> list[int]:
        """Return the indexes of the calls of a function, in order."""
        return self._indexes.get(name, [])

    def callers(self, index: int) -> Iterator[int]:
        """Yield the indexes of the calls that were open when this one began, innermost first."""
        caller = self.calls[index].caller
        while caller is not None:
            yield caller
            caller = self.calls[caller].caller


@contextmanager
def traced() -> Iterator[CallTrace]:
    """Record the calls of this thread until the block ends."""
    calls: list[Call] = []
    is_ours: dict[CodeType, bool] = {}
    open_calls: dict[FrameType, int] = {}

    def note(frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        ours = is_ours.get(code)
        if ours is None:
            ours = is_ours[code] = code.co_filename.startswith(_PRODUCT) and code.co_filename != _AROUND_OVERRIDES
        if not ours:
            return
        if event == "return":
            open_calls.pop(frame, None)
        elif event == "call":
            outer = frame.f_back
            while outer is not None and outer.f_code.co_filename == _AROUND_OVERRIDES:
                outer = outer.f_back
            direct = outer is not None and outer in open_calls
            while outer is not None and outer not in open_calls:
                outer = outer.f_back
            calls.append(Call(code, None if outer is None else open_calls[outer], direct))
            open_calls[frame] = len(calls) - 1

    sys.setprofile(note)
    try:
        yield CallTrace(calls)
    finally:
        sys.setprofile(None)
