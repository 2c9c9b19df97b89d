"""The progress of a long search, and the way to stop it."""

from collections.abc import Callable


class SearchProgress:
    """A part of the whole work, from ``start`` to ``end`` (0 … 1), reported to a listener."""

    __slots__ = ("_end", "_listener", "_start", "_state")

    def __init__(
        self,
        listener: Callable[[float], bool] | None = None,
        *,
        start: float = 0.0,
        end: float = 1.0,
        state: list[bool] | None = None,
    ) -> None:
        self._listener = listener
        self._start = start
        self._end = end
        self._state = [True] if state is None else state

    def goes_on(self, done: float = 0.0) -> bool:
        """Report that ``done`` (0 … 1) of this part is finished; return False once the listener has asked to stop."""
        if self._listener and self._state[0]:
            self._state[0] = self._listener(self._start + (self._end - self._start) * min(1.0, done))
        return self._state[0]

    def stretch(self, start: float, end: float) -> "SearchProgress":
        """Return a part of this part; a stop applies to all of them."""
        width = self._end - self._start
        return SearchProgress(
            self._listener,
            start=self._start + width * start,
            end=self._start + width * end,
            state=self._state,
        )
