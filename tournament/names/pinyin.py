"""The order of Chinese names by pinyin, with the readings that surnames have."""

import re
from functools import lru_cache
from typing import Final

from tournament.names.words import Style, pinyin

FIGURES = 6  # digits to which a number in a name is filled up
_FIGURES = re.compile("[0-9]{1,6}")
_SYLLABLE = re.compile("[a-z]+[1-5]")
# Surnames whose reading differs from the character's usual one, and those of two characters.
_SURNAME_READINGS: Final = {
    "曾": "zeng1",
    "沈": "shen3",
    "单": "shan4",
    "仇": "qiu2",
    "解": "xie4",
    "重": "chong2",
    "种": "chong2",
    "查": "zha1",
    "朴": "piao2",
    "区": "ou1",
    "任": "ren2",
    "盖": "ge3",
    "葛": "ge3",
    "缪": "miao4",
    "翟": "zhai2",
    "乐": "yue4",
    "员": "yun4",
    "秘": "bi4",
    "冼": "xian3",
    "洗": "xian3",
    "黑": "he4",
    "那": "na1",
    "宁": "ning4",
    "华": "hua4",
    "燕": "yan1",
    "牟": "mou4",
    "逄": "pang2",
    "繁": "po2",
    "撒": "sa4",
    "召": "shao4",
    "隗": "wei3",
    "晁": "chao2",
    "郗": "xi1",
    "訾": "zi1",
    "应": "ying1",
    "尉": "wei4",
    "柏": "bai3",
    "曲": "qu1",
    "过": "guo1",
    "祭": "zhai4",
    "句": "gou1",
    "哈": "ha3",
    "谌": "chen2",
    "车": "che1",
    "覃": "qin2",
    "阚": "kan4",
    "俞": "yu2",
    "於": "yu1",
    "相": "xiang4",
    "都": "du1",
    "强": "qiang2",
    "干": "gan1",
    "藏": "zang1",
    "乜": "nie4",
    "隽": "juan4",
    "佴": "nai4",
    "幺": "yao1",
    "长": "chang2",
    "折": "she2",
    "薄": "bo2",
    "贾": "jia3",
    "石": "shi2",
    "卜": "bu3",
    "万": "wan4",
    "奇": "qi2",
    "尉迟": "yu4 chi2",
    "万俟": "mo4 qi2",
    "长孙": "zhang3 sun1",
    "令狐": "ling2 hu2",
    "单于": "chan2 yu2",
    "澹台": "tan2 tai2",
    "欧阳": "ou1 yang2",
    "上官": "shang4 guan1",
    "司马": "si1 ma3",
    "司徒": "si1 tu2",
    "司空": "si1 kong1",
    "诸葛": "zhu1 ge3",
    "东方": "dong1 fang1",
    "西门": "xi1 men2",
    "南宫": "nan2 gong1",
    "皇甫": "huang2 fu3",
    "夏侯": "xia4 hou2",
    "公孙": "gong1 sun1",
    "慕容": "mu4 rong2",
    "轩辕": "xuan1 yuan2",
    "宇文": "yu3 wen2",
    "独孤": "du2 gu1",
    "赫连": "he4 lian2",
    "呼延": "hu1 yan2",
    "端木": "duan1 mu4",
    "百里": "bai3 li3",
    "东郭": "dong1 guo1",
    "公羊": "gong1 yang2",
    "钟离": "zhong1 li2",
    "申屠": "shen1 tu2",
    "濮阳": "pu2 yang2",
    "淳于": "chun2 yu2",
    "太史": "tai4 shi3",
    "闻人": "wen2 ren2",
    "拓跋": "tuo4 ba2",
}
COMPOUND_SURNAMES: Final = frozenset(surname for surname in _SURNAME_READINGS if len(surname) == 2)

LIMIT: Final = 300  # characters of a key, so that it can be stored beside the name


@lru_cache(maxsize=8192)
def pinyin_key(name: str) -> str:
    """Sort key of a person's cleaned name: pinyin syllable by syllable, each by its letters, then its tone.

    Surnames have their own readings (曾 zeng, 单 shan, 仇 qiu). Names without Chinese characters come after
    all Chinese ones, by their letters; nothing at all comes last. Figures count as numbers: 第2分工会 stands
    before 第10分工会. The key is of ASCII letters and figures
    for Chinese names, so that every database sorts it alike; at most `LIMIT` characters.
    """
    surname = next((name[:size] for size in (2, 1) if name[:size] in _SURNAME_READINGS), "")
    return _key(name, surname)


@lru_cache(maxsize=2048)
def title_key(name: str) -> str:
    """Sort key of what is nobody's name, a unit or a pair: as `pinyin_key`, but 区教育局 begins with qu,
    重型机械厂 with zhong and 解放路小学 with jie, which as surnames are ou, chong and xie."""
    return _key(name, "")


def _key(name: str, surname: str) -> str:
    if not name:
        return "2"
    if not _is_han(name[0]):
        return f"1{_counted(name.casefold())}"[:LIMIT]
    readings = _SURNAME_READINGS[surname].split() if surname else []
    return ("0" + "".join([*readings, *_read(name[len(surname) :])]))[:LIMIT]


def _counted(text: str) -> str:
    """`text` with its figures as long as each other, so that they sort by what they count."""
    return _FIGURES.sub(lambda found: found[0].zfill(FIGURES), text)


def _read(text: str) -> list[str]:
    """The readings of a text, read as one word; what has none goes behind, by its code."""
    if not text:
        return []
    found = [syllable[0] for syllable in pinyin(text, style=Style.TONE3, neutral_tone_with_five=True)]
    return [_reading(one) for one in found]


def _reading(one: str) -> str:
    """A syllable with its tone stays; figures are counted; what has no reading goes by its code."""
    if not one.isascii():
        return "".join(map(_by_code, one))
    return one if _SYLLABLE.fullmatch(one) else _counted(one)


def _by_code(character: str) -> str:
    return f"zzz{ord(character):06x}" if character.isalpha() or not character.isprintable() else ""


def spells(reading: str, typed: str) -> bool:
    """Whether letters name somebody whose `pinyin_key` is `reading`: zym, zhaoym, yiming and zhaoyiming all
    find 赵一鸣. Each syllable may be cut short, none left out once the first was begun."""
    syllables = re.findall("[a-z]+", reading)
    return any(_spells_from(syllables[first:], typed) for first in range(len(syllables)))


def _spells_from(syllables: list[str], typed: str) -> bool:
    reached = {0}  # how many letters can be used up by the syllables so far
    for syllable in syllables:
        ways = {
            begun + count
            for begun in reached
            for count in range(1, len(syllable) + 1)
            if typed.startswith(syllable[:count], begun)
        }
        if len(typed) in ways:
            return True
        reached = ways
    return False


def _is_han(character: str) -> bool:
    return character >= "\u3400" and not "\ue000" <= character <= "\uf8ff" and character.isalpha()
