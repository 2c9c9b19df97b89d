"""Chinese as it is printed: punctuation, spaces, one word for one thing, and nothing left in English.

The terms are the table of docs/glossary.md; what is written how is in docs/how-to/translation.md.
"""

import re
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Message

from tests.tournament.language.marked_texts import ROOT, catalogue_of, first, marked_texts
from tests.tournament.language.test_words import VOCABULARIES, _appears

HAN = "\u4e00-\u9fff"
SHAPES = {
    "a half-width mark after a Chinese character": re.compile(rf"[{HAN}][,;:?!()]|[{HAN}]\.(?!\w)"),
    "a half-width mark before a Chinese character": re.compile(rf"[,;:?!()][{HAN}]"),
    "a space beside a full-width mark": re.compile(r"(?<! ) (?=[，。：；？！”）、])|(?<=[，。：；？！“（、]) (?! )"),
    "a space between Chinese characters": re.compile(rf"(?<=[{HAN}]) (?=[{HAN}“（])|(?<=”|）) (?=[{HAN}])"),
    "no space between a Chinese character and a letter or a digit": re.compile(
        rf"(?<=[{HAN}])[A-Za-z0-9]|[A-Za-z0-9%](?=[{HAN}])|(?<=[{HAN}])--?[a-z]"
    ),
    "straight quotation marks": re.compile(rf"[\"'](?=[{HAN}])|(?<=[{HAN}])[\"']"),
}
A_DATE = re.compile(r"\d{4}年\d+月\d+日")
NAME = re.compile(r"\{(\w*)\}")
TOKEN = re.compile(r"--[a-z-]+|\bF\d+\b|Ctrl[+ ]\S|Alt[+ ]\S|(?<!\w)\.[a-z]{2,4}\b")
"""Options, keys and endings of files, which no language translates."""
ENGLISH = re.compile(r"\b[a-z]{3,} [a-z]{3,}")
LATIN = re.compile(r"[A-Za-z]{2,}")
OTHER_LATIN = {"Ada", "LGPL", "RTF", "SSH"}
"""What Chinese writes in Latin letters where English has other words."""
QUOTED = re.compile(r"“[^”]*”|\{\w*\}|--(?:what|format) [\w-]+|--[\w-]+|\S+://\S+")
NOT_DEMANDED = {
    # the word is said of something else
    "A new tile among the last five: the discarder pays for all",
    "Empty the rehearsal",
    "This computer has not connected to {host} before. The key of the web host is {fingerprint}: compare it with the "
    "fingerprint that the web host publishes, and accept it if they match. Nothing was sent.",
    "Certificates and prizes of one category: teams, countries, country:FR, club:NAME, best-hand …",
    "players (default), teams, countries, country:FR, club:NAME, country, club, best-hand, hands-won.",
    "Keep players apart who share a field: club,country:2,team with weights.",
}
"""Texts that have an English term and not the Chinese one, because they do not mean it or quote it."""
DEMANDED = {
    "badge", "deputy", "discarder", "draft", "drawn hand", "fingerprint", "invitation", "journal", "ladder", "liable",
    "logo", "referee", "rehearsal", "riichi", "score sheet", "second reading", "self-draw", "signing key", "substitute",
    "table points", "team", "tenpai", "uma", "verified",
}  # fmt: skip
"""Terms of the glossary that no text circumscribes."""
CATALOGUES = ["quatre-vents", *(f"quatre-vents-{name}" for code, name in VOCABULARIES if code == "zh")]
OF_RIICHI = re.compile("点炮|荒庄|门风|圈风|风圈|(?<![键磁硬存])(?<!U )盘(?!面)")
"""Words of the Mahjong Competition Rules for which players of riichi have others; 盘 is also a part of other words."""


def _words(cell: str) -> tuple[str, ...]:
    return tuple(word for word in cell.split("、") if word)


def terms() -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """The table of the glossary: English, the Chinese words for it, and those that are not to be used."""
    section = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").partition("## Words of Chinese")[2]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line[:1] == "|"]
    return [(english, _words(chinese), _words(wrong)) for english, chinese, wrong in rows[2:]]


def texts(domain: str) -> Iterator[tuple[str, str]]:
    """English and Chinese of every text of a catalogue; of counted texts, the English plural."""
    for message in catalogue_of("zh", domain):
        if message.id:
            yield _english(message), _chinese(message)


