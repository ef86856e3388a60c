"""What the announcer reads aloud: who brings the slip, who sits down where, who is awaited."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from pairing.areas import area_of
from tournament.queries.hall import areas_of
from tournament.wording import clocks
from tournament.wording.clocks import hour
from tournament.wording.general import side_name
from tournament.wording.knockout import round_name
from tournament.wording.phases import phase_name

if TYPE_CHECKING:
    from tournament.models import Event, Match, Pair, Stage
    from tournament.queries.call_list import Called
    from tournament.queries.lateness import LatePair
    from tournament.queries.rounds import TableRow


def over_text(minutes: int | None) -> str:
    """超时 3 分钟, 时间到; "" while there is time, or where there is no limit."""
    if minutes is None:
        return ""
    return _("超时 %(minutes)s 分钟") % {"minutes": minutes} if minutes else _("时间到")


def called_state(one: Called, now: datetime) -> str:
    """How far a called table is: 比赛中; where somebody is awaited, who and how long: 东西迟到 8 分钟."""
    if one.phase != "late":
        return phase_name(one.phase)
    told = ({"side": side_name(late.side), "late": clocks.late_text(late, now)} for late in one.awaited)
    return _("、").join(_("%(side)s %(late)s") % each for each in told)


def spoken_pair(pair: Pair) -> str:
    """5 号顾南枝、陆星野: as it is said into a microphone."""
    names = _("、").join(player.name for player in pair.partners)
    return _("%(number)s 号%(names)s") % {"number": pair.number, "names": names}


def spoken_place(event: Event, match: Match, *, with_session: bool = False) -> str:
    """二楼阅览室第 3 桌; before it the session, where tables of several are called."""
    told = {"area": area_of(areas_of(event), match.table), "table": match.table}
    session = match.round.group.session if with_session else ""
    table = (_("%(area)s第 %(table)s 桌") if told["area"] else _("第 %(table)s 桌")) % told
    return _("，").join(filter(None, (session, table)))


def missing_text(stage: Stage, number: int, calls: Sequence[Called]) -> str:
    """Asks the tables that are called for their slips; "" where none is."""
    called = [one for one in calls if one.is_called]
    if not called:
        return ""
    several = len({one.match.round.group.session for one in called}) > 1
    what = {"what": _of_round(stage, number), "count": len(called)}
    lines = [_("%(what)s还有 %(count)s 桌没有交成绩，请下列各桌把计分表交到记录台。") % what]
    for one in called:
        place = spoken_place(stage.event, one.match, with_session=several)
        lines.append(_("%(place)s，%(who)s。") % {"place": place, "who": _both(one.match)})
    return "\n".join(lines)


def _of_round(stage: Stage, number: int) -> str:
    """预赛第 2 轮."""
    return _("%(stage)s%(round)s") % {"stage": stage.name, "round": round_name(number, stage)}


def _both(match: Match) -> str:
    assert match.ew is not None  # only real tables are called
    return _("%(ns)s对 %(ew)s") % {"ns": spoken_pair(match.ns), "ew": spoken_pair(match.ew)}


def start_text(
    stage: Stage,
    number: int,
    tables: Sequence[TableRow],
    byes: Sequence[TableRow],
    starts_at: datetime | None = None,
) -> str:
    """Calls everybody to the tables: who sits where, who rests, when and how long they play."""
    several = len({row.match.round.group.session for row in tables}) > 1
    what = {"what": _of_round(stage, number), "who": stage.event.pair_terms}
    lines = [_("%(what)s就要开始，请各%(who)s按下列桌号入座。") % what]
    for row in tables:
        place = spoken_place(stage.event, row.match, with_session=several)
        seats = _("，").join(_seat(side, row.match) for side in ("ns", "ew"))
        lines.append(_("%(place)s，%(seats)s。") % {"place": place, "seats": seats})
    resting = [spoken_pair(row.match.ns) for row in byes if row.match.kind == "bye"]
    if resting:
        lines.append(_("本轮轮空：%(who)s。") % {"who": _("；").join(resting)})
    return "\n".join([*lines, *_time(stage, starts_at)])


def _seat(side: str, match: Match) -> str:
    pair = match.ns if side == "ns" else match.ew
    assert pair is not None  # only real tables are called
    return _("%(side)s %(who)s") % {"side": side_name(side), "who": spoken_pair(pair)}


def _time(stage: Stage, starts_at: datetime | None) -> list[str]:
    minutes = stage.scoring_rules.play.minutes
    told = []
    if starts_at is not None:
        told.append(_("%(time)s 开始") % {"time": hour(starts_at)})
    if minutes:
        told.append(_("限时 %(minutes)s 分钟") % {"minutes": minutes})
    return [_("本轮%(told)s。") % {"told": _("，").join(told)}] if told else []


def late_text(stage: Stage, late: Sequence[LatePair], now: datetime) -> str:
    """Asks everybody who is awaited to the table; "" where nobody is. Says what the rules' limit brings."""
    awaited = [one for one in late if one.is_awaited]
    several = len({one.match.round.group.session for one in awaited}) > 1
    lines = []
    for one in awaited:
        place = spoken_place(stage.event, one.match, with_session=several)
        told = {"who": spoken_pair(one.pair), "place": place, "minutes": one.minutes(now)}
        call = _("请 %(who)s马上到%(place)s就座。") % told
        late_by = _("已迟到 %(minutes)s 分钟。") % told if told["minutes"] else ""
        limit = _("开赛 %(limit)s 分钟未到齐，本轮按弃权处理。") % {"limit": one.limit} if one.limit else ""
        lines.append(call + late_by + limit)
    return "\n".join(lines)
