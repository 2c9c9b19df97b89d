"""``replay``: games that were played online become sheets; the logs are written here from games by chance.

What a hand moves in a log is counted by the scoring tables of ``tests.second_count.riichi``.
"""

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import pytest

from tests.second_count import riichi, riichi_lines
from tests.second_count.riichi import PLAYERS, Table, play, rules_of
from tests.ui.cli.conftest import Call, lines
from tests.ui.cli.test_formats import game, made

NAMES = ("Ada Bamboo", "Bert", "Cleo", "Dan")
OPTIONS: dict[str, Any] = {"abortive": True, "nagashi": True, "start": 25_000, "counted_yakuman": True,
                           "yakuman_add": True, "leftover": "first", "ties": "seat"}  # fmt: skip
RULES = rules_of({"rules": "riichi-ema-2025", **OPTIONS})
ABORTIVE = {"nine-terminals": ("九種九牌", "yao9"), "four-winds": ("四風連打", "kaze4"),
            "four-riichi": ("四家立直", "reach4"), "four-kans": ("四槓散了", "kan4")}  # fmt: skip


class Played:
    """A game by chance, with the table before each hand."""

    def __init__(self, seed: int) -> None:
        self.lines = riichi_lines.hanchan(Random(f"replay/{seed}"), "riichi-ema-2025", OPTIONS)
        self.before: list[tuple[int, Table, list[int]]] = []
        table, passed, scores = Table(), 0, [25_000] * 4
        self.moved: list[list[int]] = []
        for line in self.lines:
            self.before.append((passed, table, list(scores)))
            net, after = play(line, table, RULES)
            self.moved.append([net[each] for each in PLAYERS])
            scores = [a + b for a, b in zip(scores, self.moved[-1], strict=True)]
            passed += after.dealer != table.dealer
            table = after
        self.final = [25_000 + each for each in riichi.game(self.lines, RULES).totals.values()]


def without_sticks(line: dict[str, Any], moved: Sequence[int]) -> list[int]:
    """What a log says that a hand moved: without the sticks that were put on the table in it."""
    return [points + 1000 * (player in line.get("riichi", ())) for player, points in zip(PLAYERS, moved, strict=True)]


def one_by_one(line: dict[str, Any], table: Table) -> list[tuple[dict[str, Any], list[int]]]:
    """Each winner in turn with the points that move for them; the first takes counters of their own and the sticks."""
    if len(line["winners"]) < 2:
        _, moved = line, play(line, table, RULES)[0]
        return [(each, without_sticks(line, [moved[player] for player in PLAYERS])) for each in line["winners"]]
    whole = without_sticks(line, list(play(line, table, RULES)[0].values()))
    found = []
    for winner in line["winners"][1:]:
        net, _ = play({**line, "winners": [winner], "riichi": []}, Table(table.dealer, table.counters, 0), RULES)
        own = [
            net[player] + 1000 * (player == winner["player"] and player in line.get("riichi", ())) for player in PLAYERS
        ]
        found.append((winner, own))
    rest = [points - sum(own[seat] for _, own in found) for seat, points in enumerate(whole)]
    return [(line["winners"][0], rest), *found]


def worth_text(winner: dict[str, Any], discarder: str | None, table: Table) -> tuple[str, list[str]]:
    """The value as tenhou.net/6 writes it, and its yaku."""
    east = winner["player"] == table.dealer
    if winner.get("yakuman"):
        unit = 8000 * winner["yakuman"]
        points = f"{unit * (6 if east else 4)}" if discarder else f"{2 * unit}点∀" if east else f"{unit}-{2 * unit}"
        return f"役満{points}点", ["国士無双(役満)"] * winner["yakuman"]
    han = winner["han"]
    yaku = ["立直(1飜)", *([f"ドラ({han - 1}飜)"] if han > 1 else [])]
    if han > 4:
        return "満貫8000点", yaku
    return f"{winner['fu']}符{han}飜1000点", yaku


def as_json(played: Played, names: Sequence[str] = NAMES) -> dict[str, Any]:
    """The game as tenhou.net/6 writes it."""
    logs = []
    for line, (passed, table, scores), moved in zip(played.lines, played.before, played.moved, strict=True):
        seats: list[list[Any]] = []
        for player in PLAYERS:
            seats += [[11] * 13, [12, 13], ["r60" if player in line.get("riichi", ()) else 60, 60]]
        deltas = without_sticks(line, moved)
        result: list[Any]
        if line["winners"]:
            result = ["和了"]
            for winner, own in one_by_one(line, table):
                who = PLAYERS.index(winner["player"])
                source = PLAYERS.index(line.get("discarder", winner["player"]))
                text, yaku = worth_text(winner, line.get("discarder"), table)
                result += [own, [who, source, PLAYERS.index(winner.get("liable", winner["player"])), text, *yaku]]
        elif "abortive_draw" in line:
            result = [ABORTIVE[line["abortive_draw"]][0]]
        else:
            result = ["流し満貫" if line.get("nagashi_mangan") else "流局", deltas]
        logs.append([[passed, table.counters, table.sticks], scores, [21], [], *seats, result])
    sc = [each for score in played.final for each in (score, 0.0)]
    return {"title": ["", ""], "name": list(names), "rule": {"disp": "般南喰赤", "aka": 1}, "log": logs, "sc": sc}


