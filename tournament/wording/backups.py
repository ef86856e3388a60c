"""Sentences about copies of the site."""

from django.utils.translation import gettext_lazy as _

ERRORS = {
    "backup_not_one": _("这个文件不是本系统的备份。"),
    "backup_damaged": _("这份备份已损坏或不完整，没有恢复。请换一份。"),
    "backup_newer": _("这份备份来自更新的版本，本机的程序读不了。请先更新程序。"),
    "backup_other_database": _(
        "这份备份来自另一种数据库（SQLite 与 PostgreSQL 的备份不能互换）。"
        "一场赛事可以用 dumpevent 和 loadevent 搬过去。"
    ),
    "backup_older_needs_empty": _(
        "这份备份来自较旧的版本，PostgreSQL 上只能恢复到空的数据库："
        "请新建一个库，把 DATABASE_URL 指向它，再恢复。"
    ),
    "backup_not_up_to_date": _("这份较旧的备份没能更新到现在的版本，没有恢复。"),
    "backup_would_overwrite": _("那里已有一个不是备份的文件，没有覆盖。请换一个文件名。"),
    "backup_disk_full": _("磁盘空间不够，没有写成。请腾出空间再试。"),
    "backup_no_such_place": _("找不到这个文件或文件夹；U 盘可能没有插好。"),
    "backup_not_written": _("不能写入，请检查磁盘和权限。"),
    "backup_folder_relative": _("请写完整的路径，例如 E:\\guansai 或 /media/usb/guansai。"),
    "backup_same_folder": _("这就是本站存放备份的文件夹，请换一个，最好在另一个磁盘上。"),
    "backup_database_busy": _("数据库正忙，没有恢复。请等一会儿再试。"),
    "backup_database_damaged": _(
        "现在的数据库已损坏。"
        "请停止服务器，把 guansai.sqlite3 及同名的 -wal、-shm 文件移到别处，再运行 manage.py restore。"
    ),
    "backup_no_pg_tools": _("找不到 %(tool)s，请安装 PostgreSQL 的客户端程序。"),
    "backup_old_pg_tools": _(
        "%(tool)s 是 %(has)s 版，比数据库服务器的 %(server)s 版旧，请安装新的客户端程序。"
    ),
    "backup_pg_failed": _("PostgreSQL 的程序没有做成：%(reason)s"),
    "restore_going_on": _("正在恢复备份，这一步没有保存。请等几秒钟，刷新页面再试。"),
    "restore_too_slow": _("恢复花的时间太长，已放弃，什么都没有改变。请等一会儿再试。"),
    "wrong_password": _("密码不对，没有恢复。"),
}

VERBS = {
    "make_backup": _("备份全站"),
    "set_second_folder": _("更改备份的第二个文件夹"),
    "restore_backup": _("恢复到 %(made)s 的备份"),
}

REASONS = {
    "manual": _("手动"),
    "hourly": _("每小时"),
    "draw": _("抽签、编排以前"),
    "publication": _("公布以前"),
    "deletion": _("撤销、删除以前"),
    "safety": _("恢复以前"),
    "uploaded": _("上传"),
}
