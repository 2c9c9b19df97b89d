"""An unfinished penalty and its keys; the faults to choose from; the penalties that were given.

One draft serves two pages. On a sheet, the table is that of the sheet, the hand is the one at the cursor or none, and
the fault is typed. On the page Fouls, table and hand are typed, and the fault is chosen from a list. Keys are functions
from a draft to a :class:`PenaltyStep`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple, assert_never

from msgspec import structs

from reports.sheets.fouls import RecordedPenalty, recorded_penalties
from tournament.event.player import short_names
from tournament.event.problem import Gravity, Problem, Refused
from tournament.language import Language, Search, Text, folded, mark, verbatim
from tournament.ledger.description import to_each_text
from tournament.ledger.facts import PenaltyCancelled, PenaltyGiven
from tournament.ledger.sanctions import Charge, penalty_of, steps_taken
from tournament.rules.fault import Fault, Measure, Receiver
from tournament.use_cases import GivePenalty, View
from ui.entry.change_words import UNSAID, results_are_out
from ui.entry.form import FieldRefusal
from ui.entry.hand_draft import LEFT_HALF_TYPED
from ui.entry.keyboard_digits import unshifted
from ui.entry.table_sheet import TableSheet, table_sheet


@dataclass(frozen=True, slots=True)
class ListedFault:
    """A line of the list."""

    slug: str
    """Nothing: a penalty in the referee's own words."""
    number: str
    name: Text
    sanction: Text
    fault: Fault | None = None


OWN_WORDS = ListedFault("", "–", mark("In my own words"), mark("Points and a reason: the referee decides"))


def listed_faults(faults: Sequence[Fault]) -> tuple[ListedFault, ...]:
    """All faults of the rules, and last the one without a name."""
    return (*(ListedFault(f.slug, f.number, f.name, f.sanction, f) for f in faults), OWN_WORDS)


def matching(faults: Sequence[ListedFault], typed: str, language: Language) -> tuple[ListedFault, ...]:
    """Those whose number is ``typed`` (``P6`` or ``6``), else those that a search finds; nothing typed: all."""
    number = unshifted(folded(typed).removeprefix("p"))
    by_number = tuple(each for each in faults if number.isdigit() and each.number[1:] == number)
    search = Search(typed)
    found = (each for each in faults if search.finds(each.number, *map(language.render, (each.name, each.sanction))))
    return by_number or tuple(found)


def fault_text(row: RecordedPenalty) -> Text:
    """“P6 Claim changed or late”, or the referee's own words."""
    given, fault = row.penalty.given, row.fault
    if fault is None:
        return verbatim(given.reason)
    if fault.measure is Measure.MINUTES and given.minutes is not None:
        return mark("{number} {fault}, {minutes} min", number=fault.number, fault=fault.name, minutes=given.minutes)
    return mark("{number} {fault}", number=fault.number, fault=fault.name)


def cancellation_text(row: RecordedPenalty) -> Text | None:
    """Why it was cancelled; None for one that stands."""
    entry = row.penalty.cancelled
    if entry is None:
        return None
    reason = entry.fact.reason if isinstance(entry.fact, PenaltyCancelled) else ""
    return mark("Cancelled: {reason}", reason=reason)


def receivers_text(row: RecordedPenalty) -> Text:
    """Who got the points, or the sanction that is none; of a cancelled one, who took it back and when."""
    entry, given = row.penalty.cancelled, row.penalty.given
    if entry is not None:
        return mark("{author}, {time}", author=entry.author, time=f"{entry.time.astimezone():%H:%M}")
    if not given.points:
        if row.fault is not None and row.fault.measure is Measure.NONE:
            return row.fault.sanction
        return mark("No Hu") if given.no_hu else mark("warning")
    if row.fault is not None and row.fault.after_places:
        return mark("from the final points")
    if not given.to:
        return mark("to nobody")
    if len(given.to) > 1:
        return to_each_text(given)
    return mark("to {player}", player=short_names(row.players)[given.to[0]])


@dataclass(frozen=True, slots=True)
class PenaltySums:
    """What the penalties of a session come to, beside the scores of its tables."""

    taken: int
    to_players: int
    tables: int
    """Sheets that count."""
    scores: int
    """Sum of all their scores, those written on the paper where they were typed."""
    wrong: tuple[int, ...]
    """Tables whose four totals do not sum to minus what their penalties gave to nobody."""

    @property
    def to_nobody(self) -> int:
        """Points that left the tables."""
        return self.taken - self.to_players


