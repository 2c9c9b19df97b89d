"""Why somebody left, is ill or was replaced: no command shows what earlier versions wrote, and none stores it."""

from pathlib import Path

import pytest

from tests.tournament.use_cases.earlier_reasons import REASON, earlier_event
from tests.tournament.use_cases.fake_store import FakeStore
from tests.ui.cli.conftest import Call, lines
from tournament.storage import create

REMARK = "The reason was not stored: why a player leaves or is replaced is private."


@pytest.fixture
def earlier(tmp_path: Path) -> Path:
    """The file of an event with private reasons."""
    records, path = FakeStore(), tmp_path / "earlier.qv"
    earlier_event(records)
    store = create(path)
    store.append(records.records)
    store.close()
    return path


@pytest.mark.parametrize(
    "words",
    [
        ("log",),
        ("log", "--json"),
        ("players", "list"),
        ("players", "list", "--json"),
        ("standings",),
        ("standings", "--json"),
        ("standings", "--public", "--json"),
        ("session",),
        ("session", "--json"),
        ("draw", "--json"),
        ("sheet", "--session", "1", "--table", "1", "--json"),
        ("check", "--json"),
    ],
    ids=" ".join,
)
def test_no_command_shows_a_private_reason(earlier: Path, call: Call, words: tuple[str, ...]) -> None:
    name, *rest = words
    answer = call(name, earlier, *rest)
    assert answer.code == 0, answer.err
    told = answer.out + answer.err
    assert REASON not in told
    assert "ill during the session" not in told
    assert '"ill"' not in told


def test_the_referees_report_says_it_if_that_is_asked_for(earlier: Path, tmp_path: Path, call: Call) -> None:
    out = tmp_path / "report.html"
    assert call("export", earlier, "--what", "referee-report", "--out", out).code == 0
    assert REASON not in out.read_text(encoding="utf-8")
    assert call("export", earlier, "--what", "referee-report", "--reasons", "--out", out).code == 0
    assert out.read_text(encoding="utf-8").count(REASON) == 5
    refused = call("export", earlier, "--what", "standings", "--reasons", "--out", out)
    assert (refused.code, "Use --reasons only with --what referee-report." in refused.err) == (2, True)


def test_reasons_that_scripts_give_are_not_stored(event: Path, call: Call) -> None:
    """Every way, and the exit code is as before."""
    substitute = {"type": "substitute", "session": 1, "player": 5, "by": "Nova Newcomer", "case": "ill"}
    done = call("record", event, "--jsonl", stdin=lines({**substitute, "reason": REASON}))
    assert (done.code, f"remark: line 1: {REMARK}\n" in done.err) == (0, True), done.err
    other = {**substitute, "player": 6, "by": "Zoe Stand"}
    tried = call("record", event, "--jsonl", "--dry-run", stdin=lines({**other, "reason": REASON}))
    assert (tried.code, REMARK in tried.err) == (0, True)
    without = call("record", event, "--jsonl", "--dry-run", stdin=lines(other))
    assert (without.code, REMARK in without.err) == (0, False)
    replaced = call("draw", event, "--session", 2, "--replace", 7, "--by", "Rita Reserve", "--reason", REASON)
    assert (replaced.code, f"remark: {REMARK}\n" in replaced.err) == (0, True)
    left = call("players", event, "set", 3, "--state", "withdrawn", "--from", 2, "--reason", REASON)
    assert (left.code, f"remark: {REMARK}\n" in left.err) == (0, True)
    assert [entry["kind"] for entry in call("log", event, "--json").json[-3:]] == [
        "player-replaced", "player-replaced", "player-state-changed",
    ]  # fmt: skip
    assert REASON.encode() not in event.read_bytes()


def test_a_reason_in_a_line_must_still_be_a_text(event: Path, call: Call) -> None:
    line = {"type": "substitute", "session": 1, "player": 5, "by": "Nova Newcomer", "case": "ill", "reason": 5}
    assert call("record", event, "--jsonl", stdin=lines(line)).code == 1


def test_reasons_of_a_swap_and_a_merge_are_kept(event: Path, call: Call) -> None:
    replaced = call("draw", event, "--session", 2, "--replace", 7, "--by", "Rita Reserve", "--case", "none")
    assert replaced.code == 0, replaced.err
    swapped = call("draw", event, "--session", 1, "--swap", "1-5", "--reason", "asked for it")
    merged = call("players", event, "merge", 7, 17, "--reason", "registered twice")
    assert [(answer.code, REMARK in answer.err) for answer in (swapped, merged)] == [(0, False)] * 2
    reasons = [entry["reason"] for entry in call("log", event, "--json").json]
    assert [reason for reason in reasons if reason] == ["asked for it", "registered twice"]
