"""What every result is worth, looked up on paper: made by the same rules that count the results entered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _

from scoring.codecs import LOWEST
from scoring.errors import InvalidScoresheet
from scoring.rules import PassedAValue, Rules, Side
from scoring.scoresheet import Ended, Scoresheet, judge, passing_gains
from scoring.walkovers import match_points
from tournament.exports.paper import Cell, Column, Section
from tournament.wording.figures import plain
from tournament.wording.rules import level_text


def points_tables(rules: Rules) -> list[Section]:
    """The winner's and the loser's points for every pair of levels: of matches in which a side passed the
    last level, and of those that were stopped before; the same of the second points that break ties. Tables
    that the rules cannot have are left out."""
    found = _tables(rules)
    if rules.secondary_scheme is None:
        return found
    second = replace(rules, scheme=rules.secondary_scheme, secondary_scheme=None)
    return found + [
        replace(section, heading=_("第二积分：%(what)s") % {"what": section.heading})
        for section in _tables(second)
    ]


def _tables(rules: Rules) -> list[Section]:
    return [section for section in (_passed(rules), _stopped(rules)) if section.rows]


def _levels(rules: Rules) -> range:
    return range(LOWEST, rules.play.finish_level + 1)


def _passed(rules: Rules) -> Section:
    """A row for each way of passing, a column for each level of the other side."""
    real = rules.play.passed_a_value is PassedAValue.REAL_GAIN
    gains: tuple[int | None, ...] = passing_gains(rules.play) if real else (None,)
    finish = level_text(rules.play.finish_level)
    head = Column(_("对方级数"), weight=0)
    columns = (head, *(Column(level_text(level), align="center") for level in _levels(rules)))
    rows: list[tuple[Cell, ...]] = []
    for gain in gains:
        name = _("过%(level)s") % {"level": finish}
        if gain is not None:
            name = _("过%(level)s，升 %(gain)s 级") % {"level": finish, "gain": gain}
        cells = tuple(_worth(rules, _passing(rules, level, gain)) for level in _levels(rules))
        if any(cells):
            rows.append((name, *cells))
    return Section(columns, tuple(rows), heading=_("一方过%(level)s：胜方 : 负方的积分") % {"level": finish})


def _passing(rules: Rules, level: int, gain: int | None) -> Iterator[Scoresheet]:
    yield Scoresheet(
        ns_level=rules.play.finish_level,
        ew_level=level,
        passed_a=Side.NS,
        passed_gain=gain,
        ended=Ended.PASSED_A,
        seconds=0,
    )


def _stopped(rules: Rules) -> Section:
    """A row for each level of the side that is ahead, a column for each of the other, equal ones too."""
    ended = Ended.TIME if rules.play.minutes else Ended.DEALS if rules.play.deals else None
    head = Column(_("级数"), weight=0)
    columns = (head, *(Column(level_text(level), align="center") for level in _levels(rules)))
    rows: list[tuple[Cell, ...]] = []
    for ahead in _levels(rules) if ended else ():
        cells = tuple(
            _worth(rules, _stopping(ahead, level, ended)) if ended and level <= ahead else ""
            for level in _levels(rules)
        )
        if any(cells):
            rows.append((level_text(ahead), *cells))
    heading = _("没有过%(level)s就结束：横行是级数高的一方，竖列是另一方") % {
        "level": level_text(rules.play.finish_level)
    }
    return Section(
        columns, tuple(rows), heading=heading, note=_("级数相同的格，前一个数是按规则判胜的一方。")
    )


def _stopping(ahead: int, level: int, ended: Ended) -> Iterator[Scoresheet]:
    """The sheet by its levels alone, then with what equal levels may have to say beside them."""
    sheet = Scoresheet(ns_level=ahead, ew_level=level, ended=ended, seconds=0)
    yield sheet
    yield replace(sheet, in_play=Side.NS)
    yield replace(sheet, winner=Side.NS)


def _worth(rules: Rules, sheets: Iterator[Scoresheet]) -> str:
    """The points of the first of `sheets` that can be true; "" where none can."""
    for sheet in sheets:
        try:
            ns, ew = match_points(judge(sheet, rules), rules)
        except InvalidScoresheet:
            continue
        return f"{plain(ns)} : {plain(ew)}"
    return ""
