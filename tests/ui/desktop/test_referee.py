"""A few sheets of the erring referee; the proof types thousands."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.referee.erring_referee import Referee, Row, play
from tests.referee.judging import Result, outcome_of, pays_the_same
from tests.referee.paper import Paper, random_outcome, random_paper
from tests.tournament.use_cases.events import BY, drawn
from tests.ui.desktop.conftest import dressed, styled  # noqa: F401
from tests.ui.desktop.pages.tables.recount import totals
from tournament.catalogue import IDS, rule_set
from tournament.rules.payment import Answer, Outcome, Stakes
from tournament.rules.question import QuestionKind, RuleQuestion, defaults_of
from tournament.rules.ruleset import RuleSet
from tournament.use_cases import CloseSheet, RecordHand, carry_out
from ui.desktop.dialogs.copies import CopiesDialog


@pytest.mark.thorough
@pytest.mark.usefixtures("dressed")
@pytest.mark.parametrize(("rules", "seed"), [("mcr", 4), ("french-classical-advanced", 4), ("riichi-ema-2025", 2)])
def test_no_sheet_is_verified_wrong_and_unmarked(qapp: QApplication, tmp_path: Path, rules: str, seed: int) -> None:
    """With these seeds the referee slips often, in many ways, and does not give up."""
    tally = play(tmp_path, seed, 1, slips=0.3, rules=rules)
    assert tally.wrong == []
    assert tally.results[Result.RIGHT] == 1
    assert len(tally.slips) >= 5


@pytest.mark.usefixtures("dressed")
def test_a_referee_who_reads_another_paper_is_found_out(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The judge sees what no window can: rows and totals that agree with each other and not with the paper."""

    def misread(hand: Outcome) -> Outcome:
        return hand if hand.winner is None else replace(hand, points=hand.points + 1)

    def as_recounted(hand: Outcome) -> tuple[int, int | None, int] | None:
        if hand.winner is None:
            return None
        return hand.winner + 1, None if hand.discarder is None else hand.discarder + 1, hand.points

    def misread_totals(paper: Paper) -> list[int]:
        return totals([as_recounted(misread(hand)) for hand in paper.hands])

    def expected_misread(referee: Referee, paper: Paper, hand: Outcome) -> Row:
        return expected(referee, paper, misread(hand))

    keys_of, expected = Paper.keys_of, Referee.expected
    monkeypatch.setattr(Paper, "keys_of", lambda paper, hand: keys_of(paper, misread(hand)))
    monkeypatch.setattr(Referee, "expected", expected_misread)
    monkeypatch.setattr(Referee, "totals_of", staticmethod(misread_totals))
    monkeypatch.setattr(Referee, "_punish", lambda _referee, _paper: None)
    tally = play(tmp_path, 7, 1, slips=0)
    assert (len(tally.wrong), tally.results[Result.WRONG]) == (1, 1)


