"""A league of riichi ranks by final points: score, uma of the place shared on ties, and chombo."""

from fractions import Fraction
from pathlib import Path

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
