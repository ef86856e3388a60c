"""Sentences about people who entered alone and draw lots for a partner."""

from django.utils.translation import gettext_lazy as _

ERRORS = {
    "individual_is_paired": _("这个人已经抽到搭档，在 %(number)s 号里。要改，请到那一队的页面。"),
    "partners_drawn_by_another": _("已由%(by)s于 %(at)s 抽签配对，没有再抽；现在有 %(count)s 人等待配对。"),
    "individuals_changed": _("名单刚刚有变动，现在有 %(count)s 人等待配对。请看现在的名单再做。"),
    "too_few_individuals": _("没有能配成一对的人：同一组别至少要有两人，人工抽签时要有两人抽到同号。"),
    "no_partners_drawn": _("还没有抽签配对，没有可以撤销的。"),
    "partners_play": _("%(numbers)s 号已经分组、有成绩或有判罚，不能撤销配对。"),
    "person_twice": _("名单里第 %(person)s 人写了两次。"),
    "person_unknown": _("名单里没有第 %(person)s 人。"),
    "lot_too_low": _("签号从 1 开始，不能是 %(lot)s。"),
    "lot_of_three": _("%(lot)s 号签写给了三个人或更多，一个签号只能有两人，请核对。"),
    "lot_across_categories": _("抽到 %(lot)s 号签的两人不是同一组别，请核对。"),
}

VERBS = {
    "add_individual": _("添加单独报名的一人"),
    "edit_individual": _("修改单独报名的一人"),
    "delete_individual": _("删除单独报名的一人"),
    "draw_partners": _("单独报名的抽签配对，成 %(count)s 队"),
    "type_partners": _("录入单独报名的抽签结果，成 %(count)s 队"),
    "undo_partners": _("撤销抽签配对，拆开 %(count)s 队"),
}
