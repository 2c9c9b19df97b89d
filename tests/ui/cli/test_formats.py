"""A club evening and a league on the command line, from a new file to what is pinned up."""

from pathlib import Path

import pytest

from tests.ui.cli.conftest import PLAYERS, Call, call_program, hand, lines

TOTALS = {"A": 40, "B": 10, "C": -10, "D": -40}


def made(path: Path, *options: str) -> Path:
    """An event of sixteen players in a new file."""
    players = path.with_suffix(".csv")
    players.write_text(PLAYERS, encoding="utf-8")
    new = call_program("new", path, "--name", "Club", *options)
    for answer in (new, call_program("players", path, "import", players)):
        assert (answer.code, answer.err) == (0, "")
    return path


@pytest.fixture
def club(tmp_path: Path) -> Path:
    return made(tmp_path / "club.qv", "--format", "club", "--place", "Library", "--starts", "2026-11-20")


@pytest.fixture
def league(tmp_path: Path) -> Path:
    return made(tmp_path / "league.qv", "--format", "league", "--best", "2", "--least", "2")


def game(*players: int, **more: object) -> dict[str, object]:
    return {"type": "game", "players": list(players), **more}


def totals(session: int, table: int, **more: object) -> dict[str, object]:
    return {"type": "totals", "session": session, "table": table, "totals": TOTALS, **more}


def test_a_club_evening(club: Path, call: Call) -> None:
    evening = lines(
        game(1, 2, 3, 4, table_name="Window"),
        game(5, 6, 7, 8, session=1, table=2),
        hand(1, "A", "C", 12),
        {"type": "close", "session": 1, "table": 1},
        game(1, 5, 9, 2),
    )
    answer = call("record", club, "--jsonl", stdin=evening)
    assert answer.code == 1
    assert answer.err.startswith(
        "error: line 5: First5 Sample5 is in game 2, which has not ended: sign its sheet first, or change its players."
    )
    assert call("games", club, "--json").json == [{"session": 1, "date": "2026-11-20", "place": "Library", "games": []}]
    answer = call("record", club, "--jsonl", stdin=evening.replace("1, 5, 9, 2", "1, 10, 9, 2"))
    assert (answer.code, answer.err) == (0, "")
    assert call("record", club, "--jsonl", stdin=lines(totals(1, 3))).code == 0
    rows = call("standings", club, "--json").json
    assert [(row["rank"], row["player"], row["score"], row["games"], row["average"]) for row in rows] == [
        (1, 1, 76, 2, "38"), (2, 10, 10, 1, "10"), (3, 4, -8, 1, "-8"), (4, 9, -10, 1, "-10"),
        (5, 3, -20, 1, "-20"), (6, 2, -48, 2, "-24"),
    ]  # fmt: skip
    assert {row["table_points"] for row in rows} == {None}
    (shown,) = call("games", club, "--json").json
    assert [(each["table"], each["table_name"], each["players"], each["ended"]) for each in shown["games"]] == [
        (1, "Window", [1, 2, 3, 4], True), (2, "", [5, 6, 7, 8], False), (3, "", [1, 10, 9, 2], True),
    ]  # fmt: skip
    sheet = call("sheet", club, "--session", 1, "--table", 1, "--json").json
    assert (sheet["table_points"], sheet["totals"]) == (None, {"A": 36, "B": -8, "C": -20, "D": -8})
    assert call("check", club).code == 0


def test_the_printed_standings_of_an_evening(club: Path, call: Call) -> None:
    assert call("standings", club).out == "No hand is recorded yet: there are no standings.\n"
    call("record", club, "--jsonl", stdin=lines(game(1, 2, 3, 4), totals(1, 1)))
    assert call("--lang", "en", "standings", club).out.splitlines() == [
        "After evening 1.",
        "Rank  No.  Player          Result  Games  Games won  Per game",
        "   1    1  First1 Sample1     +40      1          1      40.0",
        "   2    2  First2 Sample2     +10      1          0      10.0",
        "   3    3  First3 Sample3     −10      1          0     −10.0",
        "   4    4  First4 Sample4     −40      1          0     −40.0",
    ]


