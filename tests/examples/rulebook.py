"""Worked examples of the rule documents and contested points, each named after its place.

Where a document leaves tiles open (concealment, wait, winds), the hand here fixes them and the list
counts them too. "FFMJ" is the rule text of the French federation after WMO 2006; "Cn" and "Mn" are
the numbered decisions of docs/rules.md. Equal totals follow docs/rules.md, "Equal totals".
"""

from typing import NamedTuple

from tests.examples.gold import Count


class Example(NamedTuple):
    """A hand with its full list in both profiles."""

    place: str
    hand: str
    mcr: Count
    guobiao: Count | None = None


PRINCIPLES = (
    Example("FFMJ, non-separation: one reading only, here the pungs",
            "111222333s456pEE|SS0000",
            Count(45, "pure-shifted-pungs three-concealed-pungs concealed-hand pung-of-terminals-or-honors "
                      "one-voided-suit single-wait")),
    Example("FFMJ, non-separation: claimed chows stay chows",
            "[123s,1][123s,1][123s,1]456pEE|SS0000",
            Count(26, "pure-triple-chow one-voided-suit single-wait")),
    Example("FFMJ, non-identical: three consecutive pungs once",
            "[333s,1][444p,2][555m,3]666sEE|SS0000",
            Count(15, "mixed-shifted-pungs all-pungs single-wait")),
    Example("FFMJ, account once, example 1",
            "[123m,1][456s,1][789p,1]45p77s6p|SS0000",
            Count(11, "mixed-straight all-chows mixed-double-chow")),
    Example("FFMJ, account once, example 2",
            "[234s,1][567s,1][234p,1]56p99p7p|SS0000",
            Count(6, "all-chows mixed-double-chow*2 short-straight one-voided-suit")),
    Example("FFMJ, account once, example 3: kongs and concealed pungs are outside the graph",
            "[2222s,1][5555p][4444s]777sSS|EE0000",
            Count(64, "three-kongs three-concealed-pungs two-concealed-kongs all-pungs one-voided-suit single-wait"),
            Count(56, "three-kongs three-concealed-pungs all-pungs one-voided-suit single-wait")),
    Example("FFMJ, inclusion, example 2: Big Four Winds with a pair of dragons is All Honors",
            "[EEE,1][SSS,2][WWW,3]NNNCC|EE0000",
            Count(153, "big-four-winds all-honors single-wait")),
    Example("FFMJ, inclusion, example 3: Big Three Dragons with Half Flush",
            "[CCC,1][FFF,2][PPP,3]34mEE5m|NN0000",
            Count(94, "big-three-dragons half-flush")),
    Example("FFMJ, inclusion, example 3: Big Three Dragons with All Honors",
            "[CCC,1][FFF,2][PPP,3]EEESS|NN0000",
            Count(153, "big-three-dragons all-honors single-wait")),
)  # fmt: skip