def help_lines() -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / "assets" / "help" / "zh").glob("*.md")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield path.name, re.sub(r"`[^`]*`|\*", "", line)


@pytest.mark.parametrize("domain", CATALOGUES)
@pytest.mark.parametrize("shape", SHAPES)
def test_punctuation_and_spaces(shape, domain):
    assert [chinese for _, chinese in texts(domain) if SHAPES[shape].search(A_DATE.sub("", chinese))] == []


def test_the_help_has_no_half_width_marks():
    shapes = [shape for name, shape in SHAPES.items() if "half-width" in name or "straight" in name]
    assert [each for each in help_lines() if any(shape.search(each[1]) for shape in shapes)] == []


def test_the_glossary_has_a_table_of_terms():
    found = terms()
    assert len(found) > 30
    assert {english for english, *_ in found} >= DEMANDED


@pytest.mark.parametrize(("english", "wrong"), [(english, wrong) for english, _, wrong in terms() if wrong])
def test_no_text_has_another_word_for_a_term(english, wrong):
    said = [pair for domain in CATALOGUES for pair in texts(domain)] + list(help_lines())
    assert [pair for pair in said if any(word in pair[1] for word in wrong)] == []


@pytest.mark.parametrize(("english", "words"), [(name, words) for name, words, _ in terms() if name in DEMANDED])
def test_a_term_is_translated_by_its_word(english, words):
    term = re.compile(rf"\b{english}s?\b", re.IGNORECASE)
    lost = [
        pair
        for pair in texts("quatre-vents")
        if term.search(QUOTED.sub("", pair[0])) and pair[0] not in NOT_DEMANDED
        if not any(word in pair[1] for word in words)
    ]
    assert lost == []


def test_nothing_is_excused_that_is_no_text():
    assert {pair[0] for pair in texts("quatre-vents")} >= NOT_DEMANDED


@pytest.mark.parametrize("domain", CATALOGUES)
def test_values_options_and_keys_are_those_of_the_english_text(domain):
    def kept(text: str) -> set[str]:
        return {*NAME.findall(text), *TOKEN.findall(text)}

    assert [pair for pair in texts(domain) if kept(pair[0]) != kept(pair[1])] == []


@pytest.mark.parametrize("domain", CATALOGUES)
def test_no_english_is_left_in(domain):
    chinese = [shown for _, shown in texts(domain) if re.search(f"[{HAN}]", shown)]
    left = [shown for shown in chinese if ENGLISH.search(QUOTED.sub("", shown))]
    assert [shown for shown in left if "1 per table" not in shown] == []


@pytest.mark.parametrize("domain", CATALOGUES)
def test_latin_words_are_those_of_the_english_text(domain):
    invented = [
        (word, shown)
        for english, shown in texts(domain)
        for word in LATIN.findall(NAME.sub("", shown))
        if word.casefold() not in english.casefold() and word not in OTHER_LATIN
    ]
    assert invented == []


def test_riichi_has_the_words_of_its_players():
    """A text that can appear in a game of riichi says 小局, 放铳, 流局, 自风 and 场风."""
    files: dict[tuple[str, str], set[str]] = {}
    for text in marked_texts():
        files.setdefault((text.context or "", first(text.message)), set()).add(text.file)
    own = {(each.context or "", first(each.id)) for each in catalogue_of("zh", "quatre-vents-riichi") if each.id}
    wrong = [
        key
        for key, message in ((((each.context or ""), first(each.id)), each) for each in catalogue_of("zh") if each.id)
        if OF_RIICHI.search(_chinese(message)) and _appears("riichi-ema-2025", files[key]) and key not in own
    ]
    assert wrong == []
    assert [pair for pair in texts("quatre-vents-riichi") if OF_RIICHI.search(pair[1])] == []


def test_a_club_of_riichi_has_them_too():
    own = {first(each.id) for each in catalogue_of("zh", "quatre-vents-club-riichi") if each.id}
    club = [each for each in catalogue_of("zh", "quatre-vents-club") if each.id]
    assert [_chinese(each) for each in club if OF_RIICHI.search(_chinese(each)) and first(each.id) not in own] == []
    assert [pair for pair in texts("quatre-vents-club-riichi") if OF_RIICHI.search(pair[1])] == []


def _english(message: Message) -> str:
    return message.id[1] if isinstance(message.id, (list, tuple)) else str(message.id)


def _chinese(message: Message) -> str:
    return message.string[0] if isinstance(message.string, (list, tuple)) else str(message.string)