def penalties_of_session(view: View, session: int) -> Iterator[RecordedPenalty]:
    """The penalties of ``session``, those cancelled too, table by table."""
    for sheet in view.sheets(session):
        yield from recorded_penalties(view, sheet)


def penalties_of_event(view: View) -> Iterator[RecordedPenalty]:
    """The penalties of all sessions."""
    sessions = view.seating.sessions if view.seating is not None else ()
    for session in range(1, len(sessions) + 1):
        yield from penalties_of_session(view, session)


def newest_first(all_: Iterable[RecordedPenalty]) -> list[RecordedPenalty]:
    """In the order in which a list shows them."""
    return sorted(all_, key=_written, reverse=True)


def _written(each: RecordedPenalty) -> tuple[str, int, int, int]:
    entry = each.penalty.entry
    return entry.record.time, each.session, each.table, entry.number


def sums_of(view: View, session: int) -> PenaltySums:
    """Add up the penalties of ``session`` and hold them against the scores."""
    sheets = [sheet for sheet in view.sheets(session) if sheet.counts or sheet.penalties]
    standing = [penalty for sheet in sheets for penalty in sheet.penalties]
    totals = {sheet.table: sum(sheet.typed if sheet.typed is not None else sheet.scores) for sheet in sheets}
    taken = -sum(penalty.net[penalty.given.player] for penalty in standing)
    return PenaltySums(
        taken=taken,
        to_players=taken - sum(penalty.lost for penalty in standing),
        tables=len(sheets),
        scores=sum(totals.values()),
        wrong=tuple(sheet.table for sheet in sheets if totals[sheet.table] != -sheet.missing and not sheet.accepted),
    )


_ON_LADDER = (Measure.LADDER, Measure.CHOSEN)


class PenaltyField(Enum):
    """What is typed of a penalty, in the order of the form."""

    TABLE = "table"
    HAND = "hand"
    PLAYER = "player"
    FAULT = "fault"
    STEP = "step"
    AMOUNT = "amount"
    TO = "to"
    REASON = "reason"
    GIVE = "give"
    """The button that gives it."""


MISSING: dict[PenaltyField, Text] = {
    PenaltyField.TABLE: mark("A table is missing."),
    PenaltyField.HAND: mark("The session has no such hand."),
    PenaltyField.PLAYER: mark("A player is missing."),
    PenaltyField.FAULT: mark("A fault is missing."),
    PenaltyField.STEP: mark("Choose a step of the ladder."),
    PenaltyField.AMOUNT: mark("A number is missing."),
    PenaltyField.TO: mark("Choose who receives the points."),
    PenaltyField.REASON: mark("A reason is missing."),
}
"""What to say while a field has no answer."""
HALF_TYPED = mark("A penalty was left unfinished")
NO_HAND = "no-hand"
"""Code of the question that a penalty asks which names no hand."""


class LadderSteps(NamedTuple):
    """The ladder as it stands for one player."""

    points: Sequence[int]
    taken: int
    """Steps behind."""
    now: int
    """Index of the step that is chosen, -1 for none."""


