"""怎样用手继续: what is left of an event to play, and how to count it without a computer."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.rules import Tiebreak
from tournament.exports.paper import Cell, Column, Kind, Paper, Section
from tournament.lists.papers.parts import heading, names_of, paper
from tournament.lists.papers.points_by_hand import points_tables
from tournament.lists.papers.wanted import Wanted
from tournament.models import Stage
from tournament.queries.papers import entries_by_group
from tournament.queries.progress import EventProgress, StageProgress
from tournament.queries.rounds import TableRow
from tournament.queries.standing_sheets import live_sheets
from tournament.queries.standings import stage_standings
from tournament.wording.plans import stage_text
from tournament.wording.rule_values import value_text
from tournament.wording.rules import TIEBREAK_NOTES, label, tiebreak_name

COUNTED = (
    "scheme", "secondary_scheme", "leader_at_time", "passed_a_value", "level_tie", "walkovers.bye",
    "walkovers.opponent", "walkovers.forfeiter", "walkovers.double", "walkovers.missed", "awarded_loss",
)  # fmt: skip
MOST_ROUNDS = 9  # columns to write rounds in
FORM_ROWS = 24  # of an empty page to write results on


def how_to_go_on(want: Wanted, progress: EventProgress, missing: list[TableRow]) -> Paper:
    """Where the event stands, what to do each round, how points are counted, what breaks ties."""
    one = progress.stage_at_hand
    sections = [_where(progress, missing), _steps(one)]
    if one is not None:
        rules = one.stage.scoring_rules
        lines = tuple((label(key), value_text(key, rules)) for key in COUNTED)
        columns = (Column(_("问题"), weight=1), Column(_("规定"), weight=2))
        sections.append(Section(columns, lines, heading=_("%(stage)s怎样算积分") % {"stage": one.stage.name}))
        sections.append(_ties(one.stage))
    return paper(want, _("怎样用手继续"), sections=tuple(sections))


def _where(progress: EventProgress, missing: list[TableRow]) -> Section:
    columns = (Column(_("阶段"), weight=0), Column(_("打法"), weight=1.4), Column(_("现在"), weight=1))
    rows = tuple(
        (
            one.stage.name,
            stage_text(one.stage.entry, one.stage.grouping, one.stage.pairing),
            _now(one, missing),
        )
        for one in progress.stages
    )
    return Section(columns, rows, heading=_("比到了哪里"), empty=_("还没有定赛制。"))


def _now(one: StageProgress, missing: list[TableRow]) -> str:
    if not one.placed_count:
        return _("还没有抽签")
    if not one.rounds:
        return _("已抽签，还没有编排")
    if one.is_closed:
        return _("已经结束")
    tables = [row.match for row in missing if row.match.round.group.stage_id == one.stage.pk]
    if not tables:
        return _("第 %(round)s 轮的成绩都已录入") % {"round": len(one.rounds)}
    number = min(match.round.number for match in tables)
    left = [str(match.table) for match in tables if match.round.number == number]
    words = {"round": number, "count": len(left), "tables": _("、").join(left)}
    return _("第 %(round)s 轮还缺 %(count)s 桌：%(tables)s") % words


def _steps(one: StageProgress | None) -> Section:
    """What the chief scorer does each round, in order."""
    steps = [
        _(
            "按“还没有打的对阵”排座；没有排好的轮次，先按下面第 7 步排。"
            "每桌发一份不写名字的计分表，写上桌号和双方序号。"
        ),
        _("打完收表：双方和裁判员都签了名才收；级数、结束方式、过A方、用时都要填。"),
        _("一桌一行抄进“成绩登记表”，南北在前；抄完两个人核对一遍。"),
        _("按“积分换算表”查出双方积分，写在登记表的最后两栏；轮空、弃权的积分见“怎样算积分”。"),
        _("把每队本轮积分抄进“手工积分表”，加出合计；罚分写在“罚分”一栏，从合计中减去。"),
        _("按合计排名次，合计相同的依次比较“积分相同怎样排”各项；名次写进手工积分表，裁判长签字后张贴。"),
        _next_round(one),
        _("电脑恢复以后，把登记表逐桌补录进去，再与手工积分表核对。"),
    ]
    columns = (Column(_("步"), Kind.INT, weight=0), Column(_("做什么"), weight=1))
    return Section(columns, tuple(enumerate(steps, start=1)), heading=_("每一轮怎样做"))


def _next_round(one: StageProgress | None) -> str:
    method = one.stage.pairing.get("method") if one else None
    if method == "swiss":
        return _(
            "排下一轮：按合计从高到低排成一列，从上往下两两相遇；打过的不再相遇，换下一个；"
            "队数为单时，名次最后、还没有轮空过的一队轮空。南北、东西尽量轮换。"
        )
    if method == "knockout":
        return _("排下一轮：胜方按签表进入下一格，两两相遇，负方出局；平级的按“怎样算积分”里的规定分出胜负。")
    if method == "random":
        return _("排下一轮：没有打过的各队当场抽签，抽到相邻两号的相遇；多出的一队轮空。")
    return _("下一轮的对阵已经全部排好，照“还没有打的对阵”进行。")


def _ties(stage: Stage) -> Section:
    keys = stage.scoring_rules.ranking.tiebreaks
    rows = [(1, _("积分"), _("合计高的在前；罚分已经减去。"))]
    for number, key in enumerate(keys, start=2):
        rows.append((number, tiebreak_name(key), str(TIEBREAK_NOTES[Tiebreak(key)])))
    columns = (
        Column(_("顺序"), Kind.INT, weight=0),
        Column(_("比什么"), weight=0),
        Column(_("怎样比"), weight=1),
    )
    note = _("比完各项仍相同的并列。") if Tiebreak.LOTS not in keys else ""
    return Section(columns, tuple(rows), heading=_("积分相同怎样排"), note=note)


def points_paper(want: Wanted, stage: Stage) -> Paper:
    """积分换算表: what every result is worth."""
    return paper(
        want,
        _("积分换算表"),
        subtitle=stage.name,
        sections=tuple(points_tables(stage.scoring_rules)),
        landscape=True,
    )


def totals_form(want: Wanted, stage: Stage, rounds: list[int]) -> Paper:
    """手工积分表: everybody with the total so far, a column to write in for each round that is left."""
    totals = {
        line.number: line.shown_points
        for sheet in live_sheets(stage_standings(stage))
        for line in sheet.lines
    }
    left = rounds[:MOST_ROUNDS]
    columns = (
        Column(_("序号"), Kind.INT, weight=0),
        Column(want.event.pair_term, Kind.NAME, weight=0),
        Column(_("现有积分"), Kind.DECIMAL, weight=0),
        *(Column(_("第 %(round)s 轮") % {"round": number}, Kind.BLANK, weight=1) for number in left),
        Column(_("罚分"), Kind.BLANK, weight=0.7),
        Column(_("合计"), Kind.BLANK, weight=1),
        Column(_("名次"), Kind.BLANK, weight=0.7),
    )
    sections = tuple(
        Section(
            columns,
            tuple(
                (
                    entry.pair.number,
                    names_of(entry.pair),
                    totals.get(entry.pair.number),
                    *[None] * (len(columns) - 3),
                )
                for entry in sorted(entries, key=lambda entry: entry.pair.number)
            ),
            heading=heading(stage, group.name),
            roomy=True,
        )
        for group, entries in entries_by_group(stage)
    )
    empty = Section(columns, empty=_("%(stage)s还没有抽签分组。") % {"stage": stage.name})
    return paper(want, _("手工积分表"), subtitle=stage.name, sections=sections or (empty,), landscape=True)


def results_form(want: Wanted, rows: list[TableRow]) -> Paper:
    """成绩登记表: a line a table, with the numbers where the pairing is known; then empty lines."""
    columns = (
        Column(_("轮"), Kind.BLANK, weight=0.5),
        Column(_("桌"), Kind.BLANK, weight=0.6),
        Column(_("序号"), Kind.BLANK, weight=0.8, side="ns", group=_("南北")),
        Column(_("级数"), Kind.BLANK, weight=0.8, side="ns", group=_("南北")),
        Column(_("序号"), Kind.BLANK, weight=0.8, side="ew", group=_("东西")),
        Column(_("级数"), Kind.BLANK, weight=0.8, side="ew", group=_("东西")),
        Column(_("怎样结束"), Kind.BLANK, weight=1),
        Column(_("级差"), Kind.BLANK, weight=0.7),
        Column(_("南北积分"), Kind.BLANK, weight=0.8),
        Column(_("东西积分"), Kind.BLANK, weight=0.8),
        Column(_("核对"), Kind.BLANK, weight=0.6),
    )
    known: list[tuple[Cell, ...]] = [
        (
            str(row.match.round.number),
            str(row.match.table),
            str(row.match.ns.number),
            None,
            str(row.match.ew.number) if row.match.ew else None,
            *[None] * 6,
        )
        for row in rows
    ]
    empty: tuple[Cell, ...] = (None,) * len(columns)
    section = Section(columns, (*known, *[empty] * FORM_ROWS), roomy=True)
    return paper(want, _("成绩登记表"), sections=(section,), landscape=True)
