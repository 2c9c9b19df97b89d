"""Lists in the encodings that spreadsheets of Europe write."""

import pytest

from reports.readers.encoding import (
    _EAST_ASIAN,
    OFFERED,
    _fit,
    _is_word,
    _margin,
    _sample,
    _share_of_one_language,
    _share_of_words,
    _worth,
    decode,
    decode_as,
    encoding_called,
)

LISTS = {
    "french": "Prénom;Nom\r\nAmélie;Exemple\r\nNoël;Spécimen\r\nChloé;Échantillon\r\nJérôme;Modèle\r\n",
    "almost-plain": "Prénom;Nom;N° EMA\r\nAmelie;Exemple;04000001\r\n",
    "german": "Vorname;Nachname\nJürgen;Beispiel\nKäthe;Muster\nGroß;Öl\n",
    "nordic": "first_name,last_name\nBjørn,Mønster\nHåkan,Exempel\nSøren,Prøve\n",
    "spanish": "Nombre;Apellidos\nBegoña;Ejemplo\nIñaki;Adibide\nJosé;Núñez\n",
    "hungarian": "first_name,last_name\nÖdön,Példa\nRéka,Minta\nGyőző,Erdős\nPál,Kőműves\n",
    "polish": "Imię,Nazwisko\nŁucja,Przykład\nŁukasz,Żółć\nMałgorzata,Wiśniewska\n",
    "czech": "Jméno,Příjmení\nŠárka,Vzorová\nJiří,Dvořák\nKateřina,Růžičková\n",
    "mixed": "first_name,last_name\nŠárka,Vzorová\nŁucja,Przykład\nJürgen,Beispiel\nŽeljko,Primjer\n",
    "russian": "Имя,Фамилия\nИван,Примеров\n",
}
WEST, CENTRE = ("cp1252", "mac_roman", "cp850"), ("cp1250", "iso8859_2")
OLD = {
    "french": (*WEST, "latin_1"), "almost-plain": ("cp1252", "latin_1", "mac_roman"), "german": (*WEST, "latin_1"),
    "nordic": (*WEST, "latin_1"), "spanish": (*WEST, "latin_1"), "hungarian": CENTRE, "polish": CENTRE, "czech": CENTRE,
    "mixed": CENTRE, "russian": ("cp1251",),
}  # fmt: skip


def read(data):
    decoded = decode(data)
    assert decoded is not None
    return decoded


@pytest.mark.parametrize(("name", "encoding"), [(name, encoding) for name, some in OLD.items() for encoding in some])
def test_old_encodings_are_distinguished_by_their_letters(name, encoding):
    decoded = read(LISTS[name].encode(encoding))
    assert decoded.text == LISTS[name]
    assert decoded.guessed


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize(
    ("encoding", "said"),
    [("utf-8", "UTF-8"), ("utf-8-sig", "UTF-8"), ("utf-16", "UTF-16"), ("utf-32", "UTF-32")],
)
def test_unicode_is_certain(name, encoding, said):
    decoded = read(LISTS[name].encode(encoding))
    assert (decoded.text, decoded.encoding, decoded.guessed) == (LISTS[name], said, False)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_its_mark(encoding):
    decoded = read(LISTS["czech"].encode(encoding))
    assert (decoded.text, decoded.encoding) == (LISTS["czech"], "UTF-16")


def test_utf_16_big_end_first_with_its_mark():
    assert read(b"\xfe\xff" + LISTS["polish"].encode("utf-16-be")).text == LISTS["polish"]


