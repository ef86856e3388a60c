"""Papers of the prize giving: who is called when and signs for the prize, and what the announcer says."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.exports.paper import Cell, Column, Kind, Paper, Section, Size
from tournament.lists.calling import Called, Honoured, called_awards
from tournament.lists.papers.parts import paper
from tournament.lists.papers.wanted import Wanted
from tournament.queries.awards import AwardsDesk, awards_desk
from tournament.wording.awards import edge_text


def calling(want: Wanted) -> Paper:
    """领奖名单: everybody in calling order, with presenter, prize, and room to sign for it."""
    desk = awards_desk(want.event)
    awards = called_awards(desk, want.event.printing_facts.handings)
    several = any(each.place for one in awards for each in one.honoured)
    rows: list[tuple[Cell, ...]] = []
    ends: list[int] = []
    for one in awards:
        rows += [_row(len(rows) + at, one, each, several) for at, each in enumerate(one.honoured, 1)]
        ends.append(len(rows) - 1)
    section = Section(
        _columns(want, several), tuple(rows), rule_after=tuple(ends[:-1]), roomy=True, empty=_nobody(awards)
    )
    return paper(want, _("领奖名单"), sections=(section,), notes=_notes(desk), landscape=True)


def _columns(want: Wanted, several: bool) -> tuple[Column, ...]:
    place = (Column(_("范围"), weight=0, text=""),) if several else ()
    return (
        Column(_("次序"), Kind.INT, weight=0, text="{}."),
        Column(_("奖项"), weight=0.6),
        *place,
        Column(_("名次"), Kind.INT, weight=0, text=_("第 {} 名")),
        Column(_("序号"), Kind.INT, weight=0, text=_("{} 号")),
        Column(want.event.pair_term, Kind.NAME, weight=1.4),
        Column(want.event.unit_term, weight=1, text=_("（{}）")),
        Column(_("颁奖人"), Kind.NAME, weight=0.6, text=""),
        Column(_("奖品"), weight=0.6, text=""),
        Column(_("领取签名"), Kind.BLANK, weight=1.2, text=""),
    )


def _row(at: int, one: Called, each: Honoured, several: bool) -> tuple[Cell, ...]:
    award = _("%(prize)s（待定）") % {"prize": one.award} if each.is_open else one.award
    place = (each.place or None,) if several else ()
    return (
        at,
        award,
        *place,
        each.rank,
        each.number,
        each.names,
        each.unit or None,
        one.presenter or None,
        one.prize or None,
        None,
    )


def _nobody(awards: list[Called]) -> str:
    return _("还没有可以评奖的名次。") if awards else _("还没有设奖项。")


def _notes(desk: AwardsDesk) -> tuple[str, ...]:
    """What may still change the list."""
    open_note = _("还有 %(count)s 桌没有成绩，名单会随成绩变动。") % {"count": desk.open_count}
    edges = {edge_text(result): None for one in desk.lists for result in one.prizes if result.edge}
    return (*([open_note] if desk.open_count else []), *edges)


def announcer(want: Wanted) -> Paper:
    """主持词: what is said at each award, in large type."""
    desk = awards_desk(want.event)
    awards = called_awards(desk, want.event.printing_facts.handings)
    columns = (Column(_("次序"), Kind.INT, weight=0, text="{}."), Column(_("主持词"), weight=1))
    rows = tuple((at, spoken(one)) for at, one in enumerate(awards, 1))
    section = Section(columns, rows, empty=_nobody(awards), rule_after=tuple(range(len(rows) - 1)))
    return paper(want, _("颁奖主持词"), sections=(section,), notes=_notes(desk), size=Size.NOTICE_BOARD)


def spoken(one: Called) -> str:
    """What is said at one award: who comes up, who hands over, what the prize is."""
    if any(each.is_open for each in one.honoured):
        call = _("%(award)s的名单还没有定。") % {"award": one.award}
    elif one.honoured:
        who = _("；").join(_spoken_name(each) for each in one.honoured)
        call = _("请获得%(award)s的%(who)s上台领奖。") % {"award": one.award, "who": who}
    else:
        call = _("%(award)s没有人获得。") % {"award": one.award}
    hand = _("请%(presenter)s颁奖。") % {"presenter": one.presenter} if one.presenter else ""
    prize = _("奖品：%(prize)s。") % {"prize": one.prize} if one.prize else ""
    return "\n".join(filter(None, (call, hand + prize)))


def _spoken_name(each: Honoured) -> str:
    names = _("、").join(each.who.names) if not isinstance(each.who, str) else each.who
    return " ".join(filter(None, (each.place, each.unit, names)))
