"""The sentence for every error code, enum and verb: codes inside, Chinese outside.

One module an area; each has `ERRORS` (code → sentence with %(name)s places), and where it applies `VERBS`
(journal) and `WORDS` (enum values). A code without a sentence is our bug and raises KeyError.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scoring.codecs import LEVEL_TEXTS
from tournament.models import Entry, Result, Stage
from tournament.wording.draw import VERBS_WITHOUT_GROUPS
from tournament.wording.knockout import round_name
from tournament.wording.rule_values import rule_value_text
from tournament.wording.rules import LABELS
from tournament.wording.running import dropped_words
from tournament.wording.scoring import LEVEL_CODES
from tournament.wording.standings import group_name
from tournament.wording.tables import actor_words, is_agreed

# Every module of this folder is an area: a new one needs no list to be put on.
AREAS = tuple(import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__))
ERRORS: dict[str, Any] = {code: text for area in AREAS for code, text in getattr(area, "ERRORS", {}).items()}
VERBS: dict[str, Any] = {verb: text for area in AREAS for verb, text in getattr(area, "VERBS", {}).items()}
WORDS: dict[str, Any] = {word: text for area in AREAS for word, text in getattr(area, "WORDS", {}).items()}


def sentence(code: str, params: Mapping[str, Any] | None = None) -> str:
    """What a person reads for an error or note `code`, its places filled from `params`.

    Parameters that are themselves codes of `WORDS` (sides, fields, states) are worded too, and whole numbers
    that are levels are written as levels (14: A).
    """
    known = {"low": 2, "high": 14, **(params or {})}
    level = code in LEVEL_CODES
    return str(ERRORS[code]) % {key: _worded(value, level, key) for key, value in known.items()}


def _worded(value: Any, is_level: bool, key: str = "") -> Any:
    if key == "group":
        return group_name(str(value))
    if isinstance(value, list):
        return _("、").join(str(_worded(one, is_level)) for one in value)
    if isinstance(value, int) and is_level:
        return LEVEL_TEXTS.get(value, str(value))
    return str(WORDS.get(value, value)) if isinstance(value, str) else value


def sentence_list(items: Iterable[object]) -> str:
    """Several numbers or names in a row: 1、4、7."""
    return _("、").join(map(str, items))


def of_error(error: Any) -> str:
    """The sentence of any of our errors: it has a `code` and `params`."""
    return sentence(error.code, error.params)


def of_actor(done: Entry | Result) -> str:
    """Who did it: people as they are called, the command line and pairs in the reader's language."""
    if done.source == "table":
        return actor_words(done.actor_name)
    return _(done.actor_name) if done.source == "command" and done.actor_name else done.actor_name


def entered_by(done: Result, *, timed: bool = False) -> str:
    """Who entered it, `timed` with the hour: 王老师录入; two pairs that agreed typed nothing here."""
    name, at = of_actor(done), localtime(done.at).strftime("%H:%M")
    if is_agreed(done.actor_name):
        return f"{name} {at}" if timed else name
    return (
        _("%(name)s %(at)s 录入") % {"name": name, "at": at} if timed else _("%(name)s录入") % {"name": name}
    )


def _in_stage(codes: Mapping[str, Any], stage: Stage | None) -> dict[str, str]:
    """A round by its name (第 2 轮（半决赛）), and a group with its stage, or the stage where it has none."""
    found = {"round": round_name(codes["round"], stage)} if isinstance(codes.get("round"), int) else {}
    if "group" not in codes or "stage" not in codes:
        return found
    whole = stage is not None and not stage.has_groups
    group = "" if whole else group_name(str(codes["group"]))
    return found | {"place": f"{codes['stage']} {group}".strip()}


def changes_of_entry(entry: Entry) -> str:
    """What stood before and what stands, in words: 赛事名称：中秋赛 → 国庆赛；地点：（空）→ 体育馆."""
    return _("；").join(_change(*one) for told in entry.codes.get("changes", []) for one in _flat(*told))


def _flat(field: str, before: Any, after: Any, table: int | None = None) -> Iterator[tuple[Any, ...]]:
    """A setting that holds several of its own (轮空和弃权的积分) as those of them that differ."""
    area, _dot, key = field.partition(".")
    old, new = (one if isinstance(one, dict) else {} for one in (before, after))
    inner = [one for one in {**old, **new} if old.get(one) != new.get(one) and f"{key}.{one}" in LABELS]
    if area != "rules" or not inner:
        yield field, before, after, table
    else:
        yield from ((f"{field}.{one}", old, new, table) for one in inner)


def _change(field: str, before: Any, after: Any, table: int | None = None) -> str:
    told = {"field": _field(field), "before": _value(field, before), "after": _value(field, after)}
    said = _("%(field)s：%(before)s → %(after)s") % told
    return _("第 %(table)s 桌%(said)s") % {"table": table, "said": said} if table else said


def _field(field: str) -> str:
    area, _dot, key = field.partition(".")
    return str(LABELS.get(key, key)) if area == "rules" else str(WORDS[field])


def _value(field: str, value: Any) -> str:
    """A value of the journal in words; nothing is （空）, and where a result was told 没有成绩."""
    area, _dot, key = field.partition(".")
    if field == "journal.result":
        return _result(value)
    if area == "rules":
        return rule_value_text(key, value) or _("（空）")
    if value in (None, "", []):
        return _("（空）")
    if isinstance(value, bool):
        return _("是") if value else _("否")
    return str(WORDS.get(f"{field}.{value}", value))


def _result(told: Mapping[str, Any] | None) -> str:
    if told is None:
        return _("没有成绩")
    worded = {key: _worded(value, False, key) for key, value in told.items()}
    if not worded["ew"]:
        return _("%(ns)s 号 %(ns_level)s") % worded
    return _("%(ns)s 号 %(ns_level)s : %(ew_level)s %(ew)s 号") % worded


def of_entry(
    entry: Entry, accounts: Mapping[int, str] | None = None, stages: Mapping[str, Stage] | None = None
) -> str:
    """A line of the journal in words; `codes` that the sentence does not name are left out.

    A `reason` that was given stands behind it. The journal keeps accounts by their key and stages by their
    name: `accounts` gives the names of those that still exist, `stages` knows whether one has groups and what
    its rounds are called.
    """
    worded = {key: _worded(value, False, key) for key, value in entry.codes.items()}
    stage = (stages or {}).get(str(entry.codes.get("stage", "")))
    worded |= _in_stage(entry.codes, stage)
    if "account" in worded:
        worded["account"] = (accounts or {}).get(worded["account"], _("已删除的账号"))
    whole = stage is not None and not stage.has_groups
    verb = VERBS_WITHOUT_GROUPS.get(entry.verb) if whole else None
    done = str(verb or VERBS[entry.verb]) % worded
    if stages := entry.codes.get("carried"):
        more = _("%(stages)s带入的积分随之更正") % {"stages": _("、").join(stages)}
        done = _("%(done)s；%(more)s") % {"done": done, "more": more}
    if dropped := entry.codes.get("dropped"):
        done = _("%(done)s；%(more)s") % {"done": done, "more": dropped_words(dropped)}
    reason = entry.codes.get("reason")
    return _("%(done)s（%(reason)s）") % {"done": done, "reason": reason} if reason else done