@dataclass(frozen=True, slots=True)
class PenaltyDraft:
    """As far as it is typed."""

    view: View | None = None
    session: int = 0
    table: TableSheet | None = None
    """The table; None while none is named."""
    on_sheet: bool = False
    """It is given on the sheet in view."""
    table_typed: str = ""
    hand_typed: str = ""
    """Empty: it belongs to the session."""
    for_session: bool = False
    """On a sheet: it belongs to the session all the same."""
    player: int | None = None
    """Column."""
    fault_typed: str = ""
    choice: int = 0
    """Row of the list of faults that match what is typed."""
    listed: ListedFault | None = None
    step: int | None = None
    """Index of the step of the ladder that the referee chose; None: as the rules say."""
    amount: str = ""
    """Points or minutes."""
    to: str = ""
    reason: str = ""
    refusal: FieldRefusal[PenaltyField] | None = None
    hand_anew: int | None = None
    """On a sheet, of one that is asked for again: the hand at the cursor now, where another one begins."""

    @property
    def first(self) -> PenaltyField:
        """The field where typing begins."""
        return PenaltyField.PLAYER if self.on_sheet else PenaltyField.TABLE

    @property
    def left_half_typed(self) -> bool:
        """It was left half typed, and it is asked whether to go on with it."""
        return self.refusal is not None and self.refusal.problem.code == LEFT_HALF_TYPED

    @property
    def started(self) -> bool:
        """Something is typed that would be missed."""
        return self.player is not None or self.listed is not None or bool(self.fault_typed.strip())

    @property
    def measure(self) -> Measure | None:
        """How the fault finds its points; None for the referee's own words."""
        return self.listed.fault.measure if self.listed is not None and self.listed.fault is not None else None

    @property
    def own_words(self) -> bool:
        """In the referee's own words."""
        return self.listed is OWN_WORDS

    @property
    def takes_amount(self) -> bool:
        """Points or minutes are typed."""
        chosen = self.on_sheet and self.measure is Measure.CHOSEN
        return self.own_words or chosen or self.measure in (Measure.MINUTES, Measure.FREE)

    @property
    def needs_receiver(self) -> bool:
        """One player has to be named who receives."""
        fault = self.listed.fault if self.listed is not None else None
        return fault is not None and fault.receiver is Receiver.VICTIM

    @property
    def typed_hand(self) -> int | None:
        """The hand that is named; it determines the own winds."""
        number = _whole_number(self.hand_typed)
        hands = len(self.table.sheet.hands) if self.table is not None else 0
        return number if number is not None and 1 <= number <= hands else None

    @property
    def fault_of_session(self) -> bool:
        """Whether the fault belongs to the session, whichever hand is being played."""
        fault = self.listed.fault if self.listed is not None else None
        return fault is not None and fault.of_session

    @property
    def hand(self) -> int | None:
        """The hand in which it falls; None for the session."""
        return None if self.for_session or self.fault_of_session else self.typed_hand

    @property
    def hand_open(self) -> bool:
        """Nobody has said in which hand it falls, or that it belongs to the session."""
        return not self.for_session and not self.hand_typed.strip() and not self.fault_of_session

    @property
    def missing(self) -> PenaltyField | None:
        """The first thing that is missing, in the order of the fields."""
        on_ladder = not self.on_sheet and self.measure is Measure.CHOSEN
        order = (
            (PenaltyField.TABLE, self.table is None),
            (
                PenaltyField.HAND,
                bool(self.hand_typed.strip()) and self.typed_hand is None and not self.fault_of_session,
            ),
            (PenaltyField.PLAYER, self.player is None),
            (PenaltyField.FAULT, self.listed is None),
            (PenaltyField.STEP, on_ladder and self.step is None),
            (PenaltyField.AMOUNT, self.takes_amount and not self.amount.strip()),
            (PenaltyField.TO, self.needs_receiver and not self.to.strip()),
            (PenaltyField.REASON, self.own_words and not self.reason.strip()),
        )
        return next((field for field, lacks in order if lacks), None)

    def charge(self, language: Language) -> Charge | None:
        """What the referee says; None while table, player or fault is missing."""
        if self.table is None or self.player is None or self.listed is None:
            return None
        late = self.measure is Measure.MINUTES
        amount = _whole_number(self.amount) if self.takes_amount else None
        if self.measure in _ON_LADDER and self.step is not None:
            amount = self.table.rules.ladder[self.step]
        return Charge(
            player=self.player,
            fault=self.listed.slug,
            hand=self.hand,
            points=None if late else amount,
            to=self._receivers(self.table, language) if self.own_words or self.needs_receiver else None,
            reason=self.reason if self.own_words else "",
            minutes=amount if late else None,
        )

    def preview(self, language: Language) -> tuple[PenaltyGiven | None, Text | None]:
        """The penalty that Enter would give, or what stands against it; neither while something is missing."""
        charge = self.charge(language)
        if charge is None or self.table is None or self.missing is not None:
            return None, None
        try:
            return penalty_of(self.table.sheet, self.table.rules, charge), None
        except Refused as refused:
            return None, refused.problems[0].text

    def changes_known(self, language: Language) -> GivePenalty | None:
        """The penalty that Enter would give, where results that it changes are known already."""
        given, _ = self.preview(language)
        charge = self.charge(language)
        if (
            given is None
            or charge is None
            or self.table is None
            or not results_are_out(self.table.view, *self.table.place)
        ):
            return None
        return GivePenalty(*self.table.place, structs.replace(charge, reason=UNSAID if charge.reason else ""))

    def ladder(self) -> LadderSteps | None:
        """The ladder, if this fault has one and the player is known; on a sheet a step to be chosen is typed."""
        fault = self.listed.fault if self.listed is not None else None
        if self.table is None or self.player is None or fault is None or fault.measure not in _ON_LADDER:
            return None
        if self.takes_amount:
            return None
        rules = self.table.rules
        if fault.measure is Measure.CHOSEN:
            return LadderSteps(rules.ladder, 0, self.step if self.step is not None else -1)
        taken = steps_taken(self.table.sheet, rules, self.player, fault)
        now = self.step if self.step is not None else min(taken, len(rules.ladder) - 1)
        return LadderSteps(rules.ladder, taken, now)

    def earlier(self) -> list[RecordedPenalty]:
        """The player's penalties of this kind in the whole event, the newest first."""
        fault = self.listed.fault if self.listed is not None else None
        if self.on_sheet or self.table is None or self.player is None or fault is None:
            return []
        player = self.table.players[self.player].number
        same = (p for p in penalties_of_event(self.table.view) if p.fault and p.fault.number == fault.number)
        return newest_first(p for p in same if p.player.number == player and p.penalty.cancelled is None)

    def offered(self, language: Language) -> tuple[ListedFault, ...]:
        """On a sheet: the faults that match what is typed."""
        faults = listed_faults(self.table.rules.faults) if self.table is not None else ()
        return matching(faults, self.fault_typed, language)

    def _receivers(self, table: TableSheet, language: Language) -> tuple[int, ...]:
        keys = "".join(self.to.replace(",", " ").split())
        columns = [table.column_of(key, self.typed_hand, language) for key in keys]
        return tuple(column for column in columns if column is not None)


