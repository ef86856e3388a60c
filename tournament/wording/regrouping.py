"""Sentences about groups that are short of pairs before the start."""

from django.utils.translation import gettext as _

from tournament.queries.regrouping import MergeChoice, Outlook, ShortGroup
from tournament.wording.standings import group_name


def outlook_text(one: Outlook) -> str:
    """What a group of so many plays: 3 队，打 3 轮，每轮 1 桌，各轮空 1 次."""
    told = {"size": one.size, "rounds": one.rounds, "tables": one.tables}
    return _("%(size)s 队，打 %(rounds)s 轮，每轮 %(tables)s 桌，") % told + byes_text(one)


def byes_text(one: Outlook) -> str:
    """How the byes fall."""
    if not one.most_byes:
        return _("没有轮空")
    if one.fewest_byes == one.most_byes:
        return _("各轮空 %(count)s 次") % {"count": one.most_byes}
    return _("每队轮空 %(fewest)s 到 %(most)s 次") % {"fewest": one.fewest_byes, "most": one.most_byes}


def merge_text(one: MergeChoice) -> str:
    """A group to be joined, and what both together would play."""
    told = {"group": group_name(one.group.name), "outlook": outlook_text(one.outlook)}
    return _("%(group)s：合成 %(outlook)s") % told


def gone_text(short: ShortGroup) -> str:
    """Who has left the group."""
    numbers = _("、").join(str(pair.number) for pair in short.gone)
    return _("%(numbers)s 号退出") % {"numbers": numbers}
