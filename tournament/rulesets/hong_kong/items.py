"""The fan of the memo, one row each in its order: usual combinations, bonuses, rare or exceptional ones.

French names: the memo. "10+" counts as 10, because the sum is limited to 10 (docs/rules.md, Hong Kong old style).
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from tournament.rules.item import Item
from tournament.rules.pattern import Names
from tournament.rulesets.hong_kong import predicates
from tournament.rulesets.hong_kong.options import Options
from tournament.rulesets.hong_kong.predicates import Predicate

LIMIT = 10


class FanRow(NamedTuple):
    """An item with the predicate that finds it in a reading."""

    item: Item
    found: Predicate
    each: bool = False
    """Whether it counts once for each set that makes it."""
    bonus: bool = False
    """Whether flowers and seasons make it."""
    replaces: tuple[str, ...] = ()
    """The items that it replaces."""
    added: Callable[[Options], bool] | None = None
    """Return whether the items of ``replaces`` count nevertheless under the options; None if they never do."""


def _fan(
    slug: str, value: int, name: Names, description: Names, found: Predicate, *,
    each: bool = False, bonus: bool = False, replaces: tuple[str, ...] = (),
    added: Callable[[Options], bool] | None = None,
) -> FanRow:  # fmt: skip
    return FanRow(Item(slug, value, name, description), found, each, bonus, replaces, added)


def _own_beside_all_four(options: Options) -> bool:
    return options.own_beside_all_four


FANS: tuple[FanRow, ...] = (
    _fan("dragon-pung", 1, Names("Dragon Pung", "Pung de Dragons", "箭刻"),
         Names("A pung or kong of dragons.", "Un brelan ou carré de dragons.", "一种箭牌的刻子或杠。"),
         predicates.dragon_pungs, each=True),
    _fan("own-wind-pung", 1, Names("Pung of Own Wind", "Pung de Vents (vent du joueur)", "门风刻"),
         Names("A pung or kong of the player's wind.", "Un brelan ou carré du vent du joueur.", "本门风的刻子或杠。"),
         predicates.own_wind),
    _fan("round-wind-pung", 1, Names("Pung of Round Wind", "Pung de Vents (vent du tour)", "圈风刻"),
         Names("A pung or kong of the wind of the round.", "Un brelan ou carré du vent du tour.", "圈风的刻子或杠。"),
         predicates.round_wind),
    _fan("all-chows", 1, Names("All Chows", "Main de Chow", "平和"),
         Names("Four chows and a pair that is neither wind nor dragon.",
               "Quatre tierces et une paire qui n'est ni vent ni dragon.", "四副顺子，将牌不是风牌或箭牌。"),
         predicates.all_chows),
    _fan("all-pungs", 3, Names("All Pungs", "Main de Pung", "对对和"),
         Names("Four pungs or kongs.", "Quatre brelans ou carrés.", "四副刻子或杠。"), predicates.all_pungs),
    _fan("half-flush", 3, Names("Half Flush", "Main Semi-Pure", "混一色"),
         Names("All tiles but honours of one suit.", "Toutes les tuiles hormis les honneurs sont de la même famille.",
               "除字牌外全是同一花色。"), predicates.half_flush),
    _fan("seven-pairs", 4, Names("Seven Pairs", "Sept Paires", "七对子"),
         Names("Seven different pairs.", "Sept paires toutes différentes.", "七个不同的对子。"),
         predicates.seven_pairs),
    _fan("small-dragons", 4, Names("Small Dragons", "Petits Dragons", "小三元"),
         Names("Two pungs or kongs of dragons and a pair of the third.",
               "Deux brelans ou carrés de dragons et une paire de dragons.", "两副箭牌刻子或杠，第三种箭牌作将。"),
         predicates.small_dragons, replaces=("dragon-pung",), added=lambda options: options.small_dragons_add),
    _fan("full-flush", 6, Names("Full Flush", "Main Pure", "清一色"),
         Names("Only tiles of one suit.", "Uniquement des tuiles de la même famille.", "全是同一花色。"),
         predicates.full_flush, replaces=("half-flush",)),
    _fan("self-draw", 1, Names("Self-Draw", "Gagner sur pioche", "自摸"),
         Names("Win on a drawn tile.", "Faire mahjong en piochant une tuile.", "自己摸牌和。"), predicates.self_draw),
    _fan("no-flowers", 1, Names("No Flower nor Season", "Ni fleur, ni saison", "无花"),
         Names("The hand has no flower nor season.", "La main ne contient aucune fleur ou saison.", "没有花牌和季牌。"),
         predicates.no_flowers, bonus=True),
    _fan("own-flower", 1, Names("Own Flower", "Sa fleur", "正花"),
         Names("The flower of the player's wind.", "La fleur correspondant au vent du joueur.", "与本门风相符的花牌。"),
         predicates.own_flower, bonus=True),
    _fan("own-season", 1, Names("Own Season", "Sa saison", "正季"),
         Names("The season of the player's wind.", "La saison correspondant au vent du joueur.",
               "与本门风相符的季牌。"),
         predicates.own_season, bonus=True),
    _fan("all-flowers", 2, Names("All Flowers", "Toutes fleurs", "四花齐"),
         Names("The four flowers.", "La série entière des quatre fleurs.", "梅兰菊竹四张花牌。"),
         predicates.all_flowers, bonus=True, replaces=("own-flower",), added=_own_beside_all_four),
    _fan("all-seasons", 2, Names("All Seasons", "Toutes saisons", "四季齐"),
         Names("The four seasons.", "La série entière des quatre saisons.", "春夏秋冬四张季牌。"),
         predicates.all_seasons, bonus=True, replaces=("own-season",), added=_own_beside_all_four),
    _fan("kong-replacement", 1, Names("Win on a Kong", "Finir sur un Kong", "杠上开花"),
         Names("Win on the replacement tile of a kong.", "Faire mahjong avec la tuile de remplacement d'un kong.",
               "以杠后补牌和。"), predicates.kong_replacement),
    _fan("robbing-the-kong", 1, Names("Robbing the Kong", "Voler un Kong", "抢杠"),
         Names("Win on the tile that another player adds to an exposed pung.",
               "Faire mahjong avec la tuile qu'un joueur ajoute à un brelan exposé.", "和别人加杠的牌。"),
         predicates.robbed_kong),
    _fan("last-tile", 1, Names("Bottom of the Sea or River", "Le Fond de la Mer / Rivière", "海底捞月"),
         Names("Win on the last tile of the wall or on its discard.",
               "Faire mahjong avec la dernière tuile du mur ou celle écartée.", "以最后一张牌，或随后打出的牌和。"),
         predicates.last_tile),
    _fan("thirteen-orphans", 10, Names("Thirteen Orphans", "Treize Orphelins", "十三幺"),
         Names("Each of the thirteen honours and terminals, one of them twice.",
               "Chacun des treize honneurs et extrémités, et l'un d'eux en double.", "十三种幺九牌，其中一种成对。"),
         predicates.thirteen_orphans),
    _fan("nine-gates", 10, Names("Nine Gates", "Neuf Portes", "九莲宝灯"),
         Names("Three 1s, three 9s and 2 to 8 of one suit, and a tile more; nothing claimed.",
               "Un brelan ou carré de 1 et de 9 et toutes les autres tuiles d'une famille, main cachée.",
               "同一花色三张1、三张9、2至8各一张，再加一张；没有吃碰。"), predicates.nine_gates),
    _fan("hidden-treasure", 10, Names("Hidden Treasure", "Le Trésor Caché", "四暗刻"),
         Names("Four concealed pungs or kongs.", "Quatre brelans ou carrés cachés.", "四副暗刻或暗杠。"),
         predicates.hidden_treasure),
    _fan("four-kongs", 10, Names("Four Kongs", "Main de Kong", "十八罗汉"),
         Names("Four kongs.", "Quatre carrés.", "四副杠。"), predicates.four_kongs),
    _fan("jade-dragon", 10, Names("Jade Dragon", "Dragon de Jade", "翡翠龙"),
         Names("A pung or kong of green dragons, all else 2, 3, 4, 6, 8 of bamboos.",
               "Un brelan ou carré de dragons verts, avec uniquement des 2, 3, 4, 6 ou 8 de bambous.",
               "发的刻子或杠，其余全是2、3、4、6、8条。"), predicates.jade_dragon),
    _fan("all-terminals", 10, Names("All Terminals", "Tout Extrémité", "清幺九"),
         Names("Only 1s and 9s.", "Uniquement des 1 ou des 9.", "全是1和9。"), predicates.all_terminals),
    _fan("all-honours", 10, Names("All Honours", "Tout Honneur", "字一色"),
         Names("Only winds and dragons.", "Uniquement des dragons ou des vents.", "全是风牌和箭牌。"),
         predicates.all_honours),
    _fan("big-dragons", 10, Names("Big Dragons", "Grands Dragons", "大三元"),
         Names("Pungs or kongs of the three dragons.", "Trois brelans ou carrés de dragons.", "三副箭牌刻子或杠。"),
         predicates.big_dragons, replaces=("dragon-pung",)),
    _fan("small-whirlwind", 10, Names("Small Whirlwind", "Petit Tourbillon", "小四喜"),
         Names("Pungs or kongs of three winds and a pair of the fourth.",
               "Trois brelans ou carrés de vents et une paire du quatrième.", "三副风牌刻子或杠，第四种风牌作将。"),
         predicates.small_whirlwind),
    _fan("big-whirlwind", 10, Names("Big Whirlwind", "Grand Tourbillon", "大四喜"),
         Names("Pungs or kongs of the four winds.", "Quatre brelans ou carrés de vents.", "四副风牌刻子或杠。"),
         predicates.big_whirlwind),
    _fan("blessing-of-earth", 10, Names("Blessing of Earth", "Bénédiction de la Terre", "地和"),
         Names("Win by self-draw in the first go-round.", "Faire mahjong sur pioche au premier tour.",
               "第一巡自摸和。"), predicates.earth),
    _fan("blessing-of-man", 10, Names("Blessing of Man", "Bénédiction de l'Homme", "人和"),
         Names("Win on East's first discard.", "Faire mahjong avec la première tuile écartée par le joueur Est.",
               "和东家打出的第一张牌。"), predicates.man),
    _fan("blessing-of-heaven", 10, Names("Blessing of Heaven", "Bénédiction du Ciel", "天和"),
         Names("East wins with the fourteen tiles dealt.",
               "Le joueur Est fait mahjong avec les 14 tuiles de la distribution.", "东家以起手十四张牌和。"),
         predicates.heaven),
)  # fmt: skip
ITEMS: tuple[Item, ...] = tuple(fan.item for fan in FANS)
_WITHOUT_PAIR = Names("Pungs or kongs of three winds.", "Trois brelans ou carrés de vents.", "三副风牌刻子或杠。")


@cache
def fans_of(options: Options) -> tuple[FanRow, ...]:
    """Return every fan as an event plays it. An option decides whether Small Whirlwind needs the pair."""
    if options.small_whirlwind_pair:
        return FANS
    return tuple(
        fan._replace(item=fan.item._replace(description=_WITHOUT_PAIR))
        if fan.found is predicates.small_whirlwind
        else fan
        for fan in FANS
    )


BONUSES_FROM, RARE_FROM = "self-draw", "kong-replacement"
"""The first items of the second and the third group of the memo."""
