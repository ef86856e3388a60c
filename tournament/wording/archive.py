"""Sentences about event archives: what is wrong with a file, and what a load did."""

from django.utils.translation import gettext_lazy as _

ERRORS = {
    # The file
    "archive_not_utf8": _("文件不是 UTF-8 编码的 JSON。"),
    "archive_not_json": _("文件不是有效的 JSON：第 %(line)s 行第 %(column)s 个字符处读不下去。"),
    "archive_too_deep": _("文件嵌套太深，读不下去。"),
    "archive_too_big": _("文件超过 %(limit)s MB。"),
    "archive_double_key": _("同一处写了两次“%(key)s”，请去掉一个。"),
    "archive_no_number": _("%(value)s 不是可用的数字。"),
    "archive_huge_number": _("文件里有大得无法使用的数字。"),
    "archive_other_format": _("这不是掼赛的赛事存档（format 应为 guansai-event）。"),
    "archive_other_version": _("存档格式的版本是 %(value)s，本软件读的是第 %(wanted)s 版。"),
    "archive_broken_text": _("文字里有无法保存的字符。"),
    "archive_twice": _("“%(key)s”在文件里写了两处，请只留一处。"),
    # The shape
    "archive_unknown_key": _("没有“%(key)s”这一项。"),
    "archive_missing_key": _("缺少“%(key)s”这一项。"),
    "archive_wrong_type": _("%(value)s 的类型不对。"),
    "archive_unknown_choice": _("%(value)s 不是可用的值，应为：%(choices)s。"),
    "archive_too_small": _("%(value)s 太小，至少是 %(wanted)s。"),
    "archive_too_large": _("%(value)s 太大，至多是 %(wanted)s。"),
    "archive_empty_text": _("这里不能是空的。"),
    "archive_long_text": _("%(value)s 太长，最多 %(wanted)s 个字符。"),
    "archive_too_few": _("%(value)s 太少，应有 %(wanted)s 个。"),
    "archive_too_many": _("%(value)s 太多，至多 %(wanted)s 个。"),
    "archive_wrong_form": _("%(value)s 的写法不对。"),
    "archive_no_such_day": _("没有“%(value)s”这一天。"),
    "archive_no_such_moment": _("没有“%(value)s”这个时刻。"),
    "archive_dates_reversed": _("结束日期早于开始日期。"),
    "archive_range_reversed": _("范围写反了：%(low)s 大于 %(high)s。"),
    "archive_repeated": _("“%(value)s”写了两次。"),
    # People
    "archive_no_name": _("“%(value)s”不能作为名称：是空的、只是占位的字，或者太长。"),
    "archive_unit_twice": _("单位“%(value)s”写了两次（只有全角半角、空格、括号不同的算同一个）。"),
    "archive_unit_unknown": _("没有名为“%(value)s”的单位。"),
    "archive_number_twice": _("序号 %(value)s 用了两次。"),
    "archive_pair_unknown": _("没有 %(number)s 号。"),
    "archive_pair_twice": _("%(value)s 号写了两次。"),
    "archive_table_in_two_areas": _("第 %(table)s 桌在场地里写了两次。"),
    # Stages
    "archive_name_twice": _("“%(value)s”这个名称用了两次。"),
    "archive_size_and_count": _("每组几队（size）和分几组（count）只能写一样。"),
    "archive_not_of_method": _("这种赛制没有“%(key)s”这一项。"),
    "archive_source_unknown": _("前面没有名为“%(value)s”的阶段，晋级名单无从产生。"),
    "archive_two_ways": _("“%(one)s”和“%(other)s”是两种晋级办法，只能写一种。"),
    "archive_stage_unknown": _("没有名为“%(value)s”的阶段。"),
    "archive_group_unknown": _("这一阶段没有名为“%(value)s”的小组。"),
    "archive_pair_in_two_groups": _("%(number)s 号在这一阶段里写了两次。"),
    "archive_pair_not_in_stage": _("%(number)s 号不在这一阶段里。"),
    "archive_pair_not_in_group": _("%(number)s 号不在“%(group)s”里。"),
    # Rounds
    "archive_round_twice": _("第 %(value)s 轮写了两次。"),
    "archive_round_without_stage": _("写了轮次，但没有写是哪一阶段。"),
    "archive_pair_twice_in_round": _("%(number)s 号在这一轮里出现了两次。"),
    "archive_table_twice": _("第 %(table)s 桌在这一轮里用了两次。"),
    "archive_result_in_draft": _("这一轮还没有公布，不能有成绩。"),
    # Records
    "archive_no_order": _("抽签结果应是序号的列表，按抽出的先后排列。"),
    "archive_lots_disagree": _("这里的抽签结果与阶段里 lots 写的不一致。"),
    "archive_publication_twice": _("同一种公告有两个相同的编号：%(value)s。"),
    "archive_publication_current_twice": _("同一内容有两份现行的公告：%(value)s。"),
    "archive_version_twice": _("同一桌成绩的同一个版本写了两次：%(value)s。"),
    "archive_match_unknown": _("没有这一桌，成绩的历史无从对应。"),
    "archive_pair_not_at_table": _("%(number)s 号不在这一桌。"),
    "archive_history_disagrees": _("历史中最后一个版本与这一桌现有的成绩不一致。"),
    # Loading and commands
    "no_stage_yet": _("这一赛事还没有阶段，请先定赛制。"),
    "no_groups_yet": _("还没有分组，没有名次可排。"),
    "rounds_already_paired": _("本轮已编排：%(stage)s的对阵已经编好。"),
    "archive_needs_slug": _("文件里没有网址（slug）。请用 --slug 指定一个。"),
    "archive_slug_form": _("“%(slug)s”不能作网址，请只用字母、数字和连字符，最多 60 个。"),
    "archive_slug_taken": _("已有网址为 %(slug)s 的赛事。请用 --slug 换一个，例如 --slug %(slug)s-2。"),
}

VERBS = {
    "load_event": _("从存档载入赛事（%(count)s 队）"),
    "load_demo": _("载入演示赛事"),
}
