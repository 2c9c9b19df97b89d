"""Commands with any values, which seldom fit: strategies of Hypothesis."""

from datetime import date

from hypothesis import strategies as st

from tests.tournament.use_cases import random_commands
from tournament.ledger.facts import PaperReading
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome, PartialNet
from tournament.use_cases import (
    ChangeEvening,
    CloseSheet,
    Command,
    ConfirmSheet,
    CorrectHand,
    DeleteHand,
    ExchangeColumns,
    GameCommand,
    GivePenalty,
    InsertHand,
    MoveHand,
    MoveSheet,
    OpenEvening,
    RecordHand,
    RecordTotals,
    RejectSheet,
    ReopenSheet,
    ReseatGame,
    SeatGame,
    TakeBackGame,
    TypeTotals,
)

SESSIONS = st.integers(1, 3)
NUMBERS = st.integers(1, 11)
COLUMNS = st.integers(0, 3)
HANDS = st.integers(1, 3)
"""Few hands, so that they meet: recorded twice, corrected, punished."""
REASONS = st.sampled_from(("a reason", "  "))
POINTS = st.sampled_from((8, 12, 88, 89))
OUTCOMES = st.one_of(
    st.just(Outcome(None)),
    st.builds(Outcome, COLUMNS, st.none(), POINTS),
    st.builds(
        lambda winner, step, points: Outcome(winner, (winner + step) % 4, points), COLUMNS, st.integers(0, 3), POINTS
    ),
)
TOTALS = st.sampled_from(random_commands.TOTALS)
PARTS: st.SearchStrategy[PartialNet] = st.sampled_from(((60, None, -20, None), (None, None, None, None)))
CHARGES = st.builds(
    Charge,
    player=COLUMNS,
    fault=st.sampled_from(("", "", "late", "false-hu-short", "wall-broken", "claim-changed")),
    hand=st.none() | HANDS,
    points=st.none() | st.sampled_from((0, 5, 20)),
    to=st.none() | st.just(()) | COLUMNS.map(lambda column: (column,)),
    no_hu=st.booleans(),
    reason=st.sampled_from(("", "a reason")),
    minutes=st.none() | st.integers(1, 16),
)
TABLES = st.integers(1, 2)
READINGS = st.builds(PaperReading, TOTALS) | st.just(PaperReading(points=(8, *[None] * 15)))
READERS = st.sampled_from(("", "Second Reader"))
COMMANDS: st.SearchStrategy[Command] = st.one_of(
    st.builds(RecordHand, SESSIONS, TABLES, HANDS, OUTCOMES),
    st.builds(CorrectHand, SESSIONS, TABLES, HANDS, OUTCOMES, REASONS),
    st.builds(GivePenalty, SESSIONS, TABLES, CHARGES),
    st.builds(TypeTotals, SESSIONS, TABLES, TOTALS),
    st.builds(RecordTotals, SESSIONS, TABLES, TOTALS, REASONS),
    st.builds(CloseSheet, SESSIONS, TABLES, st.none() | TOTALS | PARTS, st.sampled_from(("", "a reason"))),
    st.builds(ReopenSheet, SESSIONS, TABLES, REASONS),
    st.builds(ConfirmSheet, SESSIONS, TABLES, READINGS, READERS),
    st.builds(RejectSheet, SESSIONS, TABLES, READINGS, READERS, REASONS),
)
ROWS = st.sampled_from((0, 1, 2, 3, 4, 16, 17))
SPANS = st.none() | st.tuples(ROWS, ROWS) | st.just((1, 16))
TILES = st.sampled_from(("", "[234p,1]234m23456s88p7s", "111z222z33345m66p6p"))
"""Tiles that winds change, and tiles that they do not."""
REPAIRS: st.SearchStrategy[Command] = st.one_of(
    st.builds(InsertHand, SESSIONS, TABLES, ROWS, OUTCOMES, REASONS, TILES),
    st.builds(DeleteHand, SESSIONS, TABLES, ROWS, REASONS),
    st.builds(MoveHand, SESSIONS, TABLES, ROWS, ROWS, REASONS),
    st.builds(ExchangeColumns, SESSIONS, TABLES, st.tuples(COLUMNS, COLUMNS), SPANS, REASONS),
    st.builds(MoveSheet, SESSIONS, TABLES, SESSIONS, TABLES, REASONS),
)
FOUR = st.lists(NUMBERS, min_size=4, max_size=4, unique=True).map(lambda four: (four[0], four[1], four[2], four[3]))
ANY_FOUR = st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS)
EVENINGS = st.integers(0, 4)
GAMES = st.integers(0, 4)
NAMES = st.sampled_from(("", "Table 1", " Table 1 ", "by the window", "x" * 41, "tab\there"))
DAYS = st.none() | st.sampled_from((date(2026, 6, 13), date(2026, 6, 20)))
PLACES = st.sampled_from(("", "Club"))
GAME_COMMANDS: st.SearchStrategy[GameCommand] = st.one_of(
    st.builds(OpenEvening, DAYS, PLACES),
    st.builds(ChangeEvening, EVENINGS, DAYS, PLACES),
    st.builds(SeatGame, st.none() | EVENINGS, FOUR | ANY_FOUR, NAMES, st.none() | GAMES),
    st.builds(ReseatGame, EVENINGS, GAMES, FOUR | ANY_FOUR, NAMES, REASONS),
    st.builds(TakeBackGame, EVENINGS, GAMES),
)
