"""What is decided of a list in its preview: columns, lines left out, cells mended."""

from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.event.player_import.test_reading import problems, table
from tournament.event.player_import import AS_READ, FULL_NAME, ImportChoices, read_roster
from tournament.event.roster import FIELDS
from tournament.language import ENGLISH

LINES = ("first_name,last_name,Home,ema_number", "Ada,Sample,FR,4000001", "Bo,,DE,5000002", "Cy,Muster,PL,19000005")


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
    assert [column.heading for column in before.columns] == ["Ada", "Sample", "FR"], "to be chosen from"
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


def test_a_cell_is_mended_and_told():
    choices = AS_READ.with_mended(3, [("last_name", "Beispiel")]).with_mended(2, [("ema_number", "04 000 009")])
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
        choices = choices.with_mended(line, [(field, text)])
    roster = read_roster(table(*LINES), choices=choices)
    fields = [column.field for column in roster.columns if column.field]
    assert len(fields) == len(set(fields))
    assert not any(line.taken for line in roster.lines if line.number in left_out)
    assert isinstance(choices, ImportChoices)
