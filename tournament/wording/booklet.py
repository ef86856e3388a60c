"""Sentences about the facts of a 秩序册 and the logo."""

from django.utils.translation import gettext_lazy as _

ERRORS = {
    "booklet_empty": _("这里不能是空的。"),
    "booklet_too_long": _("有一项太长，最多 %(most)s 个字。"),
    "booklet_line_end": _("这一项只能写一行。"),
    "booklet_office_not_read": _("第 %(line)s 行看不出职务：%(text)s。请写成“职务：姓名、姓名”。"),
    "booklet_office_without_names": _("“%(text)s”后面没有姓名。"),
    "booklet_leader_not_read": _(
        "第 %(line)s 行看不出单位和姓名：%(text)s。请写成“单位｜领队｜教练”，没有教练就不写。"
    ),
    "booklet_appointment_not_read": _("第 %(line)s 行没有写内容：%(text)s。请写成“日期｜时间｜内容｜地点”。"),
    "logo_too_big": _("图片超过 %(most)s MB，请换一张小些的。"),
    "logo_not_read": _("这个文件读不出图片。请用 PNG 或 JPEG 图片。"),
    "logo_too_small": _("图片太小，印出来是糊的；长的一边至少 %(least)s 像素。"),
    "archive_logo": _("这里应是 base64 写的 PNG 图片，长宽都不超过 600 像素。"),
}

VERBS = {
    "edit_booklet": _("修改秩序册资料"),
}

# What the facts are called, as labels of the form and where they are missing.
FACTS = {
    "subtitle": _("封面副标题"),
    "hosts": _("主办单位"),
    "organisers": _("承办单位"),
    "co_organisers": _("协办单位"),
    "supporters": _("支持单位"),
    "committee": _("组织委员会"),
    "jury": _("仲裁委员会"),
    "referees": _("裁判员名单"),
    "leaders": _("领队和教练"),
    "timetable": _("竞赛日程"),
    "supplement": _("补充规定"),
    "logistics": _("食宿和交通"),
    "logo": _("标志图片"),
}
