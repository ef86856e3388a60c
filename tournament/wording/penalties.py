"""Sentences about penalties."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.penalties import Tally
from tournament.models import Penalty
from tournament.queries.proposals import Proposed
from tournament.wording.rules import GRADES, PLAY_EFFECTS, grade_name

ERRORS = {
    "no_such_pair": _("没有 %(number)s 号，请核对序号。"),
    "player_not_in_pair": _("%(number)s 号没有这位选手，名单上是：%(names)s。"),
    "points_would_reward": _("罚分要写成负数：扣 2 分写 −2；只记录不扣分就留空。"),
    "points_without_stage": _("扣分要算进某一阶段的总积分，请选择阶段。"),
    "round_without_stage": _("写了轮次，请同时选择阶段。"),
    "pair_not_at_table": _("%(number)s 号第 %(round)s 轮在第 %(table)s 桌，请核对桌号。"),
    "pair_not_seated": _("%(number)s 号第 %(round)s 轮没有上桌，请核对轮次和桌号。"),
    "ruling_is_chiefs": _(
        "没有保存：口头警告、警告、记违例由临场裁判员记；降级、判负、停赛和罚分由裁判长决定，请报告裁判长。"
    ),
    "effect_without_match": _(
        "升级、降级、降台、判给和判负记在一局里：请写轮次，并核对这一对在那一轮有对手。"
    ),
    "proposal_is_settled": _("这一项已经有人确认或免予，或者其中的判罚撤销了：请看现在的名单。"),
    "note_who": _("“%(typed)s”看不懂：写序号，例如 12；或写桌号和方向，例如 3南、3东。"),
    "note_nobody_there": _("第 %(table)s 桌现在没有比赛：请写序号。"),
    "nothing_to_replay": _("第 %(table)s 桌还没有成绩，也没有逐副记录，不用判令重赛。"),
    "cancel_needs_reason": _("请写明撤销的原因。"),
    "penalty_is_cancelled": _("这条判罚已经撤销过。"),
    "points_not_a_number": _("“%(typed)s”不是分数。扣 2 分写 −2，扣半分写 −0.5。"),
    "points_too_fine": _("罚分最多两位小数。"),
    "points_too_large": _("罚分太大，请核对。"),
}

VERBS = {
    "give_penalty": _("判罚 %(number)s 号：%(grade)s"),
    "confirm_proposal": _("确认对 %(number)s 号的判罚：%(grade)s"),
    "waive_proposal": _("免予对 %(number)s 号的判罚：%(grade)s"),
    "cancel_penalty": _("撤销对 %(number)s 号的判罚：%(grade)s"),
}

WORDS = dict(GRADES) | {
    "penalty.points": _("罚分"),
    "penalty.article": _("依据条款"),
    "penalty.effect": _("其他处理"),
    "penalty.round": _("轮次"),
}
# Stored as reasons by the site itself.
STORED = (_("判罚"), _("撤销判罚"), _("免予处罚"), _("重赛"))


def figures_words(penalty: Penalty) -> list[str]:
    """What a penalty does to the match or the pair, beside its points: 降 3 级, 对方升 1 级, 降台 …"""
    said = []
    if penalty.levels:
        said.append(_levels(gettext("降 %(count)s 级"), gettext("升 %(count)s 级"), penalty.levels))
    if penalty.opponents_levels:
        words = gettext("对方降 %(count)s 级"), gettext("对方升 %(count)s 级")
        said.append(_levels(*words, penalty.opponents_levels))
    flags = (
        (penalty.cancels_gain, gettext("取消这一副的升级")),
        (penalty.out_of_play, gettext("降台")),
        (penalty.awards_deal, gettext("判给对方一副双下")),
        (penalty.loses_match, gettext("本局判负")),
        (penalty.takes_out, gettext("取消比赛资格")),
    )
    return said + [words for is_so, words in flags if is_so]


def _levels(down: str, up: str, steps: int) -> str:
    return (down if steps < 0 else up) % {"count": abs(steps)}


def effect_words(penalty: Penalty) -> str:
    """All that a penalty brings beside its points, with what was typed; the site's own words translated."""
    own = gettext(penalty.effect) if penalty.effect else ""
    return gettext("、").join(filter(None, [*figures_words(penalty), own]))


def tally_words(tally: Tally) -> str:
    """警告 1 次，满 2 次记违例."""
    return gettext("%(grade)s %(count)s 次，满 %(needed)s 次%(becomes)s") % {
        "grade": grade_name(tally.grade),
        "count": tally.count,
        "needed": tally.needed,
        "becomes": grade_name(tally.becomes),
    }


def proposed_words(one: Proposed) -> str:
    """Why something is proposed, and what: 第 1、3 号判罚合成：记违例."""
    if one.kind == "ladder":
        numbers = gettext("、").join(map(str, one.made_of))
        text = gettext("第 %(numbers)s 号判罚累计") % {"numbers": numbers}
    elif one.kind == "levels":
        text = gettext("迟到 %(minutes)s 分钟") % {"minutes": one.minutes}
    else:
        text = gettext("连续迟到 %(count)s 次") % {"count": one.count}
    told = Penalty(loses_match=one.loses_match, takes_out=one.takes_out)
    told.set_sanction(one.sanction)
    said = [grade_name(one.grade)] if one.kind != "levels" else []
    return gettext("%(why)s：%(what)s") % {
        "why": text,
        "what": gettext("、").join([*said, *figures_words(told)]),
    }


def play_effects() -> dict[str, str]:
    """What a ruling may do to the play itself, in words, by its code."""
    return {code: gettext(str(words)) for code, words in PLAY_EFFECTS.items()}


def given_words(made: Penalty) -> str:
    """What was recorded just now, and where the levels are to be written if they are not yet."""
    told = {"number": made.pair.number, "grade": grade_name(made.grade), "effect": effect_words(made)}
    if made.waived:
        return gettext("已免予 %(number)s 号：%(grade)s。名单里划去，写明原因。") % told
    if told["effect"]:
        return gettext("已记录对 %(number)s 号的判罚：%(grade)s，%(effect)s。") % told
    return gettext("已记录对 %(number)s 号的判罚：%(grade)s。") % told
