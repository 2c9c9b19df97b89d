"""``publish``, ``unpublish`` and ``standings --public``: what the public may see, and what is refused."""

import shutil
from pathlib import Path

import pytest

from tests.ui.cli.conftest import PLAYERS, Call, call_program, lines

TOTALS = {"A": 60, "B": 20, "C": -20, "D": -60}


def signed(*places: tuple[int, int]) -> str:
    return lines(*({"type": "totals", "session": s, "table": t, "totals": TOTALS} for s, t in places))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two sessions of two tables, of which all but the last table is played."""
    folder = tmp_path_factory.mktemp("played")
    path, listed = folder / "cup.qv", folder / "players.csv"
    listed.write_text("".join(PLAYERS.splitlines(keepends=True)[:9]))
    assert call_program("new", path, "--name", "Cup", "--sessions", 3).code == 0
    assert call_program("players", path, "import", listed).code == 0
    assert call_program("draw", path, "--seed", 1).code == 0
    assert call_program("record", path, "--jsonl", stdin=signed((1, 1), (1, 2), (2, 1))).code == 0
    return path


@pytest.fixture
def event(tmp_path: Path, played: Path) -> Path:
    """A copy of the played event."""
    return Path(shutil.copy(played, tmp_path))


def shown(call: Call, path: Path) -> tuple[int, ...]:
    """The session after which the public standings are, and how many scores are known in them."""
    rows = call("standings", path, "--public", "--json").json
    return rows[0]["after"], sum(row["score"] != 0 for row in rows)


def test_nothing_is_public_before_it_is_published(event: Path, call: Call) -> None:
    assert shown(call, event) == (0, 0)
    assert call("standings", event, "--public").out == "No results are public: there are no standings.\n"
    published = call("publish", event, "--session", 1)
    assert (published.code, published.out, published.err) == (0, "Results are public up to session 1.\n", "")
    assert shown(call, event) == (1, 8)
    assert call("standings", event, "--public", "--json").json == call("standings", event, "--after", 1, "--json").json
    assert call("standings", event, "--public", "--json").json != call("standings", event, "--json").json


def test_the_last_results_wait_for_the_ceremony(event: Path, call: Call) -> None:
    kept = call("publish", event, "--session", 2, "--hold-last")
    assert kept.out == "Results are public up to session 1; those of session 2 are held for the ceremony.\n"
    assert kept.err == "remark: Session 2: 1 table is not verified (2); its public results are provisional.\n"
    assert shown(call, event) == (1, 8)
    refused = call("standings", event, "--public", "--after", 2)
    assert (refused.code, refused.errors) == (1, ["error: The results of session 2 are held for the ceremony."])
    assert call("publish", event, "--session", 2, "--hold-last").errors == [
        "error: The results of session 2 are held for the ceremony."
    ]
    assert call("publish", event, "--session", 2).out == "Results are public up to session 2.\n"
    assert call("standings", event, "--public", "--json").json == call("standings", event, "--json").json


def test_what_is_withdrawn_is_not_seen_any_more(event: Path, call: Call) -> None:
    assert call("publish", event, "--session", 2).code == 0
    assert call("unpublish", event, "--session", 2).out == "Results are public up to session 1.\n"
    assert shown(call, event) == (1, 8)
    assert call("unpublish", event, "--session", 1).out == "No results are public.\n"
    assert shown(call, event) == (0, 0)
    told = [entry["what"] for entry in call("log", event, "--json").json][-3:]
    assert told == [
        "Results of session 2 published", "Results of session 2 withdrawn", "Results of session 1 withdrawn",
    ]  # fmt: skip
    assert call("check", event).code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("publish", "--session", 4), "There is no session 4: the event has sessions 1 to 3."),
        (("publish", "--session", 0), "There is no session 0: the event has sessions 1 to 3."),
        (("publish", "--session", 3), "Session 3 has no results yet: complete one of its sheets first."),
        (("publish", "--session", 1), "The results of session 1 are already public."),
        (("publish", "--session", 1, "--hold-last"), "The results of session 1 are public: withdraw them first."),
        (("unpublish", "--session", 2), "The results of session 2 are not public."),
        (("standings", "--public", "--after", 2), "The results of session 2 are not public: publish them first."),
    ],
)
def test_what_does_not_fit_is_refused(event: Path, call: Call, arguments: tuple[object, ...], words: str) -> None:
    assert call("publish", event, "--session", 1).code == 0
    before = event.read_bytes()
    name, *options = arguments
    refused = call(name, event, *options)
    assert (refused.code, refused.errors) == (1, [f"error: {words}"])
    assert event.read_bytes() == before


def test_seats_drawn_anew_are_not_published_with_their_results(event: Path, call: Call) -> None:
    assert call("publish", event, "--session", 2).code == 0
    for _ in range(3):
        assert call("undo", event).code == 0
    assert call("draw", event, "--session", 1, "--redraw", "--seed", 5).code == 0
    assert call("record", event, "--jsonl", stdin=signed((1, 1), (1, 2))).code == 0
    assert shown(call, event) == (0, 0)
    assert call("check", event).code == 0


def exported(call: Call, path: Path, what: str, *more: object) -> tuple[int, str, str]:
    """The answer of ``export``, and the paper."""
    out = path.parent / f"{what}.html"
    out.unlink(missing_ok=True)
    answer = call("export", path, "--what", what, "--out", out, *more)
    return answer.code, answer.err, out.read_text(encoding="utf-8") if out.exists() else ""


def test_an_export_for_the_public_shows_what_is_published_and_says_so(event: Path, call: Call) -> None:
    assert exported(call, event, "standings", "--public")[:2] == (1, "error: No results are public.\n")
    assert exported(call, event, "standings")[:2] == (0, ""), "who never publishes is told nothing"
    assert call("publish", event, "--session", 1).code == 0
    code, told, paper = exported(call, event, "standings", "--public")
    assert (code, told) == (0, "")
    assert "Results are public up to session 1." in paper
    assert "Standings after session 1" in paper
    code, told, paper = exported(call, event, "standings")
    assert code == 0, "no script is stopped"
    assert told == "remark: It shows results of session 2, which are not public: do not post it on a wall.\n"
    assert "Standings after session 2" in paper
    code, told, paper = exported(call, event, "standings", "--public", "--session", 2)
    assert (code, paper) == (1, "")
    assert told == "error: The results of session 2 are not public: publish them first.\n"
    assert exported(call, event, "site", "--public")[:2] == (0, "")
    code, told, _ = exported(call, event, "journal", "--public")
    assert (code, told) == (1, "error: “Journal” is for the desk: it is not available to the public.\n")


def test_a_note_says_that_a_paper_was_for_the_public(event: Path, call: Call) -> None:
    assert call("publish", event, "--session", 1).code == 0
    assert exported(call, event, "standings", "--public", "--note")[0] == 0
    assert call("log", event).out.splitlines()[-2].endswith("Standings after session 1, html, for the public")