@pytest.mark.usefixtures("dressed")
def test_a_referee_deletes_a_hand_too_many(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The form of a repair is painted while its reason is typed, as in a real window, so that Enter counts."""

    def with_a_hand_too_many(referee: Referee, paper: Paper) -> None:
        for hand in (*paper.hands, DRAWN):
            referee._type_row(paper, paper.keys_of(hand), None)
        assert referee._mend(paper)

    monkeypatch.setattr(Referee, "_type_rows", with_a_hand_too_many)
    assert play(tmp_path, 1, 1, slips=0, rules="hong-kong").results == {Result.RIGHT: 1}


def the_rules(id: str) -> RuleSet:
    rules = rule_set(id)
    assert rules is not None
    return rules


def variants(rules: RuleSet) -> Iterator[RuleSet]:
    """The rules as they are, and with each option answered otherwise."""
    yield rules
    assert rules.with_options is not None
    answers = defaults_of(rules.options)
    for option in rules.options:
        for other in others(option.question, answers[option.question.name]):
            yield rules.with_options({**answers, option.question.name: other})


def others(question: RuleQuestion, usual: Answer) -> Iterator[Answer]:
    if question.may_be_none and usual is not None:
        yield None
    if question.kind is QuestionKind.TICK:
        yield not usual
    yield from (each.key for each in question.choices if each.key != usual)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("id", [id for id in IDS if the_rules(id).four_values])
def test_where_four_hands_are_paid_nobody_pays_for_a_discard(id: str) -> None:
    """So the judge need not compare who discarded, under any option (Poilbarbe 4.2 and 4.3; the document of Québec)."""
    chance, tried = random.Random(1), 0
    for rules in variants(the_rules(id)):
        for dealer, winner in product(range(4), range(4)):
            outcome = replace(random_outcome(chance, rules), winner=winner)
            givers = [None, *(each for each in range(4) if each != winner)]
            paid = {tuple(rules.settle(replace(outcome, discarder=giver), Stakes(dealer))) for giver in givers}
            assert len(paid) == 1
            tried += bool(paid.pop())
    assert tried > 100


def judged(rules: str, recorded: list[Outcome], written: list[Outcome], *, accepted: bool = False) -> Result:
    """What is said of a signed sheet with the hands ``recorded`` beside a paper with those ``written``."""
    books = [drawn(rules=rules), drawn(rules=rules)]
    for book, hands in zip(books, (recorded, written), strict=True):
        for hand, outcome in enumerate(hands, start=1):
            carry_out(book, RecordHand(1, 1, hand, outcome), by=BY, confirmed=True)
    sheet, other = (book.view.sheet(1, 1) for book in books)
    paper = Paper(1, 1, the_rules(rules), tuple(written), other.computed)
    assert sheet.computed == paper.totals or accepted, "nobody signs it without a mark"
    carry_out(books[0], CloseSheet(1, 1, sheet.computed), by=BY, confirmed=True)
    sheet = books[0].view.sheet(1, 1)
    assert pays_the_same(sheet, paper) is (outcome_of(sheet, paper) in (Result.PAID_THE_SAME, Result.RIGHT))
    return outcome_of(sheet, paper)


DRAWN, LIMIT = Outcome(None), (Outcome(1, 2, 11), Outcome(1, 2, 12))
READY = [Outcome(None, answers=(("tenpai", columns),)) for columns in ((0,), (1,))]


def test_other_numbers_that_pay_the_same_are_counted_apart() -> None:
    """Eleven and twelve han are a sanbaiman: no total tells them apart."""
    assert judged("riichi-ema-2025", [LIMIT[1], *[DRAWN] * 7], [LIMIT[0], *[DRAWN] * 7]) is Result.PAID_THE_SAME
    assert judged("riichi-ema-2025", [LIMIT[0], *[DRAWN] * 7], [LIMIT[0], *[DRAWN] * 7]) is Result.RIGHT


@pytest.mark.parametrize(
    ("recorded", "written"),
    [
        ([LIMIT[0], *[DRAWN] * 7], [DRAWN, LIMIT[0], *[DRAWN] * 6]),  # in another hand, under another dealer
        ([*READY, *[DRAWN] * 7], [*reversed(READY), *[DRAWN] * 6]),
        ([*[DRAWN] * 8], [Outcome(None, answers=(("tenpai", (0, 1, 2, 3)),)), *[DRAWN] * 8]),  # East stayed
    ],
)
def test_other_hands_are_wrong_although_the_totals_agree(recorded: list[Outcome], written: list[Outcome]) -> None:
    assert judged("riichi-ema-2025", recorded, written, accepted=True) is Result.WRONG


def test_a_game_that_ended_early_or_late_is_counted_apart_only_if_what_was_paid_is_right() -> None:
    assert judged("riichi-ema-2025", [LIMIT[0], DRAWN], [LIMIT[0], DRAWN, DRAWN]) is Result.STOPPED
    assert judged("riichi-ema-2025", [DRAWN, LIMIT[0]], [LIMIT[0], DRAWN, DRAWN], accepted=True) is Result.WRONG
    ready = [*READY, DRAWN]  # a hand that was paid is left out
    assert judged("riichi-ema-2025", ready[1:], ready, accepted=True) is Result.WRONG
    won = [Outcome(1, 0, 3), DRAWN, Outcome(2, None, 4)]
    assert judged("hong-kong", [won[0], won[2]], won) is Result.STOPPED
    assert judged("hong-kong", [*won[:2], DRAWN, won[2]], won) is Result.STOPPED
    assert judged("hong-kong", [*won, DRAWN], won) is Result.STOPPED
    assert judged("hong-kong", [*won, won[2]], won, accepted=True) is Result.WRONG
    assert judged("hong-kong", [DRAWN, won[0], won[2]], won, accepted=True) is Result.WRONG  # not where it was played
    four = [Outcome(2, 1, values=(0, 4, 32, 0)), Outcome(None, values=(0, 0, 0, 0))]
    assert judged("french-classical-advanced", [*four, four[1]], four) is Result.STOPPED


def test_papers_of_riichi_are_like_real_ones() -> None:
    chance = random.Random("papers")
    rules = the_rules("riichi-ema-2025")
    papers = [random_paper(chance, 1, 1, rules, rules.id) for _ in range(40)]
    hands = [hand for paper in papers for hand in paper.hands]
    won = [hand for hand in hands if not hand.drawn]
    assert 0.75 < len(won) / len(hands) < 0.92
    assert 0.25 < sum(hand.self_draw for hand in won) / len(won) < 0.45
    assert any(len(hand.winners) == 2 for hand in won)
    assert any(hand.tenpai for hand in hands)
    assert sum(hand.answer("riichi") is not None for hand in hands) > len(hands) / 4
    assert any(paper.penalty is not None for paper in papers)
    assert any(paper.unit > 1 for paper in papers)
    assert any(paper.start for paper in papers)
    assert 5 < len(hands) / len(papers) < 13


@pytest.mark.sampled(1)
@pytest.mark.usefixtures("dressed")
@pytest.mark.parametrize("closes", [True, False])
def test_a_dialog_over_the_sheet_gets_the_keys_until_it_is_closed(
    closes: bool, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If Esc did not close it, all that the referee types would be in vain."""
    above: list[bool] = []

    def type_above(referee: Referee, _pile: list[Paper]) -> None:
        for key in ("Ctrl+B", "Enter", "Esc", "Esc"):
            referee.press(key)
            above.append(QApplication.activeModalWidget() is not None)
        referee._settle()

    def stay(_dialog: CopiesDialog) -> None:
        """Leave it open."""

    monkeypatch.setattr(Referee, "type_pile", type_above)
    if closes:
        play(tmp_path, 1, 1)
        assert (above[0], above[-1]) == (True, False)
        return
    monkeypatch.setattr(CopiesDialog, "reject", stay)
    with pytest.raises(AssertionError, match="Esc does not close CopiesDialog"):
        play(tmp_path, 1, 1)
