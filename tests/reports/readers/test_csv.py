"""Text with columns, from real files."""

import csv
import io

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from reports.readers import UnreadableTable, read_table, table_of_text
from tournament.event.player_import import read_roster
from tournament.language import ENGLISH

HEAD = ["first_name", "last_name", "country", "ema_number", "club", "team"]


def cells(table):
    return [row.cells for row in table.rows]


def refusal(path):
    with pytest.raises(UnreadableTable) as caught:
        read_table(path)
    return ENGLISH.render(caught.value.text)


@pytest.mark.parametrize(
    ("separator", "said"), [(",", "commas"), (";", "semicolons"), ("\t", "tabs"), ("|", "vertical bars")]
)
@pytest.mark.parametrize(("encoding", "known"), [("utf-8", "UTF-8"), ("utf-16", "UTF-16"), ("cp1252", "Windows-1252")])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_separator_encoding_and_line_end(tmp_path, separator, said, encoding, known, end):
    path = tmp_path / "list.csv"
    rows = [HEAD, ["Amélie", "Exemple", "FR", "04000001", "Thé, café; bar|tabac", "7"]]
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=separator, lineterminator=end).writerows(rows)
    path.write_bytes(text.getvalue().encode(encoding))
    table = read_table(path)
    assert cells(table) == [tuple(row) for row in rows]
    assert ENGLISH.render(table.how) == f"Text in {known}, columns separated by {said}"
    assert [note.kind.code for note in table.notes] == ([] if encoding == "utf-8" else ["encoding"])


def test_utf_16_is_named_as_the_encoding(tmp_path):
    path = tmp_path / "inscriptions.csv"
    path.write_text("Prénom\tNom\nAmélie\tExemple\n", encoding="utf-16")
    (note,) = read_table(path).notes
    assert ENGLISH.render(note.text) == "Read as UTF-16: all accents kept"


def test_an_old_encoding_asks_to_look(tmp_path):
    path = tmp_path / "list.csv"
    path.write_text("Imię;Nazwisko\nŁucja;Przykład\n", encoding="cp1250")
    table = read_table(path)
    assert cells(table)[1] == ("Łucja", "Przykład")
    assert ENGLISH.render(table.notes[0].text) == "Read as Windows-1250: check that the accents are right"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('Prénom,Nom\n"Jean, dit Jo",Modèle\n', [("Prénom", "Nom"), ("Jean, dit Jo", "Modèle")]),
        ('Prénom,Nom\n"Jean ""Jo""",Modèle\n', [("Prénom", "Nom"), ('Jean "Jo"', "Modèle")]),
        ("Prénom, Nom\nJean, Modèle\n", [("Prénom", "Nom"), ("Jean", "Modèle")]),
        ("Prénom,Nom\nJean, Modèle\n", [("Prénom", "Nom"), ("Jean", " Modèle")]),
        ("Name\nModèle, Jean\n", [("Name",), ("Modèle, Jean",)]),
        ("Name;Pays\nModèle, Jean;FR\nEx, Jo;FR\n", [("Name", "Pays"), ("Modèle, Jean", "FR"), ("Ex, Jo", "FR")]),
        ("sep=;\nPrénom;Nom\nJo;Modèle", [("Prénom", "Nom"), ("Jo", "Modèle")]),
        (
            "Open, le 3 mai, Paris, salle 2\nPrénom;Nom\nJo;Modèle\n",
            [("Open, le 3 mai, Paris, salle 2",), ("Prénom", "Nom"), ("Jo", "Modèle")],
        ),
    ],
)
def test_separators_quotes_and_spaces(tmp_path, text, expected):
    path = tmp_path / "list.csv"
    path.write_bytes(text.encode())
    assert cells(read_table(path)) == expected


def test_lines_are_counted_as_an_editor_counts_them(tmp_path):
    path = tmp_path / "list.csv"
    path.write_bytes('sep=,\r\nfirst_name,last_name,club\r\nJo,Modèle,"two\r\nlines"\r\n\r\nA,B,c\r\n'.encode())
    assert [row.line for row in read_table(path).rows] == [2, 3, 5, 6]


def test_an_open_quote_is_refused_with_its_line(tmp_path):
    path = tmp_path / "list.csv"
    path.write_text('first_name,last_name\nA,B\n"Jo,Modèle\nC,D\n')
    assert "line 3" in refusal(path)
    path.write_text('first_name,last_name\nA,B\n"Jo" x,Modèle\n')
    assert "line 3" in refusal(path)
    path.write_text('first_name,last_name\n"' + "x" * 200_000)
    assert "line 2: a cell does not end" in refusal(path)


