"""Lines of ``score`` made into what the engine takes, and the gold: hands counted by hand from the rules of EMA."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from tournament.hand.notation import parse_player_hand
from tournament.hand.player_hand import PlayerHand
from tournament.rulesets.riichi.options import EMA_2016, EMA_2025, RiichiOptions
from tournament.rulesets.riichi.scoring import count, score_members
from tournament.rulesets.riichi.situation import RiichiSituation

EDITIONS = {"riichi-ema-2025": EMA_2025, "riichi-ema-2016": EMA_2016}
GOLD = [json.loads(line) for line in Path(__file__).with_name("gold.jsonl").read_text(encoding="utf-8").splitlines()]


def taken(line: dict[str, Any]) -> tuple[PlayerHand, RiichiSituation, RiichiOptions]:
    """What a line of ``score`` says."""
    options = replace(EDITIONS[line.get("rules", "riichi-ema-2025")], **line.get("options", {}))
    situation = RiichiSituation(
        riichi=line.get("riichi"),
        ippatsu=line.get("ippatsu", False),
        first=line.get("first", False),
        dora=line.get("dora"),
        ura=line.get("ura"),
        red=line.get("red", 0),
    )
    return parse_player_hand(line["hand"]), situation, options


def counted(line: dict[str, Any]) -> dict[str, Any]:
    """The answer of ``score``, as the second count gives it: the yaku by slug, all counts together."""
    hand, situation, options = taken(line)
    answer = score_members(count(hand, situation, options), situation, options)
    yaku = answer["yaku"]
    assert isinstance(yaku, list)
    worth = {each["slug"]: each["yakuman" if "yakuman" in each else "han"] for each in yaku}
    return {name: answer[name] for name in ("han", "fu", "yakuman", "points")} | {"yaku": worth}
