"""The 81 fan and the mixed kong pair as FFMJ and EMA play them, one row each, dearest first.

Numbers, points and conditions come from WMO 2006, French names from the FFMJ. Each exclusion names its source
(:class:`~tournament.rules.pattern.Source`). The Chinese practice is a list of changes to this table (``profiles``).
docs/rules.md, C1–C25, decides contested points.
"""

from collections.abc import Callable
from typing import Any

from tournament.rules.pattern import Exclusion, ExclusionScope, MarkKind, Names, Pattern, Source, Stage
from tournament.rulesets.mcr.facts import HandFacts, HandTrait, JoinFacts, ReadingFacts, ReadingTrait
from tournament.rulesets.mcr.predicates import chows, kongs, pungs, sets, shapes, tiles, winning

Fan = Pattern[Any]
Exclusions = tuple[Exclusion, ...]
SETS, TILES, NUMBER = MarkKind.SETS, MarkKind.TILES, MarkKind.NUMBER


def _excludes(source: Source, slugs: str, scope: ExclusionScope = ExclusionScope.ALL, beside: str = "") -> Exclusions:
    return tuple(Exclusion(slug, source, scope, beside) for slug in slugs.split())


def ffmj(slugs: str, beside: str = "") -> Exclusions:
    """Return exclusions that the rule text of the FFMJ states."""
    return _excludes(Source.FFMJ, slugs, beside=beside)


def wmo(slugs: str) -> Exclusions:
    """Return exclusions that WMO 2006 lists."""
    return _excludes(Source.WMO, slugs)


def implied(slugs: str) -> Exclusions:
    """Return exclusions of fan that every hand with this fan has."""
    return _excludes(Source.INCLUSION, slugs)


def own(source: Source, slugs: str) -> Exclusions:
    """Return exclusions that only apply to the same sets."""
    return _excludes(source, slugs, ExclusionScope.SAME_SETS)


def _hand(
    number: int | None, slug: str, points: int, name: Names, description: Names, mark: Callable[[HandFacts], int],
    excludes: Exclusions = (), *, made: MarkKind = MarkKind.HAND, each: bool = False,
    needs: int = 0,
) -> Fan:  # fmt: skip
    return Pattern(number, slug, points, name, description, Stage.HAND, mark, made, each, excludes, needs=needs)


def _read(
    number: int, slug: str, points: int, name: Names, description: Names, mark: Callable[[ReadingFacts], int],
    excludes: Exclusions = (), *, made: MarkKind = SETS, each: bool = False,
    needs: int = 0,
) -> Fan:  # fmt: skip
    return Pattern(number, slug, points, name, description, Stage.READING, mark, made, each, excludes, needs=needs)


def _join(
    number: int, slug: str, points: int, name: Names, description: Names, joins: int,
    mark: Callable[[JoinFacts], int], excludes: Exclusions = (),
) -> Fan:  # fmt: skip
    return Pattern(number, slug, points, name, description, Stage.JOIN, mark, SETS, True, excludes, joins)


WHOLE = MarkKind.HAND
FFMJ, WMO, INCLUSION = Source.FFMJ, Source.WMO, Source.INCLUSION
OUTER = "pung-of-terminals-or-honors"
NO_HONORS, HONORS, ONE_SUIT, OUTER_ONLY = (
    HandTrait.NO_HONOURS, HandTrait.HONOURS, HandTrait.ONE_SUIT, HandTrait.OUTER_ONLY,
)  # fmt: skip
KONGS, CONCEALED, FOURS, FLAGGED = HandTrait.KONGS, HandTrait.CONCEALED, HandTrait.FOURS, HandTrait.FLAGGED
WINDS, DRAGONS, OUTER_PUNGS = ReadingTrait.WINDS, ReadingTrait.DRAGONS, ReadingTrait.OUTER_PUNGS
HIDDEN, UNIFORM, WAIT = ReadingTrait.HIDDEN, ReadingTrait.UNIFORM, ReadingTrait.WAIT
OTHER_SHAPE = ReadingTrait.OTHER_SHAPE

