"""An unfinished penalty and its keys; the faults to choose from; the penalties that were given.

One draft serves two pages. On a sheet, the table is that of the sheet, the hand is the one at the cursor or none, and
the fault is typed. On the page Fouls, table and hand are typed, and the fault is chosen from a list. Keys are functions
from a draft to a :class:`PenaltyStep`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
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
from ui.entry.form import LEFT_HALF_TYPED, EntryForm, KeyStep, answer_first, go_on, only_deletes, reason_problem
from ui.entry.keyboard_digits import unshifted
from ui.entry.table_sheet import TableSheet, table_sheet


@dataclass(frozen=True, slots=True)
class ListedFault:
    """A line of the list."""

    slug: str
    """Empty for a penalty in the referee's own words."""
    number: str
    name: Text
    sanction: Text
    fault: Fault | None = None


OWN_WORDS = ListedFault("", "–", mark("In my own words"), mark("Points and a reason: the referee decides"))


def listed_faults(faults: Sequence[Fault]) -> tuple[ListedFault, ...]:
    """All faults of the rules, and last the penalty in the referee's own words."""
    return (*(ListedFault(f.slug, f.number, f.name, f.sanction, f) for f in faults), OWN_WORDS)


def matching(faults: Sequence[ListedFault], typed: str, language: Language) -> tuple[ListedFault, ...]:
    """The faults with the number ``typed`` (``P6`` or ``6``), else those that a search finds; all if it is empty."""
    number = unshifted(folded(typed).removeprefix("p"))
    by_number = tuple(each for each in faults if number.isdigit() and each.number[1:] == number)
    search = Search(typed)
    found = (each for each in faults if search.finds(each.number, *map(language.render, _words(each))))
    return by_number or tuple(found)


def _words(listed: ListedFault) -> tuple[Text, ...]:
    """The texts by which a fault is found."""
    also = listed.fault.also if listed.fault is not None else None
    return (listed.name, listed.sanction) if also is None else (listed.name, listed.sanction, also)


def fault_text(row: RecordedPenalty) -> Text:
    """“P6 Claim changed or late”, or the referee's own words."""
    given, fault = row.penalty.given, row.fault
    if fault is None:
        return verbatim(given.reason)
    if fault.measure is Measure.MINUTES and given.minutes is not None:
        return mark("{number} {fault}, {minutes} min", number=fault.number, fault=fault.name, minutes=given.minutes)
    return mark("{number} {fault}", number=fault.number, fault=fault.name)


def cancellation_text(row: RecordedPenalty) -> Text | None:
    """The reason for cancelling it; None if it was not cancelled."""
    entry = row.penalty.cancelled
    if entry is None:
        return None
    reason = entry.fact.reason if isinstance(entry.fact, PenaltyCancelled) else ""
    return mark("Cancelled: {reason}", reason=reason)


def receivers_text(row: RecordedPenalty) -> Text:
    """Who got the points, or the sanction if there are none. For a cancelled penalty, who cancelled it and when."""
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
    """The sums of the penalties of a session, beside the scores of its tables."""

    taken: int
    to_players: int
    tables: int
    """Number of sheets that count or have a penalty."""
    scores: int
    """Sum of all their scores; of the totals on paper where these were typed."""
    wrong: tuple[int, ...]
    """Tables with a wrong sum of the four totals, which should be zero less the points that nobody received."""

    @property
    def to_nobody(self) -> int:
        """Points that nobody received."""
        return self.taken - self.to_players


def penalties_of_session(view: View, session: int) -> Iterator[RecordedPenalty]:
    """The penalties of ``session`` table by table, including cancelled ones."""
    for sheet in view.sheets(session):
        yield from recorded_penalties(view, sheet)


def penalties_of_event(view: View) -> Iterator[RecordedPenalty]:
    """The penalties of all sessions."""
    sessions = view.seating.sessions if view.seating is not None else ()
    for session in range(1, len(sessions) + 1):
        yield from penalties_of_session(view, session)


def newest_first(all_: Iterable[RecordedPenalty]) -> list[RecordedPenalty]:
    """The penalties in the order of the list: the newest first."""
    return sorted(all_, key=_written, reverse=True)


