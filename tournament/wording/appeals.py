"""Appeals in words: what they are about, how the jury voted, what became of them."""

from __future__ import annotations

from datetime import datetime

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Appeal, AppealEffect, Penalty
from tournament.wording.knockout import round_name
from tournament.wording.rules import grade_name

OUTCOMES = {
    "upheld": gettext_lazy("申诉成立"),
    "partly_upheld": gettext_lazy("部分成立"),
    "rejected": gettext_lazy("驳回"),
    "dismissed": gettext_lazy("不予受理"),
    "withdrawn": gettext_lazy("撤回"),
}

ERRORS = {
    "appeals_are_off": gettext_lazy("这项赛事没有启用申诉。要受理申诉，请到赛事设置里勾选“受理申诉”。"),
    "appeal_against_nothing": gettext_lazy("请写明对哪一轮的比赛，或者对哪一项判罚提出申诉。"),
    "appeal_against_bye": gettext_lazy(
        "%(number)s 号第 %(round)s 轮轮空，没有比赛，也没有可以申诉的裁决，没有登记。"
        "对编排有疑问，请裁判长按编排说明答复。"
    ),
    "appeal_without_match": gettext_lazy("%(number)s 号第 %(round)s 轮没有比赛，请核对序号和轮次。"),
    "appeal_of_others_penalty": gettext_lazy("这项判罚不是对 %(number)s 号的，也不在它那一桌，请核对。"),
    "appeal_penalty_is_cancelled": gettext_lazy("这项判罚已经撤销，不用再申诉。"),
    "appeal_in_future": gettext_lazy("这个时间还没有到，请核对。"),
    "appeal_is_open": gettext_lazy("对同一件事的第 %(ordinal)s 号申诉还在等待答复，没有重复登记。"),
    "appeal_is_late": gettext_lazy(
        "申诉截至 %(due)s，这一件晚了 %(minutes)s 分钟，没有登记。"
        "确实要受理，请打勾；名单和记录上会写明逾期。"
    ),
    "appeal_is_answered": gettext_lazy("这件申诉已经答复或者撤回。"),
    "appeal_is_not_answered": gettext_lazy("这件申诉还没有答复。"),
    "no_such_outcome": gettext_lazy("请选择裁定的结果。"),
    "decision_is_empty": gettext_lazy("请写出裁定的内容和理由。"),
    "votes_are_missing": gettext_lazy("请填写表决的票数。"),
    "votes_exceed_jury": gettext_lazy("写了 %(count)s 名仲裁委员，却有 %(votes)s 票，请核对。"),
    "juror_twice": gettext_lazy("仲裁委员“%(name)s”写了两次。"),
    "votes_do_not_uphold": gettext_lazy("赞成 %(yes)s 票，反对 %(no)s 票，没有过半数，申诉不能成立。"),
    "votes_do_not_reject": gettext_lazy("赞成 %(yes)s 票，反对 %(no)s 票，已过半数，不能驳回。"),
    "rejected_changes_nothing": gettext_lazy("申诉不成立时，原来的裁决维持不变。"),
    "no_penalty_to_lift": gettext_lazy("这件申诉没有写明判罚，或者判罚已经撤销，没有可撤销的。"),
    "no_match_to_correct": gettext_lazy("这件申诉没有写明比赛，没有可改判的成绩。"),
    "appeal_decided_before_filed": gettext_lazy("裁定的时间早于提出申诉的时间，请核对。"),
    "reopen_needs_reason": gettext_lazy("请写明为什么要重新裁定。"),
    "appeal_changes_nothing": gettext_lazy("第 %(ordinal)s 号申诉没有成立，不用发布更正公告。"),
    "appeal_result_is_missing": gettext_lazy("第 %(ordinal)s 号申诉要改判的成绩还没有录入，请先更正成绩。"),
    "nothing_to_announce_again": gettext_lazy("已公布的名次与现在的成绩一致，没有要更正的公告。"),
}

VERBS = {
    "file_appeal": gettext_lazy("登记第 %(ordinal)s 号申诉（%(number)s 号提出）"),
    "file_late_appeal": gettext_lazy("逾期受理第 %(ordinal)s 号申诉（%(number)s 号提出）"),
    "withdraw_appeal": gettext_lazy("第 %(ordinal)s 号申诉由 %(number)s 号撤回"),
    "decide_appeal": gettext_lazy("裁定第 %(ordinal)s 号申诉（%(number)s 号提出）：%(outcome)s，%(effect)s"),
    "reopen_appeal": gettext_lazy("重新裁定第 %(ordinal)s 号申诉（%(number)s 号提出），原裁定：%(outcome)s"),
    "announce_appeal": gettext_lazy("因第 %(ordinal)s 号申诉发布 %(count)s 份更正公告"),
}

