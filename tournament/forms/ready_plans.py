"""Ready-made plans: from the few numbers that people choose to stages, also a plan for each category."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from tournament.actions.stage_plans import StagePlan
from tournament.wording.plans import GROUPED

Json = dict[str, Any]

USUAL: Json = {
    "group_by": "size",
    "group_number": 4,
    "rounds": 3,
    "top_per_group": 1,
    "final_rounds": 3,
    "swiss_rounds": 5,
    "top": 8,
    "final": "rotation",
}
MOST = 9999
GRADES_BOOK = "school-grades-final"
GRADES_PRIZES = (4, 4, 5)  # school-grades 十


def stages_of(key: str, chosen: Mapping[str, Any]) -> list[StagePlan]:
    """The stages of the plan `key` with the `chosen` numbers; the usual ones stand for what is not chosen."""
    data = USUAL | {name: value for name, value in chosen.items() if _can_be(value)}
    one: Json = {"method": "one"}
    grouping = {"method": "draw", data["group_by"]: data["group_number"]} if key in GROUPED else one
    rotation: Json = {"method": "rotation", "rounds": data["rounds"]}
    swiss: Json = {"method": "swiss", "rounds": data["swiss_rounds"], "first_round": "draw"}
    single: Json = {"method": "round_robin", "legs": 1}
    made: dict[str, list[StagePlan]] = {
        "rotation": [StagePlan(_("正赛"), grouping=grouping, pairing=rotation)],
        "rotation_final": [
            StagePlan(_("预赛"), grouping=grouping, pairing=rotation),
            StagePlan(
                _("决赛"), _best_of_groups(_("预赛"), data), pairing=_final("rotation", data["final_rounds"])
            ),
        ],
        "swiss": [StagePlan(_("正赛"), pairing=swiss)],
        "swiss_final": [
            StagePlan(_("预赛"), pairing=swiss),
            StagePlan(
                _("决赛"),
                {"from": _("预赛"), "top": data["top"], "carry": "none"},
                pairing=_final(data["final"], data["final_rounds"]),
            ),
        ],
        "groups_round_robin": [StagePlan(_("正赛"), grouping=grouping, pairing=single)],
        "groups_knockout": [
            StagePlan(_("小组赛"), grouping=grouping, pairing=single),
            StagePlan(_("淘汰赛"), _best_of_groups(_("小组赛"), data), pairing={"method": "knockout"}),
        ],
        "units_grades": _units_and_grades(single),
        "round_robin": [StagePlan(_("正赛"), pairing=single)],
        "double_round_robin": [StagePlan(_("正赛"), pairing={"method": "round_robin", "legs": 2})],
        "knockout": [StagePlan(_("淘汰赛"), pairing={"method": "knockout"})],
        "knockout_redraw": [
            StagePlan(_("淘汰赛"), pairing={"method": "knockout", "redraw": True, "lucky_losers": True})
        ],
    }
    return made[key]


def _can_be(value: Any) -> bool:
    """Whether a number or a word was chosen; figures that no plan can have count as not chosen."""
    return 1 <= value <= MOST if isinstance(value, int) else bool(value)


def _best_of_groups(source: str, data: Json) -> Json:
    return {"from": source, "top_per_group": data["top_per_group"], "carry": "none"}


def _final(method: str, rounds: int) -> Json:
    if method == "rotation":
        return {"method": "rotation", "rounds": rounds}
    return {"method": "knockout"} if method == "knockout" else {"method": "round_robin", "legs": 1}


def _units_and_grades(single: Json) -> list[StagePlan]:
    grades = {"from": _("单位赛"), "carry": "none"}
    return [
        StagePlan(_("单位赛"), grouping={"method": "unit"}, pairing=single),
        StagePlan(
            _("等级赛"),
            grades,
            grouping={"method": "previous_rank"},
            pairing={"method": "random", "rounds": 1},
            rulebook=GRADES_BOOK,
        ),
    ]


def awards_of(key: str, stages: Sequence[StagePlan]) -> list[Json] | None:
    """The awards that belong to a plan: for 4, 4 and 5 pairs of every grade (school-grades 十)."""
    if key != "units_grades":
        return None
    names = (_("一等奖"), _("二等奖"), _("三等奖"))
    prizes = [{"name": name, "count": count} for name, count in zip(names, GRADES_PRIZES, strict=True)]
    graded = [one for one in stages if one.grouping["method"] == "previous_rank"]
    return [{"stage": one.name, "scope": "group", "prizes": prizes} for one in graded]


def for_categories(
    stages: Sequence[StagePlan], categories: Iterable[str], counts: Mapping[str, int] | None = None
) -> list[StagePlan]:
    """The same plan once for each category: 男子预赛, 男子决赛, 女子预赛 …, entered by the category's pairs.

    Where `counts` tells how many pairs each has, its tables begin after those of the category before.
    Without categories the stages come back as they are.
    """
    names = list(dict.fromkeys(categories))
    made, table = [], 1
    for name in names:
        made += [_of_category(stage, name, table) for stage in stages]
        table += (counts or {}).get(name, 0) // 2
    return made or list(stages)


def _of_category(stage: StagePlan, category: str, table: int) -> StagePlan:
    entry = stage.entry
    if isinstance(entry, dict) and "from" in entry:
        entry = {**entry, "from": f"{category}{entry['from']}"}
    elif entry == "all":
        entry = {"category": category}
    return replace(stage, name=f"{category}{stage.name}", entry=entry, first_table=table)
