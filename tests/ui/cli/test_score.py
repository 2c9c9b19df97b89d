"""``score`` and ``waits``: no event needed."""

import io
import json
import subprocess
import sys

import pytest

from tests.random_hands import hands
from tests.ui.cli.conftest import Call, lines
from tournament.catalogue import COUNT_PLAYERS
from tournament.language import ENGLISH
from ui.cli import score
from ui.cli.context import CliContext

HAND = "[2222s,1][5555p][4444s]777sSS|EE0000|1"


def answers(answer) -> list[dict]:
    return [json.loads(line) for line in answer.out.splitlines()]


def test_a_line_in_a_line_out(call: Call):
    answer = call("score", "--jsonl", stdin=lines({"hand": HAND}))
    assert (answer.code, answer.err) == (0, "")
    (found,) = answers(answer)
    assert (found["points"], found["minimum_met"], found["rules"]) == (65, True, "mcr")
    assert found["fans"][0] == {"slug": "three-kongs", "number": 17, "count": 1, "points": 32}
    assert found["fans"][-1] == {"slug": "flower-tiles", "number": 81, "count": 1, "points": 1}
    assert sum(fan["count"] * fan["points"] for fan in found["fans"]) == found["points"]


def test_guobiao_and_the_pair_of_kongs_without_number(call: Call):
    line: dict[str, object] = {"hand": "[5555m,1][2222p]678s34pEE5p|SS0000"}
    (found,) = answers(call("score", "--jsonl", "--rules", "guobiao", stdin=lines(line)))
    assert found == {
        "points": 5,
        "minimum_met": False,
        "rules": "guobiao",
        "fans": [{"slug": "mixed-kongs", "number": None, "count": 1, "points": 5}],
    }


def test_a_line_may_name_its_rules(call: Call):
    """The rules of the call count a line that names none; rules that count no tiles are unknown here."""
    riichi: dict[str, object] = {
        "hand": "234m345p456s67sEE8s|ES0000",
        "riichi": "riichi",
        "dora": "E",
        "rules": "riichi-ema-2025",
    }
    named: list[object] = [None, "guobiao", "blank", 3]
    given: list[dict[str, object]] = [{"hand": HAND} | ({"rules": each} if each else {}) for each in named]
    answer = call("score", "--jsonl", stdin=lines(*given, riichi, {"hand": HAND, "rules": "mcr", "table": 4}))
    found = answers(answer)
    assert answer.code == 1
    assert [each.get("rules") for each in found] == ["mcr", "guobiao", None, None, "riichi-ema-2025", "mcr"]
    assert [each["error"]["code"] for each in found[2:4]] == ["rules-unknown"] * 2
    assert found[4]["han"] == 1
    assert found[5]["echo"] == {"table": 4}
    alone = call("score", "--jsonl", "--rules", "riichi-ema-2025", stdin=lines({"hand": HAND, "rules": "mcr"}))
    assert answers(alone) == found[:1]


def test_further_members_come_back(call: Call):
    answer = call("score", "--jsonl", stdin=lines({"id": 7, "hand": HAND, "table": [1]}, {"hand": "x", "id": 8}))
    good, bad = answers(answer)
    assert answer.code == 1
    assert good["echo"] == {"id": 7, "table": [1]}
    assert bad["echo"] == {"id": 8}


@pytest.mark.parametrize(
    ("line", "code", "at"),
    [
        (b'{"hand": "[123m,1]678m345p78sEE9s|EE1001"}', "replacement-without-kong", 30),
        (b'{"hand": "[123m,1]678m345p79sEE9s"}', "not-complete", 1),
        (b'{"hand": 5}', "hand-missing", None),
        (b"{}", "hand-missing", None),
        (b"[]", "not-an-object", None),
        (b'{"hand"', "not-json", 8),
        (b'{"hand": "\xff"}', "not-utf-8", 11),
    ],
)
def test_a_bad_line_is_answered_in_its_place(call: Call, line: bytes, code: str, at: int | None):
    good = json.dumps({"hand": HAND}).encode()
    answer = call("score", "--jsonl", stdin=b"\n".join([good, line, good]) + b"\n")
    first, bad, last = answers(answer)
    assert answer.code == 1
    assert first == last
    assert (bad["error"]["code"], bad["error"]["at"]) == (code, at)
    assert bad["error"]["message"]


