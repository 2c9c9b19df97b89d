"""Decode lists of players: by a byte order mark, as UTF-8, or by the letters of the names.

A list of names is no running text, so statistics of languages say little about it. Each encoding is tried, and the
decoded characters are compared with those of names: the letters besides a–z that occur together in one language, and
the Chinese characters that are usual in names. charset-normalizer decides only if these fit badly.
"""

import codecs
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter

_SIMPLIFIED = frozenset(
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴"
    "夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文庞樊兰殷施陶洪翟"
    "安颜倪严牛温芦季俞章鲁葛伍韦申尤毕聂丛焦向柳邢骆岳齐梅莫庄辛管祝左涂谷祁时舒耿牟卜路詹关苗凌费纪靳盛童欧甄项"
    "曲成游阳裴席卫查屈鲍位覃霍翁隋植甘景薄单包司柏宁柯阮桂闵解强柴华车冉房边辜吉饶刁瞿戚丘古米池滕晋苑邬臧畅宫来"
    "嵺苟全褚廉简娄盖符奚木穆党燕郎邸冀谈姬屠连郜晏栾郁商蒙计喻揭窦迟宇敖糜鄢冷卓花仇艾蓝都巩稽井练仲乐虞卞封竺冼"
    "原官衣楚佟栗匡宗应台巫鞠僧桑荆谌银扬明沙伏岑习胥保和蔺伟芳娜秀英敏静丽磊军洋勇艳杰娟涛超霞平刚香玲红玉珍珠建"
    "国志斌波辉鹏飞浩轩涵子梓欣怡雨佳慧婷雪琳琪晨悦颖倩莹洁萍云凤琴荣春秋菊彬俊峰亮健翔旭东海森博瑞思睿嘉豪天宏达"
    "学鑫淼晓小大中美爱莲雅诗梦瑶琼妍蕾薇茜璐露丹媛馨岚冰心月星辰光远清源泽民福禄寿喜庆祥利顺兴旺发财富贵义仁礼智"
    "信忠孝勤俭良善真诚正直毅坚恒力长青松竹根生新胜贤德才昌永世立家兵一二三四五六七八九十百千元尚可之以若如意然依"
    "彤晴萱萌圆甜芸芝芬茹菲蓉莉莎虹"
)
_TRADITIONAL = frozenset(
    "陳林黃張李王吳劉蔡楊許鄭謝洪郭邱曾廖賴徐周葉蘇莊呂江何蕭羅高潘簡朱鍾彭游詹胡施沈余盧梁趙顏柯翁魏孫戴范方宋鄧"
    "杜傅侯曹薛丁卓阮馬董温溫唐藍石蔣田康鄒白涂尤巫韓龔嚴袁鐘黎金阙童陸夏柳凃邵錢伍倪湯甘孔官古俞萬崔巖尹易程段雷"
    "武喬賀殷陶翟齊樊龐顧孟譚熊郝毛秦史關歐陽連紀辛管姚左姜粘駱闕花麥馮鄺霍岑區甄怡君志豪雅婷家俊傑淑芬美玲冠宇佩"
    "珊宗翰雯詩涵承恩麗華建宏心國強婉彥廷惠杰倫子瑜柏明哲靜宜榮敬騰文嘉娟貞秀英玉蘭鳳珍珠秋月香春梅菊琴瑩慧敏慈安"
    "平和信義仁勇智德正中台生成功銘偉漢民族光輝耀祖東西南北大小立人達福壽喜慶祥瑞龍虎豹雄威裕隆昌盛泰寧欣悅樂晴雨"
    "雲雪霜冰潔純真善良思念憶夢想希望未來新妤庭萱筠萍蓉薇芳芸芷若蓁莉莎蓓蕾菁茹茵荷蓮苓曉曼琪琳瑄璇瑋珮珈琇玟玫昱"
    "昕晨曦皓宥睿晟翔育任佑仲伯叔季維緯綺綸緒紹絲素震霖霆靖顯凱勝勳博學儒賢忠孝友愛進益添財富貴吉如意水火木土坤乾"
    "柱松竹森杉彬彪炳煌炎焜煒燕鴻鵬鶴飛躍芊妍姿婕媛嫻嬌娥妹姐"
)
_JAPANESE = frozenset(
    "佐藤鈴木高橋田中伊渡辺山本村小林加吉口松井上斎清水崎阿部森池内野原岡長谷川近石前後遠青坂福太西三浦金子和今竹"
    "島菊市久保宮大塚杉平荒菅武千葉岩桜新古酒工増丸河東南北安丹羽瀬尾関土黒服飯星矢横柴永沢澤浜濱樋渋片倉栗堀須秋"
    "根早成相馬間熊神奥津広場桑萩望月茂笠栄五十嵐八白戸味天寺々郎一二四美代恵由紀香織奈菜花優愛彩翔健輔拓也直樹誠"
    "剛隆浩学聡智哲明正博文彦雄男夫幸弘信義孝行康秀勝利春夏冬陽葵結衣凛陸蓮悠斗真央莉咲希未来海空翼亮涼介祐裕佑祥"
    "俊達純淳順治進修仁勇勉洋英典憲昭賢章良徹豊実稔守満昇登薫光晃輝雅政昌忠敏敬貴貞恭恒靖泰寿鶴亀梅桃蘭蓉芳芽萌麻"
    "里理梨絵江枝瑛瑞穂穗歩渚波湊洸汐沙紗知朋友宏紘絢綾弥夜朝日晴乃音琴詩歌史緒伸晋慎心志士司嗣次六七九百合華果佳"
    "賀可奏"
)
"""The characters in most Japanese names."""


