"""Each game speaks in the words of its rules: the vocabularies of the rule sets, and every French text in them."""

import io
import re
from collections import defaultdict
from dataclasses import dataclass

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo

import assets
from tests.tournament.language.marked_texts import ROOT, catalogue_of, first, marked_texts
from tournament.catalogue import IDS, rule_set
from tournament.event.format import EventFormat, spoken_in
from tournament.language import Language, Text, bilingual, language_of, mark, mark_count, mark_in

NAME = re.compile(r"\{(\w*)\}")
FRENCH = language_of("fr")


@dataclass(frozen=True, slots=True)
class Word:
    """A French word that a game has for one thing, and so not for another."""

    word: str
    """The pattern of the word; it is the game's own only where the English text matches ``said``."""
    said: str = "(?!)"
    """By default nowhere."""

    def is_foreign(self, shown: str, english: str) -> bool:
        """Whether ``shown`` has the word although the ``english`` text does not mean that thing."""
        there = re.search(self.word, shown, re.IGNORECASE) is not None
        return there and re.search(self.said, english, re.IGNORECASE) is None


ROUND = r"\brounds?\b|go-round|\bturn\b|\bprevalent\b"
HAND = r"\bhands?\b|\bwins?\b|self-draws?\b"
MCR = (Word(r"écarteur"), Word(r"\bquongs?\b"), Word(r"\bmanches?\b", r"\brounds?\b"))
NO_SELF_DRAW = r"^(?!.*self-draw)"
DRAWN = Word(r"\btirée?s?\b", NO_SELF_DRAW)
"""Numbers, names and sessions are drawn in every game."""
PIGE = Word(r"pioch", r"^(?!.*(self-draw|the drawn tile))")
FEMININE = (Word(r"\bnuls?\b", r"\bHu\b|nobody|\{x\}"), Word(r"^gagnés$"))
"""Hands that nobody won, and that somebody did: both *manche* and *main* are feminine."""
CLASSICAL = (Word(r"\btours?\b", ROUND), Word(r"\bmanches?\b", HAND), Word(r"\bdonneurs?\b"), DRAWN, *FEMININE)
CLAIMS = r"\b(kongs?|pungs?|chows?|quongs?|mah-jongs?|Hu)\b"
"""Words of claims and wins for which players of riichi have others, in every language."""
OF_OTHERS = r"Hong Kong|^Mah-Jong$"
"""The name of another game, and the heading of the payments of all four hands."""
HAS_NOT: dict[str, tuple[Word, ...]] = {
    "mcr": MCR,
    "guobiao": MCR,
    "french-classical-simple": (*CLASSICAL, Word(r"vent dominant", "[Dd]ominant wind")),
    "french-classical-advanced": (*CLASSICAL, Word(r"vent dominant", "[Dd]ominant wind")),
    "zung-jung": (Word(r"\btours?\b", ROUND), Word(r"\bmanches?\b"), Word(r"\bdonneurs?\b"), DRAWN, PIGE, *FEMININE),
    "quebec-classical": (*CLASSICAL, PIGE, Word(r"\bkongs?\b", "Hong Kong")),
    "hong-kong": (*CLASSICAL, Word(r"vent dominant")),
    "riichi-ema-2025": (*CLASSICAL, Word(r"vent dominant"), Word(CLAIMS, OF_OTHERS)),
    "riichi-ema-2016": (*CLASSICAL, Word(r"vent dominant"), Word(CLAIMS, OF_OTHERS)),
    "blank": MCR,
}
"""By rule set. Poilbarbe, the Québec rules and the FFMJ's memo of Hong Kong call the hand *manche* and the round
*tour*; the World Series has *main* for the hand, *écarteur*, and *tour* for a player's turn; the FFMJ's translation of
the Mahjong Competition Rules has *tour* and *donneur*. A self-draw is *tiré* there, *pioche* at Poilbarbe's and in the
memo; the Québec rules have *piger*, the World Series *auto-pige*."""