@dataclass(frozen=True, slots=True)
class CancelDraft:
    """Why a penalty is cancelled, as far as it is typed."""

    reason: str = ""
    problem: Text | str = ""


class PenaltyStep(NamedTuple):
    """What a key makes of a draft."""

    draft: PenaltyDraft
    focus: PenaltyField | None = None
    """Where typing goes on; None: where it is."""
    command: GivePenalty | None = None
    """To be carried out."""
    confirmed: bool = False
    """What it asks was answered."""


def on_sheet(table: TableSheet, hand: int | None) -> PenaltyDraft:
    """Nothing typed yet; it falls in ``hand`` of ``table``, if one is at the cursor."""
    typed = str(hand) if hand is not None else ""
    return PenaltyDraft(table.view, table.sheet.session, table, on_sheet=True, hand_typed=typed)


def look_again(draft: PenaltyDraft, view: View | None, session: int) -> PenaltyDraft:
    """The event grew: what is typed stays where it still can be."""
    if draft.on_sheet and view is not None and draft.table is not None:
        return replace(draft, view=view, table=table_sheet(view, *draft.table.place))
    table = _named_table(view, session, draft.table_typed)
    refusal = draft.refusal if draft.left_half_typed else None
    return replace(draft, view=view, session=session, table=table, refusal=refusal)


def asked_again(draft: PenaltyDraft, text: Text = HALF_TYPED, hand: int | None = None) -> PenaltyDraft:
    """It was left half typed, and the cursor is at ``hand`` now: ask first, for Enter would give what was forgotten."""
    problem = Problem(LEFT_HALF_TYPED, text, gravity=Gravity.ASKS)
    return replace(draft, hand_anew=hand, refusal=FieldRefusal(draft.first, problem))


def begun_anew(draft: PenaltyDraft) -> PenaltyDraft:
    """Nothing is typed of it any more."""
    if draft.on_sheet and draft.table is not None:
        return on_sheet(draft.table, draft.hand_anew)
    return PenaltyDraft(draft.view, draft.session)