FANS: tuple[Fan, ...] = (
    _read(1, "big-four-winds", 88, Names("Big Four Winds", "Quatre grands vents", "大四喜"),
          Names("Pungs or kongs of all four winds.", "Pungs ou kongs des quatre vents."), sets.big_four_winds,
          wmo("big-three-winds all-pungs prevalent-wind seat-wind") + own(WMO, OUTER), needs=WINDS),
    _read(2, "big-three-dragons", 88, Names("Big Three Dragons", "Trois grands dragons", "大三元"),
          Names("Pungs or kongs of all three dragons.", "Pungs ou kongs des trois dragons."), sets.big_three_dragons,
          wmo("two-dragon-pungs dragon-pung"), needs=DRAGONS),
    _hand(3, "all-green", 88, Names("All Green", "Main verte", "绿一色"),
          Names("Only 2, 3, 4, 6, 8 of bamboos and green dragons.",
                "Uniquement des 2, 3, 4, 6, 8 de bambou et des dragons verts."),
          tiles.all_green, ffmj("tile-hog", beside="seven-pairs"), needs=ONE_SUIT),
    _hand(4, "nine-gates", 88, Names("Nine Gates", "Neuf portes", "九莲宝灯"),
          Names("Concealed 1112345678999 of one suit, completed by any tile of the suit.",
                "1112345678999 cachés d'une famille, complétés par n'importe quelle tuile de la famille."),
          tiles.nine_gates, wmo("full-flush") + ffmj(f"concealed-hand {OUTER}") + implied("no-honors"),
          needs=CONCEALED | ONE_SUIT | NO_HONORS),
    _hand(5, "four-kongs", 88, Names("Four Kongs", "Quatre kongs", "四杠"),
          Names("Four kongs, concealed or exposed.", "Quatre kongs, cachés ou exposés."), kongs.four,
          implied("three-kongs two-melded-kongs mixed-kongs") + ffmj("all-pungs melded-kong single-wait"), made=SETS,
          needs=KONGS),
    _read(6, "seven-shifted-pairs", 88, Names("Seven Shifted Pairs", "Sept paires pures consécutives", "连七对"),
          Names("Seven consecutive pairs of one suit.", "Sept paires consécutives d'une même famille."),
          shapes.shifted_pairs, wmo("seven-pairs full-flush concealed-hand single-wait")
          + implied("no-honors"), made=WHOLE, needs=OTHER_SHAPE),
    _read(7, "thirteen-orphans", 88, Names("Thirteen Orphans", "Les treize lanternes merveilleuses", "十三幺"),
          Names("Each 1, 9, wind and dragon once, and a twin of one of them.",
                "Chaque 1, 9, vent et dragon une fois, et le double de l'un d'eux."),
          shapes.orphans, implied("all-terminals-and-honors all-types")
          + ffmj("concealed-hand single-wait"), made=WHOLE, needs=OTHER_SHAPE),
    _hand(8, "all-terminals", 64, Names("All Terminals", "Tout extrémité", "清幺九"),
          Names("Only 1s and 9s.", "Uniquement des 1 et des 9."), tiles.all_terminals,
          implied(f"all-terminals-and-honors outside-hand {OUTER} no-honors") + ffmj("all-pungs")
          + ffmj("tile-hog", beside="seven-pairs"), needs=OUTER_ONLY | NO_HONORS),
    _read(9, "little-four-winds", 64, Names("Little Four Winds", "Quatre petits vents", "小四喜"),
          Names("Pungs of three winds and a pair of the fourth.", "Pungs de trois vents et une paire du quatrième."),
          sets.little_four_winds, wmo("big-three-winds") + own(WMO, OUTER), needs=WINDS),
    _read(10, "little-three-dragons", 64, Names("Little Three Dragons", "Trois petits dragons", "小三元"),
          Names("Pungs of two dragons and a pair of the third.", "Pungs de deux dragons et une paire du troisième."),
          sets.little_three_dragons, wmo("two-dragon-pungs dragon-pung"), needs=DRAGONS),
    _hand(11, "all-honors", 64, Names("All Honors", "Tout honneur", "字一色"),
          Names("Only winds and dragons.", "Uniquement des vents et des dragons."), tiles.all_honors,
          implied(f"all-terminals-and-honors outside-hand {OUTER}") + ffmj("all-pungs"), needs=OUTER_ONLY | HONORS),
    _read(12, "four-concealed-pungs", 64, Names("Four Concealed Pungs", "Quatre pungs cachés", "四暗刻"),
          Names("Four pungs or kongs made without a claimed tile.",
                "Quatre pungs ou kongs complétés sans réclamer de tuile."),
          sets.four_hidden, implied("three-concealed-pungs two-concealed-pungs") + ffmj("all-pungs concealed-hand"),
          needs=HIDDEN),
    _join(13, "pure-terminal-chows", 64, Names("Pure Terminal Chows", "Deux dragons dans une famille", "一色双龙会"),
          Names("Twice 123 and 789 and a pair of 5, all of one suit.",
                "Deux fois 123 et 789 et une paire de 5, d'une même famille."),
          4, chows.pure_terminal, wmo("seven-pairs full-flush all-chows no-honors")
          + own(INCLUSION, "pure-double-chow two-terminal-chows")),
    _join(14, "quadruple-chow", 48, Names("Quadruple Chow", "Quadruple chows purs", "一色四同顺"),
          Names("Four identical chows.", "Quatre chows identiques."), 4, chows.same,
          ffmj("tile-hog") + own(WMO, "pure-triple-chow pure-double-chow pure-shifted-pungs")),
    _join(15, "four-pure-shifted-pungs", 48,
          Names("Four Pure Shifted Pungs", "Quatre pungs purs consécutifs", "一色四节高"),
          Names("Four consecutive pungs of one suit.",
                "Quatre pungs consécutifs d'une même famille."), 4, pungs.pure_shifted,
          wmo("all-pungs") + own(WMO, "pure-shifted-pungs pure-triple-chow")),
    _join(16, "four-pure-shifted-chows", 32,
          Names("Four Pure Shifted Chows", "Quatre chows purs superposés", "一色四步高"),
          Names("Four chows of one suit, each one higher than the last, or each two higher.",
                "Quatre chows d'une famille, décalés chacun d'un numéro, ou chacun de deux."),
          4, chows.pure_shifted, own(FFMJ, "pure-shifted-chows short-straight two-terminal-chows")),
    _hand(17, "three-kongs", 32, Names("Three Kongs", "Trois kongs", "三杠"),
          Names("Three kongs, concealed or exposed.", "Trois kongs, cachés ou exposés."), kongs.three,
          implied("two-melded-kongs mixed-kongs") + ffmj("melded-kong"), made=SETS, needs=KONGS),
    _hand(18, "all-terminals-and-honors", 32, Names("All Terminals and Honors", "Tout honneur et extrémité", "混幺九"),
          Names("Only 1s, 9s, winds and dragons.",
                "Uniquement des 1, des 9, des vents et des dragons."), tiles.terminals_and_honors,
          implied(f"outside-hand {OUTER}") + ffmj("all-pungs"), needs=OUTER_ONLY),
    _read(19, "seven-pairs", 24, Names("Seven Pairs", "Sept paires", "七对"),
          Names("Seven pairs; four equal tiles may be two of them.",
                "Sept paires ; quatre tuiles identiques peuvent en être deux."),
          shapes.seven_pairs, wmo("concealed-hand single-wait"), made=WHOLE, needs=OTHER_SHAPE),
    _read(20, "greater-honors-and-knitted-tiles", 24, Names("Greater Honors and Knitted Tiles",
                                                            "Grand serpent", "七星不靠"),
          Names("One of each wind and dragon and seven of nine knitted tiles.",
                "Un exemplaire de chaque vent et dragon et sept des neuf tuiles cousues."),
          shapes.greater_honours_and_knitted,
          wmo("lesser-honors-and-knitted-tiles all-types concealed-hand"), made=WHOLE,
          needs=OTHER_SHAPE),
    _read(21, "all-even-pungs", 24, Names("All Even Pungs", "Tout paire", "全双刻"),
          Names("Pungs and pair of 2, 4, 6, 8 only.", "Pungs et paire de 2, 4, 6, 8 uniquement."), sets.all_even_pungs,
          ffmj("all-pungs") + implied("all-simples no-honors"), needs=UNIFORM),
    _hand(22, "full-flush", 24, Names("Full Flush", "Main pure", "清一色"),
          Names("One suit, no honours.", "Une seule famille, sans honneurs."), tiles.full_flush,
          wmo("half-flush one-voided-suit") + implied("no-honors"), needs=ONE_SUIT | NO_HONORS),
    _join(23, "pure-triple-chow", 24, Names("Pure Triple Chow", "Triple chows purs", "一色三同顺"),
          Names("Three identical chows.", "Trois chows identiques."), 3, chows.same,
          own(WMO, "pure-shifted-pungs") + own(INCLUSION, "pure-double-chow")),
    _join(24, "pure-shifted-pungs", 24, Names("Pure Shifted Pungs", "Trois pungs purs consécutifs", "一色三节高"),
          Names("Three consecutive pungs of one suit.",
                "Trois pungs consécutifs d'une même famille."), 3, pungs.pure_shifted,
          own(WMO, "pure-triple-chow")),
    _hand(25, "upper-tiles", 24, Names("Upper Tiles", "Les trois derniers", "全大"),
          Names("Only 7s, 8s and 9s.",
                "Uniquement des 7, des 8 et des 9."), tiles.upper_tiles, implied("upper-four no-honors"),
          needs=NO_HONORS),
    _hand(26, "middle-tiles", 24, Names("Middle Tiles", "Les trois milieux", "全中"),
          Names("Only 4s, 5s and 6s.",
                "Uniquement des 4, des 5 et des 6."), tiles.middle_tiles, implied("all-simples no-honors"),
          needs=NO_HONORS),
    _hand(27, "lower-tiles", 24, Names("Lower Tiles", "Les trois premiers", "全小"),
          Names("Only 1s, 2s and 3s.",
                "Uniquement des 1, des 2 et des 3."), tiles.lower_tiles, implied("lower-four no-honors"),
          needs=NO_HONORS),
    _join(28, "pure-straight", 16, Names("Pure Straight", "Grande suite pure", "清龙"),
          Names("123, 456 and 789 of one suit.", "123, 456 et 789 d'une même famille."), 3, chows.pure_straight,
          own(INCLUSION, "short-straight two-terminal-chows")),
    _join(29, "three-suited-terminal-chows", 16,
          Names("Three-Suited Terminal Chows", "Deux dragons dans trois familles", "三色双龙会"),
          Names("123 and 789 in two suits and a pair of 5 in the third.",
                "123 et 789 dans deux familles et une paire de 5 dans la troisième."),
          4, chows.three_suited_terminal, wmo("all-chows no-honors")
          + own(INCLUSION, "mixed-double-chow two-terminal-chows")),
    _join(30, "pure-shifted-chows", 16, Names("Pure Shifted Chows", "Trois chows purs superposés", "一色三步高"),
          Names("Three chows of one suit, each one higher than the last, or each two higher.",
                "Trois chows d'une famille, décalés chacun d'un numéro, ou chacun de deux."),
          3, chows.pure_shifted, own(FFMJ, "short-straight two-terminal-chows")),
    _read(31, "all-fives", 16, Names("All Fives", "Cinq partout", "全带五"),
          Names("Every set and the pair holds a 5.", "Chaque élément et la paire comportent un 5."), sets.all_fives,
          implied("all-simples no-honors"), needs=UNIFORM),
    _join(32, "triple-pung", 16, Names("Triple Pung", "Triple pungs", "三同刻"),
          Names("Pungs of one number in the three suits.",
                "Pungs du même numéro dans les trois familles."), 3, pungs.same_number,
          own(INCLUSION, "double-pung")),
    _read(33, "three-concealed-pungs", 16, Names("Three Concealed Pungs", "Trois pungs cachés", "三暗刻"),
          Names("Three pungs or kongs made without a claimed tile.",
                "Trois pungs ou kongs complétés sans réclamer de tuile."),
          sets.three_hidden, implied("two-concealed-pungs"), needs=HIDDEN),
    _read(34, "lesser-honors-and-knitted-tiles", 12,
          Names("Lesser Honors and Knitted Tiles", "Petit serpent", "全不靠"),
          Names("Fourteen different tiles: honours and knitted tiles.",
                "Quatorze tuiles différentes : honneurs et tuiles cousues."),
          shapes.lesser_honours_and_knitted, wmo("all-types concealed-hand"), made=WHOLE, needs=OTHER_SHAPE),
    _read(35, "knitted-straight", 12, Names("Knitted Straight", "Suite serpent", "组合龙"),
          Names("147, 258 and 369, each in a suit of its own.", "147, 258 et 369, chacun dans une famille différente."),
          shapes.knitted_straight, made=WHOLE, needs=OTHER_SHAPE),
    _hand(36, "upper-four", 12, Names("Upper Four", "Les quatre derniers", "大于五"),
          Names("Only 6s to 9s.", "Uniquement des 6 à 9."), tiles.upper_four, implied("no-honors"), needs=NO_HONORS),
    _hand(37, "lower-four", 12, Names("Lower Four", "Les quatre premiers", "小于五"),
          Names("Only 1s to 4s.", "Uniquement des 1 à 4."), tiles.lower_four, implied("no-honors"), needs=NO_HONORS),
    _read(38, "big-three-winds", 12, Names("Big Three Winds", "Trois grands vents", "三风刻"),
          Names("Pungs or kongs of three winds.",
                "Pungs ou kongs de trois vents."), sets.big_three_winds, own(WMO, OUTER), needs=WINDS),
    _join(39, "mixed-straight", 8, Names("Mixed Straight", "Grande suite", "花龙"),
          Names("123, 456 and 789, each in a suit of its own.",
                "123, 456 et 789, chacun dans une famille différente."), 3,
          chows.mixed_straight),
    _hand(40, "reversible-tiles", 8, Names("Reversible Tiles", "Symétrie", "推不倒"),
          Names("Only tiles that look the same upside down.",
                "Uniquement des tuiles identiques à l'envers."), tiles.reversible,
          wmo("one-voided-suit")),
    _join(41, "mixed-triple-chow", 8, Names("Mixed Triple Chow", "Triple chows", "三色三同顺"),
          Names("The same chow in the three suits.", "Le même chow dans les trois familles."), 3, chows.mixed_triple,
          own(INCLUSION, "mixed-double-chow")),
    _join(42, "mixed-shifted-pungs", 8, Names("Mixed Shifted Pungs", "Trois pungs consécutifs", "三色三节高"),
          Names("Three consecutive pungs, one in each suit.",
                "Trois pungs consécutifs, un par famille."), 3, pungs.mixed_shifted),
    _hand(43, "chicken-hand", 8, Names("Chicken Hand", "Main sans valeur", "无番和"),
          Names("Nothing else counts, flowers apart.", "Rien d'autre ne compte, à part les fleurs."), winning.nothing),
    _hand(44, "last-tile-draw", 8, Names("Last Tile Draw", "Dernière tuile tirée", "妙手回春"),
          Names("Won by drawing the last tile of the wall.", "Finir en piochant la dernière tuile du mur."),
          winning.last_tile_draw, wmo("self-drawn"), needs=FLAGGED),
    _hand(45, "last-tile-claim", 8, Names("Last Tile Claim", "Dernière tuile jetée", "海底捞月"),
          Names("Won on the discard that follows the last draw.",
                "Finir avec la tuile écartée après la dernière pioche."),
          winning.last_tile_claim, needs=FLAGGED),
    _hand(46, "out-with-replacement-tile", 8, Names("Out with Replacement Tile", "Finir sur kong", "杠上开花"),
          Names("Won on the replacement tile of a kong.", "Finir avec la tuile de remplacement d'un kong."),
          winning.replacement, ffmj("self-drawn"), needs=FLAGGED),
    _hand(47, "robbing-the-kong", 8, Names("Robbing the Kong", "Kong volé", "抢杠和"),
          Names("Won on the tile that turns another player's pung into a kong.",
                "Finir avec la tuile qu'un joueur ajoute à son pung pour en faire un kong."),
          winning.robbed_kong, wmo("last-tile"), needs=FLAGGED),
    _hand(48, "two-concealed-kongs", 8, Names("Two Concealed Kongs", "Deux kongs cachés", "双暗杠"),
          Names("Two concealed kongs.", "Deux kongs cachés."), kongs.two_concealed,
          implied("two-concealed-pungs concealed-kong"), made=SETS, needs=KONGS),
    _read(49, "all-pungs", 6, Names("All Pungs", "Tout pung", "碰碰和"),
          Names("Four pungs or kongs.", "Quatre pungs ou kongs."), sets.all_pungs, needs=UNIFORM),
    _hand(50, "half-flush", 6, Names("Half Flush", "Semi pure", "混一色"),
          Names("One suit and honours.",
                "Une seule famille et des honneurs."), tiles.half_flush, implied("one-voided-suit"),
          needs=ONE_SUIT | HONORS),
    _join(51, "mixed-shifted-chows", 6, Names("Mixed Shifted Chows", "Trois chows superposés", "三色三步高"),
          Names("Three chows, one in each suit, each one higher than the last.",
                "Trois chows, un par famille, décalés chacun d'un numéro."),
          3, chows.mixed_shifted),
    _hand(52, "all-types", 6, Names("All Types", "Tout type", "五门齐"),
          Names("All three suits, winds and dragons.",
                "Les trois familles, des vents et des dragons."), tiles.all_types, needs=HONORS),
    _hand(53, "melded-hand", 6, Names("Melded Hand", "Tout exposé", "全求人"),
          Names("Four claimed sets, the pair completed by a discard.",
                "Quatre éléments réclamés, la paire complétée par une tuile écartée."),
          winning.melded_hand, wmo("single-wait")),
    _read(54, "two-dragon-pungs", 6, Names("Two Dragon Pungs", "Deux dragons", "双箭刻"),
          Names("Pungs or kongs of two dragons.",
                "Pungs ou kongs de deux dragons."), sets.two_dragons, implied("dragon-pung"), needs=DRAGONS),
    _hand(None, "mixed-kongs", 6, Names("Concealed and Melded Kong", "Kong caché et kong exposé", "明暗杠"),
          Names("One concealed and one exposed kong.", "Un kong caché et un kong exposé."), kongs.mixed,
          ffmj("two-melded-kongs concealed-kong melded-kong"), made=SETS, needs=KONGS),
    _read(55, "outside-hand", 4, Names("Outside Hand", "Extrémités ou honneurs partout", "全带幺"),
          Names("Every set and the pair holds a 1, a 9 or an honour.",
                "Chaque élément et la paire comportent un 1, un 9 ou un honneur."),
          sets.outside_hand, needs=UNIFORM),
    _hand(56, "fully-concealed-hand", 4, Names("Fully Concealed Hand", "Tout caché tiré", "不求人"),
          Names("No claimed set, won by self-draw.",
                "Aucun élément réclamé, fini sur une pioche."), winning.fully_concealed,
          ffmj("concealed-hand") + implied("self-drawn"), needs=CONCEALED),
    _hand(57, "two-melded-kongs", 4, Names("Two Melded Kongs", "Deux kongs exposés", "双明杠"),
          Names("Two exposed kongs.", "Deux kongs exposés."), kongs.two_melded, implied("melded-kong"), made=SETS,
          needs=KONGS),
    _hand(58, "last-tile", 4, Names("Last Tile", "Dernière tuile existante", "和绝张"),
          Names("Won on the last tile of its kind, the others discarded or exposed.",
                "Finir avec la dernière tuile de sa sorte, les autres étant écartées ou exposées."), winning.last_tile),
    _read(59, "dragon-pung", 2, Names("Dragon Pung", "Pung de dragons", "箭刻"),
          Names("Each pung or kong of dragons.", "Chaque pung ou kong de dragons."), sets.dragon_pungs, each=True,
          needs=DRAGONS),
    _read(60, "prevalent-wind", 2, Names("Prevalent Wind", "Vent dominant", "圈风刻"),
          Names("Pung or kong of the round's wind.",
                "Pung ou kong du vent dominant."), sets.prevalent_wind, own(WMO, OUTER), needs=WINDS),
    _read(61, "seat-wind", 2, Names("Seat Wind", "Vent du joueur", "门风刻"),
          Names("Pung or kong of the player's own wind.",
                "Pung ou kong du vent du joueur."), sets.seat_wind, own(WMO, OUTER), needs=WINDS),
    _hand(62, "concealed-hand", 2, Names("Concealed Hand", "Tout caché donné", "门前清"),
          Names("No claimed set, won on a discard.",
                "Aucun élément réclamé, fini sur une tuile écartée."), winning.concealed, needs=CONCEALED),
    _read(63, "all-chows", 2, Names("All Chows", "Tout chow", "平和"),
          Names("Only chows, and no honours.",
                "Uniquement des chows, sans honneurs."), sets.all_chows, implied("no-honors"), needs=UNIFORM),
    _hand(64, "tile-hog", 2, Names("Tile Hog", "Quatre identiques", "四归一"),
          Names("All four of a suited tile without a kong.",
                "Les quatre exemplaires d'une tuile de famille, sans kong."),
          tiles.tile_hog, made=TILES, each=True, needs=FOURS),
    _join(65, "double-pung", 2, Names("Double Pung", "Double pungs", "双同刻"),
          Names("Pungs of one number in two suits.",
                "Deux pungs du même numéro dans deux familles."), 2, pungs.same_number),
    _read(66, "two-concealed-pungs", 2, Names("Two Concealed Pungs", "Deux pungs cachés", "双暗刻"),
          Names("Two pungs or kongs made without a claimed tile.",
                "Deux pungs ou kongs complétés sans réclamer de tuile."),
          sets.two_hidden, needs=HIDDEN),
    _hand(67, "concealed-kong", 2, Names("Concealed Kong", "Kong caché", "暗杠"),
          Names("A concealed kong.", "Un kong caché."), kongs.concealed, made=SETS, each=True, needs=KONGS),
    _hand(68, "all-simples", 2, Names("All Simples", "Tout ordinaire", "断幺"),
          Names("No 1, no 9, no honour.", "Ni 1, ni 9, ni honneur."), tiles.all_simples, implied("no-honors"),
          needs=NO_HONORS),
    _join(69, "pure-double-chow", 1, Names("Pure Double Chow", "Double chows purs", "一般高"),
          Names("Two identical chows.", "Deux chows identiques."), 2, chows.same),
    _join(70, "mixed-double-chow", 1, Names("Mixed Double Chow", "Double chows", "喜相逢"),
          Names("The same chow in two suits.", "Le même chow dans deux familles."), 2, chows.mixed_double),
    _join(71, "short-straight", 1, Names("Short Straight", "Petite suite pure", "连六"),
          Names("Two consecutive chows of one suit, such as 234 567.",
                "Deux chows consécutifs d'une famille, comme 234 567."), 2,
          chows.short_straight),
    _join(72, "two-terminal-chows", 1, Names("Two Terminal Chows", "Deux chows purs d'extrémités", "老少副"),
          Names("123 and 789 of one suit.", "123 et 789 d'une même famille."), 2, chows.two_terminal),
    _read(73, OUTER, 1, Names("Pung of Terminals or Honors", "Pung de vents ou d'extrémités", "幺九刻"),
          Names("Each pung or kong of 1, 9 or winds.",
                "Chaque pung ou kong de 1, de 9 ou de vents."), sets.outer_pungs, each=True, needs=OUTER_PUNGS),
    _hand(74, "melded-kong", 1, Names("Melded Kong", "Kong exposé", "明杠"),
          Names("An exposed kong.", "Un kong exposé."), kongs.melded, made=SETS, each=True, needs=KONGS),
    _hand(75, "one-voided-suit", 1, Names("One Voided Suit", "Une famille absente", "缺一门"),
          Names("Exactly two of the three suits.", "Exactement deux des trois familles."), tiles.one_voided_suit),
    _hand(76, "no-honors", 1, Names("No Honors", "Pas d'honneur", "无字"),
          Names("No winds and no dragons.", "Ni vents ni dragons."), tiles.no_honors, needs=NO_HONORS),
    _read(77, "edge-wait", 1, Names("Edge Wait", "Finir d'un côté", "边张"),
          Names("Waiting only for the 3 of 12 or the 7 of 89.",
                "Attendre uniquement le 3 de 12 ou le 7 de 89."), winning.edge_wait, needs=WAIT),
    _read(78, "closed-wait", 1, Names("Closed Wait", "Finir au milieu", "坎张"),
          Names("Waiting only for the middle of a chow.",
                "Attendre uniquement le milieu d'un chow."), winning.closed_wait, needs=WAIT),
    _read(79, "single-wait", 1, Names("Single Wait", "Finir sur la paire", "单钓将"),
          Names("Waiting only for the twin of the pair.",
                "Attendre uniquement la seconde tuile de la paire."), winning.single_wait, needs=WAIT),
    _hand(80, "self-drawn", 1, Names("Self-Drawn", "Tirer soi-même", "自摸"),
          Names("Won on a drawn tile.", "Finir avec une tuile piochée."), winning.self_drawn),
    _hand(81, "flower-tiles", 1, Names("Flower Tiles", "Fleur ou saison", "花牌"),
          Names("Each flower or season, outside the minimum.",
                "Chaque fleur ou saison, hors du minimum."), winning.flowers,
          made=NUMBER),
)  # fmt: skip
