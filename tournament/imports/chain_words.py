"""The words of a line in a group chat: which are names, which units, or something else.

Chinese names and the names of small units look alike (王小会, 工会). A word is a name by its length and its
surname, a unit by its ending; what could be both is told to the person who imports.
"""

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Final

from tournament.imports.headers import field_of
from tournament.names.cleaning import is_placeholder, tidy
from tournament.names.pinyin import COMPOUND_SURNAMES


def _words(text: str) -> list[str]:
    return text.split()


# The surnames that nearly everybody has; a rarer one is still a name by its place in the line.
_SURNAMES: Final = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈"
    "姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤"
    "温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴"
    "霍涂成苗谷曲盛冉翁蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑"
    "景党宫费卜冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬师和仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑迟"
    "邝官封谈匡鞠惠荆乐冀郁胥南班储原栗燕楚鄢劳谌奚皮粟冼蔺楼盘满闻位厉伊仝区郜海阚花权强帅屠豆朴盖练廉禹"
    "井祖漆巴丰支卿国狄平计索宣晋相初门云容敬来扈晁芮都普阙浦戈伏鹿薄邸雍辜羊阿乌"
)
_UNIT_ENDINGS: Final = tuple(
    _words(
        "大学 学院 学校 中学 小学 公司 集团 中心 社区 街道 工会 支部 协会 俱乐部 "
        "委员会 办公室 车间 班组 银行 支行 医院 幼儿园 财务 后勤 人事 工程 研究院 "
        "研究所 实验室 项目部 事业部 总部 分部 机关 单位 老干部 离退休"
    )
)
_UNIT_SIGNS: Final = frozenset("处科部室系院会校司局厂店组所站馆办委行团社班级队")
_TEAM: Final = re.compile(r"^[“\"「『《](.+)[”\"」』》]$|^(.{2,}(?:队|组合))$")
_CATEGORIES: Final = frozenset(
    _words("男子 女子 混双 男双 女双 混合 男子组 女子组 混双组 男双组 女双组 老年组 青年组 中年组 男组 女组")
)
_STATUSES: Final = {"候补": "候补", "替补队": "候补", "备选": "候补", "陪打": "陪打", "退赛": "退赛"}
_NOT_COMING: Final = frozenset(_words("取消 退出 不参加 不来 请假 撤销 取消报名 退报 划掉 作废"))
_CHATTER: Final = frozenset(
    _words("报名 参加 收到 已报 我们 一队 你好 大家好 谢谢 感谢 队长 队员 领队 男 女")
)
_HAN: Final = re.compile("[\u3007\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003fffd·]+")
_LATIN: Final = re.compile(r"[^\W\d_]+(?:[-'’.][^\W\d_]*)*")
_PHONE: Final = re.compile(
    r"(?<!\d)(?:\+?86[- ]?)?(1\d{2}(?:[- ]?\d{4}){2}|0\d{2,3}[- ]?\d{7,8}|\d{5,})(?!\d)"
)
_BRACKETS: Final = re.compile(r"[(\[【〔](.*?)[)\]】〕]")
_LABEL: Final = re.compile(r"([^\s:：、，,;；/|()]{1,10})\s*[:：]")
_STRONG: Final = re.compile(r"[、,;；/|＋+&—–~\n]+|(?<=[^\W\d_])-(?=[^\W\d_])|\s+[和与及]\s+")
_PICTURES: Final = re.compile(
    "[\u2190-\u21ff\u2300-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d\u3297\u3299\u200d\u20e3\ufe0e\ufe0f"
    "\U0001f000-\U0001faff\U000e0020-\U000e007f]+"
)


@dataclass(slots=True)
class Words:
    """What a line was taken apart into; `unsure` are words that could have been meant otherwise."""

    names: list[str] = field(default_factory=list)
    phones: list[str] = field(default_factory=list)
    units: list[str] = field(default_factory=list)
    substitute: str = ""
    team: str = ""
    category: str = ""
    status: str = ""
    seed: str = ""
    rest: list[str] = field(default_factory=list)
    unsure: list[str] = field(default_factory=list)
    is_off: bool = False


def plain_line(text: str) -> str:
    """A line without pictures, with half-width figures and signs; ① is 1 and 1️⃣ is 1."""
    return tidy(_PICTURES.sub(" ", unicodedata.normalize("NFKC", text)))


def words_of(text: str) -> Words:
    """Take a plain line apart into words between spaces and signs; labels (姓名：) decide first."""
    words = Words()

    def phone(found: re.Match[str]) -> str:
        words.phones.append(re.sub(r"[- ]", "", found[1]))
        return " ; "

    rest = _PHONE.sub(phone, text)
    rest = _labelled(words, rest)
    rest = _BRACKETS.sub(lambda found: _bracketed(words, found[1].strip()), rest)
    _sort(words, [part for part in map(str.strip, _split(rest)) if part and not is_placeholder(part)])
    return words