def typed(draft: PenaltyDraft, field: PenaltyField, text: str, language: Language) -> PenaltyStep:
    """``text`` stands in the line of ``field`` now. What answers the first field, where it is asked, begins anew."""
    if draft.left_half_typed and field is draft.first:
        anew = typed(begun_anew(draft), field, text, language)
        named = anew.draft.table if field is PenaltyField.TABLE else anew.draft.player
        return anew if named is not None else PenaltyStep(draft, field)
    draft = replace(draft, refusal=None)
    match field:
        case PenaltyField.TABLE:
            return PenaltyStep(_at_table(draft, text))
        case PenaltyField.HAND:
            return PenaltyStep(replace(draft, hand_typed=text, for_session=False))
        case PenaltyField.PLAYER:
            return _player_typed(draft, text, language)
        case PenaltyField.FAULT:
            return PenaltyStep(replace(draft, fault_typed=text, choice=0, listed=None, step=None))
        case PenaltyField.AMOUNT:
            return PenaltyStep(replace(draft, amount=text))
        case PenaltyField.TO:
            return PenaltyStep(replace(draft, to=text))
        case PenaltyField.REASON:
            return PenaltyStep(replace(draft, reason=text))
        case PenaltyField.STEP | PenaltyField.GIVE:
            return PenaltyStep(draft)
        case _:
            assert_never(field)


def player_erased(draft: PenaltyDraft) -> PenaltyStep:
    """Backspace in the empty line of the player."""
    return PenaltyStep(replace(draft, player=None, refusal=None))


def choice_moved(draft: PenaltyDraft, step: int, language: Language) -> PenaltyStep:
    """An arrow in the line of the fault."""
    last = max(len(draft.offered(language)) - 1, 0)
    return PenaltyStep(replace(draft, choice=min(max(draft.choice + step, 0), last)))


def belonging(draft: PenaltyDraft, *, for_session: bool) -> PenaltyStep:
    """On a sheet: it belongs to the session, or to the hand."""
    return PenaltyStep(replace(draft, for_session=for_session, refusal=None))


def step_chosen(draft: PenaltyDraft, index: int) -> PenaltyStep:
    """Another step of the ladder."""
    return PenaltyStep(replace(draft, step=index, refusal=None))


def fault_chosen(draft: PenaltyDraft, listed: ListedFault) -> PenaltyStep:
    """A fault was taken from its list."""
    other = listed.slug != (draft.listed.slug if draft.listed is not None else None)
    if other:
        draft = replace(draft, step=None, amount="")
    return _go_on(replace(draft, listed=listed, refusal=None))


def confirmed(draft: PenaltyDraft, field: PenaltyField, language: Language) -> PenaltyStep:
    """Enter in ``field``: on to the next one, or to what is missing; when nothing is, the penalty is given."""
    missing = draft.missing
    if draft.left_half_typed:
        return _go_on(replace(draft, refusal=None))
    if field is PenaltyField.FAULT and draft.listed is None:
        return _fault_confirmed(draft, language)
    if field is PenaltyField.TABLE and missing not in (None, PenaltyField.TABLE, PenaltyField.HAND):
        return PenaltyStep(draft, missing if draft.fault_of_session else PenaltyField.HAND)
    if field is PenaltyField.AMOUNT and missing is PenaltyField.REASON:
        return PenaltyStep(draft, PenaltyField.TO)
    if missing in (PenaltyField.TABLE, PenaltyField.HAND) or (missing is not None and missing is field):
        return PenaltyStep(_refused_at(draft, missing, _missing_words(draft, missing)), missing)
    if missing is not None:
        return PenaltyStep(draft, missing)
    if draft.hand_open and draft.preview(language)[1] is None:
        if draft.refusal is None or draft.refusal.problem.code != NO_HAND:
            return PenaltyStep(_asked_for_hand(draft), PenaltyField.HAND)
        draft = replace(draft, for_session=True, refusal=None)
    charge = draft.charge(language)
    if charge is None or draft.table is None:
        return PenaltyStep(draft)
    asking = draft.refusal is not None and draft.refusal.asks
    return PenaltyStep(draft, command=GivePenalty(*draft.table.place, charge), confirmed=asking)