def as_mjlog(played: Played, names: Sequence[str] = NAMES) -> str:
    """The game as Tenhou's own log writes it."""
    text = '<mjloggm ver="2.3"><GO type="9" lobby="0"/><UN '
    text += " ".join(f'n{seat}="{quote(name)}"' for seat, name in enumerate(names)) + '/><TAIKYOKU oya="0"/>'

    def hundreds(scores: Sequence[int], moved: Sequence[int]) -> str:
        return ",".join(f"{score // 100},{points // 100}" for score, points in zip(scores, moved, strict=True))

    last = len(played.lines) - 1
    for number, (line, (passed, table, scores)) in enumerate(zip(played.lines, played.before, strict=True)):
        dealer = PLAYERS.index(table.dealer)
        ten = ",".join(str(each // 100) for each in scores)
        text += (
            f'<INIT seed="{passed},{table.counters},{table.sticks},1,2,52" ten="{ten}" oya="{dealer}" hai0="1"/><T52/>'
        )
        for player in line.get("riichi", ()):
            seat = PLAYERS.index(player)
            text += f'<REACH who="{seat}" step="1"/><D52/><REACH who="{seat}" ten="{ten}" step="2"/>'
        owari = ",".join(f"{score // 100},0.0" for score in played.final)
        end = f' owari="{owari}"' if number == last else ""
        deltas = without_sticks(line, played.moved[number])
        for winner, own in one_by_one(line, table):
            who = PLAYERS.index(winner["player"])
            source = PLAYERS.index(line.get("discarder", winner["player"]))
            if winner.get("yakuman"):
                worth = 'ten="30,32000,5" yakuman="' + ",".join(["47"] * winner["yakuman"]) + '"'
                worth += f' paoWho="{PLAYERS.index(winner["liable"])}"' if "liable" in winner else ""
            else:
                worth = (
                    f'ten="{winner.get("fu", 30)},8000,0" yaku="1,1'
                    + (f",52,{winner['han'] - 1}" if winner["han"] > 1 else "")
                    + '"'
                )
            text += f'<AGARI ba="0,0" {worth} who="{who}" fromWho="{source}" sc="{hundreds(scores, own)}"{end}/>'
        if not line["winners"]:
            kind = ""
            if "abortive_draw" in line:
                kind, deltas = f' type="{ABORTIVE[line["abortive_draw"]][1]}"', [0] * 4
            elif line.get("nagashi_mangan"):
                kind = ' type="nm"'
            shown = "".join(f' hai{seat}="1,2"' for seat, player in enumerate(PLAYERS)
                            if player in (*line.get("tenpai", ()), *line.get("riichi", ())))  # fmt: skip
            text += f'<RYUUKYOKU{kind} ba="0,0" sc="{hundreds(scores, deltas)}"{shown}{end}/>'
    return text + "</mjloggm>"


def league(tmp_path: Path, call: Call) -> Path:
    chosen = [f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in OPTIONS.items()]
    options = [part for each in chosen for part in ("--option", each)]
    path = made(tmp_path / "league.qv", "--format", "league", "--rules", "riichi-ema-2025", *options)
    assert call("record", path, "--jsonl", stdin=lines({"type": "evening", "date": "2026-11-01"})).code == 0
    return path


def log_of(tmp_path: Path, seed: int, kind: str, names: Sequence[str]) -> Path:
    path, played = tmp_path / f"game.{kind}", Played(seed)
    if kind == "json":
        path.write_text(json.dumps(as_json(played, names), ensure_ascii=False), encoding="utf-8")
    elif kind == "gz":
        path.write_bytes(gzip.compress(as_mjlog(played, names).encode()))
    else:
        path.write_text(as_mjlog(played, names), encoding="utf-8")
    return path


def four(path: Path, call: Call) -> list[str]:
    rows = call("players", path, "list", "--json").json
    return [" ".join(filter(None, (each.get("first_name"), each.get("last_name")))) for each in rows[:4]]


@pytest.mark.parametrize("kind", ["json", "xml", "gz"])
@pytest.mark.parametrize("seed", [0, 1, 2, 231])  # the last has nagashi mangan with East tenpai
def test_a_game_of_a_log_is_the_sheet_of_its_hands(tmp_path: Path, call: Call, kind: str, seed: int) -> None:
    path = league(tmp_path, call)
    names, played = four(path, call), Played(seed)
    answer = call("replay", path, log_of(tmp_path, seed, kind, names))
    assert (answer.code, answer.err) == (0, "")
    (evening,) = call("games", path, "--json").json
    (found,) = evening["games"]
    assert found["players"] == [1, 2, 3, 4]
    assert [25_000 + score for score in found["scores"]] == played.final
    assert call("check", path).code == 0


def test_names_are_said_and_dry_runs_write_nothing(tmp_path: Path, call: Call) -> None:
    path, log = league(tmp_path, call), log_of(tmp_path, 1, "json", ("Neko", "Inu", "Tora", "Ryu"))
    unknown = call("replay", path, log)
    assert unknown.code == 1
    assert "Nobody is called “Neko”" in unknown.err
    named = [part for name, number in (("Neko", 4), ("Inu", 3), ("Tora", 2), ("Ryu", 1))
             for part in ("--player", f"{name}={number}")]  # fmt: skip
    assert call("replay", path, log, *named, "--dry-run").code == 0
    assert call("games", path, "--json").json[0]["games"] == []
    assert call("replay", path, log, *named).code == 0
    assert call("games", path, "--json").json[0]["games"][0]["players"] == [4, 3, 2, 1]
    twice = call("replay", path, log, *named[:-1], "Ryu=2")
    assert (twice.code, "the same player" in twice.err) == (1, True)


def test_a_game_under_other_options_is_refused_at_its_hand(tmp_path: Path, call: Call) -> None:
    path = league(tmp_path, call)
    names = four(path, call)
    whole = as_json(Played(2), names)
    whole["log"][1][1][0] += 100
    log = tmp_path / "wrong.json"
    log.write_text(json.dumps(whole), encoding="utf-8")
    answer = call("replay", path, log)
    assert answer.code == 1
    assert "Before hand 2 the log has another table" in answer.err
    whole = as_json(Played(2), names)
    winning = next(each for each in whole["log"] if each[16][0] == "和了")
    winning[16][1][0] += 100
    log.write_text(json.dumps(whole), encoding="utf-8")
    answer = call("replay", path, log)
    assert (answer.code, "by the options of the event" in answer.err) == (1, True)
    started = as_json(Played(2), names)
    for each in started["log"]:
        each[1] = [score + 5000 for score in each[1]]
    log.write_text(json.dumps(started), encoding="utf-8")
    assert "The game began with" in call("replay", path, log).err


@pytest.mark.parametrize("content", ["", "{}", "[1]", "<mjloggm/>", '{"name": ["A", "B", "C", ""], "log": []}', "\x00",
                                     '{"name": ["A", "B", "C", "D"], "log": [[[0, 0, 0], [1, 2, 3, 4]]]}'])  # fmt: skip
def test_what_is_no_log_is_refused_and_nothing_is_written(tmp_path: Path, call: Call, content: str) -> None:
    path, log = league(tmp_path, call), tmp_path / "log"
    log.write_text(content, encoding="utf-8")
    answer = call("replay", path, log)
    assert answer.code == 1
    assert answer.err
    assert call("games", path, "--json").json[0]["games"] == []


def test_a_game_at_a_seated_table_needs_its_players_in_their_order(tmp_path: Path, call: Call) -> None:
    path = league(tmp_path, call)
    names = four(path, call)
    log = log_of(tmp_path, 0, "json", names)
    assert call("record", path, "--jsonl", stdin=lines(game(2, 1, 3, 4))).code == 0
    refused = call("replay", path, log, "--session", 1, "--table", 1)
    assert (refused.code, "in the order of their seats" in refused.err) == (1, True)
    again = {"type": "change_game", "session": 1, "table": 1, "players": [1, 2, 3, 4]}
    assert call("record", path, "--jsonl", stdin=lines(again)).code == 0
    assert call("replay", path, log, "--session", 1, "--table", 1).code == 0


def test_the_english_of_mahjong_soul_is_read(tmp_path: Path, call: Call) -> None:
    """As tensoul writes it: other words for the same ends of hands."""
    path = league(tmp_path, call)
    text = json.dumps(as_json(Played(3), four(path, call)), ensure_ascii=False)
    for japanese, english in (("和了", "Agari"), ("流局", "Exhaustive Draw"), ("九種九牌", "Nine Terminal Abortion"),
                              ("四風連打", "Four Wind Abortion"), ("四槓散了", "Four Kan Abortion"),
                              ("役満", "Yakuman "),
                              ("流し満貫", "Mangan at Draw"), ("四家立直", "Four Riichi Abortion"), ("符", "Fu"),
                              ("飜", "Han"), ("満貫", "Mangan "), ("点", "Points")):  # fmt: skip
        text = text.replace(japanese, english)
    log = tmp_path / "soul.json"
    log.write_text(text, encoding="utf-8")
    assert call("replay", path, log).code == 0
