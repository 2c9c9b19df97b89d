"""``players FILE import``: how a list is read is told, may be chosen, and keeps nobody from writing."""

from pathlib import Path

import pytest

from tests.reports.readers.hostile import BY_NAME
from tests.tournament.storage.events import make_event
from tests.ui.cli.conftest import Call
from tournament.storage import open_for_writing

NAMES = "姓,名\n田中,太郎\n佐藤,花子\n鈴木,一郎\n"


@pytest.fixture
def event(tmp_path: Path) -> Path:
    return make_event(tmp_path / "cup.qv")


def a_list(folder: Path, text: str, codec: str) -> Path:
    path = folder / "list.csv"
    path.write_bytes(text.encode(codec))
    return path


def test_the_guess_is_told_before_anything_is_added(event: Path, call: Call) -> None:
    path = a_list(event.parent, NAMES, "cp932")
    answer = call("players", event, "import", path, "--dry-run", "--json").json
    assert (answer["count"], answer["written"], answer["encoding"]) == (3, False, "Shift JIS")
    assert "Shift JIS" in call("players", event, "import", path, "--dry-run").out
    assert call("players", event, "list", "--json").json == []


def test_what_is_said_of_many_lines_is_said_once(event: Path, call: Call) -> None:
    rows = "".join(f"{'paid' if n % 2 else ''},Ada{n},Bamboo,Frankreich\n" for n in range(9))
    path = a_list(event.parent, f"Status,First name,Last name,Country\n{rows}", "utf-8")
    out = call("players", event, "import", path, "--dry-run").out
    assert "Lines 2, 4, 6, 8, 10 · No order status" in out
    assert "Lines 2, 3, 4, 5, 6, 7 and 3 more · Country recognised: Frankreich → FR" in out
    assert "Line " not in out


def test_of_two_columns_with_one_heading_the_other_is_named_by_its_place(event: Path, call: Call) -> None:
    path = a_list(event.parent, "First name,Last name,First name\nAda,Bamboo,Eva\n", "utf-8")
    out = call("players", event, "import", path, "--dry-run").out
    assert "“First name” is read; “First name” in column 3 could be it as well" in out


def test_what_may_be_another_encoding_is_a_remark_that_names_it(event: Path, call: Call) -> None:
    path = a_list(event.parent, "Last name,First name\n巩,俐\n舒,淇\n鹿,晗\n", "gb18030")
    notes = call("players", event, "import", path, "--dry-run", "--json").json["notes"]
    (told,) = [note for note in notes if note["code"] == "encoding-uncertain"]
    assert "GB 18030" in told["text"]
    assert told["sign"] == "remark"


def test_an_encoding_that_is_chosen_is_taken(event: Path, call: Call) -> None:
    path = a_list(event.parent, "Last name,First name\n巩,俐\n舒,淇\n", "gb18030")
    answer = call("players", event, "import", path, "--encoding", "gbk", "--json").json
    assert (answer["count"], answer["written"], answer["encoding"]) == (2, True, "GB 18030")
    assert [note["code"] for note in answer["notes"] if "encoding" in note["code"]] == ["encoding"]
    assert [one["last_name"] for one in call("players", event, "list", "--json").json] == ["巩", "舒"]


def test_an_encoding_that_nobody_knows_and_one_that_does_not_fit(event: Path, call: Call) -> None:
    path = a_list(event.parent, "first_name,last_name\nZoé,Model\n", "cp1252")
    answer = call("players", event, "import", path, "--encoding", "klingon")
    assert answer.code == 2
    assert "choose one of UTF-8" in answer.err
    answer = call("players", event, "import", path, "--encoding", "utf-8")
    assert answer.code == 1
    assert "is not encoded in UTF-8" in answer.err


def test_a_list_that_is_refused_is_refused_before_the_event_is_opened(event: Path, call: Call) -> None:
    """Reading the list takes its time; meanwhile the event is free: so it may even be open elsewhere."""
    path = event.parent / "list.xlsx"
    path.write_bytes(BY_NAME["one-row-at-1048576"].make())
    before = event.read_bytes()
    store = open_for_writing(event)
    answer = call("players", event, "import", path)
    store.close()
    assert answer.code == 1
    assert "something below row 50000" in answer.err
    assert event.read_bytes() == before
