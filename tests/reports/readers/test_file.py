"""Files of every kind, by what they hold."""

import os
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from reports.readers import UnreadableTable, read_table
from tournament.event.player_import import read_roster
from tournament.language import ENGLISH

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)


def refused(path):
    with pytest.raises(UnreadableTable) as caught:
        read_table(path)
    assert caught.value.path == path
    return ENGLISH.render(caught.value.text), caught.value.environment


def zipped(path, **entries):
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return path


@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(50), "a PNG picture"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "a JPEG picture"),
        (b"GIF89a\x01\0\x01\0", "a GIF picture"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "a PDF document"),
        (b"{\\rtf1\\ansi Jo}", "a rich text document"),
        (b"\x1f\x8b\x08\0\0\0\0\0", "a compressed archive"),
        (b"SQLite format 3\0" + bytes(84), "a database"),
        (b"<!DOCTYPE html><html><table>", "a web page"),
        (OLE, "an old Office program"),
        (OLE + "EncryptedPackage".encode("utf-16-le"), "protected by a password"),
        (b"PK\x03\x04" + bytes(30), "a damaged workbook or archive"),
    ],
)
def test_the_true_kind_is_named(tmp_path, data, kind, ending):
    path = tmp_path / f"list{ending}"
    path.write_bytes(data)
    text, environment = refused(path)
    assert kind in text
    assert path.name in text
    assert "Save the list" in text or "remove the password" in text
    assert not environment


def test_archives_that_are_no_workbooks(tmp_path):
    assert (
        "OpenDocument"
        in refused(zipped(tmp_path / "a.xlsx", mimetype="application/vnd.oasis.opendocument.spreadsheet"))[0]
    )
    assert (
        "Word document"
        in refused(zipped(tmp_path / "b.xlsx", **{"[Content_Types].xml": "", "word/document.xml": ""}))[0]
    )
    assert "compressed archive" in refused(zipped(tmp_path / "c.csv", **{"list.csv": "a,b"}))[0]
    assert ".xlsb" in refused(zipped(tmp_path / "d.xlsx", **{"[Content_Types].xml": "", "xl/workbook.bin": ""}))[0]


def test_a_workbook_named_csv_and_a_text_named_xlsx_are_recognised(tmp_path):
    book = tmp_path / "list.csv"
    Workbook().save(book)
    assert "rename it to .xlsx" in refused(book)[0]
    text = tmp_path / "list.xlsx"
    text.write_text("first_name,last_name\nJo,Modèle\n")
    assert "rename it to .csv" in refused(text)[0]


@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
@pytest.mark.parametrize("data", [b"", b"\r\n \n"])
def test_an_empty_file_is_reported_as_empty(tmp_path, ending, data):
    path = tmp_path / f"list{ending}"
    path.write_bytes(data)
    assert refused(path)[0] == f"“list{ending}” is empty: choose the file with the list."


@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
def test_fifty_megabytes_are_refused_unread(tmp_path, ending, monkeypatch):
    path = tmp_path / f"list{ending}"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    monkeypatch.setattr(type(path), "open", lambda *_: pytest.fail("it was opened"))
    assert "has 50 MB, more than 10 MB: it is not a list of players" in refused(path)[0]


def test_a_missing_file_a_folder_and_a_pipe(tmp_path):
    text, environment = refused(tmp_path / "none.csv")
    assert text.startswith("There is no file")
    assert not environment
    assert "is a folder" in refused(tmp_path)[0]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.csv")
        assert "not an ordinary file" in refused(tmp_path / "pipe.csv")[0]


def test_what_must_not_be_read_is_the_environment(tmp_path, monkeypatch):
    path = tmp_path / "list.csv"
    path.write_text("a,b")

    def denied(*_args, **_options):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(path), "open", denied)
    text, environment = refused(path)
    assert "permission denied" in text
    assert environment


def test_a_disk_that_fails_is_the_environment(tmp_path, monkeypatch):
    path = tmp_path / "list.csv"
    path.write_text("a,b")

    def broken(*_args, **_options):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(type(path), "open", broken)
    text, environment = refused(path)
    assert "Input/output error" in text
    assert environment


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    data=st.one_of(
        st.binary(max_size=300),
        st.text(max_size=200).map(
            lambda text: f"first_name,last_name,ema_number\n{text}".encode("utf-8", "surrogatepass")
        ),
        st.tuples(
            st.sampled_from([b"PK\x03\x04", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf", OLE[:8]]),
            st.binary(max_size=100),
        ).map(b"".join),
    ),
    ending=st.sampled_from([".csv", ".xlsx", ".txt", ""]),
)
def test_no_bytes_crash_the_reader(tmp_path, data, ending):
    path = tmp_path / f"list{ending}"
    path.write_bytes(data)
    try:
        roster = read_roster(read_table(path))
    except UnreadableTable as problem:
        said: object = ENGLISH.render(problem.text)
    else:
        said = roster.problems or roster.players
    assert said


@pytest.mark.parametrize(
    ("data", "picture"),
    [(b"BM" + b"x" * 61 + b"\0", True), (b"BM" + b"x" * 62 + b"\0", False), (b"BM;Club\nJo;East\n", False)],
    ids=["zeros at the beginning", "zeros later", "a list"],
)
def test_a_list_may_begin_like_a_bmp_picture(tmp_path, data, picture):
    path = tmp_path / "list.csv"
    path.write_bytes(data)
    if b"\0" in data:
        assert ("a BMP picture" in refused(path)[0]) == picture
    else:
        assert read_table(path).rows[0].cells == ("BM", "Club")


@pytest.mark.parametrize(
    ("data", "page"),
    [
        (b"<html>", True), (b"\xef\xbb\xbf\r\n \t<!DOCTYPE HTML>", True), (b"<HTML lang=fr>", True),
        (b"<!doctype svg>", False), (b"name,<html>\n", False), (b"html,club\n", False),
    ],
)  # fmt: skip
def test_a_web_page_is_known_by_its_first_tag(tmp_path, data, page):
    path = tmp_path / "list.csv"
    path.write_bytes(data)
    if page:
        assert "It is a web page" in refused(path)[0]
    else:
        assert read_table(path).rows


def test_an_archive_of_two_thousand_files_may_be_a_workbook(tmp_path):
    path = tmp_path / "list.xlsx"
    path.write_bytes(b"PK\x03\x04" + b"PK\x01\x02" * 2_000)
    assert "a damaged workbook or archive" in refused(path)[0]
    path.write_bytes(b"PK\x03\x04" + b"PK\x01\x02" * 2_001)
    assert "an archive of more than 2000 files" in refused(path)[0]


def test_an_archive_is_a_workbook_by_both_its_parts(tmp_path):
    for entries in ({"[Content_Types].xml": "", "list.csv": ""}, {"xl/workbook.xml": ""}):
        assert "a compressed archive" in refused(zipped(tmp_path / "a.xlsx", **entries))[0]
    damaged = zipped(tmp_path / "a.xlsx", **{"[Content_Types].xml": "", "xl/workbook.xml": ""})
    assert "is a damaged workbook" in refused(damaged)[0]
    other = zipped(tmp_path / "a.xlsx", mimetype="text/plain", **{"word/document.xml": ""})
    assert "a Word document" in refused(other)[0]


def test_the_kind_of_an_archive_is_in_the_first_hundred_bytes_of_its_type(tmp_path):
    for blanks, kind in ((88, "OpenDocument"), (89, "compressed archive")):
        assert kind in refused(zipped(tmp_path / "a.xlsx", mimetype="x" * blanks + "opendocument"))[0]
