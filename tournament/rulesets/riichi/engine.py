"""The engine: the package ``mahjong``, asked for one hand.

Ours is how much a hand is paid, by which the engine chooses among readings: kiriage, counted and double yakuman and
those that do not add up, red fives of which a suit may have two, the fu of a pair of double wind, and haitei by a
replacement tile, which the engine refuses (docs/rules.md).
"""

from collections.abc import Collection, Sequence

from mahjong.constants import EAST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.hand_calculating.scores import ScoresCalculator, ScoresResult
from mahjong.meld import Meld as EngineMeld

from tournament.hand.elements import CHOW, tiles_of
from tournament.hand.meld import Meld, MeldKind
from tournament.hand.player_hand import PlayerHand
from tournament.rulesets.riichi.options import RiichiOptions
from tournament.rulesets.riichi.points import received
from tournament.rulesets.riichi.settlement import YAKUMAN_HAN, base_points
from tournament.rulesets.riichi.situation import DOUBLE, RIICHI, RiichiSituation
from tournament.rulesets.riichi.tile_legality import indicators
from tournament.tiles.tile import FIRST_WIND
from tournament.tiles.wind import Wind

NO_YAKU, NOT_WINNING = HandCalculator.ERR_NO_YAKU, HandCalculator.ERR_HAND_NOT_WINNING
_DOTS_AND_BAMBOOS = {**{9 + rank: 18 + rank for rank in range(9)}, **{18 + rank: 9 + rank for rank in range(9)}}
_DRAGONS = {31: 33, 32: 32, 33: 31}
_KINDS = tuple({**_DOTS_AND_BAMBOOS, **_DRAGONS}.get(tile, tile) for tile in range(34))
"""The engine's number of each of our tiles: it has dots before bamboos, and white, green, red."""
_MELDS = {
    MeldKind.CHOW: EngineMeld.CHI,
    MeldKind.PUNG: EngineMeld.PON,
    MeldKind.KONG: EngineMeld.KAN,
    MeldKind.CONCEALED_KONG: EngineMeld.KAN,
}


class _Config(HandConfig):
    """A situation, with what is ours of it."""

    rules: RiichiOptions
    extra: int
    """Han that the engine does not know of: red fives, and haitei by a replacement tile."""


class _Paid(ScoresCalculator):
    """What a reading is paid by our options."""

    @staticmethod
    def calculate_scores(han: int, fu: int, config: HandConfig, is_yakuman: bool = False) -> ScoresResult:
        """As the engine's, in ``total`` alone."""
        assert isinstance(config, _Config)
        yakuman = han // YAKUMAN_HAN if is_yakuman else 0
        base = base_points(han + config.extra, fu, yakuman, config.rules)
        total = received(base, dealer=config.is_dealer, self_drawn=config.is_tsumo)
        return ScoresResult(
            main=total, additional=0, main_bonus=0, additional_bonus=0, kyoutaku_bonus=0, total=total, yaku_level=""
        )


def ask(hand: PlayerHand, situation: RiichiSituation, options: RiichiOptions, sets: Sequence[int] = ()) -> HandResponse:
    """What the engine says of a complete hand without fault; with ``sets``, concealed elements, of this reading."""
    assert hand.winning is not None, "a hand that did not win is not counted"
    assert hand.prevalent is not None, "a hand without round wind is refused"
    tiles = _ids(hand.tiles)
    won = next(tile for tile in tiles if tile // 4 == _KINDS[hand.winning])
    melds = [*map(_meld, hand.melds), *map(_concealed, sets)]
    dora, ura = (_ids(indicators(text)) for text in (situation.dora, situation.ura))
    return HandCalculator.estimate_hand_value(
        tiles, won, melds, dora, _config(hand, situation, options), _Paid, ura if options.ura_dora else None
    )


def _config(hand: PlayerHand, situation: RiichiSituation, options: RiichiOptions) -> HandConfig:
    own, prevalent = EAST + hand.own, None if hand.prevalent is None else EAST + hand.prevalent
    single = own == prevalent and hand.tiles.count(FIRST_WIND + hand.own) == 2 and options.double_wind_fu == 2
    robbed, drawn, last = hand.robbed, hand.self_drawn, hand.last_of_wall
    config = _Config(
        is_tsumo=drawn,
        is_riichi=situation.riichi == RIICHI,
        is_daburu_riichi=situation.riichi == DOUBLE,
        is_ippatsu=situation.ippatsu and options.ippatsu_counts,
        is_rinshan=hand.replacement,
        is_chankan=robbed,
        is_haitei=last and drawn and not hand.replacement,
        is_houtei=last and not drawn,
        is_tenhou=situation.first and drawn and hand.own is Wind.EAST,
        is_chiihou=situation.first and drawn and hand.own is not Wind.EAST,
        is_renhou=situation.first and not drawn and options.renhou == "yakuman",
        player_wind=own,
        round_wind=None if single else prevalent,  # the pair counts once, as the own wind
        options=OptionalRules(
            has_open_tanyao=options.open_tanyao, has_double_yakuman=options.double_yakuman, renhou_as_yakuman=True
        ),
    )
    config.rules, config.extra = options, situation.red + last_replacement(hand, options)
    return config


def last_replacement(hand: PlayerHand, options: RiichiOptions) -> bool:
    """Whether haitei is added to rinshan kaihou: the replacement tile is the last tile of the wall."""
    return options.rinshan_haitei and hand.replacement and hand.last_of_wall


def _ids(tiles: Collection[int]) -> list[int]:
    """The engine's numbers of single tiles: four of each kind."""
    counts: dict[int, int] = {}
    found = []
    for tile in tiles:
        kind = _KINDS[tile]
        found.append(4 * kind + counts.get(kind, 0))
        counts[kind] = counts.get(kind, 0) + 1
    return found


def _meld(meld: Meld) -> EngineMeld:
    return EngineMeld(_MELDS[meld.kind], _ids(meld.tiles), opened=meld.claimed)


def _concealed(element: int) -> EngineMeld:
    """A set of the reading that is wanted."""
    return EngineMeld(EngineMeld.CHI if element >= CHOW else EngineMeld.PON, _ids(tiles_of(element)), opened=False)
