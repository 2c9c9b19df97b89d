"""Prizes on the command line: said, shown with their winners, and every slip answered."""

from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.ui.cli.conftest import Call, hand, lines


def test_prizes_are_printed_line_by_line_with_winners(event: Path, call: Call, tmp_path: Path):
    assert call("prizes", event).out == "No prize is entered.\n"
    assert call("prizes", event, "ties", "--currency", "EUR").code == 0
    assert call("prizes", event, "set", "--place", 1, "--what", "Trophy", "--amount", "100,50").code == 0
    assert call("prizes", event, "set", "--place", 2, "--last", 4, "--amount", 50).code == 0
    said = call("prizes", event, "set", "--category", "country:France", "--place", 1, "--what", "Book", "--json").json
    assert said["prizes"] == [
        {"category": "players", "place": 1, "last": 1, "what": "Trophy", "amount": "100.50"},
        {"category": "players", "place": 2, "last": 4, "what": "", "amount": "50"},
        {"category": "country:FR", "place": 1, "last": 1, "what": "Book", "amount": None},
    ]
    assert (said["ties"], said["currency"], said["winners"]) == ("shared", "EUR", [])
    assert call("record", event, "--jsonl", stdin=lines(hand(1, "A", "B", 24))).code == 0
    won = call("prizes", event, "--json").json["winners"]
    assert (won[0]["amount"], won[0]["what"], won[0]["place"], won[0]["last"]) == ("100.50", ["Trophy"], 1, 1)
    assert "Trophy" in call("prizes", event).out
    assert call("export", event, "--what", "prizes", "--to", "csv", "--out", tmp_path / "p.csv").err.startswith(
        "remark: It shows no prizes"
    )
    assert "Trophy" not in (tmp_path / "p.csv").read_text(encoding="utf-8-sig")
    so_far = ("export", event, "--what", "prizes", "--to", "csv", "--out", tmp_path / "p.csv", "--prizes-so-far")
    assert call(*so_far).err == ""
    assert "Trophy" in (tmp_path / "p.csv").read_text(encoding="utf-8-sig")
    assert call("prizes", event, "remove", "--place", 3).code == 0
    assert [each["place"] for each in call("prizes", event, "--json").json["prizes"]] == [1, 1]
    assert call("check", event).code == 0
    assert "Trophy" in call("log", event).out


def test_a_line_is_written_anew_by_its_place(event: Path, call: Call):
    call("prizes", event, "set", "--place", 1, "--what", "Cup")
    said = call("prizes", event, "set", "--place", 1, "--what", "Bowl", "--json").json
    assert [each["what"] for each in said["prizes"]] == ["Bowl"]
    refused = call("prizes", event, "set", "--place", 2, "--last", 1, "--what", "Bowl")
    assert (refused.code, len(refused.errors)) == (1, 1)