FANS = (
    Example("FFMJ 16, second example", "[123m,1][234m,1][345m,1]456mEE|SS0000",
            Count(39, "four-pure-shifted-chows half-flush single-wait")),
    Example("FFMJ 30, first example", "[123m,1][345m,1]567m789pEE|SS0000",
            Count(18, "pure-shifted-chows one-voided-suit single-wait")),
    Example("FFMJ 51", "[123s,1][234p,1]345m789mEE|SS0000",
            Count(7, "mixed-shifted-chows single-wait")),
    Example("FFMJ 42", "[222s,1][333p,2]444m678mEE|SS0000",
            Count(9, "mixed-shifted-pungs single-wait")),
    Example("FFMJ 15", "[111m,1][222m,2][333m,3]444mCC",
            Count(56, "four-pure-shifted-pungs half-flush pung-of-terminals-or-honors single-wait")),
    Example("FFMJ 20: 1-4-7 2-5-8 and 3, all honours", "147s258p3mESWNCFP",
            Count(24, "greater-honors-and-knitted-tiles")),
    Example("C16: FFMJ 34 with all nine knitted tiles", "147s258p369mESWNC",
            Count(24, "lesser-honors-and-knitted-tiles knitted-straight")),
    Example("FFMJ 46: kong, then flower, then win", "[5555m,1]678p234s78sEE9s|SS1000|1",
            Count(3, "melded-kong self-drawn flower-tiles")),
    Example("FFMJ 3: Full Flush is added", "[222s,1][333s,1][444s,2]66s88s6s",
            Count(144, "all-green full-flush pure-shifted-pungs all-pungs all-simples")),
    Example("FFMJ 52: may go with Seven Pairs", "11m22p33sEESSCCFF",
            Count(30, "seven-pairs all-types")),
    Example("FFMJ 35: may go with All Chows", "[678p,1]147m258p369s3m3m",
            Count(15, "knitted-straight all-chows single-wait")),
    Example("FFMJ 62: Thirteen Orphans self-drawn", "19m19p19sESWNCFP1m|EE1000",
            Count(92, "thirteen-orphans fully-concealed-hand"),
            Count(89, "thirteen-orphans self-drawn")),
    Example("FFMJ 62: Seven Pairs self-drawn", "1133m5577p22sEE5s5s|EE1000",
            Count(28, "seven-pairs fully-concealed-hand"),
            Count(25, "seven-pairs self-drawn")),
    Example("WMO 2006, 26: Tile Hog three times", "[444m,1][555m,2][666m,3]456m55p",
            Count(56, "pure-shifted-pungs middle-tiles tile-hog*3 one-voided-suit single-wait")),
    Example("WMO 2006, 40: Pure Double Chow twice", "[123p,1][123p,1]456456sPP",
            Count(11, "reversible-tiles pure-double-chow*2 single-wait")),
    Example("WMO 2006, 48: three pungs of terminals or honours", "[EEEE][1111m][999p,1]34s66s5s|SS0000",
            Count(11, "two-concealed-kongs pung-of-terminals-or-honors*3"),
            Count(9, "two-concealed-kongs pung-of-terminals-or-honors*3")),
    Example("WMO 2006, 66: a concealed pung and a concealed kong", "[5555m]222p[678s,1]34pEE5p|SS0000",
            Count(4, "two-concealed-pungs concealed-kong")),
)  # fmt: skip

KONGS = (
    Example("FFMJ, three kongs, one concealed", "[2222s,1][5555p,2][8888m]34mEE5m|SS0000",
            Count(34, "three-kongs concealed-kong"),
            Count(32, "three-kongs")),
    Example("FFMJ, three kongs, three concealed", "[6666m][2222p][8888s]34mEE5m|SS0000",
            Count(50, "three-kongs three-concealed-pungs concealed-hand")),
    Example("FFMJ, four kongs, four concealed", "[6666m][2222p][8888s][EEEE]5s5s|SS0000",
            Count(153, "four-kongs four-concealed-pungs pung-of-terminals-or-honors")),
    Example("FFMJ, four kongs, two concealed", "[6666m][2222p][8888s,1][EEEE,2]5s5s|SS0000",
            Count(97, "four-kongs two-concealed-kongs pung-of-terminals-or-honors"),
            Count(91, "four-kongs two-concealed-pungs pung-of-terminals-or-honors")),
    Example("C2: three kongs, two concealed, no third concealed pung", "[6666m][2222p][8888s,7]34mEE5m|SS0000",
            Count(40, "three-kongs two-concealed-kongs"),
            Count(34, "three-kongs two-concealed-pungs")),
)  # fmt: skip

