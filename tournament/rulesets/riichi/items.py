"""Every yaku, dora and kind of fu as an item, with its names in the engine (the package ``mahjong``).

Romanised names are those that riichi players use in every language. Han: EMA, Riichi Competition Rules 2025, 4.2.
"""

from typing import NamedTuple

from tournament.rules.item import Item, Unit
from tournament.rules.pattern import Names


class YakuRow(NamedTuple):
    """A yaku with its han, and its names in the engine."""

    item: Item
    """The item, with the han of a concealed hand."""
    open_han: int
    """The han of a hand with a claimed set; 0 if the hand must be concealed."""
    engine: tuple[str, ...]
    """Its names in the engine's list."""
    twice: bool = False
    """Whether it is a yakuman that counts twice if the event plays double yakuman."""


def _yaku(
    slug: str, han: int, open_han: int, engine: str, name: Names, description: Names, unit: Unit = Unit.HAN
) -> YakuRow:
    return YakuRow(Item(slug, han, name, description, unit), open_han, tuple(engine.split()))


def _yakuman(slug: str, engine: str, name: Names, description: Names, *, twice: bool = False) -> YakuRow:
    return _yaku(slug, 1, 1, engine, name, description, Unit.YAKUMAN)._replace(twice=twice)


def _fu(slug: str, fu: int, name: Names, description: Names) -> Item:
    return Item(slug, fu, name, description, Unit.FU)


def _same(name: str, chinese: str) -> Names:
    return Names(name, name, chinese)