@pytest.mark.parametrize(
    "words",
    [
        ("set", "--place", 0, "--what", "Cup"),
        ("set", "--place", 1),
        ("set", "--place", 1, "--amount", "much"),
        ("set", "--place", 1, "--amount", "1,500"),
        ("set", "--place", 1, "--amount", "0"),
        ("set", "--place", 1, "--what", "x" * 201),
        ("set", "--place", 1, "--category", "juniors", "--what", "Cup"),
        ("remove", "--place", 1),
        ("lot", "1", "2"),
        ("ties", "--currency", "a bottle of wine"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_and_nothing_changes(event: Path, call: Call, words: tuple[str | int, ...]):
    kept = event.read_bytes()
    answer = call("prizes", event, *words)
    assert (answer.code, len(answer.errors)) == (1, 1), answer
    assert event.read_bytes() == kept


@pytest.mark.parametrize(
    ("typed", "told"),
    [("juniors", "juniors"), ("", ""), ("country:", "country:"), ("country:Atlantis", "country:Atlantis")],
)
def test_a_category_that_there_is_not_is_named(event: Path, call: Call, typed: str, told: str):
    answer = call("prizes", event, "set", "--place", 1, "--what", "Cup", "--category", typed)
    assert (answer.code, answer.out) == (1, "")
    assert f"“{told}”" in answer.err


@pytest.mark.parametrize(
    "words",
    [
        ("--place", 1), ("set", "--what", "Cup"), ("ties",), ("ties", "--place", 1), ("lot",),
        ("set", "5", "--place", 1),
    ],
)  # fmt: skip
def test_what_does_not_belong_together_is_a_usage_error(event: Path, call: Call, words: tuple[str | int, ...]):
    assert call("prizes", event, *words).code == 2


def test_a_place_beyond_the_players_is_only_a_remark(event: Path, call: Call):
    answer = call("prizes", event, "set", "--place", 90, "--what", "x" * 120)
    assert answer.code == 0
    assert answer.err == "remark: Players: no one is eligible for the prize for place 90.\n"


def test_lots_split_a_tie(event: Path, call: Call):
    """One has won a hand, so the three others of the table share places 2 to 4."""
    call("prizes", event, "ties", "--ties", "split")
    for place, what in ((1, "Cup"), (2, "Bowl"), (3, "Book")):
        call("prizes", event, "set", "--place", place, "--what", what)
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", points=24)))
    shown = call("prizes", event, "--json").json
    level = [each["winner"] for each in shown["winners"] if each["undecided"]]
    assert len(level) == 3
    assert [each["code"] for each in shown["remarks"]] == ["prize-undecided"]
    assert call("prizes", event, "lot", *level[:-1]).code == 1
    assert call("prizes", event, "lot", *level, "99").code == 1
    decided = call("prizes", event, "lot", *reversed(level), "--json").json["winners"]
    assert [(each["winner"], each["place"], each["what"], each["by_lot"]) for each in decided[1:]] == [
        (level[2], 2, ["Bowl"], True),
        (level[1], 3, ["Book"], True),
    ]


def test_certificates_of_a_category(event: Path, call: Call, tmp_path: Path):
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "B", 24)))
    out = tmp_path / "c.pdf"
    noted = (
        "export",
        event,
        "--what",
        "certificates",
        "--category",
        "country:FR",
        "--first",
        1,
        "--out",
        out,
        "--note",
    )
    assert call(*noted).code == 0
    assert len(PdfReader(out).pages) == 1
    assert "France" in PdfReader(out).pages[0].extract_text()
    wrong = ("export", event, "--out", out, "--what")
    assert call(*wrong, "certificates", "--category", "juniors").code == 1
    assert call(*wrong, "certificates", "--first", 0).code == 1
    assert call(*wrong, "standings", "--first", 3).code == 2


def test_a_certificate_has_the_words_and_signatures_that_were_given(event: Path, call: Call, tmp_path: Path) -> None:
    assert call("record", event, "--jsonl", stdin=lines(hand(1, "A", "B", 24))).code == 0
    certificates = ("export", event, "--what", "certificates", "--out", tmp_path / "c.pdf")
    signed = ("--signature", "Ada Bamboo, president", "--signature", "Bert Dots")
    assert call(*certificates, "--portrait", "--words", "Thank you\nfor coming", *signed).code == 0
    page = PdfReader(tmp_path / "c.pdf").pages[0]
    said = page.extract_text()
    assert {"Thank you", "for coming"} <= set(said.splitlines())
    assert "Ada Bamboo, president" in said
    assert "Bert Dots" in said
    assert "Head referee" not in said
    assert page.mediabox.height > page.mediabox.width
    for wrong in (("--words", "a" * 601), signed * 2, ("--signature", "a" * 61)):
        refused = call(*certificates, *wrong)
        assert refused.code == 1
        assert "up to" in refused.err
    for option in ("--portrait", "--schedule-on-back"):
        misplaced = call("export", event, "--what", "standings", "--out", tmp_path / "s.pdf", option)
        assert misplaced.code == 2
        assert option in misplaced.err
