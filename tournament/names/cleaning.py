"""Cleaning of what people type or paste: names, units, phones, numbers (field F53, F59, F61, F62, F65).

One piece of code for file and form: whatever goes into the entry list passes here, so that a name
typed on a phone and the same name pasted from a PDF are the same name. Nothing here knows a file, a
database or a language; problems and warnings are codes (worded in `messages.py`).
"""

import datetime as dt
import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Final

from tournament.names.pinyin import COMPOUND_SURNAMES, pinyin_key

__all__ = [
    "CATEGORY_LIMIT",
    "NUMBER_LIMIT",
    "PAIR_NAME_LIMIT",
    "PERSON_LIMIT",
    "UNIT_LIMIT",
    "CleanName",
    "clean_category",
    "clean_name",
    "clean_number",
    "clean_phone",
    "clean_team_name",
    "clean_unit",
    "has_controls",
    "is_placeholder",
    "name_key",
    "names_in",
    "pinyin_key",
    "text_of",
    "tidy",
    "without_invisible",
]

# Lengths are counted in characters, not bytes.
PERSON_LIMIT: Final = 50
PAIR_NAME_LIMIT: Final = 60
UNIT_LIMIT: Final = 80
CATEGORY_LIMIT: Final = 20
NUMBER_LIMIT: Final = 99_999

_HAN = "\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd"
_HAN_CHARACTER = re.compile(f"[{_HAN}]")
_BETWEEN_HAN = re.compile(f"(?<=[{_HAN}]) (?=[{_HAN}])")
_PRIVATE_USE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010fffd]")
# What shows nothing and only makes doubles: controls, zero-width signs, marks of direction, byte order
# marks, variation selectors, noncharacters, half surrogates.
_INVISIBLE = re.compile(
    "[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f\\xad\\u034f\\u061c\\u180b-\\u180e\\u200b-\\u200f"
    "\\u202a-\\u202e\\u2060-\\u206f\\ufdd0-\\ufdef\\ufe00-\\ufe0f\\ufeff\\ufff9-\\ufffb\\ufffe\\uffff"
    "\\ud800-\\udfff\\U000e0000-\\U000e01ef]"
)
# Word's line break, the form feed, and Unicode's own separators of lines and paragraphs.
_OTHER_LINE_ENDS = re.compile("[\\x0b\\x0c\\x85\\u2028\\u2029]")
_CONTROLS = re.compile(
    "[\\x00-\\x08\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f\\ud800-\\udfff\\ufdd0-\\ufdef\\ufffe\\uffff]"
)
_INVISIBLE_ALONE = re.compile(f"(?!{_CONTROLS.pattern}){_INVISIBLE.pattern}")
_SPACE = re.compile("[\\s\\u115f\\u1160\\u2800\\u3164\\uffa0]+")
# Dots that stand in for the middle dot of a name. The full stop is one only between Chinese characters
# ("J.R. Smith" keeps his), the others wherever letters meet.
_MIDDLE_DOTS = "\u00b7\u2022\u2027\u2219\u22c5\u30fb\uff65"
_FULL_STOPS = ".\uff0e\ufe52"
_DOT_BETWEEN_HAN = re.compile(f"(?<=[{_HAN}]) ?[{_MIDDLE_DOTS}{_FULL_STOPS}] ?(?=[{_HAN}])")
_DOT_BETWEEN_LETTERS = re.compile(f"(?<=[^\\W\\d_]) ?[{_MIDDLE_DOTS}] ?(?=[^\\W\\d_])")
_LETTER = re.compile(r"[^\W\d_]")
_IN_BRACKETS = re.compile(r"[(（\[【〔][^)）\]】〕]*[)）\]】〕]")
_NAME_SEPARATOR = re.compile("[、，,；;/／|｜&＆+＋\r\n]+")

# Radicals that PDFs give in place of the characters. Kangxi radicals have their character in Unicode's own
# tables; of the supplement's simplified forms only two do, so the others are named here. The first three
# are Kangxi radicals whose table names the old form, where the simplified one is what was printed.
_NAMED_RADICALS = dict(
    zip(
        map(ord, "⼾⾭⿈⺠⻁⻄⻅⻆⻉⻋⻑⻓⻔⻘⻙⻚⻛⻜⻝⻢⻣⻤⻥⻦⻧⻨⻩⻪⻬⻮⻰"),
        "户青黄民虎西见角贝车長长门青韦页风飞食马骨鬼鱼鸟卤麦黄黾齐齿龙",
        strict=True,
    )
)
_RADICALS = {
    code: unicodedata.normalize("NFKC", chr(code)) for code in (0x2E9F, 0x2EF3, *range(0x2F00, 0x2FD6))
} | _NAMED_RADICALS

