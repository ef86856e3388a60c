"""Sentences about groupings, movements and lots: the codes of the pairing package."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from pairing.seating import Note

ERRORS = {
    "count_or_size": _("请写明分几组，或每组几队，二者选一。"),
    "draw_not_known": _("这次抽签用的算法（%(algorithm)s）本软件不能重算。"),
    "group_size_too_small": _("每组至少要有 2 队。"),
    "inputs_not_exact": _("抽签的内容里有不能精确记录的数，不能抽签。"),
    "legs_not_possible": _("循环赛只能是单循环或双循环。"),
    "lot_drawn_twice": _("%(lot)s 签已被 %(pair)s 号抽走，请核对。"),
    "lots_left": _("还有 %(lots)s 个签没有抽。"),
    "movement_does_not_fit": _("对阵表为 %(size)s 队，实际有 %(pairs)s 队。"),
    "no_groups": _("至少要分 1 组。"),
    "no_rounds": _("至少要打 1 轮。"),
    "pair_drew_already": _("%(pair)s 号已经抽到 %(lot)s 签。"),
    "pair_has_no_lot": _("%(pair)s 号还没有抽签。"),
    "pair_twice": _("%(pair)s 号写了两次。"),
    "seed_empty": _("请写明抽签用的种子。"),
    "sizes_do_not_fit": _("各组名额与 %(pairs)s 队对不上。"),
    "sizes_uneven": _("电脑抽签时各组队数最多相差 1。"),
    "table_not_positive": _("桌号要从 1 开始。"),
    "too_few_pairs": _("至少要有 2 队才能编排，现在只有 %(pairs)s 队。"),
    "too_many_groups": _("%(pairs)s 队最多分 %(most)s 组，不能分 %(count)s 组。"),
    "units_do_not_fit": _("单位名单与队数对不上。"),
    "unknown_lot": _("没有 %(lot)s 这个签，请核对。"),
    "unknown_pair": _("没有 %(pair)s 号。"),
    "unknown_position": _("没有 %(position)s 号位置。"),
}

# What is said about a movement before it is confirmed.
NOTES = {
    "group_too_small": _("%(size)s 队的组最多打 %(rounds)s 轮，打不满 %(asked)s 轮。"),
    "byes_uneven": _(
        "%(size)s 队的组每轮有一队轮空：%(rounds)s 轮里 %(with_bye)s 队轮空一次，%(without_bye)s 队没有轮空。"
    ),
}

# Why these two meet at this table.
REASONS = {
    "not_met_before": _("此前没有相遇过"),
    "everyone_meets": _("循环赛，两两相遇"),
    "same_unit_first": _("先打本单位"),
    "second_leg": _("第二循环，对阵同第 %(first_round)s 轮，南北、东西互换"),
}


def note_text(note: Note) -> str:
    """A note of a movement as a sentence."""
    return str(NOTES[note.code]) % note.values


def reason_text(reason: Mapping[str, Any]) -> str:
    """A stored reason (its code and figures) in words; "" for an archive's that has none."""
    try:
        return str(REASONS[reason["code"]]) % reason
    except KeyError:
        return ""