def test_all_faults_of_a_hand_are_reported(call: Call):
    (found,) = answers(call("score", "--jsonl", stdin=lines({"hand": "[132m,1]678m345p78sEE9s|EE1001|9"})))
    assert [problem["at"] for problem in found["error"]["problems"]] == [1, 30, 32]


def test_many_lines_keep_their_order(call: Call):
    texts = hands("lines", 300)
    found = answers(call("score", "--jsonl", stdin=lines(*({"hand": text, "n": n} for n, text in enumerate(texts)))))
    assert [line["echo"]["n"] for line in found] == list(range(300))


def test_a_hand_is_explained(call: Call):
    answer = call("score", "[234s,1][567s,1][234p,1]56p99p7p|SS0000")
    assert answer.code == 0
    assert answer.out.splitlines() == [
        "[234s,1][567s,1][234p,1]56p99p7p|SS0000: 6 points (mcr), below the minimum of 8 without flowers",
        "Read as 234s 567s 234p 567p 99p",
        "Value  Counted            Tiles",
        "    2  All Chows          234s 567s 234p 567p",
        "2 × 1  Mixed Double Chow  234s 234p; 567s 567p",
        "    1  Short Straight     234s 567s",
        "    1  One Voided Suit",
        "Not counted     Tiles      Reason",
        "No Honors                  contained in All Chows",
        "Short Straight  234p 567p  Its sets are already combined; each remaining set counts only once",
    ]


def test_the_next_best_reading_on_request(call: Call):
    answer = call("score", "--next-best", "111222333s456pEE|SS0000", "19m19p19sESWNCFP1m")
    assert "Next best: 28 points, read as 123s 123s 123s 456p EE" in answer.out
    assert "There is no other way to read it." in answer.out


def test_names_are_those_of_the_language(call: Call):
    assert "Les treize lanternes merveilleuses" in call("score", "--lang", "fr", "19m19p19sESWNCFP1m").out
    assert "十三幺" in call("score", "--lang", "zh", "19m19p19sESWNCFP1m").out


def test_faults_of_a_hand_go_to_standard_error_with_their_column(call: Call):
    answer = call("score", "[132m,1]678m345p78sEE9s", "123m", HAND)
    assert answer.code == 1
    assert answer.errors == [
        "error: [132m,1]678m345p78sEE9s, column 1: The tiles of a chow are written in ascending order.",
        "error: 123m, column 3: The hand has 3 tiles, counting a kong as three; it needs 14.",
    ]
    assert "65 points" in answer.out


def test_waits(call: Call):
    answer = call("waits", "[111m,1][678p,1][345s,1]1234m")
    assert answer.code == 0
    assert [line.split() for line in answer.out.splitlines()[1:]] == [
        ["1m", "–", "–", "all", "four", "are", "in", "the", "hand"],
        ["4m", "4", "5", "below", "the", "minimum"],
    ]


def test_waits_as_json(call: Call):
    found = call("waits", "--json", "[123m,1]678m345p78sEE|SS0000").json
    assert found["rules"] == "mcr"
    assert found["waits"][1] == {
        "tile": "9s",
        "four_held": False,
        "discard": {"points": 8, "minimum_met": True},
        "self_draw": {"points": 1, "minimum_met": False},
    }
    assert found["distances"][0] == {"shape": "sets", "shanten": 0, "useful": ["6s", "9s"]}


def test_tiles_that_are_not_ready(call: Call):
    answer = call("waits", "[123m,1]678m345p78sES")
    assert answer.code == 0
    assert answer.out.splitlines()[0] == "These tiles are not ready."
    assert answer.out.splitlines()[1].split() == ["Shape", "To", "go", "Useful", "tiles"]
    assert answer.out.splitlines()[2].split() == ["Four", "sets", "and", "a", "pair", "1", "6s", "9s", "E", "S"]


