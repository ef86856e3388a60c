"""The rules in words: every setting, every word to choose from, and the sentences when they cannot stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.codecs import ACE, LEVEL_TEXTS
from tournament.models import PenaltyGrade

Words = Mapping[str, str | Promise]

ERRORS: Words = {
    "unknown_key": _("没有“%(key)s”这一项规则。"),
    "missing_key": _("缺少“%(key)s”这一项。"),
    "wrong_type": _("这一项填写的内容不对，请重填。"),
    "unknown_choice": _("“%(value)s”不在可选的答案里，请重选。"),
    "out_of_range": _("%(value)s 超出范围，请填 %(low)s 至 %(high)s。"),
    "not_points": _("“%(value)s”不是数字，请填分数，例如 17、0.5、-1。"),
    "repeated": _("同一项写了两次，请去掉一个。"),
    "wrong_length": _("个数不对：填了 %(length)s 个，应为 %(wanted)s 个。"),
    "rows_differ": _("胜方分数有 %(winner)s 行，负方有 %(loser)s 行，两边行数要一样。"),
    "draw_without_scheme": _("这种积分办法没有平局的分数，级数相同不能算平局，请另选一种判定。"),
    "excused_before_late": _("请过假的迟到时限（%(excused)s 分钟）不能短于一般的迟到时限（%(late)s 分钟）。"),
    "draw_in_knockout": _("淘汰赛必须分出胜负，级数相同不能算平局。"),
    "not_graver": _("累计之后应升为更重的判罚。"),
    "figure_missing": _("请填分数，例如 2、0.5、0。"),
    "table_is_empty": _("请填胜方的分数，例如：13 14 15 16。"),
    "rules_break_results": _("按新规则，%(count)s 桌已录的成绩不能成立（%(tables)s），所以这样改不能保存。"),
    "stage_has_begun": _("%(stage)s已经分组，不能再改赛制。要改，请先取消抽签。"),
    "stage_feeds_another": _("%(other)s的名单来自%(stage)s，不能删除%(stage)s。"),
    "stage_name_taken": _("已有名为“%(name)s”的阶段，请换一个名称。"),
    "no_such_source": _("没有名为“%(name)s”的阶段。"),
    "source_is_later": _("晋级名单只能来自更早的阶段。"),
    "no_name": _("请填写赛事名称。"),
    "dates_reversed": _("结束日期早于开始日期，请核对。"),
}

VERBS: Words = {
    "create_event": _("新建赛事"),
    "add_stage": _("增加阶段：%(stage)s"),
    "edit_stage": _("修改%(stage)s的赛制"),
    "remove_stage": _("删除阶段：%(stage)s"),
    "change_rules": _("修改规则（%(count)s 项）"),
    "change_stage_rules": _("修改%(stage)s的规则（%(count)s 项）"),
}

LABELS: Words = {
    "pass_condition": _("怎样算过A"),
    "pass_when": _("谁可以过A"),
    "must_play_a": _("A 是否必打"),
    "finish_level": _("打到哪一级为止"),
    "ace_failure": _("几次打A不过怎么办"),
    "ace_failures": _("打A不过的次数上限"),
    "fall_keeps_gain": _("退回 2 的一副若打赢"),
    "demotion_at_ace": _("在 A 上被判降级"),
    "minutes": _("每局时限"),
    "deals": _("每局副数"),
    "deal_in_progress": _("时间到时正在打的一副"),
    "passed_a_value": _("过A按几级计算级差"),
    "level_tie": _("结束时级数相同"),
    "scheme": _("积分办法"),
    "secondary_scheme": _("另计的第二种积分"),
    "leader_at_time": _("时间到时领先的一方"),
    "walkovers": _("没有打的一局记几分"),
    "walkovers.bye": _("轮空记分"),
    "walkovers.opponent": _("对手弃权记分"),
    "walkovers.forfeiter": _("弃权一方记分"),
    "walkovers.double": _("双方都弃权各记"),
    "walkovers.missed": _("缺席一轮记分"),
    "walkover_level_diff": _("没有打的一局计入净级差"),
    "walkover_level_diff.bye": _("轮空计入净级差"),
    "walkover_level_diff.opponent": _("对手弃权计入净级差"),
    "walkover_level_diff.forfeiter": _("弃权一方计入净级差"),
    "walkover_level_diff.double": _("双方弃权计入净级差"),
    "walkover_level_diff.missed": _("缺席一轮计入净级差"),
    "awarded_loss": _("被判负的一局"),
    "tiebreaks": _("积分相同的名次判定"),
    "head_to_head": _("什么时候看相互间成绩"),
    "bye_opponent": _("对手积分中的轮空"),
    "bye_is_win": _("轮空算不算胜场"),
    "withdrawal": _("中途退赛"),
    "house_results": _("与陪打队的对局"),
    "substitution": _("签到截止以后换人"),
    "late_minutes": _("迟到多久按弃权"),
    "late_minutes_excused": _("事先请假的迟到时限"),
    "late_level_minutes": _("迟到时对方升级"),
    "late_in_a_row": _("连续迟到"),
    "appeal_minutes": _("申诉时限"),
    "appeal_answer_minutes": _("申诉答复时限"),
    "report_at": _("报牌张数"),
    "return_tribute": _("还贡的牌"),
    "play_seconds": _("出牌时限"),
    "play_seconds.first": _("首攻"),
    "play_seconds.next": _("跟牌"),
    "play_seconds.return": _("还贡"),
    "ladder": _("判罚累计"),
    "foul_limit": _("犯规次数上限"),
}

CHOICES: Mapping[str, Words] = {
    "pass_condition": {
        "partner_not_last": _("打A获胜，并且同伴不是末游"),
        "double_down": _("打A获胜，并且是双下"),
        "any_win": _("打A时本方得头游就算过"),
    },
    "pass_when": {
        "in_play": _("只有台上方打A可以过；对方台上时打赢只是上台"),
        "at_a": _("级数到A的一方，哪一副打赢都可以过"),
    },
    "must_play_a": {
        "true": _("必打：升级最多升到 A，打A打赢才算过"),
        "false": _("不必打：升级越过 A 就算过"),
    },
    "ace_failure": {
        "carry_on": _("继续打A，直到打过或时间到"),
        "back_to_2": _("退回 2 重新打"),
        "match_lost": _("本局判负，对方胜"),
    },
    "fall_keeps_gain": {
        "true": _("从 2 开始，照常升级"),
        "false": _("只退回 2，不再升级"),
    },
    "demotion_at_ace": {
        "levels": _("照样降级"),
        "failures": _("每降一级算一次打A不过"),
        "none": _("不降级"),
    },
    "deal_in_progress": {
        "finish": _("打完这一副，计入成绩"),
        "discard": _("作废，按上一副结束时的级数计算"),
        "referee": _("由裁判长决定"),
    },
    "passed_a_value": {
        "one_level": _("过A算比 A 高一级"),
        "real_gain": _("按过A那一副实际升的级数计算"),
        "none": _("过A与到A相同，不另加级"),
    },
    "level_tie": {
        "draw": _("算平局"),
        "in_play_side": _("台上方胜"),
        "last_deal_winner": _("最后一副打赢的一方胜"),
        "next_leader": _("下一副应先出牌的一方胜"),
        "first_to_level": _("先打到这一级的一方胜"),
        "extra_deal": _("加打一副定胜负"),
        "lots": _("抽签定胜负"),
    },
    "leader_at_time": {
        "levels_only": _("双方都只计所打的级数"),
        "bonus": _("领先一方另加过A的奖励分"),
    },
    "awarded_loss": {
        "as_forfeit": _("与弃权相同，当作没有打"),
        "three_levels": _("按已打的级数，对方再加 3 级（最高到 A）并获胜"),
    },
    "head_to_head": {
        "two": _("只在恰好两队相同时看"),
        "all_met": _("相同的各队两两都交过手才看"),
        "any": _("总是看，只算相互间打过的局"),
    },
    "bye_opponent": {
        "zero": _("轮空加 0 分"),
        "lowest": _("轮空加全组最低的积分"),
    },
    "bye_is_win": {
        "true": _("轮空算胜一场"),
        "false": _("轮空不算胜场"),
    },
    "withdrawal": {
        "forfeit_rest": _("已打的成绩有效，余下各轮按弃权"),
        "void_if_under_half": _("打了不到一半的，全部成绩作废；打满一半的，余下各轮按弃权"),
    },
    "house_results": {
        "count": _("照常计分"),
        "as_bye": _("按轮空记分；自己弃权或被判负的照旧"),
    },
    "substitution": {
        "never": _("不得换人"),
        "as_forfeit": _("换人的队按弃权处理"),
        "before_start_with_consent": _("开赛前经同意可以换人"),
    },
    "return_tribute": {
        "any": _("任意牌"),
        "at_most_10": _("不大于 10 的牌"),
        "at_most_10_single_any": _("不大于 10 的牌；单下时任意"),
        "own_at_most_10": _("还给己方不大于 10，还给对方任意"),
        "own_not_joker_nor_level": _("还给己方不得是王和级牌，还给对方任意"),
    },
}

SCHEMES: Words = {
    "table-26": _("26 分制：双方分 26 分，级差越大胜方越多"),
    "table-28": _("28 分制：双方分 28 分，级差越大胜方越多"),
    "hundred-plus": _("总得分制：先过A得 100 分再加级差，对方得所打的级数"),
    "win-loss-2-1-0": _("胜 2 分，负 1 分，弃权 0 分，没有平局"),
    "match-points": _("场分：胜 2 分，平 1 分，负 0 分"),
    "win-plus-diff": _("胜 2 分再加级差的十分之一，负方减去同样的分"),
    "deal-points": _("副分：各副所升的级数相加"),
    "ace-time": _("按过A用时排名次：胜 1 分，负 0 分，用时短的在前"),
}

SCHEME_KINDS: Words = {
    "table": _("自定的级差换算表"),
    "hundred-plus": _("总得分制，自定分数"),
    "match-points": _("场分，自定分数"),
    "win-plus-diff": _("胜分加级差，自定分数"),
    "deal-points": _("副分"),
    "ace-time": _("过A用时"),
}

TIEBREAKS: Words = {
    "head_to_head": _("相互间成绩"),
    "opponents_points": _("对手积分和"),
    "progressive": _("累进分"),
    "progressive_cut1": _("累进分（去首轮）"),
    "wins": _("胜场"),
    "level_diff_sum": _("净级差"),
    "levels_sum": _("级数和"),
    "best_round": _("最高一轮积分"),
    "second_best_round": _("次高一轮积分"),
    "ace_time": _("过A用时"),
    "secondary_points": _("第二积分"),
    "fewest_penalties": _("判罚次数"),
    "lots": _("抽签"),
}

TIEBREAK_NOTES: Words = {
    "head_to_head": _("积分相同的各队之间那几局的积分，高的在前，弃权的一局也算。"),
    "opponents_points": _("遇到过的所有对手在本阶段的积分相加，高的在前，弃权的对手也算。"),
    "progressive": _("每一轮之后的累计积分再相加，早得分的在前。"),
    "progressive_cut1": _("同累进分，不计第一轮之后的累计。"),
    "wins": _("胜的场数，多的在前，对手弃权也算一胜。"),
    "level_diff_sum": _("各局级差相加，胜为正、负为负，大的在前。"),
    "levels_sum": _("各局本方升的级数相加，过A再加 1，大的在前；没有打的一局不计。"),
    "best_round": _("积分最多的一轮，高的在前。"),
    "second_best_round": _("积分第二多的一轮，高的在前。"),
    "ace_time": _("胜方用时短的在前，负方用时长的在前；弃权的排在打过的之后。"),
    "secondary_points": _("按第二种积分办法算的总分，高的在前。"),
    "fewest_penalties": _("警告以上的判罚次数，少的在前；撤销的不算。"),
    "lots": _("以上都相同的，抽签定先后，抽签结果存档。"),
}

ENDED: Words = {
    "passed_a": _("过A"),
    "time": _("时间到"),
    "deals": _("打满副数"),
    "ace_failed": _("打A不过判负"),
    "ruling": _("裁定"),
}

PLAY_EFFECTS: Words = {
    "turn_lost": _("停止一轮出牌"),
    "shown_first": _("暴露的牌先出"),
    "taken_back": _("收回重出"),
    "play_annulled": _("撤销这次出牌"),
    "tribute_again": _("重新进贡、还贡"),
}

GRADES: Words = {grade.value: grade.label for grade in PenaltyGrade}

SCOPES: Words = {
    "match": _("一局内"),
    "round": _("一轮内"),
    "stage": _("一个阶段内"),
    "event": _("整个赛事内"),
}

FOUL_EFFECTS: Words = {
    "deal_awarded": _("对方这一副按双下升 3 级"),
    "match_lost": _("本局判负"),
}


def label(key: str) -> str:
    """What a setting is called; inside an object its name has a dot: `walkovers.bye`."""
    return str(LABELS[key])


def choice_text(key: str, value: object) -> str:
    """The words for one answer of a setting; flags are given as bool or as "true" and "false"."""
    word = str(value).lower() if isinstance(value, bool) else str(value)
    return str(CHOICES[key][word])


def tiebreak_name(key: str) -> str:
    """The short name of a tie-break, as it heads a column: 相互间成绩, 胜场, 净级差, 级数和, 抽签."""
    return str(TIEBREAKS[key])


def tiebreak_note(key: str) -> str:
    """One sentence that says how a tie-break is counted and which value comes first."""
    return str(TIEBREAK_NOTES[key])


def ended_name(key: str) -> str:
    """How a match ended, by the code that is stored."""
    return str(ENDED[key])


def grade_name(key: str) -> str:
    """The rung of the penalty ladder: 警告, 记违例 …"""
    return str(GRADES[key])


def level_text(level: int, passed: bool = False) -> str:
    """A level as people read it: 2…10 J Q K A, and 过A for a side that passed it.

    `level` is 2…14; KeyError beyond. `passed` is whether that side passed the last level of the match: A, or
    the lower one that an event plays to (过 10).
    """
    if not passed:
        return LEVEL_TEXTS[level]
    return gettext("过A") if level == ACE else gettext("过 %(level)s") % {"level": LEVEL_TEXTS[level]}


def scheme_name(scheme: Any) -> str:
    """A scheme of points in one line; `scheme` is its JSON: a key, or an object with `kind`; None: 不计."""
    if scheme is None:
        return gettext("不另计")
    if isinstance(scheme, str):
        return str(SCHEMES[scheme])
    return str(SCHEME_KINDS[scheme["kind"]])


def table_text(stage: str, number: int, table: int) -> str:
    """One table of one round in words: 预赛第 2 轮第 14 桌."""
    return gettext("%(stage)s第 %(round)s 轮第 %(table)s 桌") % {
        "stage": stage,
        "round": number,
        "table": table,
    }