def test_five_thousand_people_with_title_headings_and_sums_are_a_list_and_many_more_are_not(tmp_path):
    path = tmp_path / "list.csv"
    path.write_text("Registered people\n\nfirst_name,last_name\n" + "A,B\n" * 5_000 + "\n" * 100 + "Total,5000\n")
    assert sum(not row.is_blank for row in read_table(path).rows) == 5_003
    path.write_text("first_name,last_name\n" + "A,B\n" * 5_100)
    assert "more than 5100 rows" in refusal(path)


def test_what_is_copied_from_a_spreadsheet_is_read_alike(tmp_path):
    table = table_of_text("Prénom\tNom\tN° EMA\nAmélie\tExemple\t4000001\n", path=tmp_path / "clipboard")
    assert ENGLISH.render(table.how) == "Text, columns separated by tabs"
    assert read_roster(table).players[0].ema_number == "04000001"


NAME = st.text(st.characters(codec="cp1252", categories=["L"]), min_size=1, max_size=12)
FREE = st.text(st.characters(codec="cp1252", categories=["L", "Nd", "P", "Zs"]), max_size=12)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rows=st.lists(
        st.tuples(NAME, NAME, st.just("FR"), st.from_regex("04[0-9]{6}", fullmatch=True), FREE, FREE), min_size=1
    ),
    separator=st.sampled_from(",;\t|"),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-32"]),
)
@example(rows=[("a", "b", "FR", "04000001", '"', "'")], separator=",", encoding="utf-8")
def test_what_the_csv_module_writes_is_read_back(tmp_path, rows, separator, encoding):
    path = tmp_path / "list.csv"
    with path.open("w", newline="", encoding=encoding) as file:
        csv.writer(file, delimiter=separator).writerows([HEAD, *rows])
    assert cells(read_table(path)) == [tuple(HEAD), *rows]


def test_the_first_hundred_lines_choose_the_separator(tmp_path):
    path = tmp_path / "list.csv"
    path.write_text("\n" * 99 + "a;b\n")
    assert [row for row in cells(read_table(path)) if row] == [("a", "b")]
    path.write_text("\n" * 100 + "a;b\n")
    assert [row for row in cells(read_table(path)) if row] == [("a;b",)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sep=\\\na,b\n", [("sep=\\",), ("a", "b")]),
        ("SEP=|  \na|b\n", [("a", "b")]),
        ("sep=;x\na,b\n", [("sep=", "x"), ("a,b",)]),
        ("a,b\nsep=;\n", [("a", "b"), ("sep=;",)]),
    ],
)
def test_a_separator_is_named_by_a_first_line_of_its_own(tmp_path, text, expected):
    path = tmp_path / "list.csv"
    path.write_text(text)
    assert cells(read_table(path)) == expected


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("a,b;c\nd,e;f\ng;h\n", 2),  # three rows with a semicolon, two with a comma
        ("a;b,c,d\na;b,c,d\n", 3),  # as many of both: the more columns
        ("x\na;b\na;b\na;b\n1,2,3,4\n", 2),
        ("x\ny\nz\n", 1),
    ],
)
def test_the_separator_of_most_rows_is_chosen_and_then_that_of_most_columns(tmp_path, text, width):
    path = tmp_path / "list.csv"
    path.write_text(text)
    assert max(map(len, cells(read_table(path)))) == width


def test_tabs_are_not_followed_by_a_space_that_belongs_to_them(tmp_path):
    path = tmp_path / "list.csv"
    path.write_text("Prénom\t Nom\nJo\t Modèle\n", encoding="utf-8")
    assert cells(read_table(path)) == [("Prénom", " Nom"), ("Jo", " Modèle")]


def test_an_encoding_that_is_chosen_is_used_or_refused(tmp_path):
    path = tmp_path / "list.csv"
    path.write_bytes("Prénom,Nom\nZoé,Modèle\n".encode("cp850"))
    table = read_table(path, encoding="dos 850")
    assert (cells(table)[1], table.encoding) == (("Zoé", "Modèle"), "DOS 850")
    for encoding, told in (("morse", "The encoding “morse” is not known"), ("utf8", "is not encoded in UTF-8")):
        with pytest.raises(UnreadableTable) as caught:
            read_table(path, encoding=encoding)
        assert told in ENGLISH.render(caught.value.text)


def test_an_uncertain_encoding_names_the_others(tmp_path):
    path = tmp_path / "list.csv"
    path.write_bytes("Last,First\n马,超\n何,建华\n陈,静\n".encode("gb18030"))
    (note,) = read_table(path).notes
    assert note.kind.code == "encoding-uncertain"
    assert "check the names, and choose the encoding if they are wrong" in ENGLISH.render(note.text)
