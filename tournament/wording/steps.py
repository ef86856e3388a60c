"""What every page of an event names as the next step: the sentence, the button, a quiet remark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from tournament.wording.knockout import round_name
from tournament.wording.notices import stage_and_session

if TYPE_CHECKING:
    from tournament.queries.next_step import NextStep

# code → (what to do, words of the button, remark)
STEPS: dict[str, tuple[Any, Any, Any]] = {
    "import_entries": (
        _("录入参赛名单"),
        _("导入报名表"),
        _("用 Excel 报名表导入，或逐队添加。现在有 %(count)s 队。"),
    ),
    "confirm_reserves": (
        _("%(count)s 队候补待确认"),
        _("去确认"),
        _("现在参赛 %(playing)s 队。来参赛的，在名单里勾选，改为“参赛”；可以一次改全部。"),
    ),
    "make_plan": (_("确定赛制和轮数"), _("选择赛制"), ""),
    "draw_lots": (_("%(stage)s：抽签"), _("去抽签"), _("%(count)s 队参赛%(more)s。报名没有变动了再抽签。")),
    "draw_groups": (
        _("%(stage)s：抽签分组"),
        _("去抽签"),
        _("%(count)s 队参赛%(more)s。报名没有变动了再抽签。"),
    ),
    "settle_absent": (
        _("开赛前处理：%(count)s 队没有签到"),
        _("去处理"),
        _("先由候补或陪打接替，或者办理退赛，然后抽签。"),
    ),
    "draw_qualifiers": (
        _("%(stage)s：确定晋级名单，抽签分组"),
        _("看晋级名单"),
        _("从上一阶段的名次产生晋级名单。"),
    ),
    "draw_qualified": (
        _("%(stage)s：确定晋级名单，抽签"),
        _("看晋级名单"),
        _("从上一阶段的名次产生晋级名单。"),
    ),
    "type_lots": (_("%(stage)s：录入抽到的签"), _("继续录入"), _("还有 %(count)s 队没有抽签。")),
    "finish_lots": (_("%(stage)s：核对并完成抽签"), _("去完成"), _("%(count)s 队的签都已录入，请核对。")),
    "make_rounds": (_("%(stage)s：编排各轮对阵"), _("去编排"), ""),
    "pair_round": (
        _("%(stage)s：编排%(round)s"),
        _("去编排"),
        _("按到目前为止的成绩编排；缺席和轮空先登记。"),
    ),
    "publish_lots": (_("%(stage)s：核对并公布对阵"), _("去公布"), _("公布之后才能录入成绩。")),
    "publish_draw": (_("%(stage)s：核对并公布分组和对阵"), _("去公布"), _("公布之后才能录入成绩。")),
    "publish_round": (_("公布%(stage)s%(round)s对阵"), _("去公布"), _("公布之后才能录入成绩。")),
    "start_round": (
        _("%(stage)s%(round)s开赛计时"),
        _("去开赛"),
        _("%(count)s 桌等着开赛；不用计时的，直接录成绩也可以。"),
    ),
    "enter_results": (
        _("录入%(stage)s%(round)s成绩"),
        _("录成绩"),
        _("还差 %(count)s 桌。"),
    ),
    "check_results": (_("复核%(stage)s%(round)s成绩"), _("去复核"), _("待复核 %(count)s 桌。")),
    "close_round": (_("结束%(stage)s%(round)s"), _("去结束本轮"), _("各桌成绩已录完，请核对。")),
    "publish_standings": (
        _("公布%(stage)s%(round)s后的名次"),
        _("核对并公布"),
        _("本轮已结束，名次还没有公布。"),
    ),
    "finished": (_("比赛结束，名次已公布"), _("打印和导出"), _("可以打印成绩公告、发到群里。")),
}


_WITHOUT_GROUPS = {
    "draw_groups": "draw_lots",
    "draw_qualifiers": "draw_qualified",
    "publish_draw": "publish_lots",
}


def _code(step: NextStep) -> str:
    """The code whose sentence fits: nobody is told of groups where there are none."""
    if step.stage is None or step.stage.has_groups:
        return step.code
    return _WITHOUT_GROUPS.get(step.code, step.code)


def of_step(step: NextStep) -> tuple[str, str, str]:
    """What to do, the button's words and the remark of a step, as a person reads them."""
    what, do, note = STEPS[_code(step)]
    told = dict(step.params)
    if "round" in told:
        told["round"] = round_name(told["round"], step.stage)
    if step.session:
        told["stage"] = stage_and_session(told["stage"], step.session)
    told["more"] = _with_reserves(told.get("reserves", 0))
    said = str(note) % told
    if step.also:
        said += str(_("签到还没有结束，已到 %(here)s 队。") % told)
    return str(what) % told, str(do), said


def _with_reserves(count: int) -> str:
    return str(_("，另有候补 %(count)s 队") % {"count": count}) if count else ""


def of_way_aside(step: NextStep) -> str:
    """The words of the second button: where something may be done first; "" for none."""
    return {"check-in": str(_("签到"))}.get(step.also, "")
