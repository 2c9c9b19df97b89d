"""A whole evening typed on four phones in Chromium, compared with the same evening entered from paper.

The desk only accepts what the phones proposed, every few hands, and signs the sheets. It needs Chromium.
"""

from itertools import count, zip_longest
from pathlib import Path
from random import Random

from tests.browser.chromium import Tab, browsing
from tests.browser.table_phone import Phone, play
from tests.browser.tables import ServedTable, one_table
from tests.proof.covered import EVENT
from tests.proof.part import Outcome, Part, temporary_folder
from tests.tournament.use_cases.events import BY
from tournament.catalogue import IDS
from tournament.ledger.sheet import HandLine
from tournament.rulesets.blank import BLANK
from tournament.use_cases import Book, RecordHand, carry_out, carry_out_all
from tournament.use_cases.commands import CloseSheet
from ui.rehearsal import whole_game

_RULES = tuple(id for id in IDS if id != BLANK.id)
"""Those of which the sample has games."""
_SESSIONS = 4
_ASKED = "status of 422"
"""What the browser notes when a page asks whether a hand is right."""


def run(seed: int, *, sessions: int = _SESSIONS) -> Outcome:
    """One evening of one rule set."""
    outcome, chance, rules = Outcome(), Random(f"evening/{seed}"), _RULES[seed % len(_RULES)]
    paper, book = (one_table(rules, sessions=sessions) for _ in range(2))
    games = [_game(paper, session, chance) for session in range(1, sessions + 1)]
    with temporary_folder() as folder, browsing(Path(folder)) as browser, ServedTable(book).open() as table:
        tabs = [Tab(browser, alone=True) for _ in range(4)]
        for session, hands in enumerate(games, start=1):
            four = [Phone(tab, table.page_of(session), seat) for seat, tab in enumerate(tabs)]
            rest = {number for number in range(1, len(hands)) if chance.random() < 0.3} | {hands[-1].hand}
            play(four, hands, rest.__contains__, book, table.desk)
            complaints = [said for each in four for said in each.tab.complaints() if _ASKED not in said]
            outcome.expect(not complaints, f"seed {seed}, {rules}, session {session}: {complaints}")
            table.desk(CloseSheet(session, 1, book.view.sheet(session, 1).computed))
            four[0].sees("signed", "body")
            outcome.count("hands typed on phones", len(hands))
            outcome.count(f"sessions: {rules}")
        for tab in tabs:
            tab.close()
    for session, hands in enumerate(games, start=1):
        carry_out_all(paper, hands, by=BY)
        carry_out(paper, CloseSheet(session, 1, paper.view.sheet(session, 1).computed), by=BY)
        for typed, written in zip_longest(*(each.view.sheet(session, 1).hands for each in (book, paper))):
            fine = typed is not None and written is not None and _said(typed) == _said(written)
            outcome.expect(fine, f"seed {seed}, {rules}, session {session}: {typed}, on paper {written}")
    typed_rows, wanted = (_standings(each) for each in (book, paper))
    outcome.expect(typed_rows == wanted, f"seed {seed}, {rules}: the standings are {typed_rows}, on paper {wanted}")
    return outcome


def _game(book: Book, session: int, chance: Random) -> list[RecordHand]:
    """A whole game, without its tiles."""
    for _ in count():
        found = [RecordHand(session, 1, each.hand, each.outcome) for each in whole_game(book.view, session, 1, chance)
                 if isinstance(each, RecordHand)]  # fmt: skip
        if all(each.outcome.liable is None for each in found):
            return found
    raise AssertionError


def _said(line: HandLine) -> tuple[object, ...]:
    """Who won from whom, and what everybody got; that nobody scored may be said in two ways."""
    outcome = line.outcome
    said = (outcome.winner, outcome.discarder, outcome.answers) if outcome is not None else ()
    return said, line.settlement, line.totals


def _standings(book: Book) -> list[tuple[object, ...]]:
    rows = book.view.standings(book.view.settings.sessions).rows
    return [(row.rank, row.player.number, row.table_points, row.score) for row in rows]


PART = Part(
    name="evening",
    title="An evening on phones",
    brief="Hands typed on phones count as those on paper.",
    covers=(*EVENT, "ui/public", "ui/server"),
    promise="Four players type whole evenings on phones in Chromium, one proposing a hand, the next confirming it. A "
    "desk accepts them and signs. Every hand, every total and the standings are those of the same evening entered from "
    "paper, and no page has an error.",
    cases=len(_RULES),
    short=1,
    run=run,
    run_short=lambda seed: run(seed, sessions=1),
    limit=900,
    counted="evenings",
)
