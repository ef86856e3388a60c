"""What the columns of entry lists are called, in Chinese and English, as `headers.plain_head` gives it."""

from typing import Final


def _words(text: str) -> list[str]:
    return text.split()


_PEOPLE: Final = _words(
    "选手 队员 姓名 名字 参赛选手 参赛队员 参赛人员 参赛人 参赛者 报名人 报名人员 "
    "报名者 运动员 成员 人员 球员 牌手 队员姓名 选手姓名 参赛选手姓名 参赛队员姓名 "
    "参赛人员姓名 参赛者姓名 报名人姓名 运动员姓名 成员姓名 人员姓名"
)
_PHONES: Final = _words(
    "手机 手机号 手机号码 电话 电话号码 联系电话 联系手机 联系方式 移动电话 手机电话 "
    "联系号码 联络电话 本人手机 本人电话"
)
_ORDINALS: Final = {"1": _words("1 一 甲 a"), "2": _words("2 二 乙 b")}
_PARTNERS: Final = _words("搭档 搭档姓名 搭档名字 同伴 同伴姓名 partner partnername 拍档 搭子 对家")


def _of_each_player(seat: str) -> dict[str, list[str]]:
    """Titles of a player's name and phone columns: every word for people with every way to count them."""
    people = [f"{word}{ordinal}" for word in _PEOPLE for ordinal in _ORDINALS[seat]]
    people += [
        f"{lead}{ordinal}{tail}{word}"
        for word in _PEOPLE
        for ordinal in _ORDINALS[seat]
        for lead, tail in (("第", ""), ("第", "位"), ("第", "名"), ("", "号"), ("", ""))
    ]
    english = [f"{word}{seat}" for word in ("player", "name", "member")]
    phones = [f"{owner}{phone}" for owner in people for phone in _PHONES]
    phones += [f"{phone}{ordinal}" for phone in _PHONES for ordinal in _ORDINALS[seat]]
    phones += [f"{word}{seat}" for word in ("phone", "mobile", "tel")]
    return {
        f"player{seat}": [*people, *(f"{one}姓名" for one in people), *english, f"player{seat}name"],
        f"phone{seat}": [*phones, f"player{seat}phone", f"player{seat}mobile"],
    }


_OTHERS: Final = {
    "number": "对号 序号 编号 队号 组号 参赛号 参赛序号 参赛编号 参赛队序号 组合号 组合序号 对序号 排号 序 "
    "no number pairno pairnumber id #",
    "name": "队名 参赛队 参赛队名 参赛队名称 队伍 队伍名称 队伍名 队名称 组合 组合名 组合名称 对名 参赛组合 "
    "球队名称 组名 小队 小队名称 name pairname team teamname pair",
    "player1": "队长 队长姓名 甲方 第一人 playera playerone firstplayer captain",
    "player2": " ".join(_PARTNERS) + " 乙方 第二人 playerb playertwo secondplayer",
    "players": "人员名单 参赛名单 名单 双方姓名 两人姓名 参赛双方 player players names members",
    "unit": "单位 单位名称 代表队 代表队名称 代表单位 参赛单位 参赛单位名称 所在单位 "
    "所属单位 工作单位 报名单位 选送单位 推荐单位 部门 所在部门 所属部门 "
    "部门名称 处室 科室 车间 班组 分工会 所在工会 所属工会 工会 分会 支部 "
    "党支部 学院 所在学院 院系 系 院 学校 班级 公司 分公司 支行 网点 社区 "
    "俱乐部 单位/俱乐部 单位/部门 协会 街道 地区 城市 unit club "
    "department dept organization organisation "
    "school college company affiliation",
    "phone": "联系人电话 phone mobile mobilephone phonenumber mobilenumber tel telephone cell",
    "phone1": "队长电话 队长手机 队长手机号 队长联系电话",
    "phone2": "搭档电话 搭档手机 搭档手机号 搭档联系电话 同伴电话 同伴手机",
    "phone3": "替补电话 替补手机 替补手机号 替补联系电话 替补队员电话 替补队员手机 substitutephone",
    "substitute": "替补 替补队员 替补选手 替补姓名 替补人员 候补队员 候补选手 substitute sub alternate",
    "category": "组别 参赛组别 报名组别 项目 参赛项目 比赛项目 类别 参赛类别 category division section event",
    "seed": "种子 种子号 种子序号 种子顺位 种子排名 种子选手 种子队 seed seeding",
    "status": "状态 参赛状态 报名状态 是否候补 候补 参赛性质 status",
    "note": "备注 说明 附注 note notes remark remarks comment comments",
}
FIELD_BY_HEAD: Final = {
    **dict.fromkeys(_PEOPLE, "players"),
    **dict.fromkeys(_PHONES, "phone"),
    **{name: field for seat in "12" for field, names in _of_each_player(seat).items() for name in names},
    **{name: field for field, names in _OTHERS.items() for name in names.split()},
}
PARTNER_WORDS: Final = frozenset(_PARTNERS)

# What is asked for when no head is found.
EXPECTED: Final = ("序号", "队名", "选手1", "选手2", "单位", "手机")
