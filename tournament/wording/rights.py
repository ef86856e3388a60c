"""What staff do, in words: each deed of `permissions.DEEDS`, and how the state of a round changes it."""

from django.utils.translation import gettext_lazy as _

WORDS = {
    "deed.look": _("看各轮进度、名次、奖项、各队战绩"),
    "deed.enter_results": _("登记、更正、撤销一桌的成绩，登记弃权、判负"),
    "deed.note_lateness": _("记未到齐、迟到"),
    "deed.check_in_at_door": _("扫签到码签到"),
    "deed.print": _("打印和下载资料"),
    "deed.rule": _("记判罚、撤销判罚"),
    "deed.note_penalty": _("在记录台记一行判罚"),
    "deed.hear_appeals": _("登记申诉、写明裁决"),
    "deed.give_time": _("给一桌加减分钟"),
    "deed.record_played": _("登记实际对阵与编排不同"),
    "deed.desk": _("看赛事首页和操作记录"),
    "deed.run_rounds": _("公布对阵，开赛、暂停、结束一轮，公布名次"),
    "deed.draw": _("抽签、分组、分场次、编排各轮，公布分组"),
    "deed.pair_rounds": _("逐轮编排：编排、调整、缺席、指定对阵"),
    "deed.undo_rounds": _("撤销或重新编排一轮"),
    "deed.enter_pairs": _("录入、导入、修改报名资料和单位"),
    "deed.come_and_go": _("签到名单、退赛、取消资格、替换、后补入场"),
    "deed.rules": _("修改规则"),
    "deed.plan": _("修改赛制和各阶段"),
    "deed.give_awards": _("设奖、确定获奖名单、奖状和签收表"),
    "deed.screens": _("大屏和公告"),
    "deed.settings": _("修改赛事设置、场地、桌上二维码、秩序册资料"),
    "deed.rehearse": _("演练"),
    "deed.people": _("添加、移除赛事人员"),
    "deed.personal": _("查看、导出、删除个人资料"),
    "deed.delete_event": _("删除赛事"),
}

# Only where the state of a round changes what may be done, or something is asked for once more.
STATES = {
    "enter_results": _("对阵公布以后才能录；本轮结束以后更正要写原因。"),
    "note_lateness": _("本轮结束以后不再改。"),
    "print": _("少数资料只给裁判长或赛事负责人，打印页上各人只看到自己能打的。"),
    "check_in_at_door": _("同时抽签要赛事负责人。"),
    "note_penalty": _("较重的判罚只有裁判长、赛事负责人能记。"),
    "run_rounds": _("录了成绩以后对阵不能撤下；重新打开已结束的一轮要写原因。"),
    "draw": _("分组或对阵公布、录了成绩以后不能重新抽签。"),
    "pair_rounds": _("公布以后调整对阵要写原因，并另发更正。"),
    "undo_rounds": _("只能撤销最后一轮；有成绩的要勾选作废；已结束的要输入赛事名称。"),
    "personal": _("删除要输入赛事名称。"),
    "delete_event": _("要输入赛事名称。"),
}
