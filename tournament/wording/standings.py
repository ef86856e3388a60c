"""Standings in words: what decided a rank, who is equal to whom, what a line remarks."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from scoring.rules import Tiebreak
from tournament.wording.figures import clock, plain, signed
from tournament.wording.knockout import round_name
from tournament.wording.rules import tiebreak_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tournament.models import Stage
    from tournament.queries.standing_sheets import Figure, StandingLine, StandingSheet


def remarks(sheet: StandingSheet) -> dict[int, str]:
    """What stands at the end of each line, by the participant's number.

    按胜场在 12 号后 on the lower of two that a tie-break separated, 按胜场在 7 号前 on the upper one,
    按胜场在 12 号后、5 号前 between two of them; 并列, 退赛, 取消资格; usually nothing. Where several share a
    rank each of them says it, naming the nearest of the others.
    """
    above_me: dict[int, Decided] = {}
    below_me: dict[int, Decided] = {}
    for upper, lower in pairwise([list(lines) for _rank, lines in groupby(sheet.lines, key=_rank)]):
        if key := lower[0].decided_by:
            above_me |= {line.number: (key, upper[-1].number) for line in lower}
            below_me |= {line.number: (key, lower[0].number) for line in upper}
    say = _separated({key for key, _number in above_me.values()})
    comma = _("，")
    return {
        line.number: comma.join(say(above_me.get(line.number), below_me.get(line.number)) + _standing(line))
        for line in sheet.lines
    }


Decided = tuple[str, int]  # a tie-break and the number of the other one


def _rank(line: StandingLine) -> int | None:
    return line.rank


def _separated(keys: Iterable[str]) -> Callable[[Decided | None, Decided | None], list[str]]:
    """What words a line's separation from those above and below it.

    Looked up once: a page of 400 lines would ask the catalogue a thousand times.
    """
    before, behind = _("按%(tiebreak)s在 %(number)s 号前"), _("按%(tiebreak)s在 %(number)s 号后")
    between = _("按%(tiebreak)s在 %(above)s 号后、%(below)s 号前")
    names = {key: tiebreak_name(key) for key in keys}

    def say(above: Decided | None, below: Decided | None) -> list[str]:
        if above and below and above[0] == below[0]:
            return [between % {"tiebreak": names[above[0]], "above": above[1], "below": below[1]}]
        told = ((behind, above), (before, below))
        return [text % {"tiebreak": names[of[0]], "number": of[1]} for text, of in told if of]

    return say


def _standing(line: StandingLine) -> list[str]:
    said = [_("并列")] if line.tied and line.by_round else []
    if line.disqualified:
        said.append(_("取消资格"))
    elif line.withdrawn:
        said.append(_("退赛，成绩作废") if line.void else _("退赛"))
    return said


def figure(key: str, value: Figure | None) -> str:
    """A tie-break's value as people read it: times as minutes, differences with a sign; – for none."""
    if value is None:
        return "–"
    if key == Tiebreak.ACE_TIME:
        return clock(value)
    return signed(value) if key == Tiebreak.LEVEL_DIFF_SUM else plain(value)


def ranking_order(sheet: StandingSheet) -> str:
    """What ranks, in order: 积分 → 相互间成绩 → 胜场 → 净级差; of a knock-out, that who beat whom does."""
    return order_text(sheet.tiebreaks, by_bracket=sheet.by_bracket)


def order_text(tiebreaks: Iterable[str], *, by_bracket: bool) -> str:
    """The same from its parts."""
    if by_bracket:
        return _("按淘汰赛的胜负，没有分出先后的并列")
    return " → ".join([_("积分"), *(tiebreak_name(key) for key in tiebreaks)])


def tie_notes(sheet: StandingSheet) -> list[str]:
    """One sentence for all equal lines: which ranks, who, and what was compared; none where nobody is."""
    if not sheet.ties:
        return []
    tiebreaks = [key for key in sheet.tiebreaks if key != Tiebreak.LOTS]  # who is equal still has to draw
    text = _("%(shared)s。已依次比较%(compared)s，都相同。")
    if len(tiebreaks) < len(sheet.tiebreaks):
        text = _("%(shared)s。已依次比较%(compared)s，都相同，还没有抽签。")
    if sheet.by_bracket:
        text = _("%(shared)s。淘汰赛里没有分出先后。")
    compared = _("、").join([_("积分"), *(tiebreak_name(key) for key in tiebreaks)])
    return [text % {"shared": _("；").join(map(_shared, sheet.ties)), "compared": compared}]


def _shared(tie: Sequence[StandingLine]) -> str:
    """第 3 名并列：3 号、4 号."""
    pairs = _("、").join(_("%(number)s 号") % {"number": line.number} for line in tie)
    return _("第 %(rank)s 名并列：%(pairs)s") % {"rank": tie[0].rank, "pairs": pairs}


