"""Typing at the table on the command line: allowed, ended, new codes, what is proposed, and who calls a referee."""

from pathlib import Path

import pytest

from tests.ui.cli.conftest import Call, hand, lines
from tournament.rules.payment import Outcome
from tournament.storage import open_for_writing
from tournament.use_cases import Book, carry_out
from tournament.use_cases.commands import CallReferee, ConfirmProposal, ProposeHand
from tournament.use_cases.table_entry import phone_of
from ui.cli.context import PIN_VARIABLE

HOST = "http://192.0.2.20:8080"


def typed(path: Path, *commands: ProposeHand | ConfirmProposal | CallReferee) -> list[str]:
    """What players do on their phones; the ids of the entries."""
    store = open_for_writing(path)
    book = Book(store)
    try:
        done = [carry_out(book, each, by=phone_of(book.view, each.session, each.table, each.seat)) for each in commands]
        return [entry.id for changes in done for entry in changes.entries]
    finally:
        store.close()


def test_players_may_type_from_when_it_is_allowed_until_it_ends(event: Path, call: Call):
    assert call("phones", event).out == "Only referees type in this event.\n"
    nothing: dict[str, object] = {
        "allowed": False,
        "address": None,
        "check_in": None,
        "new_link": None,
        "codes": [],
        "proposals": [],
        "calls": [],
    }
    assert call("phones", event, "--json").json == nothing
    allowed = call("phones", event, "--allow", HOST, "--json").json
    assert (allowed["allowed"], allowed["address"]) == (True, HOST)
    assert len(allowed["codes"]) == 12, "of three sessions with four tables"
    first = allowed["codes"][0]
    assert (first["session"], first["table"]) == (1, 1)
    assert first["address"] == f"{HOST}/t/{first['code']}"
    moved = call("phones", event, "--allow", "http://192.0.2.99:8080", "--session", 1, "--json").json
    assert [each["code"] for each in moved["codes"]] == [each["code"] for each in allowed["codes"][:4]]
    revoked = call("phones", event, "--revoke", 2, "--session", 1, "--json").json["codes"]
    assert [a["code"] != b["code"] for a, b in zip(revoked, moved["codes"], strict=True)] == [False, True, False, False]
    renewed = call("phones", event, "--new-codes", "--session", 1, "--json").json
    assert renewed["address"] == moved["address"]
    assert not {each["code"] for each in renewed["codes"]} & {each["code"] for each in revoked}
    assert call("phones", event, "--end", "--json").json == nothing
    assert call("check", event).code == 0


def test_players_may_check_in_from_when_it_is_allowed_until_it_ends(event: Path, tmp_path: Path, call: Call):
    assert call("phones", event, "--end-check-in").code == 1
    assert call("registration", event, "links", "--out", tmp_path / "links.csv").code == 1
    assert call("phones", event, "--check-in", HOST, "--json").json["check_in"] == HOST
    assert f"Players may check in by phone, at {HOST}." in call("phones", event).out

    def links() -> list[str]:
        out = tmp_path / "links.csv"
        assert call("registration", event, "links", "--out", out).code == 0
        return [line.rpartition(",")[2] for line in out.read_text("utf-8-sig").splitlines() if f"{HOST}/c/" in line]

    first = links()
    assert len(set(first)) == len(call("players", event, "list", "--json").json)
    assert call("phones", event, "--new-links").code == 0
    assert not set(links()) & set(first)
    assert call("registration", event, "links", "--out", tmp_path / "cards.pdf").code == 0
    assert (tmp_path / "cards.pdf").read_bytes().startswith(b"%PDF")
    before = links()
    renewed = call("phones", event, "--new-link", 3, "--json").json["new_link"]
    assert renewed["player"] == 3
    assert set(links()) - set(before) == {renewed["address"]}
    assert len(set(before) - set(links())) == 1
    assert "The new personal link of 3 " in call("phones", event, "--new-link", 3).out
    assert "no player 99" in call("phones", event, "--new-link", 99).err.lower()
    assert call("phones", event, "--new-link", 3, "--new-links").code == 2
    assert call("phones", event, "--new-link", 3, "--end-check-in").code == 2
    assert call("phones", event, "--end-check-in", "--json").json["check_in"] is None
    assert call("phones", event, "--new-link", 3).code == 1
    assert call("registration", event, "links", "--out", tmp_path / "links.csv").code == 1
    assert call("phones", event, "--end-check-in", "--new-links").code == 2
    assert call("phones", event, "--check-in", HOST, "--allow", HOST).code == 2
    assert call("check", event).code == 0