@dataclass(frozen=True, slots=True)
class _EastAsian:
    """An East Asian encoding."""

    codec: str
    name: str
    """For users."""
    usual: frozenset[str]
    """The characters usual in names."""
    frequent: Callable[[str], bool]
    """Whether a standard lists a Chinese character as frequent."""
    kana: bool = False
    hangul: bool = False


def _row(letter: str, codec: str) -> int:
    """The row of ``letter`` in the table of ``codec``: its first byte, or 0 if it has no second one."""
    try:
        encoded = letter.encode(codec)
    except UnicodeEncodeError:
        return 0
    return encoded[0] if len(encoded) == 2 else 0


def _rows(codec: str, first: int, last: int) -> Callable[[str], bool]:
    return lambda letter: first <= _row(letter, codec) <= last


_EAST_ASIAN = (
    _EastAsian("cp932", "Shift JIS", _JAPANESE, _rows("euc_jp", 0xB0, 0xCF), kana=True),
    _EastAsian("euc_jp", "EUC-JP", _JAPANESE, _rows("euc_jp", 0xB0, 0xCF), kana=True),
    _EastAsian("cp949", "EUC-KR", frozenset(), lambda _letter: False, hangul=True),
    _EastAsian("gb18030", "GB 18030", _SIMPLIFIED, _rows("gb2312", 0xB0, 0xD7)),
    _EastAsian("cp950", "Big5", _TRADITIONAL, _rows("big5", 0xA4, 0xC6)),
)
_HEADING = re.compile(r"(?:^|[\s,;|])(?:姓|名|姓名|氏名|名前|성|성명|이름)(?:[\s,;|]|$)")
_BESIDE_LATIN = re.compile(r"[A-Za-z][^\x00-\x7f]|[^\x00-\x7f][A-Za-z]")


def _fit(text: str, encoding: _EastAsian) -> float:
    """How well ``text`` fits a list of names in ``encoding``, from about -1 to 1."""
    letters = [letter for letter in text if letter > "\x7f"]
    if not letters:
        return 0.0
    worth = sum(_worth(letter, encoding) for letter in letters) / len(letters)
    heading = 0.3 if _HEADING.search(text[:2_000]) else 0.0
    return worth + heading - len(_BESIDE_LATIN.findall(text)) / len(letters)


@lru_cache(maxsize=8192)
def _worth(letter: str, encoding: _EastAsian) -> float:
    if "\u3041" <= letter <= "\u30fe":
        return 1.0 if encoding.kana else -0.5
    if "\uac00" <= letter <= "\ud7a3":
        return 1.0 if encoding.hangul and _row(letter, "euc_kr") else -1.0
    if "\u4e00" <= letter <= "\u9fff" or letter == "々":
        if letter in encoding.usual:
            return 1.0
        if encoding.hangul:
            return -1.0
        return 0.3 if encoding.frequent(letter) else -0.5
    if letter in "　、。（）＊／－":
        return 0.2
    return -1.0


