"""Sentences about accounts, roles, one-time addresses and the event's own settings."""

from django.utils.translation import gettext_lazy as _

from tournament.models import Checking, PublicView, Role, TableEntry

ERRORS = {
    "link_not_valid": _("这个链接已经用过、过期或不完整。"),
    "username_taken": _("这个账号已经有人用了，请换一个。"),
    "already_member": _("这个账号已经在名单里。"),
    "name_needed": _("还没有这个账号。要新建，请写上姓名。"),
    "no_such_member": _("名单里没有这个人，可能刚被移除。"),
    "not_yourself": _("不能移除自己。请另一位赛事负责人或站点负责人来移除。"),
    "slug_frozen": _("赛事已经公布过，网址不能再改，否则已发出的链接和二维码会失效。"),
    "slug_taken": _("这个网址已被别的赛事使用，请换一个。"),
    "tables_are_made": _("%(stage)s的对阵已经编好，起始桌号不能再改。"),
    "name_does_not_match": _("与赛事名称不一致，没有删除。"),
    "closed_round_needs_name": _("这一轮已经结束，要输入赛事名称才能撤销；输入的与赛事名称不一致。"),
}

VERBS = {
    "make_first_owner": _("设立站点负责人"),
    "issue_password_link": _("生成设密码的一次性链接"),
    "set_password": _("通过一次性链接设密码"),
    "add_member": _("添加%(role)s：%(account)s"),
    "renew_link": _("重新生成%(account)s设密码的链接"),
    "remove_member": _("移除%(role)s：%(account)s"),
    "edit_event": _("修改赛事设置：%(fields)s"),
    "forget_personal": _("删除 %(phones)s 个手机号和 %(notes)s 条备注"),
    "forget_personal_appeals": _(
        "删除 %(phones)s 个手机号、%(notes)s 条备注、%(own)s 队在本赛事的列里的内容，"
        "以及 %(appeals)s 件申诉里递交人和仲裁委员的姓名"
    ),
    "forget_personal_own": _("删除 %(phones)s 个手机号、%(notes)s 条备注和 %(own)s 队在本赛事的列里的内容"),
    "delete_event": _("删除赛事%(deleted)s"),
    "remove_demo": _("演示赛事已删除"),
}

WORDS = {role.value: role.label for role in Role} | {
    **{f"event.public_view.{one.value}": one.label for one in PublicView},
    **{f"event.checking.{one.value}": one.label for one in Checking},
    **{f"event.table_entry.{one.value}": one.label for one in TableEntry},
    "unit.name": _("名称"),
    "source.page": _("网页"),
    "source.link": _("专用链接"),
    "source.command": _("命令行"),
    "source.import": _("导入"),
    "device.computer": _("电脑"),
    "device.tablet": _("平板"),
    "device.phone": _("手机"),
    "device.wechat": _("微信"),
    "event.name": _("赛事名称"),
    "event.slug": _("网址"),
    "event.starts_on": _("开始日期"),
    "event.ends_on": _("结束日期"),
    "event.venue": _("地点"),
    "event.organiser": _("主办单位"),
    "event.unit_word": _("单位的叫法"),
    "event.pair_word": _("参赛队的叫法"),
    "event.public_view": _("对外公开"),
    "event.max_per_unit": _("每单位至多几队"),
    "event.entries_close_at": _("报名截止"),
    "event.check_in_closes_at": _("签到截止"),
    "event.first_table": _("起始桌号"),
}
