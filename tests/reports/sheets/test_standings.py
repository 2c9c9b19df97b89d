"""The standings as a document; the values follow from FFMJ, "Païement" and "Points de table"."""

from fractions import Fraction

from reports.column import Cell
from reports.document import Document
from reports.sheets.options import ReportOptions
from reports.sheets.standings import standings
from tests.examples.events import PRINTED, LedgerWriter, begun, sample_event, write_table
from tournament.language import ENGLISH
from tournament.ledger.facts import HandRecorded, SheetClosed


def column(document: Document, heading: str) -> list[Cell]:
    table = document.sections[0].table
    at = [ENGLISH.render(one.heading) for one in table.columns].index(heading)
    return [row[at] for row in table.rows]


def four_players() -> LedgerWriter:
    """Player 1 wins 12 on a discard of 3, then 2 self-draws 8: +36 −8 −20 −8, then −16 +48 −16 −16."""
    ledger = begun(4, 1)
    write_table(ledger, 1, 1, [HandRecorded(1, 0, 2, 12), HandRecorded(2, 1, None, 8), SheetClosed()])
    return ledger


def test_four_players_one_session() -> None:
    made = standings(four_players().view, ReportOptions(PRINTED))
    assert ENGLISH.render(made.title) == "Final standings"
    assert not made.provisional
    assert column(made, "Player") == ["Hélène Maquette", "Søren Prøve", "Đorđe Primer", "Łukasz Żółć"]
    assert column(made, "Score") == [40, 20, -24, -36]
    assert column(made, "Table points") == [4, 2, 1, 0]
    assert column(made, "Rank") == [1, 2, 3, 4]


def test_three_level_share_their_places() -> None:
    made = standings(sample_event(), ReportOptions(PRINTED))
    by_name = dict(zip(column(made, "Player"), column(made, "S2"), strict=True))
    assert by_name["Ștefan Exemplu"] == Fraction(2 + 1 + 0, 3)
    assert by_name["Łukasz Żółć"] == Fraction(4 + 2, 2)
    assert by_name["Chloé Échantillon"] == Fraction(1 + 0, 2)


def test_an_open_sheet_makes_them_provisional() -> None:
    made = standings(sample_event(), ReportOptions(PRINTED))
    assert made.provisional
    assert ENGLISH.render(made.title) == "Standings after session 2"
    assert made.note is not None
    assert ENGLISH.render(made.note).startswith("Provisional: 7 of 8 sheets are verified.")
    assert ENGLISH.render(made.state) == "provisional, after 114 hands"


def test_an_earlier_session_is_shown_as_it_was_and_nothing_moved_yet() -> None:
    made = standings(sample_event(), ReportOptions(PRINTED, session=1))
    headings = [ENGLISH.render(one.heading) for one in made.sections[0].table.columns]
    assert headings == ["Rank", "Player", "Country", "EMA number", "S1", "Table points", "Score"]
    assert not made.provisional
    assert ENGLISH.render(made.title) == "Standings after session 1"


def test_movement_is_the_difference_of_two_standings() -> None:
    view = sample_event()
    before, after = standings(view, ReportOptions(PRINTED, session=1)), standings(view, ReportOptions(PRINTED))
    earlier = dict(zip(column(before, "Player"), column(before, "Rank"), strict=True))
    for name, rank, moved in zip(column(after, "Player"), column(after, "Rank"), column(after, "Moved"), strict=True):
        was = earlier[name]
        assert isinstance(was, int)
        assert isinstance(rank, int)
        assert moved == was - rank


def test_columns_can_be_left_out() -> None:
    made = standings(sample_event(), ReportOptions(PRINTED, movement=False, ema_numbers=False))
    headings = [ENGLISH.render(one.heading) for one in made.sections[0].table.columns]
    assert headings == ["Rank", "Player", "Country", "S1", "S2", "Table points", "Score"]


def test_before_the_first_hand() -> None:
    made = standings(begun(8, 3).view, ReportOptions(PRINTED))
    assert ENGLISH.render(made.title) == "Standings"
    assert made.note is not None
    assert ENGLISH.render(made.note) == "No hand is recorded yet."
    assert len(made.sections[0].table.rows) == 8
