"""The options of French classical, each with its default and the source of the default."""

from dataclasses import dataclass
from functools import cache

from tournament.language import Text, mark, verbatim
from tournament.rules.named_hands import read_hands
from tournament.rules.own_hands import own_hands_option
from tournament.rules.question import Option, QuestionKind, RuleQuestion
from tournament.rules.table_points import OPEN_TABLE_POINTS, TablePointsKind
from tournament.rulesets.french_classical.grands_jeux import GRANDS_JEUX, GrandJeu

LIMIT = 1000
"""The limit on which the values of the Grands Jeux in the document are based (Poilbarbe, Annexe 1)."""
MOST_LIMIT = 1_000_000
MOST_VALUE = 100_000
MOST_FACTOR = 10
ROUND_WIND_HANDS = 16
"""The number of hands of a game in which rounds have a wind (Poilbarbe, 5.8)."""


@dataclass(frozen=True, slots=True)
class FrenchOptions:
    """The choices of an event; the defaults are those of :data:`OPTIONS`."""

    advanced: bool = False
    """Whether the settlement is the advanced one. The rule set decides that, so no option asks for it."""
    limit: int | None = LIMIT
    """The limit of the value of a hand; None for no limit."""
    grand_jeu_factor: int = 0
    grands_jeux: bool = True
    pure_with_honours: bool = True
    wall_points_on_hill: bool = False
    plum_blossom_on_hill: bool = True
    bonus_tiles: bool = True
    winner_pays_dearer: bool = True
    limit_before_east: bool = True
    pay_draws: bool = False
    east_stays_after_draw: bool = False
    round_wind: bool = False
    hands: int = 0
    table_points: str = TablePointsKind.PLACES.value
    place_points: str = "4-2-1-0"
    false_mah_jong_fine: int = 500
    value_main_de_paires: int = 500
    value_7_lanternes_du_palais: int = 500
    value_chow_venteux: int = 500
    value_chow_royal: int = 600
    value_main_chinoise: int = 700
    value_joueur_maladroit: int = 700
    value_main_pleine_de_9_pieces: int = 700
    value_pung_venteux: int = 800
    value_petit_serpent: int = 1000
    value_paires_venteuses: int = 1000
    value_jardin_de_gretos: int = 1100
    value_grands_freres: int = 1200
    value_main_d_opaline: int = 1300
    value_main_de_jade: int = 1300
    value_main_de_corail: int = 1300
    value_paires_de_shozum: int = 1300
    value_main_de_diamant: int = 1400
    value_main_d_emeraude: int = 1400
    value_main_de_rubis: int = 1400
    value_serpentin_des_4_vents: int = 1400
    value_triangle_venteux: int = 1400
    value_serpentin_royal: int = 1500
    value_treize_lanternes_merveilleuses: int = 1600
    value_7_muses_du_poete_chinois: int = 1700
    value_pung_royal: int = 1800
    value_quatre_bonheurs_domestiques: int = 2000
    value_3_grands_apotres: int = 2000
    value_3_fils_adoptifs_du_dragon: int = 2200
    value_triangle_eternel: int = 2500
    value_ennemis: int = 2500
    value_tempete: int = 3000
    value_grande_main_verte: int = 3500
    value_souffle_du_dragon: int = 4000
    value_mah_jong_imperial: int = 5000
    own_hands: str = ""

    @property
    def stacks(self) -> int:
        """The number of stacks of two tiles in each wall (2.2)."""
        return 18 if self.bonus_tiles else 17

    def value_of(self, jeu: GrandJeu) -> int:
        """Return the value of a Grand Jeu in this event; 0 if it is not played."""
        return self._worth(getattr(self, value_name(jeu)))

    @property
    def own_worth(self) -> dict[str, int]:
        """The value of each Grand Jeu that the event adds, by name, without those that are not played."""
        return {hand.name: worth for hand in read_hands(self.own_hands) if (worth := self._worth(hand.value or 0))}

    def _worth(self, listed: int) -> int:
        if not self.grands_jeux:
            return 0
        if self.limit is None:
            return listed * self.grand_jeu_factor
        return self.in_proportion(listed)

    def in_proportion(self, value: int) -> int:
        """Return ``value``, given in the document for its limit, in proportion to the limit of this event.

        See docs/rules.md, French classical.
        """
        return value if self.limit is None else value * self.limit // LIMIT