EAST = {
    "cp932": (
        "Shift JIS",
        "姓,名",
        "澁谷,辰徳 楢崎,ゆかり 錦織,圭 羽生,結弦 大谷,翔平 早乙女,蓮 吉永,小百合 北条,司 黒柳,徹子 三船,敏郎",
    ),
    "euc_jp": (
        "EUC-JP",
        "姓,名",
        "澁谷,辰徳 楢崎,ゆかり 錦織,圭 羽生,結弦 大谷,翔平 早乙女,蓮 吉永,小百合 北条,司 黒柳,徹子 三船,敏郎",
    ),
    "cp949": (
        "EUC-KR",
        "Last,First",
        "차,범근 노,무현 민,효린 성,시경 구,혜선 선,동열 탁,재훈 표,창원 변,희봉 봉,준호",
    ),
    "gb18030": ("GB 18030", "姓,名", "姚,明 郎,平 聂,卫平 丁,俊晖 谷,爱凌 苏,炳添 巩,俐 舒,淇 鹿,晗 易,烊千玺"),
    "cp950": ("Big5", "姓,名", "戴,資穎 盧,彥勳 曾,雅妮 蔡,依林 伍,佰 齊,秦 侯,孝賢 翁,倩玉 費,玉清 辛,曉琪"),
}
"""By codec: its name, headings, and names of people that were not in mind when the usual letters were chosen."""
FEW = [(codec, first, first + count) for codec in EAST for count in (3, 4, 5) for first in range(0, 10 - count, 2)]


@pytest.mark.parametrize(("codec", "first", "last"), FEW)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_few_east_asian_names_are_read_correctly_or_marked_as_uncertain(codec, first, last, end):
    name, headings, people = EAST[codec]
    text = end.join([headings, *people.split()[first:last], ""])
    decoded = read(text.encode(codec))
    if decoded.text == text:
        assert (decoded.encoding, decoded.guessed) == (name, True)
    else:
        assert decoded.others


def test_most_of_them_are_right():
    right = 0
    for codec, first, last in FEW:
        _, headings, people = EAST[codec]
        text = "\n".join([headings, *people.split()[first:last], ""])
        right += read(text.encode(codec)).text == text
    assert right >= len(FEW) * 0.95


@pytest.mark.parametrize("codec", EAST)
@pytest.mark.parametrize("order", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("mark", [True, False])
def test_names_of_east_asia_in_utf_16(codec, order, mark):
    _, headings, people = EAST[codec]
    text = "\n".join([headings, *people.split()[:3], ""])
    decoded = read((("\ufeff" if mark else "") + text).encode(order))
    assert (decoded.text, decoded.encoding, decoded.guessed) == (text, "UTF-16", not mark)


def test_what_reads_as_well_otherwise_is_named():
    text = "姓,名\n马,超\n何,建华\n陈,静\n"
    decoded = read(text.replace("姓,名", "Last,First").encode("gb18030"))
    assert {decoded.encoding, *decoded.others} >= {"GB 18030", "EUC-KR"}


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("sjis", "Shift JIS"), ("Shift JIS", "Shift JIS"), ("CP932", "Shift JIS"), ("gbk", "GB 18030"),
        ("big5", "Big5"), ("latin1", "Windows-1252"), ("latin2", "ISO 8859-2"), ("utf8", "UTF-8"),
        ("UTF-16LE", "UTF-16"), ("windows-1251", "Windows-1251"), ("euc-kr", "EUC-KR"),
        ("mac-roman", "Mac Roman"), ("dos 850", "DOS 850"),
    ],
)  # fmt: skip
def test_an_encoding_is_known_by_its_usual_names(typed, name):
    assert encoding_called(typed) == name


@pytest.mark.parametrize("typed", ["", "x", "base64", "rot13", "a\0b", "idna", "unicode_escape"])
def test_what_is_no_encoding_of_a_list_is_unknown(typed):
    assert encoding_called(typed) is None


@pytest.mark.parametrize("name", OFFERED)
def test_what_is_chosen_is_read_as_chosen(name):
    text = "Last,First\nModel,Zo\n"
    decoded = decode_as(text.encode(OFFERED[name]), name)
    assert decoded is not None
    assert (decoded.text, decoded.encoding, decoded.guessed, decoded.others) == (text, name, False, ())


def test_what_is_chosen_and_cannot_be_is_none():
    assert decode_as("Zoé".encode("cp1252"), "UTF-8") is None
    assert decode_as("Zoé\n".encode("cp1252"), "EUC-JP") is None


@pytest.mark.parametrize("data", [b"\xff\xfe\x00\xd8", b"abc\x00\x01\x02\x03\x04", bytes(range(32)) * 4, b"\x00" * 100])
def test_what_is_no_text(data):
    assert decode(data) is None


