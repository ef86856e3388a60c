"""The sentence for every code that cleaning names and reading and comparing entry lists can give."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.imports.sheets import Remark

SENTENCES: Final[Mapping[str, str | Promise]] = {
    # The file
    "empty_file": gettext_lazy("文件是空的，没有可读的内容。"),
    "too_big": gettext_lazy("文件超过 %(limit)s MB。请只保留报名表后再导入。"),
    "too_big_unpacked": gettext_lazy("文件展开后超过 %(limit)s MB。请删去多余的空行和图片后再导入。"),
    "too_many_rows": gettext_lazy("表格超过 %(limit)s 行。请只保留报名表后再导入。"),
    "too_many_columns": gettext_lazy("表格超过 %(limit)s 列。请只保留报名表后再导入。"),
    "damaged": gettext_lazy(
        "文件不完整或已损坏，不是有效的 xlsx 或 xls 文件。请重新上传，或在 Excel 中另存为 xlsx 后再导入。"
    ),
    "encrypted": gettext_lazy("文件设有打开密码。请取消密码后再导入。"),
    "not_a_table": gettext_lazy(
        "这不是报名表文件。可以导入 xlsx、xls、docx 和 CSV，请在 Excel 或 WPS 中另存为 xlsx 后再导入。"
    ),
    "too_many_files": gettext_lazy("一次至多导入 %(limit)s 份文件。请分几次导入。"),
    "too_big_together": gettext_lazy("这些文件合起来超过 %(limit)s MB。请分几次导入。"),
    "empty_zip": gettext_lazy("压缩包里没有文件。"),
    "zip_locked": gettext_lazy("压缩包设有密码。请解压后再导入。"),
    "zip_damaged": gettext_lazy("压缩包里的这份文件已损坏。请重新打包后再导入。"),
    "zip_in_zip": gettext_lazy("压缩包里还有压缩包，没有读取。请解压后再导入。"),
    "roles_lack_players": gettext_lazy("请指定队员1和队员2两列，或一列“姓名”。"),
    "roles_two_ways": gettext_lazy("队员1、队员2和“姓名”只能用一种。"),
    "roles_twice": gettext_lazy("同一项内容指定了多列：除自有列和不要的列外，每项只能一列（手机至多两列）。"),
    "numbers_of_files": gettext_lazy("几份文件里有相同的序号，没有用作参赛序号。"),
    "word_damaged": gettext_lazy(
        "这份 Word 文件不完整、已损坏，或不是 docx。请在 Word 或 WPS 中另存为 docx 后再导入。"
    ),
    "no_table_in_word": gettext_lazy("这份 Word 文件里没有表格，也没有认出接龙。"),
    "old_word": gettext_lazy("这是旧式 Word 文件（doc）。请在 Word 或 WPS 中另存为 docx 后再导入。"),
    "unknown_encoding": gettext_lazy("文件的文字编码无法识别。请另存为 xlsx 或 UTF-8 编码的 CSV 后再导入。"),
    "unclosed_quote": gettext_lazy(
        "从第 %(row)s 行起有一个引号没有成对，无法分出各行。请改正后再导入，或另存为 xlsx。"
    ),
    "html_table": gettext_lazy("这是网页表格，不是 Excel 文件。请用 Excel 打开，另存为 xlsx 后再导入。"),
    "no_header": gettext_lazy("没有找到表头。表头应有：%(expected)s；文件的第一行是：%(found)s。"),
    "missing_columns": gettext_lazy("表头缺少：%(missing)s。已有的列：%(found)s。"),
    "one_person_a_row": gettext_lazy(
        "每行只有一名选手，分不出哪两人是一队。请加一列组号或队名，同队两行填一样的；"
        "或改成每行一队，选手1、选手2各占一列（可下载模板）。"
    ),
    "no_result_head": gettext_lazy(
        "没有找到表头。表头应有：%(expected)s；第一行是：%(found)s。粘贴文字时也可以每行只写桌号、南北级数、东西级数。"
    ),
    "only_examples": gettext_lazy("文件里只有模板的“填写示例”，没有报名表。"),
    "no_entries_in_text": gettext_lazy("没有认出报名的行。一行一队，例如：1. 张三 李四 财务处 13800000001。"),
    "no_rows": gettext_lazy("没有数据行：表头下面是空的。"),
    "ignored_columns": gettext_lazy("没有读取这些列：%(columns)s。"),
    "hidden_rows": gettext_lazy("隐藏的行也读取了：第 %(rows)s 行。"),
    # Sheets of a workbook that were passed over
    "sheet_not_meant": gettext_lazy("没有读取工作表%(sheets)s：从名称看是示例、模板或以前的名单。"),
    "sheet_without_head": gettext_lazy("没有读取工作表%(sheets)s：没有找到报名表的表头。"),
    "sheet_without_players": gettext_lazy("没有读取工作表%(sheets)s：表头里没有两名选手。"),
    "sheet_without_rows": gettext_lazy("没有读取工作表%(sheets)s：表头下面是空的。"),
    "sheet_beside": gettext_lazy("没有读取工作表%(sheets)s：已读取另一张报名表。"),
    # How a list was read
    "several_tables": gettext_lazy(
        "文件里的第 %(numbers)s 张表都读取了；行号从第一张表的第一行数起，各表连着数。"
    ),
    "other_tables": gettext_lazy("没有读取第 %(numbers)s 张表：没有报名表的表头。"),
    "table_goes_on": gettext_lazy("第 %(number)s 张表没有表头，按上一张表的各列读取。"),
    "joined_by_column": gettext_lazy(
        "每行一名选手：按“%(title)s”把相同或合并的两行读作一队，共 %(count)s 队。"
    ),
    "joined_with_substitutes": gettext_lazy("其中 %(count)s 队带一名替补。"),
    "joined_by_partner": gettext_lazy("互相填为搭档的两行是一队，共 %(count)s 队。"),
    "joined_by_order": gettext_lazy(
        "每行一名选手，没有组号或队名：按同单位相邻两行是一队读取，共 %(count)s 队，请逐队核对。"
    ),
    "second_columns": gettext_lazy(
        "这一页左右排了两栏，右边一栏（%(columns)s）没有读。请把右边的各队移到左边一栏的下面，再导入一次。"
    ),
    "numbers_of_people": gettext_lazy("“%(title)s”每人一个，没有用作参赛序号。"),
    "lines_before": gettext_lazy("开头这些行没有当作报名：%(text)s"),
    "numbers_of_lines": gettext_lazy("接龙的序号只是数行数，没有用作参赛序号。"),
    # Rows that are no pair
    "no_partner": gettext_lazy("%(name)s没有搭档：这一组只有一人。"),
    "odd_unit": gettext_lazy("%(name)s所在单位连着有 %(count)s 名选手，分不出哪两人是一队。"),
    "not_two_in_group": gettext_lazy("%(name)s的组号或队名下有 %(count)s 名选手，应为两人，可另有一名替补。"),
    "many_substitutes": gettext_lazy("%(name)s的队里有 %(count)s 名替补，每队只能有一名。"),
    "leader_row": gettext_lazy("%(name)s是%(role)s，不是参赛选手，已跳过。"),
    "third_is_substitute": gettext_lazy(
        "同队有三行，没有写谁是替补：把第 %(row)s 行的%(name)s读作替补，请核对。"
    ),
    "role_of_player": gettext_lazy("%(name)s写的是“%(role)s”，而同队只有两人：读作参赛选手，请核对。"),
    "crowded_row": gettext_lazy("一格里有两个姓名（%(text)s），而这份表每行一人，请分两行填写。"),
    "example_line": gettext_lazy("格式或示例，已跳过：%(text)s"),
    "line_called_off": gettext_lazy("写着取消或退出，已跳过：%(text)s"),
    "line_without_names": gettext_lazy("没有认出姓名，已跳过：%(text)s"),
    "line_of_one_name": gettext_lazy("只有%(name)s一个姓名，缺少搭档：%(text)s"),
    "line_of_many_names": gettext_lazy("有 %(count)s 个姓名（%(names)s），分不出哪两人是一队。"),
    "total_row": gettext_lazy("合计行，已跳过：%(text)s"),
    "note_row": gettext_lazy("说明文字，不是参赛队，已跳过：%(text)s"),
    "repeated_header": gettext_lazy("重复的表头，已跳过。"),
    "only_a_number": gettext_lazy("只有序号，没有选手，已跳过。"),
    # Cells
    "formula_uncalculated": gettext_lazy("公式没有计算结果，请在 Excel 中另存后再导入。"),
    "cell_error": gettext_lazy("单元格是错误值（如 #N/A），没有读取。"),
    "short_row": gettext_lazy("本行比表头少几列，缺的内容按空白处理。"),
    "hidden_row": gettext_lazy("本行在表格中是隐藏的，请核对。"),
    "player_missing": gettext_lazy("缺少选手。"),
    "missing": gettext_lazy("请填写姓名。"),
    "two_names": gettext_lazy("一格里有两个姓名（%(text)s），请分别填入选手1、选手2。"),
    "not_two_names": gettext_lazy("应有两个姓名，用顿号隔开；这里有 %(count)s 个。"),
    "no_letters": gettext_lazy("“%(text)s”不像姓名。"),
    "too_long": gettext_lazy("“%(text)s…”太长，最多 %(limit)s 个字。"),
    "private_use": gettext_lazy("“%(text)s”含无法显示的自造字，请改用正式汉字。"),
    "unreadable": gettext_lazy("“%(text)s”含问号，可能是没有保存下来的生僻字，请核对。"),
    "maybe_two_names": gettext_lazy("“%(text)s”原来中间有空格，若是两个人请分开填写。"),
    "one_character": gettext_lazy("“%(text)s”只有一个字，请核对。"),
    "bracketed": gettext_lazy("“%(text)s”带有括号，括号内容会成为姓名的一部分。"),
    "number_unreadable": gettext_lazy("“%(text)s”不是序号（正整数），将使用下一个空序号。"),
    "number_not_whole": gettext_lazy("请填写正整数。"),
    "seed_unreadable": gettext_lazy("“%(text)s”不是种子号（正整数），没有读取。"),
    "status_unknown": gettext_lazy("不认识的状态“%(text)s”，按正式参赛处理。"),
    "phone_scientific": gettext_lazy(
        "手机号被 Excel 写成了科学计数（如 1.38E+10），末尾数字已丢失，没有读取。请重新填写。"
    ),
    "phone_length": gettext_lazy("电话号码有 %(count)s 位数字，手机应为 11 位，固定电话应带区号；没有读取。"),
    "phone_not_digits": gettext_lazy("电话号码含有其他文字，没有读取。"),
    "extra_cut": gettext_lazy("超过 %(limit)s 个字，只保留前 %(limit)s 个字。"),
    "unit_missing": gettext_lazy("没有填写。"),
    "unit_respelled": gettext_lazy("“%(typed)s”与“%(unit)s”视为同一单位。"),
    # What is asked about entries as they stand
    "asked_unit": gettext_lazy("没有填写单位。"),
    "asked_phone": gettext_lazy("没有手机号，请补一个。"),
    "asked_partner": gettext_lazy("还没有搭档。"),
    "asked_alone_in_pair": gettext_lazy(
        "单独报名等待搭档，又与 %(number)s 号（%(pair)s）中的一人同名。是同一人的，请确认参加哪一处。"
    ),
    "asked_too_many": gettext_lazy("报了 %(count)s 队，每单位至多 %(limit)s 队，请定下参加的是哪几队。"),
    "asked_late": gettext_lazy("报名截止以后才报来，请确认参加。"),
    "partners_differ": gettext_lazy("两人填的不同：%(first)s、%(second)s；按前一个。"),
    "partner_has_no_row": gettext_lazy("搭档没有自己的一行，请核对。"),
    "line_unsure": gettext_lazy("拿不准“%(words)s”是姓名还是单位，请对照原文核对：%(text)s"),
    "line_without_number": gettext_lazy("这一行没有序号，请核对是不是报名：%(text)s"),
    # Doubles
    "already_entered": gettext_lazy("这两人已报名（%(place)s），没有重复导入。"),
    "already_entered_differs": gettext_lazy(
        "这两人已报名（%(place)s），没有重复导入；本行的队名、单位或手机与已有的不同，没有改动。"
    ),
    "duplicate_in_file": gettext_lazy("与%(place)s是同样两个人。"),
    "same_names_elsewhere": gettext_lazy(
        "与%(place)s两人姓名都相同，但单位或电话不同；按重名处理，请核对是否同一队。"
    ),
    "namesake": gettext_lazy("%(person)s与%(place)s的选手同名，单位或电话不同，按重名处理。"),
    "person_twice": gettext_lazy("%(person)s已在%(place)s中；一人不能参加两队，确是重名请确认。"),
    "person_again_below": gettext_lazy("本行有选手又出现在第 %(rows)s 行。"),
    "person_in_other_files": gettext_lazy("本行有选手又出现在%(places)s。"),
    "partners_same_name": gettext_lazy("同队两人都叫%(person)s；一人不能与自己搭档，确是重名请确认。"),
    "partners_namesakes": gettext_lazy("同队两人都叫%(person)s，名单中另有同名者；按重名处理，请核对。"),
    "number_taken": gettext_lazy("序号 %(number)s 已被%(place)s使用；确认后改用下一个空序号。"),
}


def sentence(remark: Remark) -> str:
    """The sentence for a remark, in the current language, led by its column where it has one."""
    params = dict(remark.params)
    if "at" in params:
        places = {
            "row": _("第 %(at)s 行“%(pair)s”"),
            "file": _("“%(file)s”第 %(at)s 行“%(pair)s”"),
            "number": _("序号 %(at)s“%(pair)s”"),
            "alone": _("单独报名、等待搭档的名单"),
        }
        params["place"] = places[str(params["where"])] % params
    text = str(SENTENCES[remark.code]) % params
    return _("%(column)s：%(text)s") % {"column": remark.column, "text": text} if remark.column else text


def name_sentence(code: str, text: str = "", limit: int = 0) -> str:
    """The sentence for a code of `CleanName.problem` or `.warnings`, for a form's field.

    `text` is the cleaned name, `limit` the one of `cleaning` that applies to it.
    """
    return sentence(Remark(code, {"text": text[:30], "limit": limit, "count": sum(map(str.isdigit, text))}))
