"""A league of riichi ranks by final points: score, uma of the place shared on ties, and chombo."""

from fractions import Fraction
from pathlib import Path
from random import Random

from tests.second_count.riichi import game as second_count
from tests.second_count.riichi import rules_of
from tests.second_count.riichi_lines import hanchan
from tests.ui.cli.conftest import Call, lines
from tests.ui.cli.test_formats import game, made

UMA = (5000, 1000, -1000, -5000)
EVENINGS = (
    # players, East first; scores; who has a chombo
    (((1, 2, 3, 4), (9000, 9000, 9000, -27000), 1), ((2, 3, 4, 1), (12_000, 0, 0, -12_000), None)),
    (((4, 3, 2, 1), (24_000, -3000, -9000, -12_000), None),),
    (((1, 3, 2, 4), (8000, 4000, 4000, -16_000), 3),),
)
BEST = 2


def final_points(scores: tuple[int, ...], column: int) -> Fraction:
    """The score, and the mean of the uma of the places that it and its equals fill."""
    better, equal = sum(other > scores[column] for other in scores), scores.count(scores[column])
    return scores[column] + Fraction(sum(UMA[better : better + equal]), equal)


def counted() -> dict[int, list[Fraction]]:
    """The final points of the evenings of each player, by number."""
    found: dict[int, list[Fraction]] = {number: [] for number in range(1, 5)}
    for games in EVENINGS:
        for own in found.values():
            own.append(Fraction(0))
        for players, scores, chombo in games:
            for column, number in enumerate(players):
                found[number][-1] += final_points(scores, column) - (20_000 if number == chombo else 0)
    return found


def test_a_league_of_riichi_ranks_by_final_points(tmp_path: Path, call: Call) -> None:
    league = made(tmp_path / "league.qv", "--format", "league", "--rules", "riichi-ema-2025", "--best", str(BEST),
                  "--option", "uma_first=5000", "--option", "uma_second=1000", "--stake", "1/1000")  # fmt: skip
    played: list[dict[str, object]] = []
    for evening, games in enumerate(EVENINGS, start=1):
        played.append({"type": "evening", "date": f"2026-11-0{evening}"})
        for table, (players, scores, chombo) in enumerate(games, start=1):
            place: dict[str, object] = {"session": evening, "table": table}
            played.append(game(*players))
            if chombo is not None:
                offender = "ABCD"[players.index(chombo)]
                played.append({"type": "penalty", **place, "player": offender, "fault": "chombo"})
            played.append({"type": "totals", **place, "totals": dict(zip("ABCD", scores, strict=True))})
    answer = call("record", league, "--jsonl", stdin=lines(*played))
    assert (answer.code, answer.err) == (0, "")

    account = counted()
    worth = {number: sum(sorted(own)[-BEST:], Fraction(0)) for number, own in account.items()}
    assert any(each.denominator == 3 for each in worth.values())  # three shared a place
    rows = {row["player"]: row for row in call("standings", league, "--json").json}
    for number, row in rows.items():
        assert row["rank"] == 1 + sum(other > worth[number] for other in worth.values())
        assert Fraction(row["worth"]) == Fraction(row["table_points"]) == worth[number]
        assert Fraction(row["average"]) * row["games"] == sum(account[number])
        assert [Fraction(each["table_points"]) for each in row["evenings"]] == account[number]
        assert sum(each["counted"] for each in row["evenings"]) == BEST
    assert call("check", league).code == 0  # the second count ranks alike

    money = call("standings", league, "--money", "season", "--json").json
    assert {each["player"]: Fraction(each["score"]) for each in money["balances"] if each["player"]} == {
        number: sum(own) for number, own in account.items()
    }
    assert "Evening 1 does not count: −26333⅓." in call("--lang", "en", "standings", league, "--why", 1).out
    assert "The final points of the evenings that count add up." in call("--lang", "en", "standings", league).out
    sheet = call("sheet", league, "--session", 1, "--table", 1, "--json").json
    assert Fraction(sheet["table_points"]["B"]) == final_points(EVENINGS[0][0][1], 1)
    page = tmp_path / "standings.html"
    assert call("export", league, "--what", "standings", "--out", page).code == 0
    assert "(−26333⅓)" in page.read_text(encoding="utf-8")
    courses = tmp_path / "courses.csv"
    assert call("--lang", "en", "export", league, "--what", "courses", "--out", courses).code == 0
    assert "Final points" in courses.read_text(encoding="utf-8-sig").splitlines()[0]


EVENINGS_BY_HANDS = 10
SEATED = ((1, 2, 3, 4), (5, 1, 2, 3), (4, 5, 1, 2), (3, 4, 5, 1), (2, 3, 4, 5))
RANKED_BY = (
    (), ("--best", "4"), ("--combine", "average", "--least", "8"), ("--combine", "places"),
    ("--per", "game", "--best", "5"), ("--per", "game", "--combine", "places", "--best", "6"),
    ("--per", "game", "--combine", "average", "--best", "all", "--handicap", "2=3000"), ("--least-games", "16"),
)  # fmt: skip


def test_a_league_by_totals_ranks_as_the_same_one_by_hands(tmp_path: Path, call: Call) -> None:
    """Two games an evening: their hands in one league; in the other the final scores, in hundreds or thousands."""
    chance, by_hands, by_totals = Random("league"), list[dict[str, object]](), list[dict[str, object]]()
    known = rules_of({"rules": "riichi-ema-2025"})
    for evening in range(1, EVENINGS_BY_HANDS + 1):
        for lines_of_league in (by_hands, by_totals):
            lines_of_league.append({"type": "evening"})
        for table in (1, 2):
            place: dict[str, object] = {"session": evening, "table": table}
            seated = game(*SEATED[(evening + table) % len(SEATED)])
            hands = hanchan(chance, "riichi-ema-2025", {}, most=60)
            played = second_count(hands, known)
            by_hands.append(seated)
            by_hands += [{"type": "hand", **place, "hand": hand, **line} for hand, line in enumerate(hands, 1)]
            by_hands.append({"type": "close", **place})
            sticks = -sum(played.unfinished.values()) // 1_000
            raw = {each: points + 30_000 for each, points in played.unfinished.items()}
            written: dict[str, object] = {each: points // 100 for each, points in raw.items()}
            if evening % 2:
                written = {each: points / 1_000 for each, points in raw.items()}
            line = {"type": "totals", **place, "totals": written, **({"sticks": sticks} if sticks else {})}
            by_totals += [seated, line]
    leagues = []
    for name, played_lines in (("hands", by_hands), ("totals", by_totals)):
        league = made(tmp_path / f"{name}.qv", "--format", "league", "--rules", "riichi-ema-2025")
        answer = call("record", league, "--jsonl", stdin=lines(*played_lines))
        assert answer.code == 0, answer.err
        leagues.append(league)
    for chosen in RANKED_BY:
        standings = []
        for league in leagues:
            assert call("season", league, *chosen).code == 0
            standings.append(call("standings", league, "--json").json)
            assert call("check", league).code == 0
        assert standings[0] == standings[1]
        assert {row["games"] for row in standings[0]} == {16}
