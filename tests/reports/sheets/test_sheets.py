"""Session results, seating, fouls and score sheets as documents."""

import pytest

from reports.document import Document
from reports.sheets.code import Scanned, event_key, read_code, scanned_code, short_code, versioned_code
from reports.sheets.fouls import fouls_record
from reports.sheets.options import ReportOptions
from reports.sheets.score_sheets import filled_sheets, score_sheets
from reports.sheets.seating import seating_by_player, seating_by_table
from reports.sheets.sessions import sessions
from tests.examples.events import PRINTED, LedgerWriter, begun, sample_event
from tournament.language import ENGLISH, Text
from tournament.ledger.journal import Journal
from tournament.use_cases.view import View


def said(value: object) -> object:
    return ENGLISH.render(value) if isinstance(value, Text) else value


def rows(document: Document, section: int = 0) -> list[list[object]]:
    return [[said(cell) for cell in row] for row in document.sections[section].table.rows]


def test_session_results_are_in_order_of_place() -> None:
    made = sessions(sample_event(), ReportOptions(PRINTED, session=2))
    assert ENGLISH.render(made.title) == "Results of session 2"
    table = [row for row in rows(made) if row[0] == 2]
    # false Hu: −60 and 20 to each; tile knocked: −15 and +15; late −10 and −5 to nobody; 15 points left the table
    assert [row[1:4] for row in table] == [
        [1, "S", "Jiří Řez-Ukázka"], [2, "N", "Björn Mönster"], [3, "E", "Hélène Maquette"], [4, "W", "Zoë Voorbeeld"],
    ]  # fmt: skip
    assert [row[5] for row in table] == [35, None, 10, -60]
    assert sum(score for row in table if isinstance(score := row[6], int)) == -15
    assert {row[8] for row in table} == {"ended after 11 hands, not compared"}


def test_level_players_share_their_place() -> None:
    table = [row for row in rows(sessions(sample_event(), ReportOptions(PRINTED, session=2))) if row[0] == 1]
    assert [(row[1], row[6]) for row in table] == [(1, 90), (2, -30), (2, -30), (2, -30)]


def test_all_sessions_played_are_shown_by_default() -> None:
    made = sessions(sample_event(), ReportOptions(PRINTED))
    assert [section.label for section in made.sections] == [1, 2, None]  # the last: who was late
    assert made.section_name is not None


def test_a_session_without_hands_shows_who_sits_there() -> None:
    made = sessions(sample_event(), ReportOptions(PRINTED, session=3))
    assert len(rows(made)) == 16
    assert {row[8] for row in rows(made)} == {"not started"}
    assert {row[6] for row in rows(made)} == {None}


def test_seating_by_table_and_by_player_agree() -> None:
    view = sample_event()
    by_table, by_player = (
        seating_by_table(view, ReportOptions(PRINTED)),
        seating_by_player(view, ReportOptions(PRINTED)),
    )
    names = {view.players[int(str(row[0]))].name: row for row in rows(by_player)}
    for session in range(4):
        for table, *players in rows(by_table, session):
            for wind, name in zip("ESWN", players, strict=True):
                assert names[str(name)][4 + session] == f"{table} {wind}"


def test_players_are_sorted_by_last_name_without_accents() -> None:
    last_names = [row[1] for row in rows(seating_by_player(sample_event(), ReportOptions(PRINTED)))]
    latin = [name for name in last_names if str(name)[0].isalpha() and str(name) != "示例"]
    assert latin[:4] == ["Adibide", "Échantillon", "Exemplu", "Maquette"]
    assert latin[-3:] == ["Von-und-zu-Musterhausen-Beispielstadt am Ende der Zeile XYZ", "Voorbeeld", "Żółć"]
    assert last_names[-1] == "示例"


def test_the_record_of_fouls_keeps_cancelled_penalties() -> None:
    made = fouls_record(sample_event(), ReportOptions(PRINTED))
    table = sorted(rows(made), key=lambda row: str(row[1]).split()[-1])
    assert [(row[1], row[6], row[9]) for row in table] == [
        ("Hélène Maquette", None, "−10"), ("Björn Mönster", 5, "−15, to Jiří Řez-Ukázka"),
        ("Björn Mönster", None, "−5"), ("Zoë Voorbeeld", 3, "−60, to Hélène Maquette, Jiří Řez-Ukázka, Björn Mönster"),
        ("Jiří Řez-Ukázka", 4, "cancelled"),
    ]  # fmt: skip
    assert [row[10] for row in table][::4] == ["7 minutes late", "cancelled: the tile was not touched"]
    assert said(made.aside[0]) == "15 points given to nobody"