CONTESTED = (
    Example("C7: All Green by seven pairs", "22223344s6688sFF",
            Count(118, "all-green seven-pairs half-flush"),
            Count(114, "all-green seven-pairs tile-hog")),
    Example("C7, C19: All Terminals by seven pairs", "11119999m11p99p99s",
            Count(88, "all-terminals seven-pairs"),
            Count(92, "all-terminals seven-pairs tile-hog*2")),
    Example("C8: four equal honours in seven pairs", "1133m5577pEEEE5s5s",
            Count(24, "seven-pairs"),
            Count(26, "seven-pairs tile-hog")),
    Example("C9: a second wait on a tile of which all four are in the hand", "[111m,1][678p,1][345s,1]1234m4m",
            Count(4, "tile-hog pung-of-terminals-or-honors no-honors")),
    Example("C10: Knitted Straight, the chow completed last", "147m258p369s46sEE5s|SS0000",
            Count(15, "knitted-straight concealed-hand closed-wait")),
    Example("C10: Knitted Straight, the knitted part completed last", "147m258p34566sEE9s|SS0000",
            Count(14, "knitted-straight concealed-hand")),
    Example("C11: last wall tile completes Seven Pairs", "1133m5577p22sEE5s5s|EE1010",
            Count(36, "seven-pairs last-tile-draw fully-concealed-hand"),
            Count(32, "seven-pairs last-tile-draw")),
    Example("C12: replacement for a kong is the last wall tile", "[5555m,1]678p234s78sEE9s|SS1011",
            Count(17, "last-tile-draw out-with-replacement-tile melded-kong")),
    Example("C14: a robbed tile is no last tile of its kind", "[123m,1]678m345p78sEE9s|SS0101",
            Count(8, "robbing-the-kong")),
    Example("C17: Knitted Straight with All Types", "[CCC,1]147m258p369sEE|SS0000",
            Count(21, "knitted-straight all-types dragon-pung single-wait")),
    Example("C17: Knitted Straight with Tile Hog", "[555p,2]147m258p369sEE|SS0000",
            Count(15, "knitted-straight tile-hog single-wait")),
    Example("C20: Big Three Winds with both winds", "[EEE,1][SSS,2][WWW,3]45m88p6m|ES0000",
            Count(17, "big-three-winds prevalent-wind seat-wind one-voided-suit")),
    Example("FFMJ 60, 61: one pung is both winds", "[EEE,1]678m345p78s22m9s|EE0000",
            Count(4, "prevalent-wind seat-wind")),
    Example("C24, M6: Pure Shifted Chows and the fourth chow", "[123m,1][234m,1]345m678mEE|SS0000",
            Count(24, "pure-shifted-chows half-flush short-straight single-wait")),
    Example("C25: the three others lie in an own claimed pung", "[999s,1]678m345p78sEE9s|SS0000",
            Count(7, "last-tile tile-hog pung-of-terminals-or-honors")),
    Example("read differently in each profile", "55m445566s44566p5p|WS1000|8",
            Count(60, "seven-pairs middle-tiles fully-concealed-hand flower-tiles*8"),
            Count(58, "middle-tiles all-fives fully-concealed-hand all-chows pure-double-chow*2 mixed-double-chow "
                      "closed-wait flower-tiles*8")),
    Example("a pung completed by the winning discard is not concealed", "222m555p88s678mEE8s|SS0000",
            Count(4, "two-concealed-pungs concealed-hand")),
    Example("four pungs of one suit, three of them consecutive", "[222p,1][333p,1][444p,2]666pCC",
            Count(37, "pure-shifted-pungs all-pungs half-flush single-wait")),
    Example("the tiles of Nine Gates, another wait", "1122345678999m1m|EE1000",
            Count(33, "full-flush fully-concealed-hand two-concealed-pungs pung-of-terminals-or-honors*2 "
                      "short-straight")),
)  # fmt: skip

EXAMPLES = PRINCIPLES + FANS + KONGS + CONTESTED

REFUSED = (
    ("more than four of a tile, claimed sets included", "[111m,1]11m345p678sE9s9s"),
    ("too many tiles", "[123m,1]678m345p78sEEE9s"),
    ("too few tiles", "[123m,1]678m345p78sE9s"),
    ("a chow of honours", "[ESW,1]678m345p78sEE9s"),
    ("a chow of 8-9-10", "[890m,1]678m345p78sEE9s"),
    ("a chow that does not ascend", "[132m,1]678m345p78sEE9s"),
    ("a wind with a number", "[123m,1]678m345p78s99E9s"),
    ("an unknown letter", "[123m,1]678m345x78sEE9s"),
    ("more than 8 flowers", "[123m,1]678m345p78sEE9s|EE0000|9"),
    ("300 flowers", "[123m,1]678m345p78sEE9s|EE0000|300"),
    ("a flower twice", "[123m,1]678m345p78sEE9s|EE0000|aa"),
    ("replacement without a kong", "[123m,1]678m345p78sEE9s|EE1001"),
    ("a robbed tile of which another copy is claimed", "[999s,1]678m345p78sEE9s|EE0001"),
    ("a robbed tile of which another copy is concealed", "[123m,1]999s678m78sEE9s|EE0001"),
    ("a robbed kong with the last wall tile", "[123m,1]678m345p78sEE9s|EE0011"),
    ("last of its kind with a copy concealed", "[123m,1]678m345p99sEE9s|EE0100"),
)