def refused(draft: PenaltyDraft, problem: Problem) -> PenaltyStep:
    """The penalty was not given: ``problem`` is shown at its field."""
    fields = {
        "points": (PenaltyField.AMOUNT, draft.takes_amount),
        "minutes": (PenaltyField.AMOUNT, draft.takes_amount),
        "to": (PenaltyField.TO, draft.own_words or draft.needs_receiver),
        "reason": (PenaltyField.REASON, draft.own_words),
        "hand": (PenaltyField.HAND, True),
    }
    otherwise = PenaltyField.FAULT if draft.on_sheet else PenaltyField.TABLE
    field, is_open = fields.get(problem.field, (otherwise, True))
    field = field if is_open else otherwise
    problem = draft.table.named(problem) if draft.table is not None else problem
    return PenaltyStep(replace(draft, refusal=FieldRefusal(field, problem)), field)


def _whole_number(text: str) -> int | None:
    """The whole number that was typed, or None."""
    cleaned = text.strip()
    return int(cleaned) if cleaned.isascii() and cleaned.isdigit() and len(cleaned) < 6 else None


def _named_table(view: View | None, session: int, text: str) -> TableSheet | None:
    number = _whole_number(text)
    if view is None or view.seating is None or number is None:
        return None
    return table_sheet(view, session, number) if view.seating.seats(session, number) is not None else None


def _at_table(draft: PenaltyDraft, text: str) -> PenaltyDraft:
    """Another table: its players are others, and its hand is the one that waits."""
    table = _named_table(draft.view, draft.session, text)
    waiting = table.sheet.next_hand if table is not None else None
    return replace(draft, table_typed=text, table=table, player=None,
                   hand_typed=str(waiting) if waiting is not None else "")  # fmt: skip


def _player_typed(draft: PenaltyDraft, text: str, language: Language) -> PenaltyStep:
    if draft.table is None:
        words = _missing_words(draft, PenaltyField.TABLE)
        return PenaltyStep(_refused_at(draft, PenaltyField.TABLE, words), PenaltyField.TABLE)
    column = draft.table.column_of(text[-1:], draft.typed_hand, language)
    if column is None:
        words = mark("“{typed}” matches no player at this table", typed=text)
        return PenaltyStep(_refused_at(draft, PenaltyField.PLAYER, words, "nobody"))
    return _go_on(replace(draft, player=column, step=None))


def _go_on(draft: PenaltyDraft) -> PenaltyStep:
    """Go to what is missing; when nothing is, to where Enter gives the penalty."""
    return PenaltyStep(draft, draft.missing or (PenaltyField.FAULT if draft.on_sheet else PenaltyField.GIVE))


def _fault_confirmed(draft: PenaltyDraft, language: Language) -> PenaltyStep:
    offered = draft.offered(language)
    if not offered:
        words = mark("No fault has this number or these words")
        return PenaltyStep(_refused_at(draft, PenaltyField.FAULT, words, "fault-unknown"), PenaltyField.FAULT)
    return fault_chosen(draft, offered[draft.choice])


def _asked_for_hand(draft: PenaltyDraft) -> PenaltyDraft:
    text = mark("No hand is named: does this penalty belong to the session?")
    return replace(draft, refusal=FieldRefusal(PenaltyField.HAND, Problem(NO_HAND, text, gravity=Gravity.ASKS)))


def _refused_at(draft: PenaltyDraft, field: PenaltyField, words: Text, code: str = "missing") -> PenaltyDraft:
    return replace(draft, refusal=FieldRefusal(field, Problem(code, words)))


def _missing_words(draft: PenaltyDraft, field: PenaltyField) -> Text:
    """Say at the field which tables and hands there are, else what is missing."""
    typed_table = draft.table_typed.strip()
    seating = draft.view.seating if draft.view is not None else None
    tables = len(seating.tables(draft.session)) if seating is not None else 0
    if field is PenaltyField.TABLE and typed_table:
        return mark("There is no table “{typed}”: session {session} has tables 1 to {last}.", typed=typed_table,
                    session=draft.session, last=tables)  # fmt: skip
    if field is PenaltyField.TABLE:
        return mark("Type a table number from 1 to {last}.", last=tables)
    if field is PenaltyField.HAND and draft.table is not None:
        last = len(draft.table.sheet.hands)
        return mark("There is no hand “{typed}”: the sheet has hands 1 to {last}.", typed=draft.hand_typed, last=last)
    return MISSING[field]
