"""The rows of the registration desk, and which of them a choice shows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from time import monotonic

from PySide6.QtCore import QObject, Qt, QTimer

from reports.column import Emphasis, Kind
from reports.vocabulary import NAME, NUMBER
from tournament.event.money import Amount
from tournament.event.prizes import unit_of
from tournament.event.registration import RegistrationState, registration_label, texts_of
from tournament.language import Text, amount_text, folded, listed, mark, mark_count, mark_in, verbatim
from tournament.ledger.facts import PlayerStateChanged
from tournament.use_cases import View
from tournament.use_cases.private_data import (
    Person,
    RegistrationSums,
    leaving_entry,
    owed,
    takes_part,
)
from ui.desktop.dates import day_text
from ui.desktop.kit.table import CellStyle, SearchedRows, TableColumn, TableModel, TableView
from ui.desktop.theme import Tone
from ui.desktop.translation import translator
from ui.desktop.widgets.signs import StatusIcon

_NUMBER, _AMOUNT = 56, 68
_SLICE = 0.01
"""How long rows are prepared for the search before other events are handled, in seconds."""


class Shown(Enum):
    """Who is shown; the value is the key of the choice."""

    EVERYBODY = "everybody"
    REGISTERED = "registered"
    WAITING = "waiting"
    CANCELLED = "cancelled"
    OWING = "owing"
    EATING = "eating"
    MISSING = "missing"

    @property
    def label(self) -> Text:
        """It in words."""
        return _LABELS[self]

    def has(self, row: "PersonRow") -> bool:
        """Whether it shows ``row``."""
        state = row.person.registration.state
        match self:
            case Shown.EVERYBODY:
                return True
            case Shown.OWING:
                return owed(row.person) > 0
            case Shown.EATING:
                return takes_part(row.person) and bool(row.person.registration.meals)
            case Shown.MISSING:
                return state is RegistrationState.CONFIRMED and not row.present
            case _:
                return bool(state.value == self.value)


_LABELS = {
    Shown.EVERYBODY: mark("Everybody"),
    Shown.REGISTERED: mark("Registered, not confirmed"),
    Shown.WAITING: mark("Waiting list"),
    Shown.CANCELLED: mark("Cancelled"),
    Shown.OWING: mark("Owe something"),
    Shown.EATING: mark("Eat"),
    Shown.MISSING: mark("Not here yet"),
}


@dataclass(frozen=True, slots=True)
class PersonRow:
    """One person in the list."""

    person: Person
    present: bool

    @property
    def key(self) -> str:
        """What identifies the person."""
        return self.person.id or f"player {self.person.number}"


def rows_of(view: View, people: Sequence[Person], shown: Shown) -> tuple[PersonRow, ...]:
    """Return the rows that ``shown`` has, in the order of registration."""
    present = view.state.present
    rows = [PersonRow(person, person.registration.player in present) for person in people]
    return tuple(rows if shown is Shown.EVERYBODY else filter(shown.has, rows))


def currency_of(view: View) -> str:
    """Return the currency of the event as it is written after an amount; empty if it has none."""
    return view.settings.money.currency or view.settings.prizes.currency


def sums_text(sums: RegistrationSums, currency: str) -> Text:
    """Return the totals in one line."""
    parts: list[object] = [
        mark("{state}: {count}", state=state.label, count=count) for state, count in sums.states.items() if count
    ]
    if sums.due or sums.paid:
        parts.append(mark("paid {paid} of {due}", paid=_price(sums.paid, currency), due=_price(sums.due, currency)))
    if sums.refunds:
        parts.append(mark("to be paid back {back}", back=_price(sums.refunds, currency)))
    parts.extend(
        mark_count("{meal}: {count} person", "{meal}: {count} people", count, meal=meal)
        for meal, count in sums.meals.items()
    )
    return listed(parts)


def _price(hundredths: int, currency: str) -> str:
    whole = not hundredths % 100 and unit_of(currency) > 1
    return f"{hundredths // 100 if whole else amount_written(hundredths)} {currency}".strip()


def amount_written(hundredths: int) -> str:
    """Return an amount with its hundredths in the language of the window: ``30.50``, in French ``30,50``."""
    return amount_text(Amount(hundredths, 100), translator.language.code)


def left_text(view: View, person: Person) -> Text | str:
    """Return when and why ``person`` left; empty if they come, or neither is known."""
    entry, reason = leaving_entry(view, person), person.registration.reason
    parts: list[Text] = []
    if entry is not None:
        time = entry.time.astimezone()
        when = {"day": day_text(time.date()), "time": f"{time:%H:%M}", "author": entry.author}
        if isinstance(entry.fact, PlayerStateChanged):
            parts.append(mark("Left from session {session} on, entered on {day} at {time} by {author}",
                              session=entry.fact.first, **when))  # fmt: skip
        else:
            parts.append(mark("Removed from the list of players on {day} at {time} by {author}", **when))
    if person.registration.state is RegistrationState.CANCELLED and reason:
        parts.append(mark("Reason: {reason}", reason=reason))
    return listed(parts) if parts else ""


def _amount(field: str) -> TableColumn[PersonRow]:
    return TableColumn(
        registration_label(field), lambda row: _shown_amount(getattr(row.person.registration, field)), Kind.AMOUNT,
        width=_AMOUNT,
    )  # fmt: skip


def _shown_amount(hundredths: int) -> Amount | None:
    return Amount(hundredths, 100) if hundredths else None


def _owed_style(row: PersonRow) -> CellStyle:
    return CellStyle(tone=Tone.DANGER if owed(row.person) else None)


def _name_style(row: PersonRow) -> CellStyle:
    gone = row.person.registration.state is RegistrationState.CANCELLED
    return CellStyle(sign=StatusIcon.DONE if row.present else None, struck=gone, tone=Tone.TEXT2 if gone else None)


def _order(row: PersonRow) -> tuple[bool, int]:
    """Sort by the order of registration; players without a registration are last, by number."""
    order = row.person.registration.order
    return not order, order or row.person.number


class PeopleTable(TableView[PersonRow]):
    """The list of people. Its search also finds what the columns do not show, such as an e-mail address."""

    def make_search(self) -> SearchedRows[PersonRow]:
        """Return the proxy that searches and sorts the rows."""
        return _SearchedPeople(self.rows_model, self)

    def show_rows(self, rows: Sequence[PersonRow]) -> list[int]:
        """Replace the rows; of people who are no longer shown nothing is kept."""
        changed = super().show_rows(rows)
        if isinstance(self.found, _SearchedPeople):
            self.found.follow(self.rows)
        return changed


class _SearchedPeople(SearchedRows[PersonRow]):
    """Finds people by all that is noted about them, and sorts by registration without comparing any."""

    def __init__(self, source: TableModel[PersonRow], parent: QObject | None = None) -> None:
        super().__init__(source, parent)
        self._folded: dict[str, tuple[Person, str]] = {}
        """By the key of a row: whom it showed, and all that is noted about them, folded."""
        self._unfolded: Iterator[PersonRow] = iter(())
        self._as_registered = False
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._fold_some)
        translator.changed.connect(self._fold_again)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by ``column``. The order of registration is the one in which :func:`rows_of` returns the rows."""
        self._as_registered = column == 0 and order is Qt.SortOrder.AscendingOrder
        super().sort(-1 if self._as_registered else column, order)

    def sortColumn(self) -> int:
        """The column by which the rows are sorted."""
        return 0 if self._as_registered else super().sortColumn()

    def follow(self, rows: Sequence[PersonRow]) -> None:
        """Fold ``rows`` before somebody searches, a few at a time, and forget people who are not in them."""
        if self._folded:
            for key in self._folded.keys() - {row.key for row in rows}:
                del self._folded[key]
        self._unfolded = iter(rows)
        self._timer.start()

    def finds(self, row: PersonRow) -> bool:
        """Whether what is noted about a person contains all searched words."""
        return not self.search or self.search.finds_folded(self._text_of(row))

    def _text_of(self, row: PersonRow) -> str:
        known = self._folded.get(row.key)
        if known is None or (known[0] is not row.person and known[0] != row.person):
            noted, model = row.person.registration, self.rows_model
            columns = (model.text(row, column) for column in model.columns)
            others = noted.country, noted.ema_number, noted.club, noted.team, *texts_of(noted)
            known = self._folded[row.key] = row.person, folded(" ".join((*columns, *others)))
        return known[1]

    def _fold_some(self) -> None:
        end = monotonic() + _SLICE
        for row in self._unfolded:
            self._text_of(row)
            if monotonic() > end:
                return
        self._timer.stop()

    def _fold_again(self) -> None:
        self._folded.clear()
        self.follow(self.rows_model.rows)


COLUMNS: tuple[TableColumn[PersonRow], ...] = (
    TableColumn.showing(NUMBER, lambda row: str(row.person.number or "–"), kind=Kind.TEXT, emphasis=Emphasis.PLAIN,
                        width=_NUMBER, style=lambda _row: CellStyle(tone=Tone.TEXT3), sort_key=_order),
    TableColumn.showing(NAME, lambda row: row.person.registration.name, heading=mark_in("person", "Name"),
                        style=_name_style),
    TableColumn(registration_label("state"), lambda row: row.person.registration.state.label, short=128),
    _amount("due"),
    _amount("paid"),
    TableColumn(mark("Owed"), lambda row: _shown_amount(owed(row.person)), Kind.AMOUNT, width=_AMOUNT,
                style=_owed_style),
    TableColumn(registration_label("meals"), lambda row: verbatim(", ".join(row.person.registration.meals)), wish=200,
                enough=112, yields=True),
    TableColumn(registration_label("remark"), lambda row: verbatim(row.person.registration.remark), wish=220,
                enough=120, yields=True),
)  # fmt: skip
