"""Special hands that an event adds, on the command line: ``--option own_hands``, then ``own_hand`` in lines."""

import json
from pathlib import Path

import pytest

from tests.ui.cli.conftest import Call, hand, lines

PEOPLE = "first name,last name\n" + "".join(f"{name},Sample\n" for name in ("Ada", "Ben", "Carl", "Dora"))
NO_HAND = "1234m456p789sESWN|-S0000"


def _club(call: Call, folder: Path, rules: str, hands: str) -> Path:
    path = folder / "club.qv"
    made = call("new", path, "--name", "Club", "--format", "club", "--rules", rules, "--option", f"own_hands={hands}")
    assert (made.code, made.err) == (0, "")
    (folder / "players.csv").write_text(PEOPLE)
    assert call("players", path, "import", folder / "players.csv").code == 0
    game = {"type": "game", "session": 1, "players": [1, 2, 3, 4]}
    assert call("record", path, "--jsonl", stdin=lines(game)).code == 0
    return path


@pytest.mark.parametrize(
    ("rules", "hands", "kept", "worth", "number"),
    [
        (
            "french-classical-simple",
            " Grand  Chat= 6000;<b>Souris</b> = 500",
            "Grand Chat=6000; <b>Souris</b>=500",
            6000,
            35,
        ),
        ("quebec-classical", "Grand Chat;Souris", "Grand Chat; Souris", 500, 11),
    ],
)
def test_an_own_hand_is_listed_played_by_value_or_name_and_stands_everywhere(
    call: Call, tmp_path: Path, rules: str, hands: str, kept: str, worth: int, number: int
) -> None:
    path = _club(call, tmp_path, rules, hands)
    assert call("settings", path, "--json").json["options"]["own_hands"] == kept
    values = {"A": worth, "B": 20, "C": 8, "D": 0}
    by_value = hand(1, "A", "B", values=values)
    by_name = hand(2, "A", "B", values=values, own_hand="Grand Chat")
    by_number = hand(3, "A", "C", values=values, own_hand=number)
    wrong = [{**by_name, "own_hand": "Dog"}, {**by_name, "values": {**values, "A": 40}}]
    for line in wrong:
        refused = call("record", path, "--jsonl", stdin=lines(by_value, line))
        assert refused.code == 1
    recorded = call("record", path, "--jsonl", stdin=lines(by_value, by_name, by_number))
    assert (recorded.code, recorded.err) == (0, ""), "nothing is asked about the value"
    log = call("log", path).out
    assert log.count("Own special hand: Grand Chat") == 2
    for what in ("hands", "statistics", "rules"):
        assert call("export", path, "--what", what, "--to", "csv", "--out", tmp_path / f"{what}.csv").code == 0
        text = (tmp_path / f"{what}.csv").read_text(encoding="utf-8-sig")
        assert text.count("Grand Chat") >= 2, what
    before = path.read_bytes()
    more = kept.replace("Grand Chat", "Dog").partition(";")[0]
    for changed in ("", kept.replace("Grand Chat", "Chat"), f"{kept}; {more}"):
        late = call("settings", path, "--option", f"own_hands={changed}")
        assert late.errors == ["error: The options of the rules can no longer change: play has begun."]
    assert path.read_bytes() == before
    assert call("check", path).code == 0


@pytest.mark.parametrize("text", ["Chat", "Chat=100001", "Chat=1=2;Chat=1", "Les Ennemis=500", "35=500"])
def test_an_own_hand_that_cannot_be_makes_no_event(call: Call, tmp_path: Path, text: str) -> None:
    path = tmp_path / "club.qv"
    made = call(
        "new", path, "--name", "Club", "--sessions", 1, "--rules", "french-classical-simple",
        "--option", f"own_hands={text}",
    )  # fmt: skip
    assert made.code == 1
    assert len(made.errors) == 1
    assert not path.exists()


@pytest.mark.parametrize(
    ("rules", "hands", "worth"),
    [("french-classical-advanced", "Grand Chat=6000", 6000), ("quebec-classical", "Grand Chat", 500)],
)
def test_tiles_that_are_named_are_counted_as_it(call: Call, rules: str, hands: str, worth: int) -> None:
    words = call(
        "score", NO_HAND, "--rules", rules, "--answer", f"own_hands={hands}", "--answer", "own_hand=Grand Chat"
    )
    assert words.code == 0
    assert f"{worth}  Grand Chat" in words.out
    named: dict[str, object] = {"own_hands": hands, "own_hand": "Grand Chat"}
    counted = json.loads(call("score", "--jsonl", "--rules", rules, stdin=lines({"hand": NO_HAND, **named})).out)
    assert (counted["points"], counted["own_hand"]) == (worth, "Grand Chat")
    table = lines({"values": {"E": 0, "S": worth, "W": 0, "N": 0}, "winner": "S", **named})
    paid = json.loads(call("settle", "--jsonl", "--rules", rules, stdin=table).out)["net"]
    assert paid["S"] == 4 * worth
    unlisted = call("score", "--jsonl", "--rules", rules, stdin=lines({"hand": NO_HAND, "own_hand": "Grand Chat"}))
    assert "error" in json.loads(unlisted.out)


@pytest.mark.parametrize(
    ("rules", "hands", "worth"),
    [("french-classical-advanced", "Grand Chat=6000", 6000), ("quebec-classical", "Grand Chat", 500)],
)
def test_tiles_of_a_hand_that_is_named_are_recorded_and_counted_again(
    call: Call, tmp_path: Path, rules: str, hands: str, worth: int
) -> None:
    path = _club(call, tmp_path, rules, hands)
    others = ("147m258p369sWCFP", "258m369p147sWCFP", "369m147p258sWCFP")
    tiles = {"A": {"hand": NO_HAND.partition("|")[0]}} | {
        letter: {"hand": text} for letter, text in zip("BCD", others, strict=True)
    }
    line = hand(1, "A", "B", hands=tiles, own_hand="Grand Chat")
    recorded = call("record", path, "--jsonl", stdin=lines(line))
    assert (recorded.code, recorded.err) == (0, "")
    sheet = call("sheet", path, "--session", 1, "--table", 1, "--json").json
    (first, *_) = sheet["hands"]
    assert (first["values"], first["answers"]) == ({"A": worth, "B": 0, "C": 0, "D": 0}, {"own_hand": "Grand Chat"})
