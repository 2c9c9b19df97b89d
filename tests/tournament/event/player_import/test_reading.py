"""Whole lists of players."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.event.player import Player, PublicName
from tournament.event.player_import import (
    AS_READ,
    FULL_NAME,
    FileRow,
    ImportChoices,
    NoteEffect,
    TableText,
    preview_texts,
    read_roster,
)
from tournament.event.roster import FIELDS, player_problems
from tournament.language import ENGLISH, mark

CONTRACT = "first_name,last_name,country,ema_number,club,team"


def table(*lines, separator=","):
    return TableText(
        "list.csv",
        mark("Text"),
        tuple(FileRow(line, tuple(text.split(separator))) for line, text in enumerate(lines, 1)),
    )


def preview(roster):
    return [ENGLISH.render(text) for text in preview_texts(roster)]


def problems(roster):
    return [ENGLISH.render(problem.text) for problem in roster.problems]


def test_the_list_of_the_picture():
    roster = read_roster(
        table(
            "Prénom,Nom,Pays,N° EMA,Club,Équipe,Repas du soir",
            "Amélie,Exemple,FR,4000001,Les Quatre Fleurs,11,oui",
            "Łucja,Przykład,PL,19000005,Smok,7,",
            "Håkan,Exempel,SE,9000008,Nordvind,9,",
            "Šárka,Vzorová,CZ,,Bambus,3,",
            "Noël,  Spécimen,FR,4000012,Les Quatre Fleurs,3,",
            "Begoña,Ejemplo,,10000013,Viento Sur,7,",
            "Håkan,Exempel,SE,09000008,,,",
            "Réka,Minta,AT,6000021,Szél Klub,10,",
        )
    )
    assert problems(roster) == []
    assert preview(roster) == [
        "Column “Repas du soir” ignored",
        "Line 2 · Zero restored: 4000001 → 04000001",
        "Line 4 · Zero restored: 9000008 → 09000008",
        "Line 5 · No EMA number",
        "Line 6 · Last name: 2 spaces removed",
        "Line 6 · Zero restored: 4000012 → 04000012",
        "Line 7 · No country",
        "Line 8 · Same name and number as line 4: imported once",
        "Line 9 · Zero restored: 6000021 → 06000021",
        "Line 9 · The number belongs to HU, the country is AT",
    ]
    assert len(roster.players) == 7
    assert roster.players[0] == Player(0, "Amélie", "Exemple", "FR", "04000001", "Les Quatre Fleurs", "11")
    assert [(column.heading, column.field) for column in roster.columns][-2:] == [
        ("Équipe", "team"),
        ("Repas du soir", ""),
    ]
    assert [(kind.code, count) for kind, count in roster.counts(NoteEffect.ADJUSTED)] == [
        ("zero-restored", 4),
        ("spaces-removed", 1),
    ]
    assert [(kind.code, count) for kind, count in roster.counts(NoteEffect.REMARK)] == [
        ("no-ema-number", 1),
        ("no-country", 1),
        ("number-country", 1),
    ]
    left_out = roster.lines[6]
    assert (left_out.number, left_out.taken, left_out.player.name) == (8, False, "Håkan Exempel")


@pytest.mark.parametrize(
    ("cells", "kept", "told"),
    [
        ("Jo,Modèle,France,,,", ("FR", "", "", ""), ["Country recognised: France → FR", "No EMA number"]),
        ("Jo,Modèle,Narnia,04000001,,", ("Narnia", "04000001", "", ""), ["Unknown country “Narnia”, kept as written"]),
        ("Jo,Modèle,FR,04-000001,,", ("FR", "04000001", "", ""), ["EMA number cleaned: 04-000001 → 04000001"]),
        (
            "Jo,Modèle,FR,4.00E+06,,",
            ("FR", "4.00E+06", "", ""),
            ["A spreadsheet rounded 4.00E+06: type the eight digits again"],
        ),
        (
            "Jo,Modèle,FR,pending,,",
            ("FR", "pending", "", ""),
            ["“pending” is not an EMA number (eight digits), kept as written"],
        ),
        (
            "Jo,Modèle,FR,see the letter of 3 May,,",
            ("FR", "", "", ""),
            ["“see the letter of 3 May” is too long for an EMA number (eight digits); ignored"],
        ),
        (
            "Jo,Modèle,FR,99000001,,",
            ("FR", "99000001", "", ""),
            ["99000001 begins with 99, which is not a known EMA association"],
        ),
        (
            "Jo,Modèle,FR,n/a,-,7",
            ("FR", "", "", "7"),
            ["EMA number: “n/a” read as empty", "Club: “-” read as empty", "No EMA number"],
        ),
        ("Jo,Modèle,FR,-,,", ("FR", "-", "", ""), []),
        ("Jo,Modèle,FR,non membre,,", ("FR", "-", "", ""), []),
        ("Jo,Modèle,FR,–,,", ("FR", "", "", ""), ["EMA number: “–” read as empty", "No EMA number"]),
        ("Jo,Modèle,FR,04000001", ("FR", "04000001", "", ""), []),
        (
            "Jo,Modèle,FR,04000001,c,t,x, ,y",
            ("FR", "04000001", "c", "t"),
            ["More cells than headings; ignored: “x”, “y”"],
        ),
        (
            "Jo,Modèle,FR,04000001," + "c" * 61,
            ("FR", "04000001", "c" * 60, ""),
            [f"Club shortened to 60 characters: “{'c' * 61}”"],
        ),
    ],
)
def test_odd_countries_numbers_clubs_and_teams_stop_nothing(cells, kept, told):
    roster = read_roster(table(CONTRACT, cells))
    assert problems(roster) == []
    (player,) = roster.players
    assert (player.country, player.ema_number, player.club, player.team) == kept
    assert preview(roster) == [f"Line 2 · {text}" for text in told]


def test_only_the_names_are_needed():
    roster = read_roster(table("last_name,first_name", "Modèle,Jo"))
    assert roster.players == (Player(0, "Jo", "Modèle"),)
    assert preview(roster) == ["No column for: Country", "No column for: EMA number"]


def test_full_names_are_split_with_a_note():
    roster = read_roster(table("Name;Land", "EXEMPLE Amélie;FR", "Jo MODÈLE;FR", "Madonna;FR", separator=";"))
    assert [(player.first_name, player.last_name) for player in roster.players[:2]] == [
        ("Amélie", "EXEMPLE"),
        ("Jo", "MODÈLE"),
    ]
    assert "Line 2 · “EXEMPLE Amélie” split: first name Amélie, last name EXEMPLE" in preview(roster)
    assert problems(roster) == []
    assert roster.players[2] == Player(0, "", "Madonna", "FR")
    assert "Line 4 · A single name, “Madonna”: First name is empty" in preview(roster)


def test_titles_blank_lines_and_sums_are_no_players():
    roster = read_roster(table("Open 2026", "", CONTRACT + ",meals", "Jo,Modèle,FR,04000001,,,2", ",,,,,,", ",,,,,,2"))
    assert len(roster.players) == 1
    assert roster.heading_line == 3
    assert roster.blank_lines == 1
    assert preview(roster) == [
        "Line 1 · Above the headings; ignored: “Open 2026”",
        "Column “meals” ignored",
        "Line 6 · No player on this line; ignored: “2”",
    ]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([",,FR,,,"], ["Line 2 · First name is empty: fill it in", "Line 2 · Last name is empty: fill it in"]),
        (
            [f"{'J' * 61},Modèle,FR,,,"],
            [f"Line 2 · First name “{'J' * 61}” has 61 characters; the limit is 60. Shorten it"],
        ),
        (
            ["Jo,Modèle,FR,4000001,,", "Amélie,Exemple,FR,04000001,,"],
            ["Line 3 · Amélie Exemple has the EMA number of Jo Modèle on line 2, 04000001: correct one of the two"],
        ),
        (
            ["Jo,Modèle,FR,,x,", "JO,modele,FR,,,"],
            [
                "Line 3 · JO modele is on line 2 as well: remove one of the two, "
                "or give both their EMA numbers to tell them apart"
            ],
        ),
        ([], ["Line 1 · There are no players below the headings."]),
        ([",,,,,"], ["Line 1 · There are no players below the headings."]),
    ],
)
def test_what_blocks_is_named_with_its_line(lines, told):
    roster = read_roster(table(CONTRACT, *lines))
    assert problems(roster) == told


def test_a_line_that_repeats_a_blocked_one_is_blocked_too_and_not_taken_once():
    """Nobody corrects one of two lines and finds the other gone."""
    roster = read_roster(table(CONTRACT, ",,FR,04000001,,", ",,FR,04000001,,", ",,FR,,x,", ",,FR,,x,"))
    assert [problem.code for problem in roster.problems] == ["name-empty"] * 8
    assert all(line.taken for line in roster.lines)
    assert not any("imported once" in said for said in preview(roster))


def test_all_problems_are_reported_at_once():
    roster = read_roster(
        table(CONTRACT, ",,FR,,,", "Amélie,Exemple,FR,04000001,,", "A" * 61 + ",Modèle,,,,", "B,C,FR,04000001,,")
    )
    codes = [problem.code for problem in roster.problems]
    assert codes == ["name-empty", "name-empty", "too-long", "ema-number-twice"]


def test_an_identical_line_is_taken_once_with_or_without_a_number():
    roster = read_roster(table(CONTRACT, "Jo,Modèle,FR,,x,", "Jo,Modèle,FR,,x,"))
    assert problems(roster) == []
    assert "Line 3 · Same as line 2: imported once" in preview(roster)
    assert len(roster.players) == 1


def test_differences_in_a_repeated_line_are_reported():
    roster = read_roster(table(CONTRACT, "Jo,Modèle,FR,04000001,x,", "Jo,Modèle,FR,04000001,y,3"))
    assert preview(roster) == ["Line 3 · Same name and number as line 2: imported once. These differ: “y”, “3”"]


def test_namesakes_with_two_numbers_are_two_persons():
    roster = read_roster(table(CONTRACT, "Jo,Modèle,FR,04000001,,", "Jo,Modèle,FR,04000002,,"))
    assert problems(roster) == []
    assert len(roster.players) == 2


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Jo,Modèle,FR,04000001,,", "Line 2 · Jo Modèle is already in the event as player 12: remove the line"),
        (
            "Jo,Modèle,FR,,,",
            "Line 2 · Jo Modèle is already in the event as player 12: remove the line, "
            "or give both their EMA numbers to tell them apart",
        ),
        (
            "Amélie,Exemple,FR,04000001,,",
            "Line 2 · Amélie Exemple has the EMA number of player 12, Jo Modèle, 04000001: correct one of the two",
        ),
    ],
)
def test_who_is_in_the_event_already_is_named_by_number(line, told):
    roster = read_roster(table(CONTRACT, line), [Player(3, "A", "B"), Player(12, "Jo", "Modèle", "FR", "04000001")])
    assert problems(roster) == [told]


def test_headings_that_are_not_understood_are_repeated():
    roster = read_roster(table("Rang;Punkte", "1;12", separator=";"))
    (text,) = problems(roster)
    assert "Line 1 reads: “Rang”, “Punkte”" in text
    assert "first_name" in text
    assert "Prénom" in text
    assert roster.players == ()


def test_the_line_that_is_repeated_is_the_first_with_several_cells_or_else_the_first():
    (several,) = problems(read_roster(table("Open 2026", "", "Rang;Punkte", "1;12", separator=";")))
    assert "Line 3 reads: “Rang”, “Punkte”. " in several
    (one,) = problems(read_roster(table("", "Open 2026", "Ada Sample 12", "Ben Sample 13")))
    assert "Line 2 reads: “Open 2026”. " in one


def test_an_empty_table_says_so():
    assert problems(read_roster(table("", ",,"))) == ["The file is empty."]


CELL = st.one_of(
    st.sampled_from(
        ["", " ", "Jo", "JO", "Modèle", "FR", "Narnia", "04000001", "4000001", "4e6", "-", "\u200b", "x" * 70]
    ),
    st.text(max_size=12),
)


@given(st.lists(st.lists(CELL, max_size=8), max_size=8), st.booleans())
def test_a_roster_without_problems_can_be_added(rows, with_headings):
    top = [CONTRACT.split(",")] if with_headings else []
    text = TableText(
        "x", mark("Text"), tuple(FileRow(line, tuple(cells)) for line, cells in enumerate([*top, *rows], 1))
    )
    roster = read_roster(text, [Player(1, "Jo", "Exemple", "FR", "04000001")])
    preview(roster)
    if not roster.problems:
        assert roster.players
        added = [replace(player, number=number) for number, player in enumerate(roster.players, 2)]
        assert player_problems([Player(1, "Jo", "Exemple", "FR", "04000001"), *added]) == ()


LINES = ("first_name,last_name,Home,ema_number", "Ada,Sample,FR,4000001", ",,DE,5000002", "Cy,Muster,PL,19000005")


def names(roster):
    return [player.name for player in roster.players]


def test_a_column_is_given_its_meaning():
    before = read_roster(table(*LINES))
    assert {player.country for player in before.players} == {""}
    after = read_roster(table(*LINES), choices=AS_READ.with_column(2, "country"))
    assert [player.country for player in after.players] == ["FR", "DE", "PL"]
    taken_over = read_roster(table(*LINES), choices=AS_READ.with_column(2, "country").with_column(0, ""))
    assert problems(taken_over), "without first names nobody can be added"


def test_a_meaning_belongs_to_one_column():
    choices = AS_READ.with_column(2, "ema_number")
    fields = [column.field for column in read_roster(table(*LINES), choices=choices).columns]
    assert fields == ["first_name", "last_name", "ema_number", ""]


def test_full_names_take_the_place_of_first_and_last():
    choices = AS_READ.with_column(2, FULL_NAME)
    roster = read_roster(table("first_name,last_name,Real name", "x,y,Ada Sample"), choices=choices)
    assert names(roster) == ["Ada Sample"]


def test_a_list_without_headings_is_read_once_its_columns_are_chosen():
    lines = ("Ada,Sample,FR", "Bo,Muster,DE")
    before = read_roster(table(*lines))
    assert before.problems
    assert [column.samples for column in before.columns] == [("Ada", "Bo"), ("Sample", "Muster"), ("FR", "DE")]
    one = AS_READ.with_column(0, "first_name")
    assert read_roster(table(*lines), choices=one).columns[0].field == "first_name"
    roster = read_roster(table(*lines), choices=one.with_column(1, "last_name"))
    assert names(roster) == ["Ada Sample", "Bo Muster"]


def test_a_line_is_left_out_and_taken_again():
    out = AS_READ.with_line(3, taken=False)
    roster = read_roster(table(*LINES), choices=out)
    assert names(roster) == ["Ada Sample", "Cy Muster"]
    assert not roster.problems, "what blocked stands on the line that is left out"
    assert "Left out of the import; the file does not change" in [
        ENGLISH.render(note.text) for note in roster.every_note
    ]
    assert read_roster(table(*LINES), choices=out.with_line(3, taken=True)) == read_roster(table(*LINES))


def test_a_cell_is_corrected_with_a_note():
    choices = AS_READ.with_corrected(3, [("first_name", "Bo"), ("last_name", "Beispiel")]).with_corrected(
        2, [("ema_number", "04 000 009")]
    )
    roster = read_roster(table(*LINES), choices=choices)
    assert not roster.problems
    assert names(roster) == ["Ada Sample", "Bo Beispiel", "Cy Muster"]
    assert roster.players[0].ema_number == "04000009"
    told = [ENGLISH.render(note.text_with_line) for note in roster.every_note]
    assert "Line 3 · Last name corrected: “” → “Beispiel”" in told
    assert "Line 2 · EMA number corrected: “04000001” → “04000009”" in told


def test_of_two_persons_with_one_number_either_may_go():
    lines = ("first_name,last_name,ema_number", "Ada,Sample,04000001", "Bo,Muster,04000001")
    assert read_roster(table(*lines)).problems
    for line in (2, 3):
        assert not read_roster(table(*lines), choices=AS_READ.with_line(line, taken=False)).problems


@given(
    st.lists(st.tuples(st.integers(0, 4), st.sampled_from(["", FULL_NAME, *FIELDS])), max_size=6),
    st.frozensets(st.integers(1, 5)),
    st.lists(st.tuples(st.integers(1, 5), st.sampled_from(FIELDS), st.text(max_size=8)), max_size=4),
)
def test_whatever_is_chosen_each_meaning_has_one_column_and_who_is_left_out_is_not_added(columns, left_out, mended):
    choices = AS_READ
    for index, field in columns:
        choices = choices.with_column(index, field)
    for line in left_out:
        choices = choices.with_line(line, taken=False)
    for line, field, text in mended:
        choices = choices.with_corrected(line, [(field, text)])
    roster = read_roster(table(*LINES), choices=choices)
    fields = [column.field for column in roster.columns if column.field]
    assert len(fields) == len(set(fields))
    assert not any(line.taken for line in roster.lines if line.number in left_out)
    assert isinstance(choices, ImportChoices)


def test_nicknames_are_kept_and_nobody_is_shown_by_one_for_that():
    roster = read_roster(
        table(
            "Prénom,Nom,Surnom", "Ada,Bamboo,  Tiger ", "Ben,Circle,-", "Cleo,Dragon,Ada Bamboo", f"Dan,East,{'x' * 61}"
        )
    )
    assert problems(roster) == []
    assert [player.nickname for player in roster.players] == ["Tiger", "", "Ada Bamboo", "x" * 60]
    assert {player.public for player in roster.players} == {PublicName.NAME}
    assert preview(roster)[:4] == [
        "No column for: Country",
        "No column for: EMA number",
        "Nicknames are kept; the full name stays the name in public",
        "Line 2 · Nickname: 3 spaces removed",
    ]


def test_a_nickname_can_be_corrected_in_the_preview_and_its_column_chosen():
    rows = table("Prénom,Nom,Rufzeichen", "Ada,Bamboo,Tiger")
    assert [player.nickname for player in read_roster(rows).players] == [""]
    choices = AS_READ.with_column(2, "nickname").with_corrected(2, [("nickname", "Lion")])
    assert [player.nickname for player in read_roster(rows, choices=choices).players] == ["Lion"]