def test_fouls_of_an_event_without_any() -> None:
    made = fouls_record(begun(4, 1).view, ReportOptions(PRINTED))
    assert rows(made) == []
    assert said(made.note) == "No penalty was given."


def test_own_seat_in_the_hand_of_a_fault() -> None:
    # starting West: hand 3 is the third of the East round, and West has become East (WMO 2006, seats)
    (seat,) = (row[7] for row in rows(fouls_record(sample_event(), ReportOptions(PRINTED))) if row[6] == 3)
    assert seat == "E"


def test_blank_sheets_of_a_session_have_no_results() -> None:
    made = score_sheets(sample_event(), ReportOptions(PRINTED, session=2))
    assert [sheet.code for sheet in made.score_sheets] == ["2-01-1", "2-02-1", "2-03-1", "2-04-1"]
    assert all(sheet.hands == () and sheet.totals is None for sheet in made.score_sheets)


def test_sheets_of_all_sessions_or_of_one_table() -> None:
    assert len(score_sheets(sample_event(), ReportOptions(PRINTED)).score_sheets) == 16
    (one,) = score_sheets(sample_event(), ReportOptions(PRINTED, session=3, table=4)).score_sheets
    assert one.code == "3-04-1"


def test_filled_sheets_are_those_with_something_on_them() -> None:
    made = filled_sheets(sample_event(), ReportOptions(PRINTED))
    assert len(made.score_sheets) == 8
    stopped = made.score_sheets[5]
    assert stopped.code == "2-02-1"
    assert [hand is None for hand in stopped.hands] == [False] * 11 + [True] * 5
    third = stopped.hands[2]
    assert third is not None
    # 11 points from the discarder 1: −19 −8 −8 +35, and a false Hu of 3: +20 +20 −60 +20
    assert third.net == (1, 12, -68, 55)
    assert third.penalised == {2}
    assert stopped.totals == (-31, 54, -49, 11)


def test_nothing_drawn_or_played_still_gives_documents() -> None:
    nothing = LedgerWriter()
    view = nothing.view
    assert score_sheets(view, ReportOptions(PRINTED)).score_sheets == ()
    assert filled_sheets(view, ReportOptions(PRINTED)).score_sheets == ()
    assert seating_by_player(view, ReportOptions(PRINTED)).sections[0].table.rows == ()


def test_codes_come_back() -> None:
    view = begun(4, 1).view
    text = scanned_code(view, 1, 1)
    assert text == f"QV:{event_key(view)}:1-01-1"
    assert read_code(text) == Scanned(event_key(view), 1, 1, 1)
    assert read_code(f"  {text.lower()}\n") == Scanned(event_key(view), 1, 1, 1)
    assert read_code("12-100-17") == Scanned("", 12, 100, 17)
    assert versioned_code(view, 1, 1) == "1-01-1"
    assert read_code(f"{text}:1a") == Scanned(event_key(view), 1, 1, 1, 1, "A4")
    assert read_code(f"{text}:2L") == Scanned(event_key(view), 1, 1, 1, 2, "LETTER")


def test_codes_of_earlier_programs_come_back_without_a_version() -> None:
    assert read_code("QV:1A2B3C4D:1-03") == Scanned("1A2B3C4D", 1, 3, None)
    assert read_code(short_code(12, 100)) == Scanned("", 12, 100, None)
    assert short_code(1, 3) == "1-03"


@pytest.mark.parametrize(
    "text",
    ["", "3", "1-", "QV:1-03", "QV:12345678:", "1-03-", "1-03-2-1", "1-03-2:1", "1-03-2:1B", "https://a.org/1-03"],
)
def test_other_text_is_no_code(text: str) -> None:
    assert read_code(text) is None


def test_an_event_without_entries_has_a_key_all_the_same() -> None:
    assert event_key(View(Journal())) == "00000000"
