"""Standings and winners for the hall, as they are published."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournament.lists.awards import winners_of
from tournament.lists.slides.slide import Block, Slide, Wall, in_columns, numbered
from tournament.models import ScreenPage
from tournament.queries.hall import at_once
from tournament.queries.public import PublicStage, PublicStandings, public_standings
from tournament.queries.public_awards import public_awards
from tournament.queries.standing_sheets import OVERALL, StandingLine, StandingSheet, Who
from tournament.wording.awards import list_name
from tournament.wording.figures import plain, signed
from tournament.wording.notices import notice_name
from tournament.wording.standings import as_of, group_name

COLUMNS, HEIGHT = 3, 12  # rows of a column, its head among them
NAME_ROOM, ROW_ROOM = 8, 18  # letters of a name that is never broken, of all names and the unit on one row
UNIT_SIZE = 0.8  # of a unit's letters beside those of names


@dataclass(frozen=True, slots=True)
class RankLine:
    """One participant: its rank or award, who it is, and the figures beside it. `text`: somebody else."""

    mark: str
    who: Who | None
    figures: tuple[str, ...] = ()
    text: str = ""
    is_gone: bool = False

    @property
    def is_tall(self) -> bool:
        """Whether its words need two rows: a very long name, or a unit that does not fit beside the names."""
        if self.who is None:
            return len(self.text) > 2 * ROW_ROOM - 6
        names = self.who.names
        needed = len(" ".join(names)) + UNIT_SIZE * len(self.who.unit)
        return needed > ROW_ROOM or any(len(name) > NAME_ROOM for name in names)


def standing_slides(wall: Wall) -> list[Slide]:
    """The newest standings that are up, of every stage that no later one with standings was filled from."""
    shown = [one for one in wall.shown.stages if one.shows_standings]
    stages = [one.stage for one in wall.shown.stages]
    found: list[Slide] = []
    for one in shown:
        later = [other for other in shown if other.stage.ordinal > one.stage.ordinal]
        if all(at_once(one.stage, other.stage, stages) for other in later):
            found += _of_stage(one)
    return found


def _of_stage(one: PublicStage) -> list[Slide]:
    found = public_standings(one)
    if found is None:
        return []
    sheets = [*found.groups, *([found.overall] if found.has_several_groups else [])]
    blocks = [Block(_head(sheet, one), tuple(_ranked(sheet))) for sheet in sheets if sheet.lines]
    blank = Slide(
        ScreenPage.STANDINGS,
        key=f"standings-{one.stage.ordinal}",
        title=_("%(stage)s名次") % {"stage": one.stage.name},
        about=as_of(found.overall.after_round, one.stage) if found.overall.lines else "",
        foot=_source(found),
    )
    return _pages(blank, blocks)


def _head(sheet: StandingSheet, one: PublicStage) -> str:
    if not one.stage.has_groups:
        return ""
    return _("总排名") if sheet.group == OVERALL else group_name(sheet.group)


def _ranked(sheet: StandingSheet) -> list[RankLine]:
    return [_rank_line(line) for line in sheet.lines]


def _rank_line(line: StandingLine) -> RankLine:
    points, lead = line.shown_points, line.shown_level_diff
    figures = ("–" if points is None else plain(points), "" if lead is None else signed(lead))
    mark = "–" if line.rank is None else str(line.rank)
    return RankLine(mark, line.who, figures, is_gone=line.withdrawn or line.disqualified)


def _source(found: PublicStandings) -> str:
    """Which notice the figures come from; entered ones are not checked yet."""
    if not found.notices:
        return _("随录随看，未经核对；以成绩公告为准。")
    names = [
        notice_name(one.kind, one.number, stage=one.stage, is_correction=one.is_correction)
        for one in found.notices
    ]
    reasons = [_("更正原因：%(reason)s") % {"reason": one.reason} for one in found.notices if one.reason]
    return " · ".join([_("、").join(names), *dict.fromkeys(reasons)])


def award_slides(wall: Wall) -> list[Slide]:
    """The winners, once the final standings that they come from are published."""
    found = public_awards(wall.shown)
    if found is None:
        return []
    blocks = [
        Block(list_name(one), tuple(RankLine(won.prize, won.who) for won in winners_of(one)))
        for one in found.lists
    ]
    given = [RankLine(one.name, *_to(to)) for one in found.given for to in one.to]
    blocks.append(Block(_("其他奖项"), tuple(given)))
    blank = Slide(ScreenPage.AWARDS, key="awards", title=_("获奖名单"), foot=_("祝贺以上获奖者。"))
    return _pages(blank, [block for block in blocks if block.lines])


def _to(one: Who | str) -> tuple[Any, ...]:
    return (one,) if isinstance(one, Who) else (None, (), one)


def _pages(blank: Slide, blocks: Sequence[Block]) -> list[Slide]:
    """The blocks in three columns a page; a single column stands larger."""
    columns = in_columns(blocks, HEIGHT, lambda line: 2 if line.is_tall else 1)
    pages = [columns[start : start + COLUMNS] for start in range(0, len(columns), COLUMNS)]
    return numbered([_with(blank, page) for page in pages])


def _with(blank: Slide, columns: list[list[Block]]) -> Slide:
    return Slide(
        blank.what,
        blank.key,
        blank.title,
        blank.about,
        blank.foot,
        facts={"blocks": columns, "columns": len(columns), "rows": HEIGHT},
    )
