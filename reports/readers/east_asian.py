"""Lists of names in East Asian scripts: which of their encodings fits the characters.

Each of these encodings can decode nearly any bytes. What decides is therefore whether the decoded characters occur in
names: first those usual in names, then those that a standard lists as frequent, and hardly any others.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

SIMPLIFIED = frozenset(
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
TRADITIONAL = frozenset(
    "陳林黃張李王吳劉蔡楊許鄭謝洪郭邱曾廖賴徐周葉蘇莊呂江何蕭羅高潘簡朱鍾彭游詹胡施沈余盧梁趙顏柯翁魏孫戴范方宋鄧"
    "杜傅侯曹薛丁卓阮馬董温溫唐藍石蔣田康鄒白涂尤巫韓龔嚴袁鐘黎金阙童陸夏柳凃邵錢伍倪湯甘孔官古俞萬崔巖尹易程段雷"
    "武喬賀殷陶翟齊樊龐顧孟譚熊郝毛秦史關歐陽連紀辛管姚左姜粘駱闕花麥馮鄺霍岑區甄怡君志豪雅婷家俊傑淑芬美玲冠宇佩"
    "珊宗翰雯詩涵承恩麗華建宏心國強婉彥廷惠杰倫子瑜柏明哲靜宜榮敬騰文嘉娟貞秀英玉蘭鳳珍珠秋月香春梅菊琴瑩慧敏慈安"
    "平和信義仁勇智德正中台生成功銘偉漢民族光輝耀祖東西南北大小立人達福壽喜慶祥瑞龍虎豹雄威裕隆昌盛泰寧欣悅樂晴雨"
    "雲雪霜冰潔純真善良思念憶夢想希望未來新妤庭萱筠萍蓉薇芳芸芷若蓁莉莎蓓蕾菁茹茵荷蓮苓曉曼琪琳瑄璇瑋珮珈琇玟玫昱"
    "昕晨曦皓宥睿晟翔育任佑仲伯叔季維緯綺綸緒紹絲素震霖霆靖顯凱勝勳博學儒賢忠孝友愛進益添財富貴吉如意水火木土坤乾"
    "柱松竹森杉彬彪炳煌炎焜煒燕鴻鵬鶴飛躍芊妍姿婕媛嫻嬌娥妹姐"
)
JAPANESE = frozenset(
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
class EastAsian:
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


EAST_ASIAN = (
    EastAsian("cp932", "Shift JIS", JAPANESE, _rows("euc_jp", 0xB0, 0xCF), kana=True),
    EastAsian("euc_jp", "EUC-JP", JAPANESE, _rows("euc_jp", 0xB0, 0xCF), kana=True),
    EastAsian("cp949", "EUC-KR", frozenset(), lambda _letter: False, hangul=True),
    EastAsian("gb18030", "GB 18030", SIMPLIFIED, _rows("gb2312", 0xB0, 0xD7)),
    EastAsian("cp950", "Big5", TRADITIONAL, _rows("big5", 0xA4, 0xC6)),
)
_HEADING = re.compile(r"(?:^|[\s,;|])(?:姓|名|姓名|氏名|名前|성|성명|이름)(?:[\s,;|]|$)")
_BESIDE_LATIN = re.compile(r"[A-Za-z][^\x00-\x7f]|[^\x00-\x7f][A-Za-z]")


def fit(text: str, encoding: EastAsian) -> float:
    """How well ``text`` fits a list of names in ``encoding``, from about -1 to 1."""
    letters = [letter for letter in text if letter > "\x7f"]
    if not letters:
        return 0.0
    worth = sum(_worth(letter, encoding) for letter in letters) / len(letters)
    heading = 0.3 if _HEADING.search(text[:2_000]) else 0.0
    return worth + heading - len(_BESIDE_LATIN.findall(text)) / len(letters)


@lru_cache(maxsize=8192)
def _worth(letter: str, encoding: EastAsian) -> float:
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
    if letter in "　、。・（）＊／－":
        return 0.2
    return -1.0