def test_a_phone_in_two_seats_is_listed_as_one_and_the_seats_are_freed(event: Path, call: Call):
    call("phones", event, "--allow", HOST)
    id, _ = typed(event, ProposeHand(1, 2, 1, Outcome(2, 0, 24), 1, device="k3m9x2q7"))
    typed(event, ConfirmProposal(1, 2, id, 3, "k3m9x2q7"), ConfirmProposal(1, 2, id, 0, "a1b2c3d4"))
    (proposal,) = call("phones", event, "--json").json["proposals"]
    assert (proposal["confirmed_by"], proposal["same_phone"]) == (["A"], ["D"])
    assert "says B, (D), A" in call("phones", event).out
    assert call("phones", event, "--free", 2, "--session", 1).code == 0
    assert "k3m9x2q7" in call("log", event).out
    assert "Seats freed" in call("log", event).out
    assert call("check", event).code == 0


def test_what_players_say_is_listed_and_a_call_is_answered(event: Path, call: Call):
    call("phones", event, "--allow", HOST)
    (id,) = typed(event, ProposeHand(1, 2, 1, Outcome(2, 0, 24), 1))
    _, called = typed(event, ConfirmProposal(1, 2, id, 3), CallReferee(1, 3, 0))
    shown = call("phones", event, "--json").json
    (proposal,) = shown["proposals"]
    assert proposal.items() >= {
        "id": id, "session": 1, "table": 2, "hand": 1, "result": "discard", "winner": "C", "discarder": "A",
        "points": 24, "proposed_by": "B", "confirmed_by": ["D"],
    }.items()  # fmt: skip
    (waiting,) = shown["calls"]
    assert waiting.items() >= {"id": called, "session": 1, "table": 3, "player": "A"}.items()
    text = call("phones", event, "--session", 1).out
    assert "Session 1, table 2, hand 1: C from A, 24, says B, D" in text
    assert called in text
    assert call("phones", event, "--session", 2, "--json").json["calls"] == []
    assert call("phones", event, "--answer", called, "--as", "Ben Sample", "--json").json["calls"] == []
    assert "Ben Sample" in call("log", event).out.splitlines()[-2]
    record = lines({**hand(1, "C", discarder="A", points=24), "table": 2})
    assert call("record", event, "--jsonl", stdin=record).code == 0
    assert call("phones", event, "--json").json["proposals"] == []


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--new-codes",), 1),
        (("--end",), 1),
        (("--answer", "nobody"), 1),
        (("--allow", "not an address"), 1),
        (("--allow", ""), 1),
        (("--revoke", 99, "--session", 1), 1),
        (("--session", 9), 1),
        (("--free", 99, "--session", 1), 1),
        (("--free", 1), 2),
        (("--revoke", 1), 2),
        (("--end", "--allow", HOST), 2),
        (("--revoke", 1, "--session", 1, "--end"), 2),
    ],
)
def test_what_does_not_fit_is_refused_and_writes_nothing(event: Path, call: Call, words: tuple[object, ...], code: int):
    before = event.read_bytes()
    answer = call("phones", event, *words)
    assert answer.code == code
    assert event.read_bytes() == before
    if code == 1:
        assert len(answer.errors) == 1


def test_only_a_head_referee_allows_it_and_a_referee_answers(event: Path, call: Call, monkeypatch: pytest.MonkeyPatch):
    for role, pin in (("organiser", "111111"), ("head-referee", "222222"), ("referee", "3333")):
        monkeypatch.setenv("QUATRE_VENTS_NEW_PIN", pin)
        assert call("pin", event, "set", role).code == 0
        monkeypatch.setenv(PIN_VARIABLE, "111111")
    monkeypatch.setenv(PIN_VARIABLE, "3333")
    assert call("phones", event, "--allow", HOST).code == 1
    monkeypatch.setenv(PIN_VARIABLE, "222222")
    assert call("phones", event, "--allow", HOST).code == 0
    (called,) = typed(event, CallReferee(1, 3, 0))
    monkeypatch.delenv(PIN_VARIABLE)
    assert call("phones", event, "--answer", called).code == 1
    assert call("phones", event).code == 0, "reading needs no role"
    monkeypatch.setenv(PIN_VARIABLE, "3333")
    assert call("phones", event, "--answer", called).code == 0
    assert call("phones", event, "--end").code == 1


@pytest.mark.thorough
def test_score_sheets_have_the_codes_unless_they_are_not_wanted(event: Path, call: Call, tmp_path: Path):
    from pypdf import PdfReader

    def text(*words: str) -> str:
        out = tmp_path / "sheets.pdf"
        assert call("export", event, "--what", "score-sheets", "--to", "pdf", "--out", out, *words).code == 0
        return "".join(page.extract_text() for page in PdfReader(out).pages)

    assert "/t/" not in text()
    code = call("phones", event, "--allow", HOST, "--json").json["codes"][0]["address"]
    assert code in text()
    assert "/t/" not in text("--no-phone-codes")
    answer = call(
        "export", event, "--what", "standings", "--to", "pdf", "--out", tmp_path / "a.pdf", "--no-phone-codes"
    )
    assert answer.code == 2
