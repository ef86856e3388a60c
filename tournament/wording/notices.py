"""Publications as people call them: 分组公告第 1 号, 成绩公告第 3 号（更正）."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import PublicationKind, Stage
from tournament.wording.knockout import round_name

NAMES = {
    PublicationKind.GROUPS: gettext_lazy("分组公告第 %(number)s 号"),
    PublicationKind.PAIRINGS: gettext_lazy("对阵公告第 %(number)s 号"),
    PublicationKind.STANDINGS: gettext_lazy("成绩公告第 %(number)s 号"),
}
CONTENTS = {
    PublicationKind.GROUPS: gettext_lazy("%(stage)s分组"),
    PublicationKind.PAIRINGS: gettext_lazy("%(stage)s%(round)s对阵"),
    PublicationKind.STANDINGS: gettext_lazy("%(stage)s%(round)s后名次"),
}


def notice_name(kind: str, number: int, *, stage: Stage | None = None, is_correction: bool = False) -> str:
    """A publication's name; a second one of the same thing is a correction. The draw of a `stage` without
    groups is announced as such."""
    is_lots = kind == PublicationKind.GROUPS and stage is not None and not stage.has_groups
    name = (_("抽签公告第 %(number)s 号") if is_lots else str(NAMES[PublicationKind(kind)])) % {
        "number": number
    }
    return _("%(name)s（更正）") % {"name": name} if is_correction else name


def notice_what(kind: str, stage: Stage, round_number: int | None, session: str = "") -> str:
    """What a publication made public, of one session or of all."""
    told = {"stage": stage_and_session(stage.name, session), "round": round_name(round_number or 0, stage)}
    if kind == PublicationKind.GROUPS and not stage.has_groups:
        return _("%(stage)s抽签结果") % told
    return str(CONTENTS[PublicationKind(kind)]) % told


def stage_and_session(stage: str, session: str) -> str:
    """预赛（上午）; the stage alone where all of it is meant."""
    return _("%(stage)s（%(session)s）") % {"stage": stage, "session": session} if session else stage