SAYS: dict[str, dict[Text, str]] = {
    "mcr": {
        mark("Hand"): "Tour",
        mark("Drawn hand"): "Tour nul",
        mark("Discarder"): "Donneur",
        mark("Self-draw"): "Tiré",
        mark("Concealed kong"): "Kong caché",
        mark("Fan"): "Combinaison",
        mark("East round"): "Vent d’Est",
    },
    "french-classical-simple": {
        mark("Hand"): "Manche",
        mark("Drawn hand"): "Manche nulle",
        mark("Discarder"): "Écarteur",
        mark("Self-draw"): "Pioche",
        mark("Concealed kong"): "Kong caché",
        mark("Prevalent wind"): "Vent du tour",
        mark("East round"): "Tour d’Est",
        mark("Round {number}", number=2): "Tour 2",
    },
    "zung-jung": {
        mark("Hand"): "Main",
        mark("Drawn hand"): "Main nulle",
        mark("Discarder"): "Écarteur",
        mark("Self-draw"): "Auto-pige",
        mark("Concealed kong"): "Kong caché",
        mark("Fan"): "Modèle",
        mark_count("{count} hand", "{count} hands", 2): "2 mains",
    },
    "quebec-classical": {
        mark("Hand"): "Manche",
        mark("Drawn hand"): "Manche nulle",
        mark("Discarder"): "Écarteur",
        mark("Self-draw"): "Pige",
        mark("Concealed kong"): "Quong caché",
        mark("Prevalent wind"): "Vent dominant",
        mark("East round"): "Tour d’Est",
        mark_count("{count} hand", "{count} hands", 1): "1 manche",
    },
    "hong-kong": {
        mark("Hand"): "Manche",
        mark("Drawn hand"): "Manche nulle",
        mark("Discarder"): "Écarteur",
        mark("Self-draw"): "Pioche",
        mark("Concealed kong"): "Kong caché",
        mark("Prevalent wind"): "Vent du tour",
        mark("East round"): "Tour d’Est",
        mark("Type the points"): "Tapez les fan",
    },
    "riichi-ema-2025": {
        mark("Hand"): "Manche",
        mark("Drawn hand"): "Manche nulle",
        mark("Discarder"): "Écarteur",
        mark("East round"): "Tour d’Est",
        mark("Type the points"): "Tapez les han",
    },
}
"""By rule set, what its document calls things."""
SAYS |= {"guobiao": SAYS["mcr"], "blank": SAYS["mcr"], "french-classical-advanced": SAYS["french-classical-simple"],
         "riichi-ema-2016": SAYS["riichi-ema-2025"]}  # fmt: skip
LOCALE = ROOT / "assets" / "locale"
VOCABULARIES = sorted(
    (path.parts[-3], path.stem.removeprefix("quatre-vents-")) for path in LOCALE.glob("*/LC_MESSAGES/quatre-vents-*.po")
)
"""The language and the name of each."""
POINTS_TOO = {
    "{hand}: {points} points ({rules})": "`score` says fan and base points under Hong Kong rules",
    "{hand}: {points} points ({rules}), below the minimum of {minimum} without flowers": "the same",
    "Next best: {points} points, read as {groups}": "the same",
    "The hands with the most points, flowers included. Enter opens the sheet.": "of the Mahjong Competition Rules",
    "Type the points on the sheet, flowers included, then press {enter}.": "the same",
    "Points brought": "by the 81 fan",
    "The fan are converted to base points. The discarder pays them twice, the two others once; on a self-draw each of "
    "the three pays twice. A liable player pays for all three. East pays and receives no more than others.": (
        "base points are none of the hand's fan"
    ),
    "{points} points": "of a penalty",
}
"""Texts that Hong Kong old style never shows, or that are about other points, and why."""
TOURNAMENT = {"en": r"\btournaments?\b", "fr": "tournois?", "zh": "锦标赛"}
ABOUT_TOURNAMENTS = {
    "The weight {weight} is that of a championship.",
    "Divides the seats of a championship among the countries.",
    "Seats of a championship",
    "Seats of a championship: {count}",
    "Only a tournament has a fixed number of sessions: the evenings of a club are opened one by one.",
    "Tournament",  # the format of that name, and the class of an event for a federation
    "A tournament has no evenings: the draw sets the seats.",
    "A tournament has no evenings: use the standings.",
    "End the tournament here",  # evenings are opened one by one
    "End the tournament here?",
    "A tournament is drawn; for a club evening or a league, games are opened one by one.",
    "A tournament needs --sessions, the number of sessions to draw.",
    "Number of sessions of a tournament, 1 to {most}.",
    "Mahjong tournaments and club evenings, to the printed standings.",
    "Runs mahjong tournaments and club evenings. Without a command, opens the window.",
    "A complete tournament with fictional players.",  # the sample event
    "European championship",
    "Its class for the federation: a European championship has more weight.",
    "Seats of mahjong-tournament-engine",  # and what is imported from other programs
    "The scripts contain several tournaments: give the number of one. {listed}",
    "The scripts have more than {most} MB: make scripts of a single tournament.",
    "There is no tournament {id} in the scripts; there are: {known}.",
    "Which tournament of the scripts, if they contain several.",
    "this tournament has no such round or table.",
    "“{name}” has more than {most} rows: make scripts of a single tournament.",
}
"""What is said of tournaments alone; everything else is said of an event."""
PACKAGES = {
    "guobiao": "mcr",
    "french-classical-simple": "french_classical",
    "french-classical-advanced": "french_classical",
    "riichi-ema-2025": "riichi",
    "riichi-ema-2016": "riichi",
}