YAKU: tuple[YakuRow, ...] = (
    _yaku("riichi", 1, 0, "riichi", _same("Riichi", "立直"),
          Names("Declared with a concealed hand that one tile completes, for a stick of 1,000 points.",
                "Annoncé avec une main cachée à une tuile de la fin, pour un bâton de 1 000 points.",
                "门前清听牌时宣告，放出一千点棒。")),
    _yaku("ippatsu", 1, 0, "ippatsu", _same("Ippatsu", "一发"),
          Names("Won within one turn after the riichi, with no call in between.",
                "Gagner dans le tour qui suit le riichi, sans aucun appel entre-temps.",
                "立直后一巡之内和牌，其间无人吃碰杠。")),
    _yaku("menzen-tsumo", 1, 0, "tsumo", _same("Menzen tsumo", "门前清自摸和"),
          Names("A concealed hand won by self-draw.", "Main cachée gagnée sur pioche.", "门前清，自摸和牌。")),
    _yaku("pinfu", 1, 0, "pinfu", _same("Pinfu", "平和"),
          Names("Four sequences, a pair without value and a two-sided wait, all concealed.",
                "Quatre suites, une paire sans valeur et une attente des deux côtés, main cachée.",
                "门前清，四副顺子，雀头不是役牌，两面听。")),
    _yaku("iipeikou", 1, 0, "iipeiko", _same("Iipeikou", "一杯口"),
          Names("Two identical sequences in a concealed hand.", "Deux suites identiques, main cachée.",
                "门前清，两副相同的顺子。")),
    _yaku("tanyao", 1, 1, "tanyao", _same("Tanyao", "断幺九"),
          Names("Only 2 to 8, no terminals or honours.", "Uniquement des 2 à 8, ni extrémités ni honneurs.",
                "只有2至8的数牌。")),
    _yaku("yakuhai-dragon", 1, 1, "haku hatsu chun",
          Names("Yakuhai: dragon", "Yakuhai : dragon", "役牌：三元牌"),
          Names("A triplet or kan of a dragon.", "Un brelan ou kan de dragons.", "一种三元牌的刻子或杠。")),
    _yaku("yakuhai-seat-wind", 1, 1, "seat_wind_east seat_wind_south seat_wind_west seat_wind_north",
          Names("Yakuhai: seat wind", "Yakuhai : vent du joueur", "役牌：自风牌"),
          Names("A triplet or kan of the player's wind.", "Un brelan ou kan du vent du joueur.",
                "自风牌的刻子或杠。")),
    _yaku("yakuhai-round-wind", 1, 1, "round_wind_east round_wind_south round_wind_west round_wind_north",
          Names("Yakuhai: round wind", "Yakuhai : vent du tour", "役牌：场风牌"),
          Names("A triplet or kan of the wind of the round.", "Un brelan ou kan du vent du tour.",
                "场风牌的刻子或杠。")),
    _yaku("rinshan-kaihou", 1, 1, "rinshan", _same("Rinshan kaihou", "岭上开花"),
          Names("Won on the replacement tile of a kan.", "Gagner avec la tuile de remplacement d'un kan.",
                "以杠后的岭上牌自摸和牌。")),
    _yaku("chankan", 1, 1, "chankan", _same("Chankan", "抢杠"),
          Names("Won on the tile that another player adds to a triplet to make a kan.",
                "Gagner avec la tuile qu'un autre joueur ajoute à un brelan pour en faire un kan.",
                "和别人加杠的牌。")),
    _yaku("haitei", 1, 1, "haitei", Names("Haitei raoyue", "Haitei raoyue", "海底摸月"),
          Names("Won by drawing the last tile of the wall.", "Gagner en piochant la dernière tuile du mur.",
                "以牌墙最后一张牌自摸和牌。")),
    _yaku("houtei", 1, 1, "houtei", Names("Houtei raoyui", "Houtei raoyui", "河底捞鱼"),
          Names("Won on the discard after the last tile of the wall.",
                "Gagner avec la tuile écartée après la dernière du mur.", "和最后一张打出的牌。")),
    _yaku("double-riichi", 2, 0, "daburu_riichi", Names("Double riichi", "Double riichi", "两立直"),
          Names("Riichi declared in the first turn, before any call; it replaces riichi.",
                "Riichi annoncé au premier tour, avant tout appel ; remplace le riichi.",
                "第一巡无人吃碰杠时宣告立直；不另计立直。")),
    _yaku("chiitoitsu", 2, 0, "chiitoitsu", _same("Chiitoitsu", "七对子"),
          Names("Seven different pairs.", "Sept paires toutes différentes.", "七个不同的对子。")),
    _yaku("sanshoku-doujun", 2, 1, "sanshoku", _same("Sanshoku doujun", "三色同顺"),
          Names("The same sequence in all three suits.", "La même suite dans les trois familles.",
                "三种花色各一副数字相同的顺子。")),
    _yaku("ittsuu", 2, 1, "ittsu", _same("Ittsuu", "一气通贯"),
          Names("1 2 3, 4 5 6 and 7 8 9 of one suit.", "1 2 3, 4 5 6 et 7 8 9 d'une même famille.",
                "同一花色的123、456、789。")),
    _yaku("chanta", 2, 1, "chantai", _same("Chanta", "混全带幺九"),
          Names("A terminal or honour in every set and in the pair, honours and a sequence among them.",
                "Une extrémité ou un honneur dans chaque groupe et dans la paire, avec des honneurs et une suite.",
                "每副面子和雀头都带幺九牌，有字牌，也有顺子。")),
    _yaku("sanshoku-doukou", 2, 2, "sanshoku_douko", _same("Sanshoku doukou", "三色同刻"),
          Names("Triplets or kans of the same number in all three suits.",
                "Brelans ou kans du même nombre dans les trois familles.", "三种花色各一副数字相同的刻子或杠。")),
    _yaku("sanankou", 2, 2, "sanankou", _same("Sanankou", "三暗刻"),
          Names("Three concealed triplets or kans.", "Trois brelans ou kans cachés.", "三副暗刻或暗杠。")),
    _yaku("sankantsu", 2, 2, "sankantsu", _same("Sankantsu", "三杠子"),
          Names("Three kans.", "Trois kans.", "三副杠。")),
    _yaku("toitoi", 2, 2, "toitoi", _same("Toitoi", "对对和"),
          Names("Four triplets or kans.", "Quatre brelans ou kans.", "四副刻子或杠。")),
    _yaku("shousangen", 2, 2, "shosangen", _same("Shousangen", "小三元"),
          Names("Two triplets or kans of dragons and a pair of the third; the triplets count besides.",
                "Deux brelans ou kans de dragons et une paire du troisième ; les brelans comptent en plus.",
                "两副三元牌刻子或杠，第三种作雀头；役牌另计。")),
    _yaku("honroutou", 2, 2, "honroto", _same("Honroutou", "混老头"),
          Names("Only terminals and honours, besides toitoi or chiitoitsu.",
                "Uniquement des extrémités et des honneurs, en plus de toitoi ou chiitoitsu.",
                "只有幺九牌；对对和或七对子另计。")),
    _yaku("ryanpeikou", 3, 0, "ryanpeiko", _same("Ryanpeikou", "二杯口"),
          Names("Twice two identical sequences in a concealed hand; it replaces iipeikou.",
                "Deux fois deux suites identiques, main cachée ; remplace iipeikou.",
                "门前清，两组各两副相同的顺子；不另计一杯口。")),
    _yaku("honitsu", 3, 2, "honitsu", _same("Honitsu", "混一色"),
          Names("One suit and honours.", "Une seule famille et des honneurs.", "一种花色加字牌。")),
    _yaku("junchan", 3, 2, "junchan", _same("Junchan", "纯全带幺九"),
          Names("A terminal in every set and in the pair, at least one sequence, no honours.",
                "Une extrémité dans chaque groupe et dans la paire, au moins une suite, sans honneurs.",
                "每副面子和雀头都带1或9，有顺子，没有字牌。")),
    _yaku("renhou", 5, 0, "renhou", _same("Renhou", "人和"),
          Names("Won on a discard before the own first turn and before any call; nothing is added to it.",
                "Gagner sur un écart avant son premier tour et avant tout appel ; rien ne s'y ajoute.",
                "自己第一巡之前、无人吃碰杠时荣和；不与其他役或宝牌合计。")),
    _yaku("chinitsu", 6, 5, "chinitsu", _same("Chinitsu", "清一色"),
          Names("One suit only.", "Une seule famille.", "只有一种花色。")),
    _yakuman("kokushi-musou", "kokushi", _same("Kokushi musou", "国士无双"),
             Names("One of each terminal and honour, and one of them twice.",
                   "Une de chaque extrémité et de chaque honneur, et l'une d'elles en double.",
                   "十三种幺九牌各一张，其中一种成对。")),
    _yakuman("kokushi-13", "daburu_kokushi", Names("Kokushi, thirteen-sided wait", "Kokushi, attente de treize tuiles",
                                                   "国士无双十三面"),
             Names("Kokushi musou won on the tile that makes its pair.",
                   "Kokushi musou gagné avec la tuile qui forme sa paire.", "国士无双，和成对的那张牌。"), twice=True),
    _yakuman("chuuren-poutou", "chuuren_poutou", _same("Chuuren poutou", "九莲宝灯"),
             Names("1 1 1 2 3 4 5 6 7 8 9 9 9 of one suit and one more, all concealed and without kan.",
                   "1 1 1 2 3 4 5 6 7 8 9 9 9 d'une famille et une de plus, main cachée sans kan.",
                   "门前清且无杠，同一花色1112345678999再加一张。")),
    _yakuman("junsei-chuuren", "daburu_chuuren_poutou", _same("Junsei chuuren poutou", "纯正九莲宝灯"),
             Names("Chuuren poutou won on a wait for all nine tiles.",
                   "Chuuren poutou gagné sur l'attente des neuf tuiles.", "九面听的九莲宝灯。"), twice=True),
    _yakuman("tenhou", "tenhou", _same("Tenhou", "天和"),
             Names("East wins with the tiles dealt.", "Est gagne avec les tuiles de la distribution.",
                   "庄家以起手牌和牌。")),
    _yakuman("chiihou", "chiihou", _same("Chiihou", "地和"),
             Names("Won by the first own draw, before any call.", "Gagner sur sa première pioche, avant tout appel.",
                   "子家第一巡自摸和牌，其间无人吃碰杠。")),
    _yakuman("renhou-yakuman", "renhou_yakuman", _same("Renhou", "人和"),
             Names("Won on a discard before the own first turn and before any call.",
                   "Gagner sur un écart avant son premier tour et avant tout appel.",
                   "自己第一巡之前、无人吃碰杠时荣和。")),
    _yakuman("suuankou", "suuankou", _same("Suuankou", "四暗刻"),
             Names("Four concealed triplets or kans.", "Quatre brelans ou kans cachés.", "四副暗刻或暗杠。")),
    _yakuman("suuankou-tanki", "suuankou_tanki", _same("Suuankou tanki", "四暗刻单骑"),
             Names("Four concealed triplets or kans, won on the tile that makes the pair.",
                   "Quatre brelans ou kans cachés, gagné avec la tuile de la paire.",
                   "四副暗刻或暗杠，单骑和雀头。"), twice=True),
    _yakuman("suukantsu", "suukantsu", _same("Suukantsu", "四杠子"),
             Names("Four kans.", "Quatre kans.", "四副杠。")),
    _yakuman("ryuuiisou", "ryuisou", _same("Ryuuiisou", "绿一色"),
             Names("Only 2, 3, 4, 6, 8 of bamboos and green dragons.",
                   "Uniquement des 2, 3, 4, 6, 8 de bambous et des dragons verts.", "只有2、3、4、6、8条和发。")),
    _yakuman("chinroutou", "chinroto", _same("Chinroutou", "清老头"),
             Names("Only 1s and 9s.", "Uniquement des 1 et des 9.", "只有1和9。")),
    _yakuman("tsuuiisou", "tsuisou", _same("Tsuuiisou", "字一色"),
             Names("Only winds and dragons.", "Uniquement des vents et des dragons.", "只有字牌。")),
    _yakuman("daisangen", "daisangen", _same("Daisangen", "大三元"),
             Names("Triplets or kans of the three dragons.", "Brelans ou kans des trois dragons.",
                   "三副三元牌刻子或杠。")),
    _yakuman("shousuushii", "shosuushi", _same("Shousuushii", "小四喜"),
             Names("Triplets or kans of three winds and a pair of the fourth.",
                   "Brelans ou kans de trois vents et une paire du quatrième.",
                   "三副风牌刻子或杠，第四种风牌作雀头。")),
    _yakuman("daisuushii", "daisuushi", _same("Daisuushii", "大四喜"),
             Names("Triplets or kans of the four winds.", "Brelans ou kans des quatre vents.",
                   "四副风牌刻子或杠。"), twice=True),
)  # fmt: skip
"""All yaku in the order of han."""
RENHOU_ADDED = Names(
    "Won on a discard before the own first turn and before any call.",
    "Gagner sur un écart avant son premier tour et avant tout appel.",
    "自己第一巡之前、无人吃碰杠时荣和。",
)
"""The description of renhou as 5 han that are added to other yaku and dora."""
SAME_UNLESS_TWICE = {
    "kokushi-13": "kokushi-musou",
    "junsei-chuuren": "chuuren-poutou",
    "suuankou-tanki": "suuankou",
}
"""Yakuman that are only distinguished from another one if the event plays double yakuman, each with that one."""

