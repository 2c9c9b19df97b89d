"""Record, correct, punish, cancel, undo and redo in any order, against a model of plain dictionaries."""

from dataclasses import dataclass, field

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.tournament.use_cases.events import BY, drawn
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    Book,
    CancelPenalty,
    CorrectHand,
    GivePenalty,
    RecordHand,
    Refused,
    carry_out,
)
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import Redo, Undo

COLUMNS = st.integers(0, 3)
HANDS = st.integers(1, 16)
OUTCOMES = st.one_of(
    st.just(Outcome(None)),
    st.builds(Outcome, COLUMNS, st.none(), st.integers(8, 500)),
    st.builds(lambda w, step, p: Outcome(w, (w + step) % 4, p), COLUMNS, st.integers(1, 3), st.integers(8, 500)),
)


@dataclass
class Model:
    """What the sheet must say."""

    hands: dict[int, Outcome] = field(default_factory=dict)
    penalties: dict[str, tuple[int, int, tuple[int, ...]]] = field(default_factory=dict)

    def copy(self) -> "Model":
        return Model(dict(self.hands), dict(self.penalties))

    @property
    def scores(self) -> tuple[int, ...]:
        scores = [0, 0, 0, 0]
        for outcome in self.hands.values():
            if outcome.winner is None:
                continue
            for loser in range(4):
                if loser != outcome.winner:
                    paid = 8 + (outcome.points if outcome.discarder in (None, loser) else 0)
                    scores[loser] -= paid
                    scores[outcome.winner] += paid
        for player, points, to in self.penalties.values():
            scores[player] -= points * max(1, len(to))
            for receiver in to:
                scores[receiver] += points
        return tuple(scores)


class SheetMachine(RuleBasedStateMachine):
    """One sheet, played with at random."""

    @initialize()
    def begin(self) -> None:
        self.store = FakeStore()
        self.book = drawn(self.store)
        self.model = Model()
        self.past: list[Model] = []
        self.future: list[Model] = []

    def done(self, model: Model) -> None:
        self.past.append(self.model)
        self.model = model
        self.future = []

    @rule(hand=HANDS, outcome=OUTCOMES)
    def record(self, hand: int, outcome: Outcome) -> None:
        command = RecordHand(1, 1, hand, outcome)
        if hand in self.model.hands:
            self.refused(command)
            return
        carry_out(self.book, command, by=BY, confirmed=True)
        model = self.model.copy()
        model.hands[hand] = outcome
        self.done(model)

    @rule(hand=HANDS, outcome=OUTCOMES)
    def correct(self, hand: int, outcome: Outcome) -> None:
        command = CorrectHand(1, 1, hand, outcome, "a reason")
        if self.model.hands.get(hand, outcome) == outcome:
            self.refused(command)
            return
        carry_out(self.book, command, by=BY, confirmed=True)
        model = self.model.copy()
        model.hands[hand] = outcome
        self.done(model)

    @rule(player=COLUMNS, points=st.integers(0, 500), to=st.sets(COLUMNS), hand=st.none() | HANDS)
    def punish(self, player: int, points: int, to: set[int], hand: int | None) -> None:
        receivers = tuple(sorted(to))
        command = GivePenalty(1, 1, Charge(player, hand=hand, points=points, to=receivers, reason="a reason"))
        if player in to:
            self.refused(command)
            return
        entry = carry_out(self.book, command, by=BY).entries[-1]
        model = self.model.copy()
        model.penalties[entry.id] = (player, points, receivers)
        self.done(model)

    @precondition(lambda self: self.model.penalties)
    @rule(data=st.data())
    def cancel(self, data: st.DataObject) -> None:
        entry = data.draw(st.sampled_from(sorted(self.model.penalties)))
        carry_out(self.book, CancelPenalty(entry, "a reason"), by=BY)
        model = self.model.copy()
        del model.penalties[entry]
        self.done(model)
        self.refused(CancelPenalty(entry, "a reason"))

    @precondition(lambda self: self.past)
    @rule()
    def undo(self) -> None:
        carry_out(self.book, Undo(), by=BY)
        self.future.append(self.model)
        self.model = self.past.pop()

    @rule()
    def redo(self) -> None:
        if not self.future:
            before = len(self.store.records)
            try:
                carry_out(self.book, Redo(), by=BY)
            except Refused:
                assert len(self.store.records) == before
                return
            raise AssertionError("nothing was undone, and something came back")
        carry_out(self.book, Redo(), by=BY)
        self.past.append(self.model)
        self.model = self.future.pop()

    @rule()
    def open_again(self) -> None:
        again = Book(self.store)
        assert again.view.sheet(1, 1) == self.book.view.sheet(1, 1)
        assert again.damage == ()
        self.book = again

    @rule()
    def check(self) -> None:
        assert check_records(self.store.records).problems == ()

    @invariant()
    def the_sheet_says_what_the_model_says(self) -> None:
        sheet = self.book.view.sheet(1, 1)
        assert {line.hand: line.outcome for line in sheet.hands if line.outcome is not None} == self.model.hands
        assert {penalty.entry.id for penalty in sheet.penalties} == set(self.model.penalties)
        assert sheet.scores == self.model.scores
        assert sum(sheet.scores) == -sheet.lost

    def refused(self, command: object) -> None:
        before = list(self.store.records)
        try:
            carry_out(self.book, command, by=BY, confirmed=True)  # type: ignore[arg-type]
        except Refused:
            assert self.store.records == before
            return
        raise AssertionError(f"{command} was accepted")


TestSheetMachine = SheetMachine.TestCase
