"""Sentences about units, pairs and players."""

from django.utils.translation import gettext_lazy as _

ERRORS = {
    "entries_changed": _("名单刚刚有变动，请按现在的名单再核对一次。"),
    "nothing_to_import": _("没有可以导入的行。"),
    "number_taken": _("序号 %(number)s 已有人使用。"),
    "number_is_fixed": _("已经抽签分组，序号不能再改。要改，请先取消抽签。"),
    "status_is_fixed": _("已经抽签分组，不能在这里改状态。不再参赛的，请办理退赛。"),
    "entries_closed": _("报名已经截止。仍要加入，请勾选确认。"),
    "unit_is_full": _("%(unit)s将有 %(count)s 队，超过每单位至多 %(limit)s 队的规定。仍要加入，请勾选确认。"),
    "pair_is_gone": _("%(number)s 号已经退赛或被取消资格。"),
    "pair_is_here": _("%(number)s 号正在参赛，不用恢复。"),
    "pair_has_results": _("已有成绩，不能删除，可退赛。"),
    "pair_has_rulings": _("已有判罚或申诉记录，不能删除，可退赛。"),
    "pair_is_drawn": _("已经抽签分组，不能删除。请先取消抽签，或办理退赛。"),
    "unit_name_needed": _("请填写名称。"),
    "unit_name_too_long": _("名称太长，最多 80 个字。"),
    "unit_name_taken": _("已有“%(unit)s”。如果是同一个，请用下面的“合并”。"),
    "unit_into_itself": _("不能与自己合并，请另选一个。"),
    "unit_has_pairs": _("还有 %(count)s 队，不能删除。可以先合并到别处。"),
}

VERBS = {
    "import_pairs": _("导入 %(count)s 队"),
    "map_columns": _("指定报名表各列的内容（%(count)s 列）"),
    "forget_columns": _("取消指定的报名表各列"),
    "add_pair": _("添加 %(number)s 号"),
    "edit_pair": _("修改 %(number)s 号：%(fields)s"),
    "swap_player": _("%(number)s 号换人（%(ground)s）：%(fields)s"),
    "withdraw_pair": _("%(number)s 号退赛，%(count)s 场记弃权"),
    "disqualify_pair": _("取消 %(number)s 号资格，%(count)s 场记弃权"),
    "reinstate_pair": _("恢复 %(number)s 号参赛，撤销 %(count)s 场弃权"),
    "delete_pair": _("删除 %(number)s 号"),
    "rename_unit": _("单位改名为“%(unit)s”"),
    "merge_units": _("“%(unit)s”并入“%(into)s”，%(count)s 队"),
    "delete_unit": _("删除单位“%(unit)s”"),
}

WORDS = {
    "pair.number": _("序号"),
    "pair.name": _("队名"),
    "pair.category": _("组别"),
    "pair.seed": _("种子"),
    "pair.fixed_table": _("固定桌"),
    "pair.status": _("状态"),
    "pair.note": _("备注"),
    "pair.unit": _("单位"),
    "pair.players": _("选手姓名"),
    "pair.substitute": _("替补"),
    "pair.phone": _("手机"),
}