def withdrawal_notes(sheet: StandingSheet) -> list[str]:
    """What the event's rule made of the results of those who left, a sentence each for both ways."""
    gone = [line for line in sheet.lines if line.withdrawn and not line.disqualified]
    told = [
        (_("%(pairs)s退赛：打了不到一半，全部成绩作废，对手与它的对局不计。"), True),
        (_("%(pairs)s退赛：已打的成绩有效，余下各轮按弃权。"), False),
    ]
    return [
        text % {"pairs": _("、").join(_("%(number)s 号") % {"number": line.number} for line in lines)}
        for text, void in told
        if (lines := [line for line in gone if line.void is void])
    ]


def separation_notes(sheet: StandingSheet) -> list[str]:
    """What 按…在 12 号后 means, where a line says so."""
    if not any(line.decided_by for line in sheet.lines):
        return []
    return [_("“按…在几号前（后）”：与那一队积分相同，由这一项分出先后。")]


def sheet_notes(sheet: StandingSheet) -> list[str]:
    """All that stands below a table of standings: how equal ones were separated, who is equal still, and
    what became of those who left."""
    return separation_notes(sheet) + tie_notes(sheet) + withdrawal_notes(sheet)


def sheet_name(sheet: StandingSheet, stage: Stage) -> str:
    """A 组, or 总排名; the stage's name where it has no groups."""
    return group_in(stage, sheet.group) if sheet.group else _("总排名")


def group_name(name: str) -> str:
    """A group as people call it: A 组; a name that already says so stays as it is."""
    return name if name.endswith("组") else _("%(name)s 组") % {"name": name}


def group_in(stage: Stage, name: str) -> str:
    """Who plays and is ranked together: A 组; where the stage has no groups, its own name."""
    return group_name(name) if stage.has_groups else stage.name


def stage_and_group(stage: Stage, name: str) -> str:
    """预赛 A 组, 预赛甲组; the stage alone where it has no groups."""
    if not stage.has_groups:
        return stage.name
    group = group_name(name)
    return f"{stage.name}{' ' if group[0].isascii() else ''}{group}"


def draw_page_name(stage: Stage) -> str:
    """What the page of a stage's draw is called."""
    return _("分组和对阵") if stage.has_groups else _("抽签和对阵")


def place_text(stage: Stage, group: str, position: int | None) -> str:
    """A pair's place in the draw: A 组 3 号签, 3 号签; the group alone before its lot is drawn."""
    head = group_name(group) if stage.has_groups else ""
    if position is None:
        return head
    told = {"group": head, "position": position}
    return (_("%(group)s %(position)s 号签") if head else _("%(position)s 号签")) % told


def former_name(name: str) -> str:
    """A group that is no more, since it was drawn again or merged with another: 原 A 组."""
    return _("原 %(group)s") % {"group": group_name(name)}


def as_of(after_round: int | None, stage: Stage | None = None) -> str:
    """第 3 轮后, 第 2 轮（半决赛）后, or 目前 while rounds are open."""
    if after_round is None:
        return _("目前")
    return _("%(round)s后") % {"round": round_name(after_round, stage)}


def compare(line: StandingLine, other: StandingLine, decided_by: str | None) -> str:
    """Why `line` stands before or behind `other`, its neighbour, with both values.

    `decided_by` is the tie-break that separated the two, None where the totals differ or nothing did.
    """
    names = {"rank": other.rank, "number": other.number}
    if line.rank is None or other.rank is None:
        return ""
    mine = {"mine": plain(line.points), "theirs": plain(other.points)}
    if line.points != other.points:
        gap = plain(abs(line.points - other.points))
        more = _("比第 %(rank)s 名 %(number)s 号多 %(gap)s 分（%(mine)s 比 %(theirs)s）。")
        less = _("比第 %(rank)s 名 %(number)s 号少 %(gap)s 分（%(mine)s 比 %(theirs)s）。")
        return (more if line.points > other.points else less) % {**names, **mine, "gap": gap}
    if decided_by is None:
        return _("与 %(number)s 号并列：积分 %(mine)s，各项比较都相同。") % {**names, **mine}
    values = {
        "tiebreak": tiebreak_name(decided_by),
        "own": figure(decided_by, line.tiebreaks.get(decided_by)),
        "other": figure(decided_by, other.tiebreaks.get(decided_by)),
    }
    said = _("与第 %(rank)s 名 %(number)s 号积分相同（%(mine)s）") % {**names, **mine}
    return said + _("，按%(tiebreak)s区分：本队 %(own)s，对方 %(other)s。") % values
