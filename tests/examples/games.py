"""Events by any rule set, filled with hands as its description asks for them; everybody in them is invented."""

import random
from collections.abc import Iterator
from datetime import date

from tests.examples.events import LedgerWriter, players, seating
from tests.examples.hanchan import LINES
from tests.second_count import riichi_lines
from tournament.catalogue import rule_set
from tournament.event.format import EventFormat
from tournament.event.settings import Settings
from tournament.ledger.entry import EVENT_STREAM, table_stream
from tournament.ledger.facts import (
    DrawPublished,
    EventCreated,
    GameSeated,
    HandRecorded,
    PenaltyGiven,
    PlayersAdded,
    SheetClosed,
)
from tournament.rules.fault import Receiver
from tournament.rules.payment import Answer, Net, Outcome, opponents
from tournament.rules.question import Chosen, QuestionKind, RuleQuestion
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_state import TableState
from tournament.use_cases.view import View
from ui.json_lines.game import GameLine

_LOSERS = (0, 2, 4, 8, 10, 16, 24, 32, 40, 64)
_WINNERS = (20, 22, 28, 56, 88, 120, 240, 500)
_POINTS = (0, 1, 2, 3, 4, 5, 7, 8, 10, 12, 20, 24, 48, 70, 85, 160, 320)


def game_event(
    rules: str, *, players_count: int = 8, sessions: int = 2, hands: int = 18, options: Chosen = (), seed: int = 5
) -> View:
    """An event by ``rules`` whose first session is played: up to so many hands a table, and a fault at table 1.

    Table 1 is signed, the others are in play.
    """
    ledger = LedgerWriter()
    settings = Settings(name="Open de l’Exemple 2026", rules=rules, sessions=sessions, place="Exempleville",
                        starts=date(2026, 6, 13), options=options)  # fmt: skip
    ledger.write(EVENT_STREAM, EventCreated(settings))
    ledger.write(EVENT_STREAM, PlayersAdded(players(players_count)))
    ledger.write(EVENT_STREAM, DrawPublished(seating(players_count, sessions)))
    found = rule_set(rules, options)
    assert found is not None
    chance = random.Random(seed)
    for table in range(1, players_count // 4 + 1):
        play_game(ledger, found, table, hands, chance)
    ledger.write(table_stream(1, 1), _penalty(found))
    ledger.write(table_stream(1, 1), SheetClosed())
    return ledger.view


def club_evening(rules: str) -> View:
    """A club evening of two games, six hands played in each."""
    ledger = LedgerWriter()
    ledger.write(EVENT_STREAM, EventCreated(Settings(name="Club", rules=rules, format=EventFormat.CLUB)))
    ledger.write(EVENT_STREAM, PlayersAdded(players(8)))
    for table, four in enumerate(((1, 2, 3, 4), (5, 6, 7, 8)), start=1):
        ledger.write(EVENT_STREAM, GameSeated(1, table, four))
        play_game(ledger, ledger.view.rules, table, 6, random.Random(table))
    return ledger.view


def play_game(ledger: LedgerWriter, rules: RuleSet, table: int, hands: int, chance: random.Random) -> None:
    """Play up to so many hands at a table of session 1."""
    known = hanchan_outcomes(rules, table) if rules.on_table else ()
    for hand in range(1, hands + 1):
        sheet = ledger.view.sheet(1, table)
        if hand > len(sheet.hands) or sheet.hands[hand - 1].state.over:
            return
        ended = known[hand - 1] if known else some_outcome(rules, sheet.hands[hand - 1].state, chance)
        fact = HandRecorded(hand, ended.winner, ended.discarder, ended.points, details=ended.details)
        ledger.write(table_stream(1, table), fact)


def hanchan_outcomes(rules: RuleSet, table: int) -> tuple[Outcome, ...]:
    """The hands of the game of riichi that was counted by hand at table 1, elsewhere one by chance."""
    lines = LINES if table == 1 else riichi_lines.hanchan(random.Random(table), rules.id, {})
    return tuple(GameLine(dict(line), rules).outcome() for line in lines)


def _penalty(rules: RuleSet) -> PenaltyGiven:
    fault = next((fault for fault in rules.faults if fault.points), None)
    if fault is None:
        return PenaltyGiven(1, 3, "", 10, (0, 2, 3), reason="spoke of the hand in play")
    return PenaltyGiven(
        1, 3, fault.slug, fault.points, (0, 2, 3) if fault.receiver is Receiver.OPPONENTS else (), no_hu=fault.no_hu
    )


def some_outcome(rules: RuleSet, state: TableState, chance: random.Random) -> Outcome:
    """A hand that does not contradict the rules, as they describe what is asked of it."""
    while True:
        winner = None if chance.random() < 0.06 else chance.randrange(4)
        discarder = None if winner is None or chance.random() < 0.3 else chance.choice(opponents(winner))
        liable = discarder if rules.liable is not None and chance.random() < 0.3 else None
        tried = Outcome(
            winner,
            discarder,
            chance.choice(_POINTS) if winner is not None and not rules.four_values else 0,
            _values(winner, chance) if rules.four_values else None,
            liable,
            tuple(sorted(_answers(rules.questions, chance))),
        )
        if tried.points <= rules.most and not rules.contradictions(tried, state.dealer):
            return tried


def _values(winner: int | None, chance: random.Random) -> Net:
    a, b, c, d = (chance.choice(_WINNERS if column == winner else _LOSERS) for column in range(4))
    return a, b, c, d


def _answers(questions: tuple[RuleQuestion, ...], chance: random.Random) -> Iterator[tuple[str, Answer]]:
    for question in questions:
        if question.kind is QuestionKind.CHOICE and (question.name == "dominant" or chance.random() < 0.3):
            yield question.name, chance.choice(question.choices).key
        elif question.kind is QuestionKind.PLAYERS and chance.random() < 0.2:
            yield question.name, (chance.randrange(4),)