def _written(each: RecordedPenalty) -> tuple[str, int, int, int]:
    entry = each.penalty.entry
    return entry.record.time, each.session, each.table, entry.number


def sums_of(view: View, session: int) -> PenaltySums:
    """Add up the penalties of ``session``, and compare them with the scores."""
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
    """A field of the form of a penalty, in typing order."""

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
"""The text to show while a field has no answer."""
HALF_TYPED = mark("A penalty was left unfinished")
NO_HAND = "no-hand"
"""Code of the question whether a penalty without a hand belongs to the session."""


class LadderSteps(NamedTuple):
    """The ladder of one player: steps taken and the step chosen."""

    points: Sequence[int]
    taken: int
    """Number of steps already taken."""
    now: int
    """Index of the step that is chosen, -1 for none."""


@dataclass(frozen=True, slots=True)
class PenaltyDraft:
    """A penalty as typed. Unfinished penalties are stored in this form."""

    session: int = 0
    table: int = 0
    """The table; 0 while none is named on the page Fouls."""
    hand: str = ""
    """Empty: it belongs to the session."""
    for_session: bool = False
    """Whether it belongs to the session although it is given on a sheet."""
    player: int | None = None
    """The column of the player at fault."""
    fault_typed: str = ""
    fault: str | None = None
    """The number of the fault that was chosen from the list."""
    step: int | None = None
    """Index of the step of the ladder that the referee chose; None for the step that the rules give."""
    amount: str = ""
    """Points or minutes."""
    to: str = ""
    reason: str = ""
    table_typed: str = ""
    """The text for the table on the page Fouls."""

    @property
    def started(self) -> bool:
        """Whether anything is typed that the user would miss."""
        return self.player is not None or self.fault is not None or bool(self.fault_typed.strip())


_NOTHING_TYPED = PenaltyDraft()


