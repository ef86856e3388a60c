"""Sentences about scoresheets and rules that cannot be: the codes of the scoring package."""

from django.utils.translation import gettext_lazy as _

# Codes whose whole numbers are levels: 14 is read as A.
LEVEL_CODES = frozenset({"level_out_of_range", "levels_disagree_with_deals", "passed_not_at_a"})

SCORESHEET = {
    "ace_failed_not_at_a": _("打A失败而告负的一方，级数应当是 A。"),
    "ace_failed_not_in_rules": _("本赛事没有“三次打A不过判负”的规定。"),
    "awarded_not_double_down": _("判给的一副按双下计算。"),
    "both_passed_a": _("两方不可能都过A。"),
    "deal_after_end": _("第 %(deal)s 副记在比赛结束之后，请核对。"),
    "deal_count": _("规定打 %(wanted)s 副，这里记了 %(count)s 副。"),
    "deals_needed": _("这一积分办法要逐副记录，请写明每一副的结果。"),
    "deals_without_number": _("本赛事没有规定打几副，不能以打满副数结束。"),
    "ended_disagrees_with_deals": _("结束方式与逐副记录不一致，请核对。"),
    "ended_disagrees_with_passed_a": _("“过A”与结束方式不一致：有一方过A，本局就以过A结束。"),
    "gain_disagrees_with_deals": _("过A时升几级与逐副记录不一致，按记录是升 %(expected)s 级。"),
    "gain_without_pass": _("没有过A，不用写过A时升几级。"),
    "passing_gain_excluded": _("按本赛事的过A规定，过A时不可能升 %(gain)s 级。"),
    "in_play_disagrees_with_deals": _("台上方与逐副记录不一致，请核对。"),
    "in_play_needed": _("级数相同，请写明最后哪一方在台上。"),
    "series_is_over": _("第 %(game)s 局打之前胜负已分，请核对。"),
    "series_unfinished": _("三局两胜还没有分出胜负（%(ns)s : %(ew)s），请录完。"),
    "series_without_games": _("三局两胜至少要录一局。"),
    "knockout_without_winner": _("淘汰赛必须分出胜负，请写明胜方。"),
    "level_not_whole": _("级数“%(text)s”不是整数级，请写 2 到 10 或 J、Q、K、A。"),
    "level_unknown": _("级数“%(text)s”看不懂，请写 2 到 10 或 J、Q、K、A，过A写 A+。"),
    "level_blank": _("请填写级数。"),
    "level_missing": _("请填写级数。"),
    "level_out_of_range": _("级数应在 %(low)s 到 %(high)s 之间。"),
    "levels_disagree_with_deals": _("级数与逐副记录不一致，按记录应是 %(expected)s。"),
    "nothing_to_cancel": _("这一副没有升级，不能取消升级。"),
    "partner_place": _("同伴的名次只能是第二、第三或第四。"),
    "passed_a_disagrees_with_deals": _("过A的一方与逐副记录不一致，请核对。"),
    "passed_gain_needed": _("过A时升了几级？请写明（双下升 3 级，头游三游升 2 级）。"),
    "passed_not_at_a": _("写了过A，级数就应当是 A。"),
    "places_not_once_each": _("一副牌的四个名次应各出现一次，请核对。"),
    "ruling_after_end": _("判罚记在比赛结束之后，请核对。"),
    "time_without_limit": _("本赛事不限时，不能以时间到结束。"),
    "winner_disagrees": _("写的胜方与级数不一致，请核对。"),
    "winner_needed": _("级数相同，请写明哪一方胜。"),
    "winner_on_draw": _("级数相同按平局计算，不能写胜方。"),
    "needs_more": _("还缺一项，请补充后再保存。"),
}

RULES = {
    "minutes_and_seconds": _("用时只写分钟或只写秒，不要两样都写。"),
    "not_a_deal": _("这不是一副牌的记录：应写哪一方头游、同伴第几。"),
}

ERRORS = SCORESHEET | RULES