def _split(text: str) -> list[str]:
    """Words between spaces and signs; Latin words that only spaces part are one name."""
    found: list[str] = []
    for part in _STRONG.split(text):
        pieces = part.split()
        if len(pieces) > 1 and all(_LATIN.fullmatch(piece) and not _HAN.search(piece) for piece in pieces):
            found.append(" ".join(pieces))
        else:
            found += pieces
    return found


def _labelled(words: Words, text: str) -> str:
    """Take out what stands behind known labels (单位：财务处), and return what is left."""
    places = [found for found in _LABEL.finditer(text) if field_of(found[1])]
    left = text[: places[0].start()] if places else text
    for found, following in zip(places, [*places[1:], None], strict=False):
        value = text[found.end() : following.start() if following else len(text)].strip(" ,;，；、")
        _take_labelled(words, field_of(found[1]) or "", value)
    return left


def _take_labelled(words: Words, name: str, value: str) -> None:
    if name in ("players", "player1", "player2"):
        words.names += [part for part in _split(value) if not is_placeholder(part)]
    elif name == "unit" and value:
        words.units.append(value)
    elif name == "substitute":
        words.substitute = value
    elif name in ("category", "seed", "status"):
        setattr(words, name, value)
    elif name == "name":
        words.team = value
    elif value and name not in ("phone", "phone1", "phone2", "number"):
        words.rest.append(value)


def _bracketed(words: Words, inside: str) -> str:
    """What stands in brackets: a status, a category, a unit; parts of a longer remark stay a remark."""
    if not inside or inside in _CHATTER:
        return " "
    if not _take_known(words, inside):
        (words.units if _is_unit(inside) or not words.units else words.rest).append(inside)
    return " ; "


def _take_known(words: Words, word: str) -> bool:
    if word in _NOT_COMING:
        words.is_off = True
    elif word in _STATUSES:
        words.status = _STATUSES[word]
    elif word in _CATEGORIES:
        words.category = word
    elif found := re.fullmatch(r"替补[:：]?\s*(.{2,4})", word):
        words.substitute = found[1]
    elif found := re.fullmatch(r"(\d{1,2})号种子|种子(\d{1,2})", word):
        words.seed = found[1] or found[2]
    else:
        return word in _CHATTER
    return True


def _sort(words: Words, found: list[str]) -> None:
    """Names, units, and what is neither: surely first, then what is missing from what could be both."""
    open_words: list[str] = []
    for word in found:
        if _take_known(words, word):
            continue
        if team := _TEAM.match(word):
            words.team = team[1] or team[2]
        elif _is_name(word) and not _is_unit(word):
            open_words.append(word)
        elif _is_unit(word) and not _is_name(word):
            words.units.append(word)
        elif _is_name(word) or _HAN.fullmatch(word) or _LATIN.match(word):
            open_words.append(word)
        else:
            words.rest.append(word)
    _settle(words, open_words)


def _settle(words: Words, open_words: list[str]) -> None:
    sure = [word for word in open_words if _is_name(word) and not _is_unit(word)]
    other = [word for word in open_words if word not in sure]
    wanted = 2 - len(words.names)
    if len(sure) >= wanted or not other:
        names, left = sure, other
    else:
        # 王小会 or 工会: the first such words make up for the names that are missing, and are told.
        chosen = other[: wanted - len(sure)]
        names = [word for word in open_words if word in sure or word in chosen]
        left = other[len(chosen) :]
        words.unsure += chosen
    words.names += names
    for word in left:
        (words.units if not words.units else words.rest).append(word)
        if not _is_unit(word):
            words.unsure.append(word)


def _is_name(word: str) -> bool:
    """Whether a word is a person's name by its surname and length, or its dot, or its Latin letters."""
    if not _HAN.search(word):
        return _LATIN.match(word) is not None and len(word) > 1
    if not _HAN.fullmatch(word):
        return False
    if "·" in word:
        return True
    if word[:2] in COMPOUND_SURNAMES:
        return 3 <= len(word) <= 4
    return len(word) in (2, 3) and word[0] in _SURNAMES


def _is_unit(word: str) -> bool:
    """Whether a word is a unit by its ending."""
    if len(word) < 2 or "·" in word or not _HAN.search(word):
        return False
    return word.endswith(_UNIT_ENDINGS) or word[-1] in _UNIT_SIGNS or len(word) > 6