@dataclass(frozen=True)
class PenaltyOnSheet(EntryForm[PenaltyField]):
    """A draft of a penalty with the event and the sheet that it is typed for."""

    typed: PenaltyDraft = _NOTHING_TYPED
    view: View | None = None
    table: TableSheet | None = field(default=None, repr=False)
    """The table; None while none is named."""
    on_sheet: bool = False
    """Whether it is given on the sheet in view."""
    choice: int = 0
    """Row of the list of faults that match what is typed."""
    hand_anew: int | None = None
    """The hand at the cursor when the form was opened again; a new penalty would belong to it."""

    def with_typed(self, **changes: object) -> "PenaltyOnSheet":
        """The form with other values typed, without the earlier refusal."""
        return replace(self, typed=replace(self.typed, **changes), refusal=None)  # type: ignore[arg-type]

    @property
    def first(self) -> PenaltyField:
        """The field where typing begins."""
        return PenaltyField.PLAYER if self.on_sheet else PenaltyField.TABLE

    @property
    def place(self) -> PenaltyField:
        """The first field without an answer, else the one where Enter gives the penalty."""
        return self.missing or (PenaltyField.FAULT if self.on_sheet else PenaltyField.GIVE)

    @cached_property
    def listed(self) -> ListedFault | None:
        """The fault that was chosen."""
        if self.typed.fault is None or self.view is None:
            return None
        return next((each for each in listed_faults(self.view.rules.faults) if each.number == self.typed.fault), None)

    @property
    def fields(self) -> tuple[PenaltyField, ...]:
        """The fields that are open, in the order of the form."""
        opened = {
            PenaltyField.STEP: not self.on_sheet and self.measure is Measure.CHOSEN,
            PenaltyField.AMOUNT: self.takes_amount,
            PenaltyField.TO: self.own_words or self.needs_receiver,
            PenaltyField.REASON: self.own_words,
            PenaltyField.GIVE: False,
        }
        return tuple(field for field in PenaltyField if opened.get(field, True))

    def answered(self, field: PenaltyField) -> bool:
        """Whether ``field`` has an answer."""
        typed = self.typed
        match field:
            case PenaltyField.TABLE:
                return self.table is not None
            case PenaltyField.HAND:
                return not typed.hand.strip() or self.typed_hand is not None or self.fault_of_session
            case PenaltyField.PLAYER:
                return typed.player is not None
            case PenaltyField.FAULT:
                return self.listed is not None
            case PenaltyField.STEP:
                return typed.step is not None
            case PenaltyField.AMOUNT:
                return bool(typed.amount.strip())
            case PenaltyField.TO:
                return not self.needs_receiver or bool(typed.to.strip())
            case PenaltyField.REASON:
                return reason_problem(typed.reason, usual=False) is None
            case PenaltyField.GIVE:
                return True
            case _:
                assert_never(field)

    def place_of(self, problem: Problem) -> PenaltyField:
        """The field at which ``problem`` is shown."""
        places = {
            "points": PenaltyField.AMOUNT,
            "minutes": PenaltyField.AMOUNT,
            "to": PenaltyField.TO,
            "reason": PenaltyField.REASON,
            "hand": PenaltyField.HAND,
        }
        place = places.get(problem.field)
        otherwise = PenaltyField.FAULT if self.on_sheet else PenaltyField.TABLE
        return place if place is not None and place in self.fields else otherwise

    def named(self, problem: Problem) -> Problem:
        """``problem`` with the names of the players at the table."""
        return self.table.named(problem) if self.table is not None else problem

    def unanswered(self, field: PenaltyField) -> Problem:
        """The problem to show at ``field`` while it has no answer."""
        return Problem("missing", _missing_words(self, field))

    def own_answer(self, field: PenaltyField, language: Language) -> "PenaltyStep | None":
        """Enter chooses a fault, and goes from the table to the hand and from the amount to who receives it."""
        missing = self.missing
        if field is PenaltyField.FAULT and self.listed is None:
            return _fault_confirmed(self, language)
        if field is PenaltyField.TABLE and missing not in (None, PenaltyField.TABLE, PenaltyField.HAND):
            return PenaltyStep(self, missing if self.fault_of_session else PenaltyField.HAND)
        if field is PenaltyField.AMOUNT and missing is PenaltyField.REASON:
            return PenaltyStep(self, PenaltyField.TO)
        return None

    def lacking(self, field: PenaltyField) -> PenaltyField | None:
        """The field to point out: a wrong table or hand first, then that of Enter."""
        return self.missing if self.missing in (field, PenaltyField.TABLE, PenaltyField.HAND) else None

    def given(self, language: Language) -> "PenaltyStep":
        """The penalty. If no hand is named, it first asks whether it belongs to the session."""
        form = self
        if form.hand_open and form.preview(language)[1] is None:
            if form.refusal is None or form.refusal.problem.code != NO_HAND:
                text = mark("No hand is named: does this penalty belong to the session?")
                asked = Problem(NO_HAND, text, gravity=Gravity.ASKS)
                return PenaltyStep(form.refused_at(PenaltyField.HAND, asked), PenaltyField.HAND)
            form = form.with_typed(for_session=True)
        charge = form.charge(language)
        if charge is None or form.table is None:
            return PenaltyStep(form)
        return PenaltyStep(form, command=GivePenalty(*form.table.place, charge), confirmed=form.asking)

    @property
    def measure(self) -> Measure | None:
        """How the points of the fault are determined; None for the referee's own words."""
        return self.listed.fault.measure if self.listed is not None and self.listed.fault is not None else None

    @property
    def own_words(self) -> bool:
        """Whether it is given in the referee's own words."""
        return self.listed is OWN_WORDS

    @property
    def takes_amount(self) -> bool:
        """Whether points or minutes are typed."""
        chosen = self.on_sheet and self.measure is Measure.CHOSEN
        return self.own_words or chosen or self.measure in (Measure.MINUTES, Measure.FREE)

    @property
    def needs_receiver(self) -> bool:
        """Whether the player who receives the points must be named."""
        fault = self.listed.fault if self.listed is not None else None
        return fault is not None and fault.receiver is Receiver.VICTIM

    @property
    def typed_hand(self) -> int | None:
        """The hand that is named, which determines the own winds; None if there is no such hand."""
        number = _whole_number(self.typed.hand)
        hands = len(self.table.sheet.hands) if self.table is not None else 0
        return number if number is not None and 1 <= number <= hands else None

    @property
    def fault_of_session(self) -> bool:
        """Whether the fault belongs to the session, whichever hand is being played."""
        fault = self.listed.fault if self.listed is not None else None
        return fault is not None and fault.of_session

    @property
    def hand(self) -> int | None:
        """The hand to which it belongs; None for the session."""
        return None if self.typed.for_session or self.fault_of_session else self.typed_hand

    @property
    def hand_open(self) -> bool:
        """Whether the user must still say to which hand it belongs, or that it belongs to the session."""
        return not self.typed.for_session and not self.typed.hand.strip() and not self.fault_of_session

    def charge(self, language: Language) -> Charge | None:
        """The charge; None while table, player or fault is missing."""
        if self.table is None or self.typed.player is None or self.listed is None:
            return None
        late = self.measure is Measure.MINUTES
        amount = _whole_number(self.typed.amount) if self.takes_amount else None
        if self.measure in _ON_LADDER and self.typed.step is not None:
            amount = self.table.rules.ladder[self.typed.step]
        return Charge(
            player=self.typed.player,
            fault=self.listed.slug,
            hand=self.hand,
            points=None if late else amount,
            to=self._receivers(self.table, language) if self.own_words or self.needs_receiver else None,
            reason=self.typed.reason if self.own_words else "",
            minutes=amount if late else None,
        )

    def preview(self, language: Language) -> tuple[PenaltyGiven | None, Text | None]:
        """The penalty that Enter would give, or why it would be refused; two times None while something is missing."""
        charge = self.charge(language)
        if charge is None or self.table is None or self.missing is not None:
            return None, None
        try:
            return penalty_of(self.table.sheet, self.table.rules, charge), None
        except Refused as refused:
            return None, refused.problems[0].text

    def changes_known(self, language: Language) -> GivePenalty | None:
        """The command of Enter if it changes results that people may know; otherwise None."""
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

    def text_of(self, field: PenaltyField, language: Language) -> str:
        """The text in the line of ``field``. The player is shown before it."""
        typed, listed = self.typed, self.listed
        texts = {
            PenaltyField.TABLE: typed.table_typed,
            PenaltyField.HAND: typed.hand,
            PenaltyField.FAULT: typed.fault_typed
            if listed is None
            else f"{listed.number} {language.render(listed.name)}",
            PenaltyField.AMOUNT: typed.amount,
            PenaltyField.TO: typed.to,
            PenaltyField.REASON: typed.reason,
        }
        return texts.get(field, "")

    def ladder(self) -> LadderSteps | None:
        """The ladder, if this fault has one and the player is known. On a sheet the step is typed."""
        fault = self.listed.fault if self.listed is not None else None
        if self.table is None or self.typed.player is None or fault is None or fault.measure not in _ON_LADDER:
            return None
        if self.takes_amount:
            return None
        rules = self.table.rules
        if fault.measure is Measure.CHOSEN:
            return LadderSteps(rules.ladder, 0, self.typed.step if self.typed.step is not None else -1)
        taken = steps_taken(self.table.sheet, rules, self.typed.player, fault)
        now = self.typed.step if self.typed.step is not None else min(taken, len(rules.ladder) - 1)
        return LadderSteps(rules.ladder, taken, now)

    def earlier(self) -> list[RecordedPenalty]:
        """The player's penalties of this kind in the whole event, the newest first."""
        fault = self.listed.fault if self.listed is not None else None
        if self.on_sheet or self.table is None or self.typed.player is None or fault is None:
            return []
        player = self.table.players[self.typed.player].number
        same = (p for p in penalties_of_event(self.table.view) if p.fault and p.fault.number == fault.number)
        return newest_first(p for p in same if p.player.number == player and p.penalty.cancelled is None)

    def offered(self, language: Language) -> tuple[ListedFault, ...]:
        """On a sheet: the faults that match what is typed."""
        faults = listed_faults(self.table.rules.faults) if self.table is not None else ()
        return matching(faults, self.typed.fault_typed, language)

    def _receivers(self, table: TableSheet, language: Language) -> tuple[int, ...]:
        keys = "".join(self.typed.to.replace(",", " ").split())
        columns = [table.column_of(key, self.typed_hand, language) for key in keys]
        return tuple(column for column in columns if column is not None)