@pytest.mark.parametrize(("name", "encoding"), [(name, encoding) for name, some in OLD.items() for encoding in some])
def test_of_european_encodings_the_likeliest_is_certain_enough(name, encoding):
    assert read(LISTS[name].encode(encoding)).others == ()


@pytest.mark.parametrize("codec", EAST)
@pytest.mark.parametrize("count", [2, 3, 5, 10])
def test_the_first_names_of_each_list_are_certain(codec, count):
    name, headings, people = EAST[codec]
    text = "\n".join([headings, *people.split()[:count], ""])
    decoded = read(text.encode(codec))
    assert (decoded.text, decoded.encoding, decoded.others) == (text, name, ())


@pytest.mark.sampled(2)
@pytest.mark.parametrize("codec", EAST)
@pytest.mark.parametrize("shift", range(4))
def test_a_long_list_is_read_like_a_short_one(codec, shift):
    """Its encoding is found by its beginning, up to the end of a line: no letter is cut."""
    name, headings, people = EAST[codec]
    text = "x" * shift + "\n" + "\n".join([headings, *people.split() * 3_000, ""])
    data = text.encode(codec)
    assert len(data) > 200_000
    decoded = read(data)
    assert (decoded.text, decoded.encoding) == (text, name)


def test_the_beginning_by_which_an_encoding_is_found_ends_with_a_line():
    line = b"x" * 99 + b"\n"
    assert _sample(line * 2_000) == line * 2_000
    assert _sample(line * 2_000 + b"y") == line * 2_000
    assert _sample(line * 1_999 + b"x" * 100 + line) == line * 1_999
    assert _sample(b"\n" + b"x" * 300_000) == b"\n"
    assert _sample(b"x" * 300_000) == b"x" * 200_000


def test_one_control_character_in_twenty_is_a_text():
    """Only in the first ten thousand characters."""
    assert decode(b"\x01" * 500 + b"a" * 9_500 + b"\x01" * 9_000) is not None
    assert decode(b"\x01" * 501 + b"a" * 9_500) is None
    assert decode(b"\x01" + b"a" * 19) is not None
    assert decode(b"\x01" + b"a" * 18) is None
    assert decode(b"\n\t " * 100) is not None


def test_the_first_twenty_thousand_letters_show_the_order_of_bytes():
    text = "a" * 19_999 + ","
    assert read(text.encode("utf-16-be")).text == text
    assert decode(("a" + text).encode("utf-16-be")) is None


@pytest.mark.parametrize(("name", "order"), [("UTF-16", "utf-16-le"), ("UTF-16", "utf-16-be"), ("UTF-8", "utf-8")])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_chosen_encoding_is_read_with_its_mark_and_without(name, order, mark):
    text = "Last,First\nModel,Zoé\n"
    decoded = decode_as((mark + text).encode(order), name)
    assert decoded is not None
    assert (decoded.text, decoded.encoding) == (text, name)


def test_a_script_that_no_alphabet_covers_is_guessed_and_never_certain():
    text = "Επώνυμο,Όνομα\nΠαπαδόπουλος,Γιώργος\nΝικολάου,Μαρία\nΔημητρίου,Ελένη\nΟικονόμου,Κώστας\n"
    decoded = read(text.encode("cp1253"))
    assert decoded.guessed
    assert decoded.others
    assert decoded.encoding not in decoded.others


SHIFT_JIS, EUC_JP, EUC_KR, GB_18030, BIG5 = _EAST_ASIAN


