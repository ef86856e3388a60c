"""What lines of the journal are about, to find them by: each verb under the words of its area."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

EVENT = ("people", "archive", "copy_event", "rules", "stage_plans", "rehearsals", "booklet", "backups")
# Areas of `wording/` whose verbs are asked for together, in the order in which an event meets them.
TOPICS = {
    "event": (_("赛事、规则、赛制"), EVENT),
    "entries": (_("报名、签到"), ("entries", "individuals", "check_in", "late_entry")),
    "draw": (_("抽签、编排"), ("draw", "fair_draws", "paired_rounds", "prepare", "knockout")),
    "hall": (_("场地、计时、大屏"), ("hall", "clocks", "screens", "tables")),
    "results": (_("成绩、复核"), ("results", "checking", "played")),
    "rulings": (_("判罚、申诉"), ("penalties", "appeals")),
    "awards": (_("名次、奖项"), ("awards", "standings", "printing")),
}  # fmt: skip