@dataclass(frozen=True, slots=True)
class CancelDraft:
    """The reason for cancelling a penalty, as far as it is typed."""

    reason: str = ""
    problem: Text | str = ""


PenaltyStep = KeyStep[PenaltyOnSheet, PenaltyField]
"""The result of a key in the form of a penalty."""


def on_sheet(table: TableSheet, hand: int | None) -> PenaltyOnSheet:
    """An empty form on the sheet of ``table``; the penalty belongs to ``hand``, if there is one at the cursor."""
    typed = PenaltyDraft(*table.place, str(hand) if hand is not None else "")
    return PenaltyOnSheet(typed, table.view, table, on_sheet=True)


def resumed(typed: PenaltyDraft, view: View, table: TableSheet | None) -> PenaltyOnSheet:
    """A form with a stored draft: on the sheet of ``table``, or on the page Fouls. What no longer fits is left out."""
    typed = replace(
        typed,
        player=typed.player if typed.player in range(4) else None,
        step=typed.step if typed.step in range(len(view.rules.ladder)) else None,
    )
    if table is not None:
        return PenaltyOnSheet(typed, view, table, on_sheet=True)
    return look_again(PenaltyOnSheet(typed, view), view, typed.session)


def look_again(form: PenaltyOnSheet, view: View | None, session: int) -> PenaltyOnSheet:
    """Follow a change of the event. What is typed stays where it is still possible."""
    if form.on_sheet and view is not None and form.table is not None:
        return replace(form, view=view, table=table_sheet(view, *form.table.place))
    table = _named_table(view, session, form.typed.table_typed)
    typed = replace(form.typed, session=session, table=table.sheet.table if table is not None else 0)
    return replace(form, typed=typed, view=view, table=table, refusal=form.refusal if form.left_half_typed else None)