_BOMS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\0\0", "utf-32-le"),
    (b"\0\0\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_NAMES = {
    "utf-8": "UTF-8",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16",
    "utf-32-le": "UTF-32",
    "utf-32-be": "UTF-32",
    "cp1252": "Windows-1252",
    "cp1250": "Windows-1250",
    "cp1251": "Windows-1251",
    "iso8859_2": "ISO 8859-2",
    "mac_roman": "Mac Roman",
    "cp850": "DOS 850",
    "latin_1": "ISO 8859-1",
    **{each.codec: each.name for each in _EAST_ASIAN},
}
OFFERED = {
    name: codec
    for codec, name in _NAMES.items()
    if codec not in ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "latin_1")
} | {"UTF-16": "utf-16"}
"""The encodings that a user can choose: the codec by its displayed name."""
_SAME = {
    "shift_jis": "cp932", "shift_jis_2004": "cp932", "euc_jis_2004": "euc_jp", "euc_kr": "cp949", "gbk": "gb18030",
    "gb2312": "gb18030", "big5": "cp950", "big5hkscs": "cp950", "iso8859-1": "cp1252", "mac-roman": "mac_roman",
    "iso8859-2": "iso8859_2", "utf-8-sig": "utf-8", "utf-16-le": "utf-16", "utf-16-be": "utf-16", "ascii": "cp1252",
}  # fmt: skip
"""Codecs that another one includes, or names differently."""
_CANDIDATES = ("cp1252", "cp1250", "iso8859_2", "mac_roman", "cp850", "cp1251")
"""Single-byte encodings, the likeliest first."""
_ALPHABETS = tuple(
    frozenset(letters)
    for letters in (
        "àâæçéèêëîïôùûüÿœ", "äöüß", "áéíñóúüªº", "ãáâàçéêíóôõúü", "æøåéóäö", "åäöéšž", "áðéíóúýþæö", "àèéìíòóùú",
        "ëïéèöüáíóúâêûĳ", "àçéèíïóòúü·", "ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű",
        "čćđšž", "ăâîşţ", "õäöüšž", "абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    )
)  # fmt: skip
"""The letters besides a–z of European languages; those in one word belong to one language."""
_IMPROBABLE = re.compile(r"õ(?!e)|ñ(?![aeiouáéíóú])|[æœ]$|[^\x00-\x7f]{4}")
"""Patterns that no name in Latin letters has: in these lists õ is only Portuguese and ñ only Spanish, and letters
beyond a–z do not follow one another."""
_OF_A_LIST = frozenset(',;\t|\r\n "')
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")
"""Control characters that are no white space."""
_SAMPLED = 200_000
"""The number of bytes that is enough to find an encoding."""
_LEAST = 0.5
"""If the letters of a list fit less than this, language statistics decide."""
_MARGIN = 0.25
"""An encoding that fits less than this below the best is also possible."""
_CYRILLIC_VOWELS = frozenset("аеёиоуыэюяіїє")
_OUTSIDE = "“”«»–—…‘°º€§"
"""Characters that may occur in a list, but not between two letters."""
_WORD = re.compile(r"[^\s,;|\t\"()/+&.:_-]*[^\x00-\x7f][^\s,;|\t\"()/+&.:_-]*")


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text and how it was decoded."""

    text: str
    encoding: str
    """Its displayed name: ``UTF-16``."""
    guessed: bool
    """Whether the user should check letters beyond a–z."""
    others: tuple[str, ...] = ()
    """Other encodings that fit equally well, or nearly: then it is uncertain which one is right."""


def decode(data: bytes) -> Decoded | None:
    """``data`` as text, or None if it is not text. A byte order mark decides first, then UTF-8, then the characters."""
    decoded = _decode(data)
    return decoded if decoded is not None and _is_text(decoded.text) else None


def encoding_called(name: str) -> str | None:
    """The displayed name of the encoding that a user calls ``name``: ``sjis``, ``GBK``; None if unknown."""
    for offered in OFFERED:
        if name.strip().casefold() == offered.casefold():
            return offered
    try:
        codec = codecs.lookup(name.strip()).name
    except (LookupError, ValueError):  # ValueError: a NUL in the name
        return None
    codec = _SAME.get(codec, codec)
    return next((each for each, its in OFFERED.items() if its == codec), None)


def decode_as(data: bytes, encoding: str) -> Decoded | None:
    """``data`` decoded with the named ``encoding`` (of :data:`OFFERED`), or None if it is not valid in it."""
    for bom, codec in _BOMS:
        if data.startswith(bom) and _NAMES[codec] == encoding:
            data, chosen = data[len(bom) :], codec
            break
    else:
        chosen = OFFERED[encoding]
    if chosen == "utf-16":  # without its byte order mark
        return _without_mark(data)
    text = _attempt(data, chosen)
    return Decoded(text, encoding, guessed=False) if text is not None and _is_text(text) else None


def _is_text(text: str) -> bool:
    """Whether ``text`` has hardly any control characters."""
    start = text[:10_000]
    return len(_CONTROLS.findall(start)) * 20 <= len(start)


def _decode(data: bytes) -> Decoded | None:
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            text = _attempt(data[len(bom) :], encoding)
            return Decoded(text, _NAMES[encoding], guessed=False) if text is not None else None
    if b"\0" in data:
        return _without_mark(data)
    text = _attempt(data, "utf-8")
    if text is not None:
        return Decoded(text, "UTF-8", guessed=False)
    return _by_its_letters(data)


def _without_mark(data: bytes) -> Decoded | None:
    """UTF-16 without a byte order mark: with the right byte order, it has commas and line ends."""
    texts = [text for codec in ("utf-16-le", "utf-16-be") if (text := _attempt(data, codec)) is not None]
    text = max(texts, key=lambda text: sum(letter in _OF_A_LIST for letter in text[:20_000]), default="")
    if "\0" in text or not any(letter in _OF_A_LIST for letter in text):
        return None
    return Decoded(text, "UTF-16", guessed=True)


def _by_its_letters(data: bytes) -> Decoded:
    """Decode by the letters of names: the likeliest encoding, with the others that also fit."""
    sample = _sample(data)
    scores: list[tuple[float, str, str]] = []
    for encoding in _CANDIDATES:
        text = _attempt(data, encoding)
        if text is not None:
            scores.append((_share_of_words(text), encoding, text))
    western = max(scores, key=itemgetter(0), default=(-1.0, "latin_1", data.decode("latin_1")))
    for each in _EAST_ASIAN:
        text = _attempt(sample, each.codec)
        whole = _attempt(data, each.codec) if text is not None else None
        if text is not None and whole is not None:
            scores.append((_fit(text, each), each.codec, whole))
    score, best, best_text = max(scores, key=itemgetter(0), default=western)
    if score < _LEAST and best in _CANDIDATES:
        return _by_statistics(data, sample) or Decoded(western[2], _NAMES[western[1]], guessed=True)
    rivals = [
        name
        for other, name, text in sorted(scores, key=itemgetter(0), reverse=True)
        if text != best_text
        and other > score - _margin(score, {best, name})
        and (name not in _CANDIDATES or _share_of_one_language(text) >= _share_of_one_language(best_text))
    ]
    return Decoded(best_text, _NAMES[best], guessed=True, others=tuple(_NAMES[name] for name in rivals))


def _margin(score: float, codecs_compared: set[str]) -> float:
    """How much less another encoding may fit and still be possible: among European ones only the likeliest counts."""
    if codecs_compared <= set(_CANDIDATES):
        return 0.01
    return _MARGIN if score >= _LEAST else 1.0


def _sample(data: bytes) -> bytes:
    """Enough of ``data`` to find its encoding, up to the end of a line."""
    if len(data) <= _SAMPLED:
        return data
    return data[: data.rfind(b"\n", 0, _SAMPLED) + 1] or data[:_SAMPLED]


def _by_statistics(data: bytes, sample: bytes) -> Decoded | None:
    """The guess of language statistics, for scripts that no alphabet here covers: never certain."""
    from charset_normalizer import from_bytes

    match = from_bytes(sample).best()
    text = _attempt(data, match.encoding) if match is not None else None
    if match is None or text is None:
        return None
    name = _NAMES.get(match.encoding, match.encoding.replace("_", "-").upper())
    others = tuple(each for each in OFFERED if each != name and _attempt(data, OFFERED[each]) is not None)
    return Decoded(text, name, guessed=True, others=others)


def _attempt(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _share_of_words(text: str) -> float:
    """The share of words with letters beyond a–z that are words of one language, 0 to 1."""
    words = frozenset(_WORD.findall(text[:_SAMPLED]))
    return sum(_is_word(word) for word in words) / len(words) if words else 0.0


def _share_of_one_language(text: str) -> float:
    """The share of words with letters beyond a–z that fit the one language which fits most of them, 0 to 1."""
    words = frozenset(_WORD.findall(text[:_SAMPLED]))
    letters = [{letter for letter in word.lower() if letter.isalpha() and not letter.isascii()} for word in words]
    return max(sum(each <= alphabet for each in letters) for alphabet in _ALPHABETS) / len(words) if words else 0.0


@lru_cache(maxsize=4096)
def _is_word(word: str) -> bool:
    word = word.strip(_OUTSIDE).replace("’", "'")
    if not word.isupper() and any(
        earlier.isalpha() and later.isupper() and not later.isascii() for earlier, later in pairwise(word)
    ):
        return False
    lower = unicodedata.normalize("NFC", word.lower())
    letters = {character for character in lower if not character.isascii()}
    if not letters:
        return True
    cyrillic = all(character >= "Ѐ" for character in letters)
    if cyrillic and (any("a" <= character <= "z" for character in lower) or not _CYRILLIC_VOWELS & set(lower)):
        return False
    return any(letters <= alphabet for alphabet in _ALPHABETS) and (cyrillic or not _IMPROBABLE.search(lower))
