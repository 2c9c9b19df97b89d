"""The data of people of a shared event: they are at the host, and each call asks it."""

from collections.abc import Callable, Sequence
from pathlib import Path

from tournament.language import verbatim
from tournament.language.harmless import harmless_line
from tournament.sharing.messages import PrivateAnswer, PrivateQuestion
from tournament.use_cases.ports import CopyErasure, PrivateConflict, PrivateRow, StoreUnavailable
from ui.joining.connection import Connection
from ui.joining.failures import CertificateChanged, ServerAway


class RemotePrivate:
    """The private store of a remote host (:class:`~tournament.use_cases.ports.PrivateStore`).

    Nothing is kept or queued here: while the host is away, the data can be neither read nor written. Every call raises
    Refused, and StoreUnavailable if the host is away or another server answers.
    """

    def __init__(self, connection: Connection, sign_in: Callable[[], None] = lambda: None) -> None:
        """``sign_in`` is called once, before the first question."""
        self._connection, self._sign_in, self._signed_in = connection, sign_in, False

    def private_rows(self) -> tuple[PrivateRow, ...]:
        """Return all rows, by id."""
        return self._asked(PrivateQuestion()).rows

    def write_private(self, rows: Sequence[PrivateRow]) -> None:
        """Write all ``rows`` or none. A row that the host wrote although its answer was lost is no conflict."""
        conflicts = self._asked(PrivateQuestion(tuple(rows))).conflicts
        if conflicts and not set(conflicts) <= set(rows):
            raise PrivateConflict(conflicts)

    def erase_copies(self, _place: str, _event: str, ids: Sequence[str]) -> tuple[CopyErasure, ...]:
        """Erase the rows ``ids`` in the copies of the host, and return what became of each copy."""
        copies = self._asked(PrivateQuestion(copies_of=tuple(ids))).copies
        return tuple(
            CopyErasure(Path(each.path), each.fate, verbatim(harmless_line(each.problem)) if each.problem else None)
            for each in copies
        )

    def _asked(self, question: PrivateQuestion) -> PrivateAnswer:
        try:
            if not self._signed_in:
                self._sign_in()
                self._signed_in = True
            return self._connection.private(question)
        except (ServerAway, CertificateChanged) as error:
            raise StoreUnavailable(error.message) from error