@pytest.mark.parametrize(
    ("letters", "worth"),
    [
        ("ぁ", (1.0, 1.0, -0.5, -0.5, -0.5)),  # the first and the last of kana, and the letters around them
        ("ヾ", (1.0, 1.0, -0.5, -0.5, -0.5)),
        ("\u3040\u30ff", (-1.0, -1.0, -1.0, -1.0, -1.0)),
        ("가힝", (-1.0, -1.0, 1.0, -1.0, -1.0)),
        ("갂힣", (-1.0, -1.0, -1.0, -1.0, -1.0)),  # in no standard before Unicode
        ("々", (1.0, 1.0, -1.0, -0.5, 0.3)),
        ("金", (1.0, 1.0, -1.0, 1.0, 1.0)),
        ("亜腕", (0.3, 0.3, -1.0, None, None)),  # the first and the last of the frequent ones of Japan
        ("弌瑤", (-0.5, -0.5, -1.0, -0.5, None)),
        ("啊座", (None, None, -1.0, 0.3, None)),  # of China
        ("亍齄", (-0.5, -0.5, -1.0, -0.5, -0.5)),
        ("丁", (None, None, -1.0, 1.0, 1.0)),
        ("籲", (-0.5, -0.5, -1.0, -0.5, 0.3)),  # the last of Taiwan
        ("乂", (-0.5, -0.5, -1.0, -0.5, -0.5)),
        ("丂鿿", (-0.5, -0.5, -1.0, -0.5, -0.5)),
        ("　、。（）＊／－", (0.2, 0.2, 0.2, 0.2, 0.2)),
        ("é！", (-1.0, -1.0, -1.0, -1.0, -1.0)),
    ],
)
def test_the_worth_of_a_letter(letters, worth):
    for letter in letters:
        for encoding, value in zip(_EAST_ASIAN, worth, strict=True):
            assert value is None or _worth(letter, encoding) == value, (letter, encoding.name)


@pytest.mark.parametrize(
    ("text", "fit"),
    [
        ("", 0.0),
        ("Jo,Ex", 0.0),
        ("田,中", 1.0),
        ("田,é", 0.0),
        ("田A,中", 0.5),
        ("A田B中", 0.0),
        ("姓,田", (0.3 + 1.0) / 2 + 0.3),
        ("x" * 1_998 + ",姓,田", (0.3 + 1.0) / 2 + 0.3),
        ("x" * 1_999 + ",姓,田", (0.3 + 1.0) / 2),
    ],
    ids=["nothing", "plain", "usual", "strange", "beside a", "beside two", "heading", "in time", "too late"],
)
def test_how_well_a_list_fits(text, fit):
    assert _fit(text, SHIFT_JIS) == pytest.approx(fit)


def test_how_much_less_another_encoding_may_fit():
    european, asian = {"cp1252", "cp850"}, {"cp1252", "cp932"}
    assert [_margin(score, european) for score in (0.4, 0.5, 0.9)] == [0.01] * 3
    assert [_margin(score, asian) for score in (0.49, 0.5, 0.9)] == [1.0, 0.25, 0.25]


@pytest.mark.parametrize(
    "word",
    [
        "Zoé", "abc", "ÉMILIE", "d’Été", "“Zoé”", "Simões", "Begoña", "Zoe\u0301", "Žižková", "Łukasz", "Győző",
        "Æsa", "cœur", "Иван", "Їжак", "ñu", "Ééé", "", "Öl",
    ],
)  # fmt: skip
def test_words_of_one_language(word):
    assert _is_word(word)


@pytest.mark.parametrize(
    "word",
    ["ZoÉ", "joÉl", "Simõ", "Simõa", "nañ", "Nañxe", "Lisæ", "éèêë", "Ивaн", "Првт", "Łñu", "Ив©н", "Zoéж", "†ka"],
)
def test_what_is_no_word_of_any_language(word):
    assert not _is_word(word)


def test_words_are_counted_in_the_first_two_hundred_thousand_letters():
    start = " " * 199_997 + "Zoé"
    assert _share_of_words(start) == 1.0
    assert _share_of_words(start + "ñ") == 1.0
    assert _share_of_words("Zoé, ZoÉ\nabc") == 0.5
    assert _share_of_words("abc") == 0.0


def test_the_share_of_one_language():
    assert _share_of_one_language("Zoé Łukasz Łucja abc") == pytest.approx(2 / 3)
    assert _share_of_one_language("abc") == 0.0
    start = " " * 199_997 + "Zoé"
    assert _share_of_one_language(start + "Ł") == 1.0
