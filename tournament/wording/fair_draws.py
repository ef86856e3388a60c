"""Sentences about the record of draws and about draws that were committed to beforehand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from tournament.models import DrawKind
from tournament.wording.draw import sizes_text
from tournament.wording.knockout import round_name
from tournament.wording.standings import former_name, group_name

if TYPE_CHECKING:
    from tournament.models import Commitment, Draw

ERRORS = {
    "source_needed": _("请写明种子从哪里来，例如“当晚福彩 3D 开奖号码”。"),
    "seed_text_needed": _("请填写公布的种子文字，例如开奖号码。"),
    "commitment_text_long": _("最多 %(limit)s 个字。"),
    "draw_uses_no_chance": _("这种分组没有用到随机，不需要先公布摘要。"),
    "standings_first": _("抽签内容里有前面的名次或积分，请先公布名次，再公布摘要。"),
    "round_not_to_commit": _("第 %(round)s 轮不是接下来要抽签的一轮，不能先公布摘要。"),
    "commitment_closed": _("这份摘要已经用过或已经作废。"),
    "commitment_broken": _(
        "公布摘要以后，参赛名单或抽签办法变了，不能再用这份摘要抽签。请先作废它，重新公布一份，再用新的种子抽签。"
    ),
    "commitment_stands": _(
        "这次抽签已先公布摘要，要用公布之后得到的文字抽签。请到“抽签记录”填写种子；不这样抽了，请在那里作废摘要。"
    ),
}

VERBS = {
    "commit_draw": _("%(stage)s抽签：先公布摘要"),
    "reveal_draw": _("%(stage)s抽签：填写种子，按公布的摘要抽签"),
    "give_up_commitment": _("%(stage)s：作废已公布的抽签摘要"),
}

WHAT = {
    DrawKind.GROUPS: _("分组"),
    DrawKind.LOTS: _("并列名次"),
    DrawKind.CUT: _("晋级名额"),
    DrawKind.AWARD: _("奖项名额"),
    DrawKind.PAIRINGS: _("%(round)s编排"),
    DrawKind.PARTNERS: _("单人配对"),
}


def what_was_drawn(one: Draw | Commitment) -> str:
    """What a draw, or a commitment, decides: 分组 (抽签 where there are no groups), 第 3 轮编排."""
    if one.kind == DrawKind.GROUPS and one.stage is not None and not one.stage.has_groups:
        return str(_("抽签"))
    return str(WHAT[DrawKind(one.kind)]) % {"round": round_name(one.round_number or 0, one.stage)}


def drawn_in(one: Draw | Commitment) -> str:
    """The group that a draw, or a commitment, is about, also one that is no more.

    "" for no single one, and where the stage knows no groups.
    """
    if not one.group_name or (one.stage is not None and not one.stage.has_groups):
        return ""
    return former_name(one.group_name) if one.is_of_former_group else group_name(one.group_name)


def how_it_was_made(is_computed: bool, seed: str, is_committed: bool) -> str:
    """Whether the computer drew, and with what chance, or people did."""
    if not is_computed:
        return str(_("人工录入"))
    if not seed:
        return str(_("电脑排列，没有用到随机"))
    return str(_("电脑抽签，先公布摘要")) if is_committed else str(_("电脑抽签"))


_GROUPING = {
    "one": _("全部参赛队一组，抽签决定签号。"),
    "draw": _("电脑抽签分组，签号也由抽签决定。"),
    "snake": _("按种子蛇形排列，没有用到随机。"),
    "unit": _("同单位的参赛队编成一组，没有用到随机。"),
    "previous_rank": _("按上一阶段小组名次编组：各组第 1 名一组，第 2 名一组，依此类推；签号由抽签决定。"),
    "bracket": _("淘汰赛签表：种子按位置排入，其余由抽签决定；队数不足时种子靠前的先轮空。"),
}
_APART = {
    "apart": _("同单位的参赛队尽量平均分到各组。"),
    "ignore": _("抽签不避同单位。"),
}
_PAIRING = {
    "draw": _("第 1 轮由抽签决定对手，轮空也由抽签决定。"),
    "snake": _("第 1 轮按种子首尾相遇，南北、东西由抽签决定。"),
    "halves": _("第 1 轮按种子上半区对下半区，南北、东西由抽签决定。"),
    "": _("按积分接近的原则编排，尽量不再次相遇；其余相同时由抽签决定。"),
}
_DRAWN_OPPONENT = _("对手由抽签决定，尽量不再次相遇。")


def inputs_text(inputs: Mapping[str, Any]) -> list[str]:
    """How a draw is made, sentence by sentence, as its kept or published inputs say; nothing for inputs of a
    file that are not such as this program writes."""
    try:
        return [str(one) for one in _TOLD[inputs["draw"]](inputs) if one]
    except (KeyError, TypeError, ValueError, AttributeError):
        return []


def _told_groups(inputs: Mapping[str, Any]) -> list[Any]:
    method = inputs["method"]
    told: list[Any] = [_GROUPING[method]]
    if method in ("draw", "snake"):
        told += [sizes_text(inputs["sizes"]) + str(_("。")), _APART[inputs["same_unit"]]]
    if method == "bracket" and inputs["same_unit"] == "apart":
        told.append(_("同单位的参赛队尽量分在不同半区。"))
    return told


def _told_lots(inputs: Mapping[str, Any]) -> list[Any]:
    return [str(_("成绩相同的 %(numbers)s 号抽签，先抽中的在前。")) % {"numbers": _listed(inputs["tied"])}]


def _told_round(inputs: Mapping[str, Any]) -> list[Any]:
    told: list[Any] = [_PAIRING[inputs["how"]] if inputs["method"] == "swiss" else _DRAWN_OPPONENT]
    if inputs["wishes"]["same_unit"] == "apart":
        told.append(_("同单位的参赛队尽量不相遇。"))
    return told


_TOLD = {"groups": _told_groups, "lots": _told_lots, "pairings": _told_round}


def _listed(numbers: Iterable[int]) -> str:
    return str(_("、")).join(map(str, numbers))


def part_name(kind: str, name: str) -> str:
    """The heading of a part of a result: a group as people call it, the tables, the byes (order: none)."""
    known = {"tables": _("对阵"), "byes": _("轮空"), "order": ""}
    return str(known[kind]) if kind in known else group_name(name)