@cache
def value_name(jeu: GrandJeu) -> str:
    """Return the name of the option with the value of a Grand Jeu."""
    return "value_" + jeu.item.slug.replace("-", "_")


_POILBARBE = "Poilbarbe"


def _source(place: str) -> Text:
    return verbatim(f"{_POILBARBE}, {place}")


def _proposed(place: str) -> Text:
    return mark("{document} leaves it open; this is our proposal", document=f"{_POILBARBE}, {place},")


def _tick(name: str, text: Text, *, default: bool, source: Text) -> Option:
    return Option(RuleQuestion(name, text, default=default), source)


def _number(
    name: str, text: Text, default: int, least: int, most: int, source: Text, label: Text | None = None
) -> Option:
    return Option(RuleQuestion(name, text, QuestionKind.NUMBER, default, least=least, most=most, label=label), source)


_BOTH_BEFORE = (
    Option(
        RuleQuestion("limit", mark("Limit of a hand (none: no limit and no Grand Jeu)"), QuestionKind.NUMBER, LIMIT,
                     least=1, most=MOST_LIMIT, optional=True), _source("4.1")),
    _tick("pure_with_honours", mark("A pure hand may contain honours"), default=True, source=_source("4.2.3")),
    _tick("wall_points_on_hill", mark("A tile from the hill counts as drawn from the wall"), default=False,
          source=_source("2.5, 2.6, Annexe 2")),
    _tick("plum_blossom_on_hill", mark("Plum blossom counts on a tile from the hill too"), default=True,
          source=_source("5.3, Annexe 2")),
    _tick("bonus_tiles", mark("Flowers and seasons are played"), default=True, source=_source("1.2")),
)  # fmt: skip
_ONLY_SIMPLE = (
    _tick("limit_before_east", mark("The limit applies before East's hand is doubled"), default=True,
          source=_proposed("4.1, 4.2.1")),
)  # fmt: skip
_ONLY_ADVANCED = (
    _tick("winner_pays_dearer", mark("The winner pays a player with a dearer hand"), default=True,
          source=_source("4.3.1")),
)  # fmt: skip
_BOTH_AFTER = (
    _tick("pay_draws", mark("Hands are also paid after a drawn hand"), default=False, source=_source("2.7")),
    _tick("east_stays_after_draw", mark("East stays East after a drawn hand"), default=False, source=_source("2.8")),
    _tick("round_wind", mark("Rounds have a wind, and the game has 16 hands"), default=False, source=_source("5.8")),
    _number("hands", mark("Hands in a game (0: any number)"), 0, 0, 64, _proposed("2")),
    *OPEN_TABLE_POINTS,
    _number("false_mah_jong_fine", mark("False Mah-Jong: to each opponent"), 500, 0, MOST_VALUE, _proposed("6")),
    _tick("grands_jeux", mark("Grands Jeux are played"), default=True, source=_source("3.2.2")),
    _number("grand_jeu_factor", mark("Factor of the Grands Jeux without a limit (0: none)"), 0, 0, MOST_FACTOR,
            _source("4.1")),
    *(
        _number(value_name(jeu), mark("{name}: points (0: not played)", name=jeu.item.name.fr), jeu.item.value, 0,
                MOST_VALUE, _source("3.2.2, Annexe 1"), Text("{name}", (("name", jeu.item.name),)))
        for jeu in GRANDS_JEUX
    ),
    own_hands_option([(value_name(jeu), jeu.item.name) for jeu in GRANDS_JEUX], MOST_VALUE, _source("3.2.2")),
)  # fmt: skip

SIMPLE_OPTIONS = (*_BOTH_BEFORE, *_ONLY_SIMPLE, *_BOTH_AFTER)
ADVANCED_OPTIONS = (*_BOTH_BEFORE, *_ONLY_ADVANCED, *_BOTH_AFTER)
OPTIONS = (*_BOTH_BEFORE, *_ONLY_SIMPLE, *_ONLY_ADVANCED, *_BOTH_AFTER)
"""The options of both settlements together."""
SIMPLE, ADVANCED = FrenchOptions(), FrenchOptions(advanced=True)