@pytest.mark.parametrize("rules", COUNT_PLAYERS)
def test_each_wait_is_worth_what_score_says_of_the_hand(rules: str, call: Call):
    waiting, seats = "23m345567p678s55s", "SS"
    (first, second) = call("waits", "--rules", rules, "--json", f"{waiting}|{seats}0000").json["waits"]
    assert (first["tile"], second["tile"]) == ("1m", "4m")
    for wait in (first, second):
        for way, drawn in (("discard", 0), ("self_draw", 1)):
            line: dict[str, object] = {"rules": rules, "hand": f"{waiting}{wait['tile']}|{seats}{drawn}000"}
            (counted,) = answers(call("score", "--jsonl", stdin=lines(line)))
            assert wait[way] == {name: counted[name] for name in wait[way]}


def test_a_hand_without_yaku_is_tenpai_and_one_whose_tiles_are_all_held_is_not(call: Call):
    """In riichi tenpai is paid in a drawn hand (EMA, Riichi Competition Rules 2025, 3.4.2, 3.3.8)."""
    no_yaku = call("waits", "--rules", "riichi-ema-2025", "[123m,1]456p78s789p11s|SS0000")
    assert no_yaku.code == 0
    assert [line.split()[0] for line in no_yaku.out.splitlines()] == ["Tile", "6s", "9s"]
    assert no_yaku.out.count("below the minimum") == 2
    assert call("waits", "--rules", "riichi-ema-2025", "--json", "[123m,1]456p78s789p11s|SS0000").json["ready"] is True
    held = call("waits", "--rules", "riichi-ema-2025", "1111m345567p678s|SE0000")
    assert held.out.splitlines()[-1] == "These tiles are not ready."
    assert call("waits", "--rules", "riichi-ema-2025", "--json", "1111m345567p678s|SE0000").json["ready"] is False


def test_answers_and_options_count_in_waits(call: Call):
    hand, of_riichi = "23m345567p678s55s|SS0000", ("waits", "--rules", "riichi-ema-2025", "--json")
    plain, declared = call(*of_riichi, hand).json, call(*of_riichi, hand, "--answer", "riichi=riichi").json
    assert [each["discard"]["han"] for each in plain["waits"]] == [1, 2]
    assert [each["discard"]["han"] for each in declared["waits"]] == [2, 3]
    assert call(*of_riichi, hand, "--answer", "open_tanyao=perhaps").code == 1
    assert call("waits", hand, "--answer", "riichi=riichi").code == 1


def test_fourteen_tiles_do_not_wait(call: Call):
    answer = call("waits", "[123m,1]678m345p78sEE9s")
    assert answer.code == 1
    assert answer.errors[0].endswith("The hand has 14 tiles, counting a kong as three; it needs 13.")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["score", "waits"])
def test_it_loads_no_store_no_window_and_no_file_formats(name: str):
    heavy = ("msgspec", "pandas", "numpy", "openpyxl", "reportlab", "sqlite3", "PySide6")
    code = f"import sys, ui.cli.{name}; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.strip() == b"[]"


class Screen(io.StringIO):
    """A stream that somebody may watch."""

    def __init__(self, *, watched: bool) -> None:
        super().__init__()
        self._watched = watched

    def isatty(self) -> bool:
        return self._watched


@pytest.mark.parametrize(
    ("count", "shown"),
    [(0, ""), (1, ""), (2, "2 hands\r\n"), (3, "2 hands\r\n"), (4, "2 hands\r4 hands\r\n")],
)
def test_only_who_watches_is_told_how_many_hands_are_counted(
    monkeypatch: pytest.MonkeyPatch, count: int, shown: str
) -> None:
    monkeypatch.setattr(score, "_PROGRESS", 2)
    given = [line for _ in range(count) for line in (b"x\n", b" \n", b"\n")]
    for stream, told in ((Screen(watched=True), shown), (Screen(watched=False), ""), (None, None)):
        monkeypatch.setattr(sys, "stderr", stream)
        assert list(score._with_progress(given, CliContext(ENGLISH))) == [b"x\n"] * count
        if stream is not None:
            assert stream.getvalue() == told