DORA_ITEMS: dict[str, Item] = {
    "dora": Item("dora", 1, _same("Dora", "宝牌"),
                 Names("A tile that follows a dora indicator.", "Une tuile qui suit un indicateur de dora.",
                       "宝牌指示牌的下一张牌。"), Unit.HAN),
    "ura_dora": Item("ura-dora", 1, _same("Ura-dora", "里宝牌"),
                     Names("After riichi, a tile that follows an indicator below those of the dora.",
                           "Après un riichi, une tuile qui suit un indicateur placé sous ceux de la dora.",
                           "立直者另计：里宝牌指示牌的下一张牌。"), Unit.HAN),
    "red": Item("red-five", 1, Names("Red five", "Cinq rouge", "赤宝牌"),
                Names("A red five in the hand.", "Un cinq rouge dans la main.", "手中的红五。"), Unit.HAN),
}  # fmt: skip
"""The kinds of dora, by their name in the engine. They are not yaku: a hand cannot win with them alone."""

FU: tuple[Item, ...] = (
    _fu("fu-chiitoitsu", 25, Names("Seven pairs", "Sept paires", "七对子"),
        Names("Chiitoitsu has 25 fu, whatever else.", "Chiitoitsu a 25 fu, quoi qu'il en soit.", "七对子固定25符。")),
    _fu("fu-base", 20, Names("Winning", "Gagner", "底符"),
        Names("Every other hand that wins.", "Toute autre main gagnante.", "其他所有和牌。")),
    _fu("fu-concealed-discard", 10, Names("Concealed, on a discard", "Main cachée, sur un écart", "门前清荣和"),
        Names("A concealed hand won on a discard.", "Main cachée gagnée sur un écart.", "门前清荣和。")),
    _fu("fu-self-draw", 2, Names("Self-draw", "Pioche", "自摸"),
        Names("Won by self-draw, but for pinfu.", "Gagné sur pioche, sauf pinfu.", "自摸和牌；平和不计。")),
    _fu("fu-wait", 2, Names("Closed, edge or pair wait", "Attente d'une seule sorte", "嵌张、边张或单骑"),
        Names("Won on the middle of a sequence, on its only end, or on the pair.",
              "Gagné au milieu d'une suite, à son seul bout, ou sur la paire.", "嵌张、边张或单骑听牌。")),
    _fu("fu-open", 2, Names("Open, nothing else", "Main ouverte, rien d'autre", "副露平和形"),
        Names("An open hand that has no other fu.", "Une main ouverte sans autre fu.", "有副露而没有其他符的手牌。")),
    _fu("fu-pair", 2, Names("Pair of value", "Paire de valeur", "役牌雀头"),
        Names("A pair of dragons, of the seat wind or of the round wind.",
              "Une paire de dragons, du vent du joueur ou du vent du tour.", "三元牌、自风牌或场风牌作雀头。")),
    _fu("fu-double-pair", 4, Names("Pair of double wind", "Paire de vent double", "连风牌雀头"),
        Names("A pair of the wind that is both seat and round wind.",
              "Une paire du vent qui est à la fois celui du joueur et celui du tour.", "既是自风又是场风的雀头。")),
    _fu("fu-open-triplet", 2, Names("Open triplet of 2–8", "Brelan exposé de 2 à 8", "中张明刻"),
        Names("A claimed triplet of 2 to 8, or one that a discard completed.",
              "Un brelan de 2 à 8 appelé, ou complété par un écart.", "2至8的明刻，或荣和成的刻子。")),
    _fu("fu-concealed-triplet", 4, Names("Concealed triplet of 2–8", "Brelan caché de 2 à 8", "中张暗刻"),
        Names("A concealed triplet of 2 to 8.", "Un brelan caché de 2 à 8.", "2至8的暗刻。")),
    _fu("fu-open-outer-triplet", 4, Names("Open triplet, terminals or honours", "Brelan exposé, extrémités ou honneurs",
                                          "幺九明刻"),
        Names("A claimed triplet of terminals or honours, or one that a discard completed.",
              "Un brelan d'extrémités ou d'honneurs appelé, ou complété par un écart.",
              "幺九牌的明刻，或荣和成的刻子。")),
    _fu("fu-concealed-outer-triplet", 8, Names("Concealed triplet, terminals or honours",
                                               "Brelan caché, extrémités ou honneurs", "幺九暗刻"),
        Names("A concealed triplet of terminals or honours.", "Un brelan caché d'extrémités ou d'honneurs.",
              "幺九牌的暗刻。")),
    _fu("fu-open-kan", 8, Names("Open kan of 2–8", "Kan exposé de 2 à 8", "中张明杠"),
        Names("An open kan of 2 to 8.", "Un kan exposé de 2 à 8.", "2至8的明杠。")),
    _fu("fu-concealed-kan", 16, Names("Concealed kan of 2–8", "Kan caché de 2 à 8", "中张暗杠"),
        Names("A concealed kan of 2 to 8.", "Un kan caché de 2 à 8.", "2至8的暗杠。")),
    _fu("fu-open-outer-kan", 16, Names("Open kan, terminals or honours", "Kan exposé, extrémités ou honneurs",
                                       "幺九明杠"),
        Names("An open kan of terminals or honours.", "Un kan exposé d'extrémités ou d'honneurs.", "幺九牌的明杠。")),
    _fu("fu-concealed-outer-kan", 32, Names("Concealed kan, terminals or honours",
                                            "Kan caché, extrémités ou honneurs", "幺九暗杠"),
        Names("A concealed kan of terminals or honours.", "Un kan caché d'extrémités ou d'honneurs.",
              "幺九牌的暗杠。")),
)  # fmt: skip
BY_SLUG = {item.slug: item for item in FU}
