"""Print sets on the command line: listed, written as one file or a folder, and what is missing is named."""

import json
from pathlib import Path

import pytest
from pypdf import PdfReader

from reports.print_sets import own_sets_file
from tests.ui.cli.conftest import Call, hand, lines


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without sets."""
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path_factory.mktemp("home")))


def test_sets_are_listed_for_people_and_programs(event: Path, call: Call):
    listed = call("export", event, "--set", "list").out.splitlines()
    assert [line.split(":")[0] for line in listed] == ["before-play", "walls", "session", "end"]
    said = call("export", event, "--set", "list", "--json").json
    assert [each["name"] for each in said] == ["before-play", "walls", "session", "end"]
    assert {"report": "rules", "copies": "1 per table", "of_session": False, "winners": False} in said[0]["papers"]
    assert {"report": "certificates", "copies": "1", "of_session": False, "winners": True} in said[3]["papers"]
    assert [each["by_session"] for each in said] == [False, False, True, False]


@pytest.mark.thorough
def test_a_set_is_one_file_or_a_folder(event: Path, call: Call, tmp_path: Path):
    one = call("export", event, "--set", "before-play", "--out", tmp_path / "all.pdf", "--paper", "letter", "--json")
    assert one.code == 0, one.err
    copies = {each["report"]: each["copies"] for each in one.json["papers"]}
    assert copies["rules"] == 4
    assert one.json["left_out"] == []
    pages = PdfReader(tmp_path / "all.pdf").pages
    assert {tuple(sorted(map(float, page.mediabox[2:]))) for page in pages} == {(612.0, 792.0)}
    several = call("export", event, "--set", "Before play", "--out", tmp_path / "all", "--json").json
    assert len(several["files"]) == len(several["papers"]) == len(list((tmp_path / "all").iterdir()))


def test_what_cannot_be_made_yet_is_named(event: Path, call: Call, tmp_path: Path):
    none = call("export", event, "--set", "end", "--out", tmp_path / "end.pdf")
    assert none.code == 1
    assert "Certificates" in none.err
    assert not (tmp_path / "end.pdf").exists()
    assert call("record", event, "--jsonl", stdin=lines(hand(1, "A", "B", 24))).code == 0
    some = call("export", event, "--set", "end", "--out", tmp_path / "end.pdf")
    assert some.code == 0
    assert "remark: Not included: Certificates. The results are not final yet." in some.err
    said = call("export", event, "--set", "end", "--out", tmp_path / "end.pdf", "--json").json
    assert "certificates" in {each["report"] for each in said["left_out"]}


def test_a_session_and_walls_are_chosen(event: Path, call: Call, tmp_path: Path):
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "B", 24)))
    out = tmp_path / "s.pdf"
    said = call("export", event, "--set", "session", "--session", 1, "--walls", 3, "--out", out, "--json", "--note")
    assert said.code == 0, said.err
    assert {each["session"] for each in said.json["papers"]} == {1}
    assert next(each["copies"] for each in said.json["papers"] if each["report"] == "posters") == 3
    noted = [line for line in call("log", event).out.splitlines() if "Report saved" in line]
    assert len(noted) == len(said.json["papers"])
    assert call("check", event).code == 0
    again = call("export", event, "--set", "session", "--session", 7, "--out", out)
    assert again.code == 1
    assert "7" in again.err


@pytest.mark.parametrize("words", [
    ("--what", "standings", "--certificates", "winners", "--out", "x.pdf"),
    ("--set", "before-play"), ("--set", "end", "--what", "standings", "--out", "x.pdf"), (),
    ("--set", "end", "--session", "1", "--out", "x.pdf"), ("--set", "end", "--to", "pdf", "--out", "x.pdf"),
    ("--what", "standings", "--walls", "2", "--out", "x.pdf"), ("--set", "end", "--public", "--out", "x.pdf"),
])  # fmt: skip
def test_options_without_effect_are_wrong_usage(event: Path, call: Call, words: tuple[str, ...]):
    refused = call("export", event, *words)
    assert (refused.code, len(refused.errors)) == (2, 1)


def test_a_set_never_replaces_an_event(event: Path, call: Call, tmp_path: Path):
    before = event.read_bytes()
    assert call("export", event, "--set", "before-play", "--out", event).code == 1
    assert event.read_bytes() == before
    assert call("export", event, "--set", "nothing", "--out", tmp_path / "x.pdf").code == 1


def test_own_sets_belong_to_the_user_and_a_faulty_file_hides_no_others(event: Path, call: Call, tmp_path: Path):
    path = own_sets_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([{"name": "Mine", "papers": [{"report": "rules", "copies": "2"}]}]))
    said = call("export", event, "--set", "mine", "--out", tmp_path / "mine.pdf", "--json")
    assert [each["copies"] for each in said.json["papers"]] == [2]
    path.write_text("[")
    listed = call("export", event, "--set", "list")
    assert listed.code == 0
    assert len(listed.out.splitlines()) == 4
    assert str(path) in listed.err


def test_each_paper_begins_on_a_new_sheet_when_both_sides_are_printed(event: Path, call: Call, tmp_path: Path):
    one, both = tmp_path / "one.pdf", tmp_path / "both.pdf"
    assert call("export", event, "--set", "before-play", "--out", one).code == 0
    assert call("export", event, "--set", "before-play", "--out", both, "--double-sided").code == 0
    reader = PdfReader(both)
    starts = [reader.get_destination_page_number(each) for each in reader.outline if not isinstance(each, list)]
    assert len(starts) > 5
    assert all(start is not None and start % 2 == 0 for start in starts), "pages are counted from 0"
    assert len(reader.pages) > len(PdfReader(one).pages)
    wrong = call("export", event, "--what", "rules", "--out", one, "--double-sided")
    assert wrong.code == 2
    assert "--double-sided cannot be used with --what" in wrong.err
