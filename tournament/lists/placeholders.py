"""Places in the words of a certificate that are filled in for everybody: {姓名}, in English {name}."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

# Each place as an English reader sees and writes it; both words are understood in every language.
PLACES = {
    "姓名": ("name", pgettext_lazy("placeholder", "姓名")),
    "单位": ("unit", pgettext_lazy("placeholder", "单位")),
    "队名": ("team", pgettext_lazy("placeholder", "队名")),
    "序号": ("number", pgettext_lazy("placeholder", "序号")),
    "奖项": ("award", pgettext_lazy("placeholder", "奖项")),
    "名次": ("rank", pgettext_lazy("placeholder", "名次")),
    "范围": ("group", pgettext_lazy("placeholder", "范围")),
    "赛事": ("event", pgettext_lazy("placeholder", "赛事")),
    "日期": ("date", pgettext_lazy("placeholder", "日期")),
    "主办": ("host", pgettext_lazy("placeholder", "主办")),
}
_KEYS = {key: key for key in PLACES} | {english: key for key, (english, _shown) in PLACES.items()}
_PLACE = re.compile(r"\{([^{}]*)\}")
_BRACES = str.maketrans("｛｝", "{}")


def problem_of(text: str) -> str:
    """Why `text` cannot be filled in, as a sentence; "" when it can."""
    text = text.translate(_BRACES)
    for name in _PLACE.findall(text):
        if _key(name) is None:
            said = {"name": "{" + name.strip()[:20] + "}", "known": known_places()}
            return _("没有 %(name)s 这一项。可以用的有：%(known)s。") % said
    if re.search("[{}]", _PLACE.sub("", text)):
        return _("大括号要成对，例如 %(place)s。") % {"place": "{" + pgettext("placeholder", "姓名") + "}"}
    return ""


def known_places() -> str:
    """All places, as the reader writes them."""
    return " ".join("{" + str(shown) + "}" for _english, shown in PLACES.values())


def places_in(text: str) -> set[str]:
    """The places that `text` has, by their keys."""
    keys = {_key(name) for name in _PLACE.findall(text.translate(_BRACES))}
    return {key for key in keys if key is not None}


def filled(text: str, values: Mapping[str, str]) -> str:
    """`text` with its places filled in; what is in braces and no place stays as it is."""

    def value(found: re.Match[str]) -> str:
        key = _key(found[1])
        return found[0] if key is None else values.get(key, "")

    return _PLACE.sub(value, text.translate(_BRACES))


def _key(name: str) -> str | None:
    return _KEYS.get(name.strip().lower())


def empty_places(texts: Iterable[str], values: Mapping[str, str]) -> list[str]:
    """The places of `texts` for which there is nothing, as the reader writes them."""
    used = set().union(*map(places_in, texts))
    return ["{" + str(PLACES[key][1]) + "}" for key in PLACES if key in used and not values.get(key)]