def test_a_game_is_changed_and_taken_back(club: Path, call: Call) -> None:
    change = {"type": "change_game", "session": 1, "table": 1, "players": [1, 2, 3, 5]}
    call("record", club, "--jsonl", stdin=lines(game(1, 2, 3, 4), game(6, 7, 8, 9), change))
    assert call("games", club, "--json").json[0]["games"][0]["players"] == [1, 2, 3, 5]
    call("record", club, "--jsonl", stdin=lines(hand(1, "A", "B", 8)))
    answer = call("record", club, "--jsonl", stdin=lines({**change, "players": [1, 2, 3, 4]}))
    assert "give a reason for changing the players on its sheet" in answer.err
    answer = call("record", club, "--jsonl", stdin=lines({**change, "players": [1, 2, 3, 4], "reason": "a wrong name"}))
    assert answer.code == 0
    answer = call("record", club, "--jsonl", stdin=lines({"type": "take_back_game", "session": 1, "table": 1}))
    assert "has begun and cannot be removed" in answer.err
    assert call("record", club, "--jsonl", stdin=lines({"type": "take_back_game", "session": 1, "table": 2})).code == 0
    assert [each["table"] for each in call("games", club, "--json").json[0]["games"]] == [1]
    assert "Game 2 of evening 1 was removed." in call("sheet", club, "--session", 1, "--table", 2).err
    assert "Game removed" in call("log", club).out
    assert "Game removed" in call("undo", club).out
    assert [each["table"] for each in call("games", club, "--json").json[0]["games"]] == [1, 2]


def test_who_comes_late_is_added(club: Path, tmp_path: Path, call: Call) -> None:
    call("record", club, "--jsonl", stdin=lines(game(1, 2, 3, 4)))
    late = tmp_path / "late.csv"
    late.write_text("first_name,last_name\nLate,Comer\n", encoding="utf-8")
    assert call("players", club, "import", late).code == 0
    assert call("record", club, "--jsonl", stdin=lines(game(17, 5, 6, 7))).code == 0


def test_the_short_path_opens_games_by_lot(club: Path, call: Call) -> None:
    answer = call("draw", club, "--seed", 7, "--json")
    assert (answer.code, answer.err) == (0, "")
    (evening,) = answer.json
    assert sorted(number for each in evening["games"] for number in each["players"]) == list(range(1, 17))
    assert call("draw", club, "--json").json == [evening]
    assert "0 players are free; a game needs four." in call("draw", club, "--seed", 8).err
    call("record", club, "--jsonl", stdin=lines(*(totals(1, table) for table in (1, 2))))
    (later,) = call("draw", club, "--seed", 8, "--json").json
    first = {number for each in evening["games"][:2] for number in each["players"]}
    assert {number for each in later["games"][4:] for number in each["players"]} == first
    assert len(later["games"]) == 6
    assert "there is no draw" in call("draw", club, "--session", 1, "--swap", "1-2").err
    assert "there is no draw" in call("draw", club, "--no-repeats").err


def test_a_league(league: Path, call: Call) -> None:
    assert "There are no evenings yet" in call("record", league, "--jsonl", stdin=lines(game(1, 2, 3, 4))).err
    season: list[dict[str, object]] = []
    for number, players in enumerate(((1, 2, 3, 4), (4, 3, 2, 1), (2, 1, 5, 6)), start=1):
        season += [
            {"type": "evening", "date": f"2026-11-0{number}", "place": "Club"},
            game(*players),
            totals(number, 1),
        ]
    answer = call("record", league, "--jsonl", stdin=lines(*season))
    assert (answer.code, answer.err) == (0, "")
    rows = call("standings", league, "--json").json
    assert [(row["rank"], row["player"], row["worth"], row["missing"], row["moved"]) for row in rows] == [
        (1, 1, "50", 0, 0), (1, 2, "50", 0, 0), (3, 3, "0", 0, -2), (3, 4, "0", 0, -2),
        (None, 5, "-10", 1, None), (None, 6, "-40", 1, None),
    ]  # fmt: skip
    assert rows[0]["evenings"] == [
        {"session": 1, "score": 40, "games": 1, "counted": True},
        {"session": 2, "score": -40, "games": 1, "counted": False},
        {"session": 3, "score": 10, "games": 1, "counted": True},
    ]
    assert call("--lang", "en", "standings", league, "--why", 3).out.splitlines() == [
        "Shares the place with First4 Sample4: 0 each.",
        "50 behind First2 Sample2, 1st.",
        "Evenings 1, 2 count: −10, +10, total 0.",
    ]
    assert call("standings", league, "--why", 9).code == 1
    printed = call("--lang", "en", "standings", league).out
    assert "The best 2 evenings of each player count." in printed
    assert "First5 Sample5 is not ranked yet: 1 more evening is needed." in printed
    assert [row["player"] for row in call("standings", league, "--after", 1, "--json").json] == [1, 2, 3, 4]
    assert "There is no evening 4" in call("standings", league, "--after", 4).err
    assert call("check", league).code == 0


