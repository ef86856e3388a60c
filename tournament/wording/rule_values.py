"""What a rule set says, setting by setting, in one short sentence each."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from scoring.codecs import ACE
from scoring.errors import InvalidRules
from scoring.rulebooks import Source
from scoring.rules import FIELDS, PlaySeconds, Rules, resolve
from scoring.schemes import HundredPlus, MatchPoints, Scheme, SchemeCodec, Table, WinPlusDiff
from scoring.walkovers import WalkOver, walkover_table
from tournament.wording.figures import plain, signed
from tournament.wording.rules import (
    CHOICES,
    FOUL_EFFECTS,
    GRADES,
    SCOPES,
    choice_text,
    level_text,
    scheme_name,
    tiebreak_name,
)

FIELD_BY_KEY = {field.key: field for field in FIELDS}
ARROW = " → "


def value_text(key: str, rules: Rules) -> str:
    """One setting of `rules` in words; `key` as in `wording.rules.LABELS`: `walkovers.bye` inside objects."""
    special = _SPECIAL.get(key)
    if special is not None:
        return special(rules)
    outer, _dot, inner = key.partition(".")
    if outer == "walkovers":
        return _walkover(getattr(walkover_table(rules), inner))
    value = FIELD_BY_KEY[key].value(rules)
    if value is None:
        return _("没有规定")
    return choice_text(key, value) if key in CHOICES else str(value)


def rule_value_text(key: str, raw: Any) -> str:
    """One setting as the journal keeps it (the archive's shape) in words; "" for nothing. What another
    edition of the program wrote, or says nothing without the rest, stands as it is."""
    outer, _dot, inner = key.partition(".")
    if inner and (raw or {}).get(inner) is None:
        return ""
    try:
        return value_text(key, resolve({outer: raw}))
    except (InvalidRules, KeyError, TypeError, ValueError):
        return str(raw[inner] if inner else raw)


def source_text(source: Source, *, decided: bool = False) -> str:
    """Where a value comes from: the article, ours, or (`decided`) the event's own decision."""
    if decided:
        return _("本赛事自定")
    if source.ours or not source.article:
        where = _("本软件的选择")
    else:
        where = _("原文 %(article)s") % {"article": source.article}
    return _("%(article)s（%(note)s）") % {"article": where, "note": source.note} if source.note else where


def _walkover(worth: WalkOver) -> str:
    places = {"points": plain(worth.points), "diff": signed(worth.level_diff)}
    return _("%(points)s 分，计入净级差 %(diff)s") % places


def _time(rules: Rules) -> str:
    minutes, deals = rules.play.minutes, rules.play.deals
    if minutes and deals:
        return _("%(minutes)s 分钟或打满 %(deals)s 副，先到为准") % {"minutes": minutes, "deals": deals}
    if deals:
        return _("打满 %(deals)s 副") % {"deals": deals}
    if minutes:
        return _("%(minutes)s 分钟") % {"minutes": minutes}
    if rules.play.finish_level == ACE:
        return _("不限时，打到过A为止")
    return _("不限时，打到过 %(level)s 为止") % {"level": level_text(rules.play.finish_level)}


def _finish_level(rules: Rules) -> str:
    return level_text(rules.play.finish_level)


def _ace_failure(rules: Rules) -> str:
    effect = choice_text("ace_failure", rules.play.ace_failure)
    if rules.play.ace_failure == "carry_on":
        return effect
    return _("%(count)s 次打A不过：%(effect)s") % {"count": rules.play.ace_failures, "effect": effect}


def _scheme(rules: Rules) -> str:
    return scheme_text(rules.scheme)


def _secondary_scheme(rules: Rules) -> str:
    return scheme_text(rules.secondary_scheme)


def scheme_text(scheme: Scheme | None) -> str:
    """A scheme in one line with the figures that an organiser set himself."""
    written = None if scheme is None else SchemeCodec().write(scheme)
    name = scheme_name(written)
    if scheme is None or isinstance(written, str):
        return name
    details = _figures(scheme)
    return f"{name}{_('：')}{details}" if details else name


def _figures(scheme: Scheme) -> str:
    if isinstance(scheme, MatchPoints):
        places = {"win": plain(scheme.win), "loss": plain(scheme.loss)}
        if scheme.draw is None:
            return _("胜 %(win)s，负 %(loss)s，没有平局") % places
        return _("胜 %(win)s，平 %(draw)s，负 %(loss)s") % {**places, "draw": plain(scheme.draw)}
    if isinstance(scheme, WinPlusDiff):
        places = {key: plain(getattr(scheme, key)) for key in ("win", "draw", "loss", "step")}
        return _("胜 %(win)s，平 %(draw)s，负 %(loss)s，每级差加减 %(step)s") % places
    if isinstance(scheme, HundredPlus):
        return _("奖励 %(bonus)s，级差最多计 %(diff)s，级数最多计 %(level)s") % {
            "bonus": plain(scheme.bonus),
            "diff": scheme.diff_cap,
            "level": scheme.level_cap,
        }
    if isinstance(scheme, Table):
        return _("级差 0 起胜方得 %(rows)s 分") % {"rows": _("、").join(plain(row) for row in scheme.winner)}
    return ""


def scheme_rows(scheme: Scheme | None) -> list[tuple[str, str, str]]:
    """The rows of a conversion table: level difference, the winner's and the loser's points; [] for others.

    The last row says 及以上, because larger differences earn it too. A draw stands first.
    """
    if not isinstance(scheme, Table):
        return []
    last = len(scheme.winner) - 1
    rows = [
        (_("%(d)s 及以上") % {"d": d} if d == last else str(d), plain(won), plain(lost))
        for d, (won, lost) in enumerate(zip(scheme.winner, scheme.loser, strict=True))
    ]
    ns, ew = scheme.draw or (Decimal(0), Decimal(0))
    return [(_("平局"), plain(ns), plain(ew)), *rows]


def _tiebreaks(rules: Rules) -> str:
    names = [tiebreak_name(key) for key in rules.ranking.tiebreaks]
    return ARROW.join(names) if names else _("不再判定，名次并列")


def _late_minutes(rules: Rules) -> str:
    return _minutes(rules.conduct.late_minutes, _("开赛 %(minutes)s 分钟未到齐，本轮按弃权处理"))


def _late_minutes_excused(rules: Rules) -> str:
    return _minutes(rules.conduct.late_minutes_excused, _("事先请过假的，放宽到 %(minutes)s 分钟"))


def _appeal_minutes(rules: Rules) -> str:
    return _minutes(rules.conduct.appeal_minutes, _("本局结束后 %(minutes)s 分钟内书面提出"))


def _appeal_answer(rules: Rules) -> str:
    return _minutes(rules.conduct.appeal_answer_minutes, _("%(minutes)s 分钟内答复"))


def _minutes(minutes: int | None, text: str) -> str:
    return _("没有规定") if minutes is None else text % {"minutes": minutes}


def _late_level_minutes(rules: Rules) -> str:
    return _minutes(
        rules.conduct.late_level_minutes, _("每迟到 %(minutes)s 分钟（不满也算），对方开局先升 1 级")
    )


def _late_in_a_row(rules: Rules) -> str:
    count = rules.conduct.late_in_a_row
    return _("没有规定") if count is None else _("连续迟到超过 %(count)s 次取消资格") % {"count": count}


def _report_at(rules: Rules) -> str:
    cards = rules.conduct.report_at
    return _("没有规定") if cards is None else _("手中剩 %(cards)s 张或更少时") % {"cards": cards}


def _play_seconds(rules: Rules) -> str:
    seconds: PlaySeconds = rules.conduct.play_seconds
    parts = (
        (_("首攻 %(n)s 秒"), seconds.first),
        (_("跟牌 %(n)s 秒"), seconds.next),
        (_("还贡 %(n)s 秒"), seconds.give_back),
    )
    said = [text % {"n": count} for text, count in parts if count is not None]
    return _("，").join(said) or _("没有规定")


def _ladder(rules: Rules) -> str:
    steps = [
        _("%(count)s 次%(grade)s算 1 次%(becomes)s（%(scope)s）")
        % {
            "count": step.count,
            "grade": GRADES[step.grade],
            "becomes": GRADES[step.becomes],
            "scope": SCOPES[step.scope],
        }
        for step in rules.conduct.ladder
    ]
    return _("；").join(steps) or _("不累计")


def _foul_limit(rules: Rules) -> str:
    limit = rules.conduct.foul_limit
    if limit is None:
        return _("没有规定")
    places: dict[str, Any] = {
        "count": limit.count,
        "scope": SCOPES[limit.scope],
        "effect": FOUL_EFFECTS[limit.effect],
    }
    return _("一方%(scope)s犯规满 %(count)s 次：%(effect)s") % places


_SPECIAL: dict[str, Callable[[Rules], str]] = {
    "minutes": _time,
    "finish_level": _finish_level,
    "ace_failure": _ace_failure,
    "scheme": _scheme,
    "secondary_scheme": _secondary_scheme,
    "tiebreaks": _tiebreaks,
    "late_minutes": _late_minutes,
    "late_minutes_excused": _late_minutes_excused,
    "late_level_minutes": _late_level_minutes,
    "late_in_a_row": _late_in_a_row,
    "appeal_minutes": _appeal_minutes,
    "appeal_answer_minutes": _appeal_answer,
    "report_at": _report_at,
    "play_seconds": _play_seconds,
    "ladder": _ladder,
    "foul_limit": _foul_limit,
}
