"""Lists in the encodings that spreadsheets of Europe write."""

import pytest

from reports.readers.encoding import decode

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
def test_old_encodings_are_told_apart_by_their_letters(name, encoding):
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


@pytest.mark.parametrize("encoding", ["shift_jis", "gb18030", "big5"])
def test_what_no_alphabet_explains_is_left_to_statistics(encoding):
    text = "姓,名\n" + "".join(f"{last},{first}\n" for last in "王林田山中川本村" for first in "一二三正文明")
    assert read(text.encode(encoding)).guessed


@pytest.mark.parametrize("data", [b"\xff\xfe\x00\xd8", b"abc\x00\x01\x02\x03\x04", bytes(range(32)) * 4, b"\x00" * 100])
def test_what_is_no_text(data):
    assert decode(data) is None
