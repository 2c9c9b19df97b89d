"""The life of a sheet in the second count: what may be entered on it as it is."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from tournament.ledger.audit.entries import AuditedFact
from tournament.ledger.audit.event import AuditedEvent
from tournament.ledger.audit.rows import NOT_KNOWN, AuditedSheet, follow_sheet
from tournament.ledger.audit.tables import played
from tournament.ledger.audit.tariffs import tariff_of
from tournament.ledger.audit.untimely import LifeFault


@dataclass(slots=True)
class SheetLife:
    """A sheet after some of its entries."""

    facts: list[AuditedFact] = field(default_factory=list)
    """Those that count, oldest first."""
    content: AuditedSheet = field(default_factory=AuditedSheet)
    computed: list[int] | None = None
    """What hands and penalties came to when it was last signed."""
    excused: bool = False
    """A reason was given for totals that differ from that."""
    confirmed: bool = False
    """A second reader found the same, and nothing was entered since."""

    @property
    def totals_only(self) -> bool:
        """Whether its four totals are all that is known."""
        return self.content.end.counted != NOT_KNOWN

    @property
    def signed_now(self) -> bool:
        """Whether it is signed, and was not opened again."""
        return self.content.end.closed

    def punished(self, hand: int) -> bool:
        """Whether row ``hand`` has a penalty."""
        return any(penalty.get("hand") == hand for penalty in self.content.penalties.values())

    def differs(self, event: AuditedEvent) -> bool:
        """Whether the totals of the paper are other ones than the hands come to, and nobody said why."""
        typed = self.content.end.typed
        computed = None if typed == NOT_KNOWN else _computed(self.content, event)
        if computed is None:
            return False
        other = any(total not in (None, own) for total, own in zip(typed, computed, strict=True))
        return other and not (self.excused and computed == self.computed)

    def verified(self, event: AuditedEvent) -> bool:
        """Whether it is signed, and read again where the event asks for that."""
        return self.signed_now and not self.differs(event) and (self.confirmed or not event.read_again)


def sheet_after(facts: Iterable[AuditedFact], event: AuditedEvent) -> SheetLife:
    """The sheet on which ``facts`` count."""
    sheet = SheetLife()
    for fact in facts:
        follow(sheet, fact, event)
    return sheet


def follow(sheet: SheetLife, fact: AuditedFact, event: AuditedEvent) -> None:
    """Take one more entry into account."""
    sheet.facts.append(fact)
    sheet.confirmed = fact.kind == "sheet-confirmed"
    if fact.kind == "sheet-moved":  # to this sheet
        return
    follow_sheet(sheet.content, fact, as_signed=False)
    if fact.kind == "sheet-closed":
        sheet.excused = bool(fact.content["accept_difference"])
        sheet.computed = _computed(sheet.content, event)


def _computed(content: AuditedSheet, event: AuditedEvent) -> list[int] | None:
    """What hands and penalties come to; None by rules that are not known, which the count of the tables reports."""
    tariff = tariff_of(event.rules)
    return None if tariff is None else played(content, tariff, event.options)[0]


def sheet_fault(sheet: SheetLife, fact: AuditedFact, event: AuditedEvent) -> LifeFault | None:
    """Why ``fact`` could not be entered on the sheet as it is; of one that moves it, as far as this sheet goes."""
    return _FAULTS[fact.kind](sheet, fact, event)


def _recorded(sheet: SheetLife, fact: AuditedFact, _event: AuditedEvent) -> LifeFault | None:
    if sheet.totals_only:
        return LifeFault.TOTALS_ONLY
    if fact.content["hand"] in sheet.content.hands:
        return LifeFault.HAND_RECORDED
    return LifeFault.SHEET_SIGNED if sheet.signed_now else None


def _corrected(sheet: SheetLife, fact: AuditedFact, _event: AuditedEvent) -> LifeFault | None:
    if sheet.totals_only:
        return LifeFault.TOTALS_ONLY
    return None if fact.content["hand"] in sheet.content.hands else LifeFault.HAND_NOT_RECORDED


def _moved_row(sheet: SheetLife, fact: AuditedFact, _event: AuditedEvent) -> LifeFault | None:
    if sheet.totals_only:
        return LifeFault.TOTALS_ONLY
    hand = fact.content["hand"]
    return None if hand in sheet.content.hands or sheet.punished(hand) else LifeFault.HAND_NOT_RECORDED


def _deleted(sheet: SheetLife, fact: AuditedFact, _event: AuditedEvent) -> LifeFault | None:
    """A row goes without a penalty, and only where it or one below it has something."""
    if sheet.totals_only:
        return LifeFault.TOTALS_ONLY
    hand = fact.content["hand"]
    if sheet.punished(hand):
        return LifeFault.HAND_PUNISHED
    punished = (penalty.get("hand") or 0 for penalty in sheet.content.penalties.values())
    last = max((*sheet.content.hands, *punished), default=0)
    return LifeFault.HAND_NOT_RECORDED if hand > last else None


def _inserted(sheet: SheetLife, _fact: AuditedFact, _event: AuditedEvent) -> LifeFault | None:
    return LifeFault.TOTALS_ONLY if sheet.totals_only else None


def _exchanged(sheet: SheetLife, fact: AuditedFact, _event: AuditedEvent) -> LifeFault | None:
    """The columns of a whole sheet may also be those of its totals."""
    return LifeFault.TOTALS_ONLY if sheet.totals_only and fact.content["hands"] is not None else None


def _entered(sheet: SheetLife, _fact: AuditedFact, _event: AuditedEvent) -> LifeFault | None:
    return LifeFault.SHEET_SIGNED if sheet.signed_now else None


def _cancelled(sheet: SheetLife, fact: AuditedFact, _event: AuditedEvent) -> LifeFault | None:
    if fact.content["entry"] not in sheet.content.penalties:
        return LifeFault.PENALTY_UNKNOWN
    return LifeFault.TOTALS_ONLY if sheet.totals_only else None


def _totals_recorded(sheet: SheetLife, _fact: AuditedFact, _event: AuditedEvent) -> LifeFault | None:
    if sheet.signed_now:
        return LifeFault.SHEET_SIGNED
    return LifeFault.HANDS_RECORDED if sheet.content.hands else None


def _signed(sheet: SheetLife, _fact: AuditedFact, event: AuditedEvent) -> LifeFault | None:
    """A signed sheet is signed again only where a correction made its totals differ."""
    if sheet.signed_now and not sheet.differs(event):
        return LifeFault.SHEET_SIGNED
    return None if sheet.content.hands else LifeFault.SHEET_EMPTY


def _reopened(sheet: SheetLife, _fact: AuditedFact, _event: AuditedEvent) -> LifeFault | None:
    return None if sheet.signed_now else LifeFault.SHEET_OPEN


def _read_again(sheet: SheetLife, _fact: AuditedFact, event: AuditedEvent) -> LifeFault | None:
    if not sheet.signed_now:
        return LifeFault.SHEET_OPEN
    waits = event.read_again and not sheet.confirmed and not sheet.differs(event)
    return None if waits else LifeFault.NO_SECOND_READING


def _moved(sheet: SheetLife, _fact: AuditedFact, _event: AuditedEvent) -> LifeFault | None:
    if sheet.signed_now:
        return LifeFault.SHEET_SIGNED
    return LifeFault.SHEET_EMPTY if sheet.content.blank else None


_FAULTS: Mapping[str, Callable[[SheetLife, AuditedFact, AuditedEvent], LifeFault | None]] = {
    "hand-recorded": _recorded,
    "hand-corrected": _corrected,
    "hand-inserted": _inserted,
    "hand-deleted": _deleted,
    "hand-moved": _moved_row,
    "columns-exchanged": _exchanged,
    "penalty-given": _entered,
    "penalty-cancelled": _cancelled,
    "totals-typed": _entered,
    "totals-recorded": _totals_recorded,
    "sheet-closed": _signed,
    "sheet-reopened": _reopened,
    "sheet-confirmed": _read_again,
    "sheet-rejected": _read_again,
    "sheet-moved": _moved,
}
"""By the kind of the entry."""
