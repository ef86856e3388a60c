"""Sentences about entering and correcting results."""

from django.utils.translation import gettext_lazy as _

ERRORS = {
    "nothing_to_import_results": _("没有可以导入的成绩。"),
    "results_changed": _("这一轮的成绩刚刚有变动，请按现在的内容再核对一次。"),
    "import_no_table": _("没有桌号：%(text)s"),
    "import_table_not_number": _("“%(text)s”不是桌号。"),
    "import_table_unknown": _("本轮没有第 %(table)s 桌。"),
    "import_table_twice": _("第 %(table)s 桌在第 %(row)s 行已经有了，这一行不读。"),
    "import_sides_swapped": _("第 %(table)s 桌南北是 %(ns)s 号、东西是 %(ew)s 号，这一行写反了。"),
    "import_other_pair": _("第 %(table)s 桌的%(side)s是 %(number)s 号，这一行写的是“%(typed)s”。"),
    "import_nothing_given": _("请选择文件，或者粘贴文字。"),
    "import_file_or_text": _("文件和文字只能用一样，请去掉一样。"),
    "no_result_for_a_bye": _("这一场是轮空，不用录成绩。"),
    "round_not_published": _("这一轮的对阵还没有公布，公布以后才能录成绩。"),
    "result_entered_by_another": _("这一桌刚才已由%(name)s录入了不同的成绩，请核对后再决定是否改写。"),
    "no_sides_to_swap": _("这一场没有对手，不能换边。"),
    "nothing_to_clear": _("这一桌还没有成绩，没有可清除的。"),
    "nothing_to_undo": _("这一桌还没有成绩，没有可撤销的。"),
    "reason_needed": _("这一轮已经结束，更正成绩请写明原因。"),
}

VERBS = {
    "import_results": _("导入%(stage)s%(round)s %(count)s 桌成绩"),
    "enter_result": _("录入%(stage)s%(round)s第 %(table)s 桌成绩"),
    "correct_result": _("更正%(stage)s%(round)s第 %(table)s 桌成绩（第 %(version)s 版）"),
    "replay_match": _("判令%(stage)s%(round)s第 %(table)s 桌重赛"),
    "clear_result": _("清除%(stage)s%(round)s第 %(table)s 桌成绩"),
    "undo_result": _("撤销%(stage)s%(round)s第 %(table)s 桌上一次录入"),
}

WORDS = {"journal.result": _("成绩")}
