"""Choose from the words of pypinyin those that names need: `python -m tests.readings` writes `words.txt`.

Its own dictionary has 47,000 words and takes 42 MB of every process; most of them say no more than the
characters by themselves, and the idioms of four characters and more are nobody's name.
"""

from __future__ import annotations

import json
from importlib.resources import files

from tournament.names.words import WORDS, usual_reading

Word = tuple[str, list[str]]


def words() -> dict[str, list[str]]:
    """Words of two and three characters whose reading their parts do not give, by length, then by code."""
    kept: dict[str, list[str]] = {}
    for word, reading in _dictionary():
        if reading != _by_parts(word, kept):
            kept[word] = reading
    return kept


def _dictionary() -> list[Word]:
    text = files("pypinyin").joinpath("phrases_dict.json").read_text("utf-8")
    found = [(word, [each[0] for each in readings]) for word, readings in json.loads(text).items()]
    return sorted((one for one in found if len(one[0]) <= 3), key=lambda one: (len(one[0]), one[0]))


def _by_parts(word: str, kept: dict[str, list[str]]) -> list[str]:
    """What `word` would read as without an entry of its own, the longest known part first."""
    if not word:
        return []
    size = next((size for size in (3, 2) if word[:size] in kept), 1)
    here = kept[word[:size]] if size > 1 else [usual_reading(word[0])]
    return here + _by_parts(word[size:], kept)


if __name__ == "__main__":
    lines = (" ".join([word, *reading]) for word, reading in words().items())
    WORDS.write_text("\n".join(lines) + "\n", encoding="utf-8")