WORDS = {
    "event.hears_appeals": gettext_lazy("受理申诉"),
    **{f"appeal.{key}": text for key, text in OUTCOMES.items()},
    **{f"appeal_effect.{one.value}": one.label for one in AppealEffect},
}


def outcome_text(outcome: str) -> str:
    """What the jury decided: a usual word in its translation, any other as it was written."""
    return str(OUTCOMES.get(outcome, outcome))


def effect_text(appeal: Appeal) -> str:
    """What it changed; "" where nothing is written, or it was no matter of changing anything."""
    if not appeal.effect or appeal.outcome == "withdrawn":
        return ""
    return str(AppealEffect(appeal.effect).label)


def result_text(appeal: Appeal) -> str:
    """The outcome with its effect: 申诉成立，改判成绩."""
    return _("，").join(filter(None, (outcome_text(appeal.outcome), effect_text(appeal))))


def votes_text(votes_for: int | None, votes_against: int | None) -> str:
    """How the jury voted: 3 : 2, those for it first; "" where it is not written."""
    if votes_for is None and votes_against is None:
        return ""
    return _("%(yes)s : %(no)s") % {"yes": votes_for or 0, "no": votes_against or 0}


def majority_text(appeal: Appeal) -> str:
    """仲裁委员会 5 人表决，赞成 3 票，反对 2 票，按简单多数裁定：申诉成立. "" before it is answered."""
    if not appeal.outcome or appeal.outcome == "withdrawn":
        return outcome_text(appeal.outcome)
    if appeal.votes_for is None and appeal.votes_against is None:
        return _("仲裁委员会裁定：%(outcome)s。") % {"outcome": result_text(appeal)}
    told = {
        "yes": appeal.votes_for or 0,
        "no": appeal.votes_against or 0,
        "count": len(appeal.jury),
        "outcome": result_text(appeal),
    }
    if appeal.jury:
        words = _(
            "仲裁委员会 %(count)s 人表决，赞成 %(yes)s 票，反对 %(no)s 票，按简单多数裁定：%(outcome)s。"
        )
    else:
        words = _("仲裁委员会表决，赞成 %(yes)s 票，反对 %(no)s 票，按简单多数裁定：%(outcome)s。")
    return words % told


def late_text(appeal: Appeal) -> str:
    """逾期受理; "" for one that came in time."""
    return _("逾期受理") if appeal.is_late else ""


def filed_text(appeal: Appeal) -> str:
    """When it was handed in, and that it was late: 12-01 10:40（逾期受理）."""
    at = moment_text(appeal.filed_at)
    return _("%(at)s（%(late)s）") % {"at": at, "late": late_text(appeal)} if appeal.is_late else at


def filer_text(appeal: Appeal) -> str:
    """Who handed it in: 王芳（领队）."""
    if not appeal.filed_by:
        return appeal.get_filed_as_display() if appeal.filed_as else ""
    if not appeal.filed_as:
        return appeal.filed_by
    return _("%(name)s（%(role)s）") % {"name": appeal.filed_by, "role": appeal.get_filed_as_display()}


def place_text(appeal: Appeal) -> str:
    """预赛 第 2 轮 第 3 桌, as far as it is written."""
    said = [appeal.stage.name if appeal.stage else ""]
    if appeal.round_number:
        said.append(round_name(appeal.round_number, appeal.stage))
    if appeal.table:
        said.append(_("第 %(table)s 桌") % {"table": appeal.table})
    return " ".join(filter(None, said))


def penalty_text(penalty: Penalty) -> str:
    """对 3 号的警告（第八条）: a penalty as an appeal names it."""
    told = {"number": penalty.pair.number, "grade": grade_name(penalty.grade), "article": penalty.article}
    return (
        _("对 %(number)s 号的判罚：%(grade)s（%(article)s）")
        if penalty.article
        else _("对 %(number)s 号的判罚：%(grade)s")
    ) % told


def against_text(appeal: Appeal) -> str:
    """The match and the penalty that it is about."""
    parts = [place_text(appeal), penalty_text(appeal.penalty) if appeal.penalty else ""]
    return _("，").join(filter(None, parts))


def moment_text(at: datetime | None) -> str:
    """12-01 10:40; "" without one."""
    return localtime(at).strftime("%m-%d %H:%M") if at else ""