# Signs that differ only in shape; used for comparing, never for what is shown.
_FOLDED = str.maketrans(
    {
        **dict.fromkeys("[{〔【〖〈", "("),
        **dict.fromkeys("]}〕】〗〉", ")"),
        **dict.fromkeys("‘’‛`´′", "'"),
        **dict.fromkeys("“”„「」『』《》″", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
    }
)
_NOT_COMPARED = re.compile(f"[\\s{_MIDDLE_DOTS}{_FULL_STOPS}\u3002\uff61]+")

_NOBODY = (
    "无 无人 暂无 没有 待定 待补 待报 待确认 未定 未报 空 空缺 缺 缺人 暂缺 "
    "none null nil nan n/a na #n/a tbd tba"
)
_PLACEHOLDERS: Final = frozenset(_NOBODY.split())
_ONLY_SIGNS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class CleanName:
    """A name as it is stored, with what a person should know about it.

    `text` is shown and stored, empty when nothing (or only a word like 待定) was given; `key` compares
    equal for names that people call the same. `problem` is a code that keeps the name out: `missing`,
    `two_names`, `no_letters`, `too_long`; None when it may go in. `warnings` are codes that do not:
    `private_use`, `unreadable`, `maybe_two_names`, `one_character`, `bracketed`, `placeholder`.
    """

    text: str
    key: str
    warnings: tuple[str, ...] = ()
    problem: str | None = None


def text_of(value: object) -> str:
    """A cell's value as the text its writer meant: 3.0 is "3", a date its ISO form, nothing is ""."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, dt.datetime) and value.time() == dt.time():
        return value.date().isoformat()
    return str(value)


def tidy(value: object) -> str:
    """One line of visible text: NFC, radicals as characters, no invisible signs, single spaces.

    Nothing else is changed: full-width letters, curly apostrophes and rare characters stay as typed.
    """
    text = unicodedata.normalize("NFC", text_of(value)).translate(_RADICALS)
    return _SPACE.sub(" ", _INVISIBLE.sub("", text)).strip()


def has_controls(text: str) -> bool:
    """Whether a text holds control characters: signs that nobody types, and that no file may hold."""
    return _CONTROLS.search(text) is not None


def without_invisible(text: str, *, lines: bool = False) -> str:
    """`text` without signs that show nothing; controls stay, to be refused in words.

    Separators of lines as other programs write them are line ends where it may have `lines`, else spaces.
    """
    return _INVISIBLE_ALONE.sub("", _OTHER_LINE_ENDS.sub("\n" if lines else " ", text))


def name_key(text: object) -> str:
    """What two spellings of one name have in common: for finding doubles and for searching.

    Width, case, kinds of brackets, quotes and dashes are folded, spaces and dots left out, so that
    `name_key(typed) in name_key(stored)` finds 王　伟 by 王伟 and 138… by １３８.
    """
    folded = unicodedata.normalize("NFKC", tidy(text)).translate(_FOLDED).casefold()
    return _NOT_COMPARED.sub("", folded)


def is_placeholder(text: str) -> bool:
    """Whether a cell says "nobody" or "nothing" in words or signs: 无, 待定, None, /, —, N/A …"""
    return bool(text) and (text.casefold() in _PLACEHOLDERS or _ONLY_SIGNS.fullmatch(text) is not None)


def clean_name(value: object) -> CleanName:
    """Clean one person's name.

    Spaces between Chinese characters go, one stays inside Latin names; dots between the parts of a name
    become U+00B7. Two people in one cell (冯小川、陈大山) are a problem, as are figures only, and more than
    `PERSON_LIMIT` characters.
    """
    line = tidy(value)
    if not line or is_placeholder(line):
        return CleanName("", "", ("placeholder",) if line else (), "missing")
    text = _DOT_BETWEEN_LETTERS.sub("\u00b7", _DOT_BETWEEN_HAN.sub("\u00b7", _BETWEEN_HAN.sub("", line)))
    return CleanName(text, name_key(text), _warnings(line, text), _problem(text_of(value), text))


def _problem(raw: str, text: str) -> str | None:
    if _holds_two_names(raw):
        return "two_names"
    if not (_LETTER.search(text) or _PRIVATE_USE.search(text)):
        return "no_letters"
    return "too_long" if _is_longer(text, PERSON_LIMIT) else None


def _is_longer(text: str, limit: int) -> bool:
    # The key is stored beside the name, and a single sign such as the ligature ﬃ is several in it.
    return max(len(text), len(name_key(text))) > limit


def _holds_two_names(raw: str) -> bool:
    parts = _NAME_SEPARATOR.split(_IN_BRACKETS.sub("", raw))
    return sum(len(_HAN_CHARACTER.findall(part)) >= 2 for part in parts) >= 2


def names_in(value: object) -> list[str]:
    """The people named in one cell, as typed: 冯小川、陈大山 · 冯小川 陈大山 · 王 伟 (one) · Li Wei (one).

    Signs between names separate them, spaces only where every word is a whole Chinese name, or where there
    are too many single characters for one name (王 伟 李 娜: four words, which nobody can read surely).
    """
    raw = text_of(value)
    parts = [part for part in _NAME_SEPARATOR.split(raw) if tidy(part)]
    words = tidy(raw).split(" ")
    if len(parts) > 1 or len(words) == 1:
        return parts
    whole = [len(_HAN_CHARACTER.findall(word)) >= 2 for word in words]
    if all(whole) and words[0] not in COMPOUND_SURNAMES:
        return words
    return words if len(words) > 3 and not any(whole) and _HAN_CHARACTER.search(raw) else parts


def _warnings(line: str, text: str) -> tuple[str, ...]:
    found = _sign_warnings(text)
    halves = line.split(" ")
    if (
        len(halves) == 2
        and all(_is_short_han(half) for half in halves)
        and halves[0] not in COMPOUND_SURNAMES
    ):
        found.append("maybe_two_names")
    if len(text) == 1:
        found.append("one_character")
    if _IN_BRACKETS.search(text):
        found.append("bracketed")
    return tuple(found)


def _sign_warnings(text: str) -> list[str]:
    found = []
    if _PRIVATE_USE.search(text):
        found.append("private_use")
    # A question mark is what is left of a rare character that was saved in a smaller character set.
    if any(sign in text for sign in "?？\ufffd"):
        found.append("unreadable")
    return found


def _is_short_han(text: str) -> bool:
    return 2 <= len(text) <= 3 and len(_HAN_CHARACTER.findall(text)) == len(text)


def _clean_title(value: object, limit: int) -> CleanName:
    text = tidy(value)
    if not text or is_placeholder(text):
        return CleanName("", "")
    return CleanName(
        text, name_key(text), tuple(_sign_warnings(text)), "too_long" if _is_longer(text, limit) else None
    )


def clean_unit(value: object) -> CleanName:
    """Clean a unit's name: one line, at most `UNIT_LIMIT` characters; blank and 无 give "".

    城东（老年）大学 and 城东(老年)大学 keep their brackets and have the same `key`: they are one unit.
    """
    return _clean_title(value, UNIT_LIMIT)


def clean_team_name(value: object) -> CleanName:
    """Clean a pair's own name: as a unit's, at most `PAIR_NAME_LIMIT` characters."""
    return _clean_title(value, PAIR_NAME_LIMIT)


def clean_category(value: object) -> CleanName:
    """Clean a category's name (男子, 混双 …): as a unit's, at most `CATEGORY_LIMIT` characters."""
    return _clean_title(value, CATEGORY_LIMIT)


_SCIENTIFIC = re.compile(r"[\d.]+E\+?\d+", re.IGNORECASE)
_DECIMALS = re.compile(r"(?<=^\d{11})\.0+$")  # a number that went through a text file
_PHONE_SIGNS = re.compile(r"[\s()\-+.\u2010-\u2015\u2212]")


def clean_phone(value: object) -> tuple[str | None, str | None]:
    """Clean one phone number; returns (digits, problem), each None where there is none.

    Floats (13812345678.0), full-width digits, spaces, dashes and +86 are understood. A mobile number has
    11 digits and begins with 1, a landline begins with 0 and has 10 to 12. `phone_scientific`: Excel's
    1.38E+10 as text, whose digits are lost; `phone_length`; `phone_not_digits`.
    """
    text = unicodedata.normalize("NFKC", tidy(value))
    if not text or is_placeholder(text):
        return None, None
    if _SCIENTIFIC.fullmatch(text):
        return None, "phone_scientific"
    digits = _PHONE_SIGNS.sub("", _DECIMALS.sub("", text))
    if not (digits.isascii() and digits.isdigit()):
        return None, "phone_not_digits"
    digits = re.sub(r"^(?:00)?86(?=1\d{10}$)", "", digits)
    if re.fullmatch(r"1\d{10}|0\d{9,11}", digits):
        return digits, None
    return None, "phone_length"


_NUMBER_WORDS = re.compile(r"^(?:第|No\.?|№|#)|[号对队组.]$", re.IGNORECASE)


def clean_number(value: object) -> tuple[int | None, str | None]:
    """Clean a whole number such as a pair's number or seed; returns (number, problem).

    001, １, 3.0, 第5号 and No.7 are 1, 1, 3, 5 and 7; blank is (None, None); anything else, zero and
    numbers above `NUMBER_LIMIT` are `number_not_whole`.
    """
    text = unicodedata.normalize("NFKC", tidy(value)).replace(" ", "")
    if not text or is_placeholder(text):
        return None, None
    try:
        number = Decimal(_NUMBER_WORDS.sub("", _NUMBER_WORDS.sub("", text)))
    except InvalidOperation:
        return None, "number_not_whole"
    if not number.is_finite() or not 1 <= number <= NUMBER_LIMIT or number != int(number):
        return None, "number_not_whole"
    return int(number), None
