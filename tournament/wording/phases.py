"""How far a table has come, in one word."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

PHASES = {
    "ready": gettext_lazy("未开始"),
    "playing": gettext_lazy("比赛中"),
    "missing": gettext_lazy("未录"),
    "late": gettext_lazy("迟到"),
    "waiting": gettext_lazy("待对方确认"),
    "disputed": gettext_lazy("双方填报不一致"),
    "entered": gettext_lazy("已录"),
    "unchecked": gettext_lazy("待复核"),
}


def phase_name(key: str) -> str:
    """A state of a table as chips and filters say it: 比赛中, 双方填报不一致."""
    return str(PHASES[key])
