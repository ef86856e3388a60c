"""How Chinese characters and words read: pypinyin with the words that names need, instead of all its own.

All of them would take 42 MB of every process and nearly half a second of its start.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

# Both are read by pypinyin when it is imported, here and nowhere else.
os.environ["PYPINYIN_NO_PHRASES"] = "1"
os.environ["PYPINYIN_NO_DICT_COPY"] = "1"

from pypinyin import Style, lazy_pinyin, load_phrases_dict, pinyin
from pypinyin.constants import PINYIN_DICT

__all__ = ["WORDS", "Style", "lazy_pinyin", "pinyin", "usual_reading"]

WORDS: Final = Path(__file__).with_name("words.txt")  # written by `python -m tests.readings`


def usual_reading(character: str) -> str:
    """The first reading of a character by itself, with its tone's mark; "" where it has none."""
    return PINYIN_DICT.get(ord(character), "").partition(",")[0]


def _load() -> None:
    """Teach pypinyin the words whose characters read otherwise together (银行, 重庆, 长沙)."""
    lines = map(str.split, WORDS.read_text("utf-8").splitlines())
    load_phrases_dict({word: [[each] for each in reading] for word, *reading in lines})


_load()