def begun_anew(form: PenaltyOnSheet) -> PenaltyOnSheet:
    """The form without anything typed."""
    if form.on_sheet and form.table is not None:
        return on_sheet(form.table, form.hand_anew)
    return PenaltyOnSheet(PenaltyDraft(form.typed.session), form.view)


def typed(form: PenaltyOnSheet, field: PenaltyField, text: str, language: Language) -> PenaltyStep:
    """Set the text of ``field``. While it asks whether to continue, an answer in its first field starts a new one."""
    if form.left_half_typed and field is form.first:
        anew = typed(begun_anew(form), field, text, language)
        named = anew.state.table if field is PenaltyField.TABLE else anew.state.typed.player
        return anew if named is not None else PenaltyStep(form, field)
    asks = form.refusal.problem.code if form.refusal is not None and form.asking else NO_HAND
    answered_by_typing = asks in (LEFT_HALF_TYPED, NO_HAND)
    if not answered_by_typing and not only_deletes(form.text_of(field, language), text):
        return PenaltyStep(form, message=answer_first(text[-1:]), refuses=True)
    form = form.without_refusal()
    match field:
        case PenaltyField.TABLE:
            return PenaltyStep(_at_table(form, text))
        case PenaltyField.HAND:
            return PenaltyStep(form.with_typed(hand=text, for_session=False))
        case PenaltyField.PLAYER:
            return _player_typed(form, text, language)
        case PenaltyField.FAULT:
            return PenaltyStep(replace(form.with_typed(fault_typed=text, fault=None, step=None), choice=0))
        case PenaltyField.AMOUNT:
            return PenaltyStep(form.with_typed(amount=text))
        case PenaltyField.TO:
            return PenaltyStep(form.with_typed(to=text))
        case PenaltyField.REASON:
            return PenaltyStep(form.with_typed(reason=text))
        case PenaltyField.STEP | PenaltyField.GIVE:
            return PenaltyStep(form)
        case _:
            assert_never(field)


