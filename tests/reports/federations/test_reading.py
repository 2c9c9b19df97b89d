"""A federation's data file: what it may contain, and every fault reported with its field."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.data_file import DataFileUnreadable
from reports.federations.definition import ColumnValue, DateForm, FileKind
from reports.federations.known import known_federations, own_folder, shipped_federations
from reports.federations.reading import read_federation
from reports.federations.values import _OF_EVENT, _OF_PLAYER
from tournament.event.country import CountryCodes
from tournament.language import ENGLISH

SMALL = """
id = "club-list"
name = "Club List"

[[files]]
report = "members"
title = "Members' places"
format = "csv"
columns = [ { heading = "Rank", value = "place" }, { heading = "Who", value = "last-name", capitals = true } ]
"""


def faults(content: str | bytes) -> list[tuple[str, str]]:
    with pytest.raises(DataFileUnreadable) as unreadable:
        read_federation(content.encode() if isinstance(content, str) else content)
    return [(fault.field, ENGLISH.render(fault.text)) for fault in unreadable.value.faults]


def test_those_that_ship():
    ema, ffmj = shipped_federations()
    assert (ema.id, ffmj.id) == ("ema", "ffmj")
    assert [ema.report_name(report) for report in ema.reports] == ["ema-results", "ema-ranking"]
    assert ema.country_codes is CountryCodes.IOC
    assert ema.number_digits == 8
    workbook = ema.reports[0].file(FileKind.XLSX)
    assert workbook is not None
    assert workbook.sheet == "MCR template"
    assert [column.heading for column in workbook.columns] == [
        "Tournament name", "Number of participants", "Place", "Player's first name", "Player's last name", "EMA number",
        "Table points", "Score", "EMA member", "Country", "Date", "Countrycourt", "city", "mers", "shortname", "rules",
        "period", "NbDays", "Extra",
    ]  # fmt: skip


def test_every_value_is_of_the_event_or_of_a_player():
    assert {*_OF_EVENT, *_OF_PLAYER, ColumnValue.TEXT} == set(ColumnValue)
    assert {value for value in ColumnValue if value.of_player} == set(_OF_PLAYER)


def test_a_small_file_says_little_and_the_rest_is_usual():
    federation = read_federation(SMALL.encode())
    (report,) = federation.reports
    (file,) = report.files
    assert federation.report_name(report) == "club-list-members"
    assert report.title == "Members' places"
    assert (file.separator, file.quoted, file.byte_order_mark, file.decimal_mark) == (",", False, True, ".")
    assert [column.value for column in file.columns] == [ColumnValue.PLACE, ColumnValue.LAST_NAME]
    assert federation.rules == ()


@pytest.mark.parametrize(
    ("changed", "field", "words"),
    [
        (('id = "club-list"', ""), "id", "is missing"),
        (('id = "club-list"', 'id = "Club List"'), "id", "not a name"),
        (('name = "Club List"', "name = 7"), "name", "must be a text in quotes"),
        (('name = "Club List"', 'name = "C"\nnumber_digits = 21'), "number_digits", "from 0 to 20"),
        (('name = "Club List"', 'name = "C"\nnumber_digits = -1'), "number_digits", "from 0 to 20"),
        (('name = "Club List"', 'name = "C\\u0007"'), "name", "contains control characters"),
        (('name = "Club List"', 'name = "C\\nD"'), "name", "contains control characters"),
        (('name = "Club List"', 'name = "C"\nnumber_digits = true'), "number_digits", "whole number"),
        (('name = "Club List"', 'name = "C"\ncountry_codes = "iso"'), "country_codes", "not one of alpha-2, alpha-3"),
        (('name = "Club List"', 'name = "C"\nlanguage = "de"'), "language", "not one of en, fr, zh"),
        (('name = "Club List"', 'name = "C"\ncountrycodes = "ioc"'), "countrycodes", "is not known here"),
        (('name = "Club List"', 'name = "C"\nrules = { riichi = "Riichi" }'), "rules.riichi", "no rule set"),
        (('value = "place"', 'value = "rank"'), "files[0].columns[0].value", "“rank” is not one of"),
        (('value = "place"', 'value = "place", text = "x"'), "files[0].columns[0].text", "is only for a column"),
        (('heading = "Who"', 'heading = ""'), "files[0].columns[1].heading", "is empty"),
        (("capitals = true", 'capitals = "yes"'), "files[0].columns[1].capitals", "true or false"),
        (('format = "csv"', 'format = "pdf"'), "files[0].format", "not one of xlsx, csv"),
        (('format = "csv"', 'format = "csv"\nseparator = "|"'), "files[0].separator", "comma, a semicolon or a tab"),
        (('format = "csv"', 'format = "csv"\ndecimal = "·"'), "files[0].decimal", "point or a comma"),
        (('format = "csv"', 'format = "xlsx"\nsheet = "a/b"'), "files[0].sheet", "at most 31"),
        (('title = "Members\' places"', ""), "files[0].title", "is missing"),
        (("columns = [", "columns = []\nothers = ["), "files[0].columns", "is empty"),
        (("columns = [", "columns = [ 7,"), "files[0].columns[0]", "must be a table"),
        (("[[files]]", "[files]"), "files", "must be a list of tables"),
    ],
)
def test_a_fault_names_its_field(changed: tuple[str, str], field: str, words: str):
    assert changed[0] in SMALL
    found = faults(SMALL.replace(*changed, 1))
    assert any(where == field and words in text for where, text in found), found


def test_all_faults_are_reported_at_once():
    found = faults(SMALL.replace('id = "club-list"', 'id = "?"').replace('"place"', '"rank"').replace('"csv"', '"pdf"'))
    assert [where for where, _ in found] == ["id", "files[0].format", "files[0].columns[0].value"]


@pytest.mark.parametrize("content", [b"\xff\xfe", b"id = ", b"#" * 200_001, b"a=" + b"[" * 5000])
def test_what_is_no_data_file_is_one_fault(content: bytes):
    ((where, _),) = faults(content)
    assert where == ""


@given(st.text(max_size=60))
def test_whatever_it_holds_it_is_read_or_refused_with_a_reason(text: str):
    content = (SMALL + text).encode("utf-8", "surrogatepass")
    try:
        read = read_federation(content)
    except DataFileUnreadable:
        assert faults(content)
    else:
        assert read.id == "club-list"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    own_folder().mkdir(parents=True)
    return own_folder()


def test_files_of_the_user_are_known_and_can_replace_a_shipped_one(folder: Path):
    (folder / "b.toml").write_text(SMALL, encoding="utf-8")
    (folder / "a.toml").write_text(SMALL.replace("club-list", "ffmj"), encoding="utf-8")
    (folder / "notes.txt").write_text("not one", encoding="utf-8")
    known = known_federations()
    assert [each.id for each in known.federations] == ["ema", "ffmj", "club-list"]
    assert known.federations[1].name == "Club List"
    assert known.faulty == ()
    (folder / "a.toml").unlink()
    assert known_federations().federations[1].name == "FFMJ"


def test_a_faulty_file_of_the_user_is_reported_and_the_others_remain(folder: Path):
    (folder / "a.toml").write_text("id = 7", encoding="utf-8")
    (folder / "b.toml").write_text(SMALL, encoding="utf-8")
    (folder / "c.toml").write_text(SMALL, encoding="utf-8")
    known = known_federations()
    assert [each.id for each in known.federations] == ["ema", "ffmj", "club-list"]
    assert [(each.path.name, each.faults[0].field) for each in known.faulty] == [("a.toml", "id"), ("c.toml", "id")]
    assert ENGLISH.render(known.faulty[1].faults[0].located) == "id: b.toml has the same"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"[[[", "the file is not TOML: see line 1, column 3"),
        (b"a = [", "the file is not TOML at its end"),
        (b"a = " + b"[" * 50_000, "the file is nested too deeply"),
    ],
)
def test_invalid_toml_is_reported_with_its_place(content: bytes, told: str) -> None:
    assert faults(content) == [("", told)]


CLUB = '{ heading = "Club", value = "club" },'


def with_field(line: str) -> str:
    return SMALL.replace('name = "Club List"', f'name = "C"\n{line}')


@pytest.mark.parametrize(
    ("most", "beyond", "field", "words"),
    [
        (with_field(f'yes = "{"x" * 200}"'), with_field(f'yes = "{"x" * 201}"'), "yes",
         "has 201 characters, more than 200"),
        (with_field("number_digits = 20"), with_field("number_digits = 21"), "number_digits", "from 0 to 20"),
        (with_field("number_digits = 0"), with_field("number_digits = -1"), "number_digits", "from 0 to 20"),
        (with_field("least_players = 10_000"), with_field("least_players = 10_001"), "least_players",
         "from 0 to 10000"),
        (SMALL.replace('format = "csv"', f'format = "xlsx"\nsheet = "{"x" * 31}"'),
         SMALL.replace('format = "csv"', f'format = "xlsx"\nsheet = "{"x" * 32}"'), "files[0].sheet",
         "at most 31 characters"),
        (SMALL.replace("columns = [", "columns = [" + CLUB * 198),
         SMALL.replace("columns = [", "columns = [" + CLUB * 199),
         "files[0].columns", "201 columns, more than 200"),
        (SMALL + "#" * (200_000 - len(SMALL.encode())), SMALL + "#" * (200_001 - len(SMALL.encode())), "",
         "has 200001 bytes, more than 200000"),
        (SMALL.replace('format = "csv"', 'format = "csv"\nseparator = "\\t"'),
         SMALL.replace('format = "csv"', 'format = "csv"\nseparator = "\\t\\t"'), "files[0].separator",
         "contains control characters"),
    ],
    ids=["text", "digits", "no digits", "players", "sheet", "columns", "bytes", "tab"],
)  # fmt: skip
def test_a_data_file_is_read_at_each_limit_and_refused_beyond_it(
    most: str, beyond: str, field: str, words: str
) -> None:
    assert read_federation(most.encode()).id == "club-list"
    found = faults(beyond)
    assert found[0][0] == field
    assert words in found[0][1]


def test_a_wrong_choice_is_cited_in_two_hundred_characters() -> None:
    ((_, told),) = faults(with_field(f'date = "{"x" * 300}"'))
    assert told.startswith(f"“{'x' * 200}” is not one of")


def test_every_field_is_read() -> None:
    """Each with a value that is not the usual one."""
    content = (
        SMALL.replace(
            'name = "Club List"',
            'name = "C"\ncountry_codes = "alpha-3"\nnumber_digits = 4\nyes = "J"\nno = "N"\ndate = "DD.MM.YYYY"\n'
            'language = "fr"\nleast_players = 9\nminima = [ "mcr" ]\nrules = { mcr = "EMA" }',
        )
        .replace('format = "csv"', 'format = "csv"\nseparator = ";"\ndecimal = ","\nquoted = true\n'
                 'byte_order_mark = false\nrules = [ "mcr" ]')
    )  # fmt: skip
    federation = read_federation(content.encode())
    (file,) = federation.reports[0].files
    assert (federation.name, federation.country_codes, federation.number_digits) == ("C", CountryCodes.ALPHA3, 4)
    assert (federation.yes, federation.no, federation.date) == ("J", "N", DateForm.DOTS)
    assert (federation.language, federation.least_players, federation.minima) == ("fr", 9, ("mcr",))
    assert federation.rules == (("mcr", "EMA"),)
    assert (file.separator, file.decimal_mark, file.quoted, file.byte_order_mark) == (";", ",", True, False)
    assert (file.rules, [column.capitals for column in file.columns]) == (("mcr",), [False, True])


SECOND = SMALL[SMALL.index("[[files]]") :]


@pytest.mark.parametrize(
    ("rules", "other", "clash"),
    [
        ("", "", True),
        ('rules = [ "mcr" ]', "", False),
        ('rules = [ "mcr" ]', 'rules = [ "mcr", "zung-jung" ]', True),
        ('rules = [ "mcr" ]', 'rules = [ "zung-jung" ]', False),
    ],
)
def test_a_report_has_one_file_of_a_format_for_the_same_rules(rules: str, other: str, clash: bool) -> None:
    def file(content: str, more: str, format: str = "csv") -> str:
        return content.replace('format = "csv"', f'format = "{format}"\n{more}')

    both = file(SMALL, rules) + file(SECOND, other)
    if clash:
        assert faults(both) == [("files[1].format", "this report already has a file of this format")]
    else:
        assert len(read_federation(both.encode()).reports[0].files) == 2
    assert len(read_federation((file(SMALL, rules) + file(SECOND, other, "xlsx")).encode()).reports[0].files) == 2


def test_a_file_of_the_user_is_read_up_to_its_limit(folder: Path) -> None:
    (folder / "a.toml").write_bytes(SMALL.encode() + b"#" * (200_000 - len(SMALL.encode())))
    assert known_federations().faulty == ()
    (folder / "a.toml").write_text(SMALL + "#" * 300_000, encoding="utf-8")
    ((fault,),) = (each.faults for each in known_federations().faulty)
    assert ENGLISH.render(fault.located) == "the file has 200001 bytes, more than 200000"


def test_a_report_that_has_a_title_here_needs_none_and_one_title_is_enough() -> None:
    for name in ("results", "ranking"):
        content = SMALL.replace('"members"', f'"{name}"').replace('title = "Members\' places"\n', "")
        assert read_federation(content.encode()).reports[0].title == ""
    untitled = SECOND.replace('title = "Members\' places"\n', "").replace('format = "csv"', 'format = "xlsx"')
    (report,) = read_federation((SMALL + untitled).encode()).reports
    assert report.title == "Members' places"
