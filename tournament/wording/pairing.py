"""Sentences about groupings, movements and lots: the codes of the pairing package."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from pairing.seating import Note
from tournament.wording.knockout import bracket_round
from tournament.wording.standings import group_name

ERRORS = {
    "count_or_size": _("请写明分几组，或每组几队，二者选一。"),
    "draw_not_known": _("这次抽签用的算法（%(algorithm)s）本软件不能重算。"),
    "group_size_too_small": _("每组至少要有 2 队。"),
    "inputs_not_exact": _("抽签的内容里有不能精确记录的数，不能抽签。"),
    "legs_not_possible": _("循环赛只能是单循环或双循环。"),
    "lot_drawn_twice": _("%(lot)s 签已被 %(pair)s 号抽走，请核对。"),
    "lots_left": _("还有 %(lots)s 个签没有抽。"),
    "movement_does_not_fit": _("对阵表为 %(size)s 队，实际有 %(pairs)s 队。"),
    "not_enough_tables": _(
        "这一轮要 %(needed)s 张桌，可用的只有 %(have)s 张："
        "请在“场地和桌号”里增加桌号；一个组的同一轮要同时打，有几个组的还可以分成几个场次。"
    ),
    "no_groups": _("至少要分 1 组。"),
    "no_rounds": _("至少要打 1 轮。"),
    "pair_drew_already": _("%(pair)s 号已经抽到 %(lot)s 签。"),
    "pair_has_no_lot": _("%(pair)s 号还没有抽签。"),
    "pair_twice": _("%(pair)s 号写了两次。"),
    "seed_empty": _("请写明抽签用的种子。"),
    "sizes_do_not_fit": _("各组名额与 %(pairs)s 队对不上。"),
    "sizes_uneven": _("电脑抽签时各组队数最多相差 1。"),
    "table_named_twice": _("第 %(table)s 桌写了两次。"),
    "table_too_high": _("桌号最大到 %(highest)s，不能是 %(table)s。"),
    "tables_empty": _("请写明这里有哪些桌，例如 1–12。"),
    "tables_not_read": _("看不懂“%(text)s”。请这样写桌号：1–12、15–20。"),
    "tables_reversed": _("桌号要从小到大：%(first)s–%(last)s 写反了。"),
    "table_not_positive": _("桌号要从 1 开始。"),
    "too_few_pairs": _("至少要有 2 队才能编排，现在只有 %(pairs)s 队。"),
    "too_many_groups": _("%(pairs)s 队最多分 %(most)s 组，不能分 %(count)s 组。"),
    "units_do_not_fit": _("单位名单与队数对不上。"),
    "unknown_lot": _("没有 %(lot)s 这个签，请核对。"),
    "unknown_pair": _("没有 %(pair)s 号。"),
    "unknown_position": _("没有 %(position)s 号位置。"),
    "bye_not_here": _("%(pair)s 号本轮不在场，不能给轮空。"),
    "first_round_how": _("第一轮的编排方式只能是抽签、蛇形或上下半区，不能是“%(how)s”。"),
    "forced_and_bye": _("%(pair)s 号本轮已给轮空，不能再指定对手。"),
    "forced_and_forbidden": _("%(a)s 号与 %(b)s 号既指定相遇又不许相遇，请只留一项。"),
    "forced_twice": _("%(pair)s 号被指定了两个对手，请只留一个。"),
    "round_not_positive": _("没有第 %(number)s 轮。"),
    "nobody_to_meet": _("给了 %(byes)s 队轮空之后，没有两队可以对阵。"),
    "units_of_one": _("每个单位都只有 1 队，按单位分组谁也没有对手。请换一种分组办法。"),
    "grades_of_one": _("没有两队在各自的小组里名次相同，等级组里谁也没有对手。请换一种分组办法。"),
    "grades_need_a_source": _("按上一阶段名次分等级组，名单要来自前面的阶段。请在赛制里选名单来自哪一阶段。"),
    "rank_missing": _("%(pair)s 号在上一阶段没有名次，不能分入等级组。"),
    "rank_twice": _("有两队同列第 %(rank)s 名，编排前请先分出先后。"),
}

# What is said about a movement before it is confirmed.
NOTES = {
    "group_too_small": _("%(size)s 队的组最多打 %(rounds)s 轮，打不满 %(asked)s 轮。"),
    "byes_uneven": _(
        "%(size)s 队的组每轮有一队轮空：%(rounds)s 轮里 %(with_bye)s 队轮空一次，%(without_bye)s 队没有轮空。"
    ),
    "bye_not_lowest": _(
        "轮空给了 %(pair)s 号而不是名次更低的 %(lowest)s 号，否则有同单位或相遇过的队要碰面。"
    ),
    "forbidden_meets": _("%(a)s 号与 %(b)s 号要求不相遇，但已没有别的排法。"),
    "fixed_table_lost": _(
        "%(pair)s 号的固定桌是第 %(table)s 桌，但对手 %(other)s 号也有固定桌："
        "两队固定桌不同时，按序号小的队的桌。"
    ),
    "fixed_table_taken": _("%(pair)s 号的固定桌第 %(table)s 桌本轮已给同样固定在此桌的 %(other)s 号。"),
    "fixed_table_not_free": _(
        "%(pair)s 号的固定桌第 %(table)s 桌本轮用不了：不在本阶段的赛场内，或同时有别的比赛占用。"
    ),
    "forced_not_here": _("指定 %(a)s 号与 %(b)s 号相遇，但至少一队本轮不在场。"),
    "rematch": _("%(a)s 号与 %(b)s 号再次相遇（此前 %(times)s 次），已无法避免。"),
    "same_unit_meets": _("%(a)s 号与 %(b)s 号同属%(unit)s，已无法避开。"),
    "same_unit_may_meet": _("%(unit)s的 %(a)s 号与 %(b)s 号最早在%(places)s相遇。"),
    "mates_may_meet": _("同出%(group)s的 %(a)s 号与 %(b)s 号最早在%(places)s相遇。"),
    "second_bye": _("%(pair)s 号再次轮空（此前 %(times)s 次）。"),
    "sides_uneven": _("%(pair)s 号南北、东西坐得不均：坐%(side)s多 %(more)s 次。"),
    "third_same_side": _("%(pair)s 号连续第三轮坐%(side)s。"),
    "many_sides_uneven": _("%(count)s 队南北、东西坐得不均，坐%(side)s多 %(more)s 次：%(pairs)s 号。"),
}

# What a change by hand does beside the wishes that it breaks, and those wishes themselves.
CHANGES = {
    "alone_in_group": _("%(group)s只剩 %(pair)s 号，本轮轮空。"),
    "rematch_by_hand": _("%(a)s 号与 %(b)s 号再次相遇（此前 %(times)s 次）。"),
    "same_unit_by_hand": _("%(a)s 号与 %(b)s 号同属%(unit)s。"),
    "forbidden_by_hand": _("%(a)s 号与 %(b)s 号要求不相遇。"),
    "bye_moves": _("%(pair)s 号改为轮空。"),
    "missed_moves": _("%(pair)s 号改为本轮缺席。"),
    "forced_apart": _("%(a)s 号与 %(b)s 号本轮必须相遇，改后不再相遇。"),
    "table_moves": _("第 %(table)s 桌的两队移到第 %(to)s 桌。"),
    "tables_change": _(
        "第 %(to)s 桌已有人，两桌互换：第 %(table)s 桌的两队到第 %(to)s 桌，"
        "原第 %(to)s 桌的到第 %(table)s 桌。"
    ),
    "wish_forbidden": _("%(first)s 号与 %(second)s 号不要相遇"),
    "wish_forbidden_once": _("%(first)s 号与 %(second)s 号第 %(round)s 轮不要相遇"),
    "wish_forced": _("%(first)s 号与 %(second)s 号第 %(round)s 轮必须相遇"),
    "sides_turn": _("第 %(table)s 桌南北、东西互换。"),
    "off_fixed_table": _("%(pair)s 号的固定桌是第 %(table)s 桌，改后不在那里。"),
}

# Why these two meet at this table.
REASONS = {
    "by_hand": _("人工调整"),
    "opponent_left": _("对手 %(pair)s 号退赛"),
    "not_met_before": _("此前没有相遇过"),
    "everyone_meets": _("循环赛，两两相遇"),
    "same_unit_first": _("先打本单位"),
    "second_leg": _("第二循环，对阵同第 %(first_round)s 轮，南北、东西互换"),
    "drawn": _("抽签决定"),
    "snake": _("蛇形编排：首对末"),
    "halves": _("上半区对下半区"),
    "moved_for_wishes": _("为满足编排要求作了调整"),
    "forced": _("指定相遇"),
    "only_way_left": _("已没有别的排法"),
    "same_points": _("积分相同（%(points)s 分）"),
    "nearest_points": _("积分最接近（%(a)s 号 %(a_points)s 分，%(b)s 号 %(b_points)s 分）"),
    # Rounds of files that were written before the numbers were kept.
    "nearest_points_alone": _("积分最接近（%(a_points)s 分对 %(b_points)s 分）"),
    "nearer_forbidden": _("%(a)s 号与更近的 %(b)s 号要求不相遇"),
    "nearer_met": _("%(a)s 号与更近的 %(b)s 号已相遇过"),
    "bracket_drawn": _("签位相对"),
    "winners_meet": _("上一轮的胜方相遇"),
    "losers_meet": _("上一轮的负方争第 %(first)s 至 %(last)s 名"),
    "lucky_loser": _("%(pair)s 号是上一轮负方中成绩最好的，补位"),
    "nearer_same_unit": _("%(a)s 号与更近的 %(b)s 号同单位"),
}

SIDES = {"ns": _("南北"), "ew": _("东西")}
WORDED: dict[str, Callable[[Any], str]] = {
    "side": lambda side: str(SIDES[str(side)]),
    "places": lambda places: bracket_round((1, int(places))),
    "group": lambda name: group_name(str(name)),
}


def note_text(note: Note) -> str:
    """A note of a movement or a round as a sentence."""
    return said_text(note.code, note.values)


def said_text(code: str, values: Mapping[str, Any]) -> str:
    """The same for a note that was stored: its code and its figures."""
    worded = {key: WORDED[key](value) if key in WORDED else value for key, value in values.items()}
    return str((NOTES | CHANGES)[code]) % worded


def said_lines(notes: Iterable[Mapping[str, Any]]) -> list[str]:
    """What is said about a round, a line a stored note, those that weigh most first.

    Uneven seats, of which a large round has dozens, come last, a line for all pairs that have the same.
    """
    lines, uneven = [], defaultdict(list)
    for note in notes:
        if note["code"] == "sides_uneven":
            uneven[(str(note["side"]), int(note["more"]))].append(note)
        else:
            lines.append(said_text(str(note["code"]), note))
    return lines + [line for same in uneven.values() for line in _uneven_lines(same)]


def _uneven_lines(notes: list[Mapping[str, Any]]) -> list[str]:
    if len(notes) == 1:
        return [said_text("sides_uneven", notes[0])]
    pairs = str(_("、")).join(str(number) for number in sorted(int(note["pair"]) for note in notes))
    return [said_text("many_sides_uneven", {**notes[0], "count": len(notes), "pairs": pairs})]


def reason_text(reason: Mapping[str, Any], first: int | None = None) -> str:
    """A stored reason (its code and figures) in words; "" for an archive's that has none.

    `first` is the number that stands first in the row: whose points are told first.
    """
    code, told = reason.get("code"), dict(reason)
    if code == "nearest_points" and "a" not in told:
        code = "nearest_points_alone"
    elif code == "nearest_points" and told["b"] == first:
        told |= {"a": told["b"], "a_points": told["b_points"], "b": told["a"], "b_points": told["a_points"]}
    try:
        return str(REASONS[str(code)]) % told
    except KeyError:
        return ""