def player_erased(form: PenaltyOnSheet) -> PenaltyStep:
    """Backspace in the empty line of the player."""
    return PenaltyStep(form.with_typed(player=None))


def choice_moved(form: PenaltyOnSheet, step: int, language: Language) -> PenaltyStep:
    """An arrow in the line of the fault."""
    last = max(len(form.offered(language)) - 1, 0)
    return PenaltyStep(replace(form, choice=min(max(form.choice + step, 0), last)))


def belonging(form: PenaltyOnSheet, *, for_session: bool) -> PenaltyStep:
    """Set whether a penalty given on a sheet belongs to the session or to the hand."""
    return PenaltyStep(form.with_typed(for_session=for_session))


def step_chosen(form: PenaltyOnSheet, index: int) -> PenaltyStep:
    """Choose another step of the ladder."""
    return PenaltyStep(form.with_typed(step=index))


def fault_chosen(form: PenaltyOnSheet, listed: ListedFault) -> PenaltyStep:
    """Choose a fault from its list."""
    if form.listed is None or listed.slug != form.listed.slug:
        form = form.with_typed(step=None, amount="")
    return go_on(form.with_typed(fault=listed.number))


def _whole_number(text: str) -> int | None:
    """The whole number that was typed, or None."""
    cleaned = text.strip()
    return int(cleaned) if cleaned.isascii() and cleaned.isdigit() and len(cleaned) < 6 else None


def _named_table(view: View | None, session: int, text: str) -> TableSheet | None:
    number = _whole_number(text)
    if view is None or view.seating is None or number is None:
        return None
    return table_sheet(view, session, number) if view.seating.seats(session, number) is not None else None


def _at_table(form: PenaltyOnSheet, text: str) -> PenaltyOnSheet:
    """Change the table to the typed one. It has other players, and the hand becomes the next one to be played."""
    table = _named_table(form.view, form.typed.session, text)
    waiting = table.sheet.next_hand if table is not None else None
    number, hand = table.sheet.table if table is not None else 0, str(waiting) if waiting is not None else ""
    return replace(form.with_typed(table_typed=text, table=number, player=None, hand=hand), table=table)


def _player_typed(form: PenaltyOnSheet, text: str, language: Language) -> PenaltyStep:
    if form.table is None:
        missing = PenaltyField.TABLE
        return PenaltyStep(form.refused_at(missing, form.unanswered(missing)), missing)
    column = form.table.column_of(text[-1:], form.typed_hand, language)
    if column is None:
        words = mark("“{typed}” matches no player at this table", typed=text)
        return PenaltyStep(form.refused_at(PenaltyField.PLAYER, Problem("nobody", words)))
    return go_on(form.with_typed(player=column, step=None))


def _fault_confirmed(form: PenaltyOnSheet, language: Language) -> PenaltyStep:
    offered = form.offered(language)
    if not offered:
        words = mark("No fault has this number or these words")
        return PenaltyStep(form.refused_at(PenaltyField.FAULT, Problem("fault-unknown", words)), PenaltyField.FAULT)
    return fault_chosen(form, offered[form.choice])


def _missing_words(form: PenaltyOnSheet, field: PenaltyField) -> Text:
    """The text for ``field``: the tables and hands that exist, or what is missing."""
    typed_table = form.typed.table_typed.strip()
    seating = form.view.seating if form.view is not None else None
    tables = len(seating.tables(form.typed.session)) if seating is not None else 0
    if field is PenaltyField.TABLE and typed_table:
        return mark("There is no table “{typed}”: session {session} has tables 1 to {last}.", typed=typed_table,
                    session=form.typed.session, last=tables)  # fmt: skip
    if field is PenaltyField.TABLE:
        return mark("Type a table number from 1 to {last}.", last=tables)
    if field is PenaltyField.HAND and form.table is not None:
        last = len(form.table.sheet.hands)
        return mark("There is no hand “{typed}”: the sheet has hands 1 to {last}.", typed=form.typed.hand, last=last)
    if field is PenaltyField.REASON and form.typed.reason.strip():
        return reason_problem(form.typed.reason, usual=False) or MISSING[field]
    return MISSING[field]