def test_the_rules_of_a_season_are_shown_and_changed(league: Path, club: Path, call: Call) -> None:
    usual = {"per": "evening", "handicaps": {}}
    assert call("season", league, "--json").json == {"best": 2, "count": "sum", "least": 2, "least_games": 0, **usual}
    answer = call("--lang", "en", "season", league, "--best", "all", "--count", "average", "--least", 1)
    assert answer.out == "All evenings count. The average of the evenings that count.\n"
    answer = call("--lang", "en", "season", league, "--least-games", 3)
    assert answer.out.endswith("that count. Players are ranked after 3 games.\n")
    shown = {"best": None, "count": "average", "least": 1, "least_games": 3, **usual}
    assert call("season", league, "--json").json == shown
    assert call("season", league, "--per", "game", "--best", 4, "--handicap", "3=-20", "--handicap", "1=5").code == 0
    changed = {"best": 4, "per": "game", "handicaps": {"1": 5, "3": -20}}
    assert call("season", league, "--json").json == {**shown, **changed}
    assert call("season", league, "--handicap", "3=0", "--json").json["handicaps"] == {"1": 5}
    for wrong in ("99=3", "three", "1=x"):
        assert "is not a handicap" in call("season", league, "--handicap", wrong).err
    assert "at most 99999" in call("season", league, "--handicap", "1=100000").err
    assert call("season", league, "--per", "evening", "--best", "all", "--handicap", "1=0").code == 0
    assert "choose 0 to 9999" in call("season", league, "--least-games", "-1").err
    assert call("season", league, "--best", "many").code == 2
    assert "choose 1 to 366" in call("season", league, "--best", "0").err


def test_an_evening_is_written_anew(league: Path, call: Call) -> None:
    call("record", league, "--jsonl", stdin=lines({"type": "evening"}))
    change = {"type": "change_evening", "session": 1, "date": "2026-11-05", "place": "Town hall"}
    assert call("record", league, "--jsonl", stdin=lines(change)).code == 0
    assert call("--lang", "en", "games", league).out.splitlines()[0] == "Evening 1, 5 November 2026, Town hall"
    assert "already" in call("record", league, "--jsonl", stdin=lines(change)).err
    assert "a day such as" in call("record", league, "--jsonl", stdin=lines({**change, "date": "soon"})).err


@pytest.mark.parametrize("what", ["standings", "sessions", "score-sheets", "filled-sheets"])
def test_what_is_pinned_up(club: Path, tmp_path: Path, call: Call, what: str) -> None:
    call("record", club, "--jsonl", stdin=lines(game(1, 2, 3, 4), totals(1, 1)))
    out = tmp_path / "out.pdf"
    assert call("export", club, "--what", what, "--out", out).code == 0
    assert out.read_bytes().startswith(b"%PDF")