def words_of(rules: str) -> tuple[str, ...]:
    found = rule_set(rules)
    assert found is not None
    return found.words


def spoken(rules: str) -> Language:
    return FRENCH.with_words(words_of(rules))


@pytest.fixture(scope="module")
def places() -> dict[tuple[str, str], set[str]]:
    """The files in which each text is marked."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for text in marked_texts():
        found[text.context or "", first(text.message)].add(text.file)
    return found


@pytest.fixture(scope="module")
def general() -> Catalog:
    return catalogue_of("fr")


def test_every_rule_set_has_a_list():
    assert set(HAS_NOT) == set(SAYS) == set(IDS)
    spoken = {name for rules in IDS for format in EventFormat for name in spoken_in(format, words_of(rules))}
    nothing_differs = {"club-hong-kong", "club-quebec"}
    assert {name for _code, name in VOCABULARIES} | nothing_differs == spoken


@pytest.mark.parametrize("rules", IDS)
def test_a_game_says_what_its_rules_say(rules):
    assert {text: spoken(rules).render(text) for text in SAYS[rules]} == SAYS[rules]


@pytest.mark.parametrize("rules", IDS)
def test_no_text_of_a_game_has_a_word_of_another(rules, general, places):
    language, wrong = spoken(rules), []
    for message in general:
        if not message.id or not _appears(rules, places[message.context or "", first(message.id)]):
            continue
        for shown in _rendered(language, message):
            english = " ".join(message.id) if isinstance(message.id, (list, tuple)) else message.id
            if any(each.is_foreign(shown, english) for each in HAS_NOT[rules]):
                wrong.append((english, shown))
    assert wrong == []


@pytest.mark.parametrize(
    ("rules", "foreign"), [("riichi-ema-2025", CLAIMS), ("quebec-classical", r"\bkongs?\b")], ids=["riichi", "Québec"]
)
def test_english_has_the_words_of_the_game_too(rules, foreign, general, places):
    language = language_of("en").with_words(words_of(rules))
    wrong = [
        shown
        for message in general
        if message.id and _appears(rules, places[message.context or "", first(message.id)])
        for shown in _rendered(language, message)
        if re.search(foreign, re.sub(OF_OTHERS, "", shown), re.IGNORECASE)
    ]
    assert wrong == []


NOT_OF_AN_EVENT_OF_RIICHI = {
    "Files for federations: rounds table points to whole ones.",  # the help of the command line
    "Table points by place, best first",  # an option of other rules
    "The table points add up to {total}, which is no multiple of {step}.",  # results of other programs, in rankings
    "“{written}” cannot be table points.",
}


@pytest.mark.parametrize("code", ["en", "fr", "zh"])
def test_riichi_has_final_points_where_other_games_have_table_points(code: str, general: Catalog):
    riichi = language_of(code).with_words(words_of("riichi-ema-2025"))
    about = [message for message in general if "table points" in first(message.id).lower()]
    unchanged = {
        first(message.id)
        for message in about
        if set(_rendered(riichi, message)) & set(_rendered(language_of(code), message))
    }
    assert unchanged == NOT_OF_AN_EVENT_OF_RIICHI


@pytest.mark.parametrize("rules", IDS)
def test_a_club_has_no_word_of_another_game(rules):
    language = FRENCH.with_words(spoken_in(EventFormat.CLUB, words_of(rules)))
    messages = [message for message in catalogue_of("fr", "quatre-vents-club") if message.id]
    said = [(str(message.id), shown) for message in messages for shown in _rendered(language, message)]
    assert [each for each in said if any(word.is_foreign(each[1], each[0]) for word in HAS_NOT[rules])] == []


@pytest.mark.parametrize("code", TOURNAMENT)
def test_what_is_said_of_an_event_holds_for_a_club(code):
    language = language_of(code).with_words(("club",))
    said = {first(each.id): _rendered(language, each) for each in catalogue_of("fr") if each.id}
    found = {text for text, shown in said.items() if re.search(TOURNAMENT[code], " ".join(shown), re.IGNORECASE)}
    assert found <= ABOUT_TOURNAMENTS


_OF_A_CLUB = ((r"evening", "session"), (r"Evening", "Session"), (r"\bgame", "table"), (r"\bGame", "Table"))
_NO_TWINS = {
    "Games": "the page on which games are opened; the page Tables of a club is called Sheets",
    "Go to the games": "that page",
    "evenings: {states}": "a recent file, while no event is open whose words could be used",
    "game": "the word after a number: “12 games”",
}


def test_no_text_says_in_the_words_of_a_club_what_another_says(general):
    """A choice between the words of a tournament and those of a club is the vocabulary's, not the code's."""
    said = {NAME.sub("{}", first(message.id)): first(message.id) for message in general if message.id}
    twins = set()
    for plain, text in said.items():
        other = plain
        for club, tournament in _OF_A_CLUB:
            other = re.sub(club, tournament, other)
        if other != plain and other in said:
            twins.add(text)
    assert twins == _NO_TWINS.keys()


@pytest.mark.parametrize("code", ["en", "fr"])
def test_fan_of_hong_kong_are_not_points(code, general, places):
    """Where Chinese says 番 of a value that English calls points, Hong Kong old style says fan."""
    chinese, language = catalogue_of("zh"), language_of(code).with_words(words_of("hong-kong"))
    wrong = [
        (message.id, shown)
        for message in general
        if message.id and "番" in _string(chinese.get(first(message.id), message.context))
        if _appears("hong-kong", places[message.context or "", first(message.id)])
        if not message.context and first(message.id) not in POINTS_TOO
        if places["", first(message.id)] != {"tournament/catalogue.py"}  # one sentence about each of all games
        for shown in _rendered(language, message)
        if re.search(r"\bpoints?\b", NAME.sub("", shown), re.IGNORECASE)
    ]
    assert wrong == []


@pytest.mark.parametrize(("code", "vocabulary"), VOCABULARIES)
def test_a_vocabulary_only_has_texts_of_the_program(code, vocabulary, general):
    catalogue, wrong = catalogue_of(code, f"quatre-vents-{vocabulary}"), []
    for message in catalogue:
        if message.id:
            there = general.get(first(message.id), message.context)
            names = set(NAME.findall(str(message.string))) ^ set(NAME.findall(str(message.id)))
            if there is None or there.id != message.id or names:
                wrong.append(message.id)
    assert wrong == []


@pytest.mark.parametrize(("code", "vocabulary"), VOCABULARIES)
def test_the_compiled_vocabulary_is_the_one_in_use(code, vocabulary):
    made = io.BytesIO()
    write_mo(made, catalogue_of(code, f"quatre-vents-{vocabulary}"))
    path = assets.path("locale", code, "LC_MESSAGES", f"quatre-vents-{vocabulary}.mo")
    assert path.read_bytes() == made.getvalue()


def test_no_help_page_has_a_word_that_only_some_games_have():
    wrong = [
        (path.name, line)
        for path in sorted((ROOT / "assets" / "help" / "fr").glob("*.md"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"\b(tours?|manches?|donneurs?)\b", line, re.IGNORECASE)
    ]
    assert wrong == []


def test_both_languages_of_a_page_speak_in_the_words_of_the_game():
    page = bilingual(FRENCH, language_of("en")).with_words(words_of("quebec-classical"))
    assert page.render(mark("Hand")) == "Manche · Hand"
    assert page.for_readers.render(mark_in("list", "Fan")) == "Combinaisons · Fan"


def test_without_a_vocabulary_a_language_is_the_same():
    assert FRENCH.with_words(words_of("quebec-classical")).with_words(()) == FRENCH
    english = language_of("en").with_words(words_of("zung-jung"))
    assert english.render(mark("Drawn hand")) == "Drawn hand"


def _appears(rules: str, files: set[str]) -> bool:
    """Whether a text can appear in the game: neither only in the rules of others, nor only while other programs' events
    are imported, which are of the Mahjong Competition Rules and in no event yet."""
    package = PACKAGES.get(rules, rules.replace("-", "_"))
    own = f"tournament/rulesets/{package}/"
    imports = ("tournament/event/foreign/", "reports/readers/", "tournament/use_cases/conversion.py")
    return any(file.startswith(own) or not file.startswith(("tournament/rulesets/", *imports)) for file in files)


def _rendered(language: Language, message: Message) -> list[str]:
    """``message`` as a game says it, once for each of its forms; a name in braces stands for itself."""
    names = {name: f"{{{name}}}" for name in NAME.findall(f"{message.id}") if name}
    if isinstance(message.id, (list, tuple)):
        singular, plural = message.id
        values = tuple((name, value) for name, value in names.items() if name != "count")
        return [
            language.render(Text(singular, (*values, ("count", count)), plural, count, message.context or ""))
            for count in (1, 2)
        ]
    return [language.render(Text(message.id, tuple(names.items()), context=message.context or ""))]


def _string(message: Message | None) -> str:
    return "" if message is None else str(message.string)
