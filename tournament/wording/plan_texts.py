"""What is written into the picture of a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournament.wording.plans import entry_text, grouping_text, pairing_text

if TYPE_CHECKING:
    from tournament.queries.plan_outline import Outline

WIDEST = 42  # of a line in half widths: what a box of the picture holds


def group_labels(one: Outline, most: int) -> list[str]:
    """The sizes of the groups, each for its own cell; many of one size are told by the first and the last."""
    if one.plan.pairing.get("method") == "knockout" or len(one.groups) < 2:
        return []
    labels = [str(size) for size in one.groups]
    return labels if len(labels) <= most else [*labels[: most - 2], "…", labels[-1]]


def pairs_text(one: Outline) -> str:
    """How many pairs play in the stage."""
    return "" if one.pairs is None else _("%(n)s 队") % {"n": one.pairs}


def arrow_text(one: Outline) -> str:
    """Who goes on into this stage and what is carried along."""
    entry = one.plan.entry
    carry = entry.get("carry", "none") if isinstance(entry, dict) else "none"
    text = entry_text(entry)
    if carry == "none":
        return text
    return _("%(entry)s，%(carry)s") % {
        "entry": text,
        "carry": _("带入全部积分") if carry == "all" else _("带入一半积分"),
    }


def box_lines(one: Outline, misfit: str = "") -> list[tuple[str, bool]]:
    """Groups, rounds and time in lines that fit; with True `misfit`, why the plan does not suit the pairs."""
    parts = [_groups(one), pairing_text(one.plan.pairing), _rounds(one)]
    lines = [(line, False) for part in parts if part for line in wrapped(part)]
    return lines + [(line, True) for line in wrapped(misfit)]


def _groups(one: Outline) -> str:
    if one.plan.pairing.get("method") == "knockout":
        return ""
    if len(one.groups) < 2:
        return grouping_text(one.plan.grouping)
    low, high = min(one.groups), max(one.groups)
    if low == high:
        return _("%(count)s 组 × %(size)s 队") % {"count": len(one.groups), "size": low}
    return _("%(count)s 组，每组 %(low)s 至 %(high)s 队") % {
        "count": len(one.groups),
        "low": low,
        "high": high,
    }


def _rounds(one: Outline) -> str:
    if one.rounds is None:
        return ""
    if one.play_minutes is None:
        return _("共 %(rounds)s 轮，不限时") % {"rounds": one.rounds}
    told = {"rounds": one.rounds, "minutes": one.minutes, "hours": _hours(one.play_minutes)}
    return _("共 %(rounds)s 轮 × %(minutes)s 分钟，约 %(hours)s 小时") % told


def _hours(minutes: int) -> str:
    """Hours to the next half."""
    halves = -(-minutes // 30)
    return str(halves // 2) if halves % 2 == 0 else f"{halves / 2:.1f}"


def wrapped(text: str) -> list[str]:
    """`text` cut into lines that a box holds; a wide sign counts as two."""
    lines, line, width = [], "", 0
    for sign in text:
        own = 2 if ord(sign) > 0x2E7F else 1
        if width + own > WIDEST:
            lines.append(line.rstrip())
            line, width = "", 0
        line, width = line + sign, width + own
    return [one for one in (*lines, line.strip()) if one]