def test_reports_are_listed_by_format(club: Path, league: Path, tmp_path: Path, call: Call) -> None:
    names = {line.split()[0] for line in call("export", club, "--what", "list").out.splitlines()}
    assert "standings" in names
    assert "evening" not in names
    for name, other in (("evening", "standings"), ("money-evening", "money")):
        answer = call("export", club, "--what", name, "--out", tmp_path / "evening.csv")
        assert (answer.code, answer.errors) == (
            1, [f"error: A club meets for a single evening: use the report “{other}”."]
        )  # fmt: skip
    answer = call("export", club, "--what", "best-hands", "--out", tmp_path / "best.csv")
    assert (answer.code, answer.errors) == (1, ["error: “best-hands” is now a part of the report “statistics”."])
    assert "evening" in {line.split()[0] for line in call("export", league, "--what", "list").out.splitlines()}
    assert "seating-by-table" not in names
    assert "seating-by-table" in call("export", tmp_path / "none.qv", "--what", "list").out
    assert "There is no draw" in call("export", club, "--what", "schedules", "--out", tmp_path / "a.pdf").err


def test_what_another_format_has(tmp_path: Path, club: Path, call: Call) -> None:
    new = ("new", tmp_path / "new.qv", "--name", "Cup")
    assert call(*new).code == 2
    assert call(*new, "--format", "club", "--best", 3).code == 2
    assert call(*new, "--format", "gala").code == 2
    answer = call(*new, "--format", "club", "--sessions", 4)
    assert (answer.code, answer.err[:7]) == (0, "remark:")
    cup = tmp_path / "cup.qv"
    assert call("new", cup, "--name", "Cup", "--sessions", 2).code == 0
    assert "A tournament has no evenings" in call("record", cup, "--jsonl", stdin=lines(game(1, 2, 3, 4))).err
    assert "A tournament has no evenings" in call("games", cup).err
    assert "Only a league" in call("season", club).err
    assert "a single evening" in call("record", club, "--jsonl", stdin=lines({"type": "evening"})).err


def test_lines_that_cannot_be_read(club: Path, call: Call) -> None:
    for wrong, words in (
        (game(1, 2, 3), "must be the numbers of four players"),
        (game(1, 2, 3, 3), "is named twice"),
        (game(1, 2, 3, 99), "There is no player 99"),
        (game(1, 2, 3, 4, session=2), "There is no evening 2"),
        (game(1, 2, 3, 4, table=4), "is game 1: leave out the number"),
        (game(1, 2, 3, 4, table_name="x" * 41), "longer than 40 characters"),
        (game(1, 2, 3, 4, seats=4), "is not known here"),
    ):
        answer = call("record", club, "--jsonl", stdin=lines(wrong))
        assert (answer.code, words in answer.err) == (1, True), answer.err


def test_a_new_season(league: Path, tmp_path: Path, call: Call) -> None:
    call("record", league, "--jsonl", stdin=lines({"type": "evening"}, game(1, 2, 3, 4), totals(1, 1)))
    call("players", league, "set", 5, "--state", "withdrawn", "--reason", "moved away")
    before, new = league.read_bytes(), tmp_path / "2027.qv"
    answer = call("--lang", "en", "new", new, "--season-from", league)
    assert (answer.code, new.exists()) == (2, False), "“Club” has no year to go on from"
    assert "--name" in answer.err
    begin = ("--lang", "en", "new", new, "--season-from", league, "--name", "Club 2027", "--starts", "2027-01-08")
    answer = call(*begin)
    assert (answer.code, answer.out.splitlines()[1:]) == (0, ["15 members, no evenings"])
    assert answer.err == "remark: Without those who withdrew or were disqualified: First5 Sample5.\n"
    assert league.read_bytes() == before, "only read"
    settings = call("settings", new, "--json").json
    assert (settings["name"], settings["starts"], settings["format"]) == ("Club 2027", "2027-01-08", "league")
    assert call("season", new, "--json").json == call("season", league, "--json").json
    assert call("games", new, "--json").json == []
    assert "15 players from Club (" in call("--lang", "en", "log", new).out
    assert call("check", new).code == 0
    answer = call(*begin)
    assert (answer.code, "already exists" in answer.err) == (1, True)
    third = tmp_path / "2028.qv"
    assert call("new", third, "--season-from", new).code == 0
    assert call("settings", third, "--json").json["name"] == "Club 2028"


def test_a_new_season_that_cannot_be(club: Path, league: Path, tmp_path: Path, call: Call) -> None:
    new, damaged = tmp_path / "new.qv", tmp_path / "damaged.qv"
    damaged.write_bytes(league.read_bytes()[:8192])
    for words, code, said in (
        (("--season-from", club, "--name", "Next"), 1, "Only a league has a next season."),
        (("--season-from", damaged, "--name", "Next"), 1, "damaged.qv"),
        (("--season-from", tmp_path / "none.qv"), 1, "none.qv"),
        (("--season-from", league, "--rules", "mcr", "--best", 3), 2, "omit --rules, --best."),
        (
            ("--season-from", league, "--name", "N", "--ends", "2020-01-01", "--starts", "2021-01-01"),
            1,
            "before it starts",
        ),
        (("--name", "Next", "--sessions", 1, "--with-withdrawn"), 2, "--season-from"),
    ):
        answer = call("--lang", "en", "new", new, *words)
        assert (answer.code, said in answer.err, new.exists()) == (code, True, False), answer.err


def test_a_club_that_wants_money_says_who_owes_whom(club: Path, call: Call, tmp_path: Path) -> None:
    assert call("record", club, "--jsonl", stdin=lines(game(1, 2, 3, 4), totals(1, 1))).code == 0
    shown = call("standings", club, "--money", "season")
    assert (shown.code, shown.errors) == (
        1,
        ["error: No money is counted here: a club or a league that wants it sets a stake or a fee."],
    )
    assert "money" not in call("settings", club, "--json").json
    assert "money" not in call("export", club, "--what", "list").out
    for option, value in (("--stake", "1/0"), ("--fee", "1.234"), ("--round-to", "0"), ("--currency", "E" * 13)):
        assert call("settings", club, option, value).code == 1
    changed = call("settings", club, "--stake", "0,10", "--fee", "2.50", "--currency", "EUR", "--json")
    assert changed.json["money"] == {"stake": "0.10", "fee": "2.50", "round_to": "0.01", "currency": "EUR"}
    assert call("standings", club, "--money", "evening").out.splitlines() == [
        "One point is worth 0.10 EUR. An evening costs each player 2.50 EUR, which the club gets.",
        "Player          Evenings  Score  Balance, in EUR",
        "First1 Sample1         1    +40             1.50",
        "First2 Sample2         1    +10            −1.50",
        "First3 Sample3         1    −10            −3.50",
        "First4 Sample4         1    −40            −6.50",
        "the club               4      0            10.00",
        "First2 Sample2 pays First1 Sample1 1.50 EUR.",
        "First3 Sample3 pays the club 3.50 EUR.",
        "First4 Sample4 pays the club 6.50 EUR.",
    ]
    told = call("standings", club, "--money", "season", "--json").json
    assert told["payments"][0] == {"from": 2, "to": 1, "amount": "1.50"}
    assert told["balances"][-1] == {"player": None, "name": None, "evenings": 4, "score": 0, "balance": "10.00"}
    paper = tmp_path / "money.csv"
    assert call("export", club, "--what", "money", "--out", paper).code == 0
    assert "payments,First4 Sample4,the club,6.50" in paper.read_text(encoding="utf-8-sig")
    assert call("standings", club, "--money", "season", "--public").code == 2
    assert call("export", club, "--what", "money", "--public", "--out", paper).errors == [
        "error: “Money” is for the desk: it is not available to the public."
    ]


def test_a_tournament_never_counts_money(tmp_path: Path, call: Call) -> None:
    made(tmp_path / "cup.qv", "--sessions", "1")
    for words in (("settings", "--fee", "5"), ("standings", "--money", "season")):
        assert call(words[0], tmp_path / "cup.qv", *words[1:]).errors[0].startswith("error: No money is counted here")
    assert call("export", tmp_path / "cup.qv", "--what", "money", "--out", tmp_path / "m.pdf").code == 1
    new = call("new", tmp_path / "other.qv", "--name", "Cup", "--sessions", "1", "--stake", "1")
    assert (new.code, (tmp_path / "other.qv").exists()) == (1, False)
    assert call("new", tmp_path / "club.qv", "--name", "Club", "--format", "league", "--stake", "1/100").code == 0
