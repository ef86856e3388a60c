"""申诉书: to be written by hand, or filled with what was taken down; one signs that it was handed in."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.exports.paper import Cell, Column, Paper, Section
from tournament.lists.papers.parts import names_of, paper, unit_of
from tournament.lists.papers.wanted import Wanted
from tournament.models import Event
from tournament.queries.appeals import AppealCase, conduct_of
from tournament.wording.appeals import against_text, filed_text, filer_text, majority_text, moment_text

Rows = tuple[tuple[Cell, ...], ...]
LINES: Rows = ((None, None),) * 4  # room to write a story by hand
FEW_LINES: Rows = ((None, None),) * 2


def blank_form(want: Wanted) -> Paper:
    """An empty 申诉书, for the desk to hand out."""
    names = _asked(want.event)
    return _form(want, _("申诉书"), (*((name, None) for name in names), *LINES), _answer(want, None))


def filled_form(want: Wanted, case: AppealCase) -> Paper:
    """The 申诉书 of an appeal that is on record, with the jury's answer where there is one."""
    appeal = case.appeal
    said = (
        _("%(number)s 号 %(names)s") % {"number": appeal.pair.number, "names": names_of(appeal.pair)},
        unit_of(appeal.pair),
        filer_text(appeal),
        against_text(appeal),
        filed_text(appeal),
        appeal.text or None,
    )
    title = _("申诉书（第 %(number)s 号）") % {"number": case.number}
    return _form(want, title, tuple(zip(_asked(want.event), said, strict=True)), _answer(want, case))


def _asked(event: Event) -> tuple[str, ...]:
    return (
        event.pair_term,
        event.unit_term,
        _("递交人（选手或领队）"),
        _("申诉对象（阶段、轮次、桌号、判罚）"),
        _("递交时间"),
        _("事实、理由和请求"),
    )


def _form(want: Wanted, title: str, asked: Rows, answer: Section) -> Paper:
    columns = (Column(_("项目"), weight=0.6), Column(_("内容"), weight=2))
    return paper(
        want,
        title,
        sections=(Section(columns, asked, heading=_("申诉"), roomy=True), answer),
        notes=tuple(_notes(want.event)),
        signatures=(_("选手或领队"), _("收件人"), _("仲裁委员会")),
    )


def _answer(want: Wanted, case: AppealCase | None) -> Section:
    """What the jury fills in, or filled in."""
    columns = (Column(_("项目"), weight=0.6), Column(_("内容"), weight=2))
    appeal = case.appeal if case and not case.is_open else None
    jury = _("、").join(appeal.jury) if appeal else ""
    rows: Rows = (
        (_("仲裁委员"), jury or None),
        (_("表决结果"), majority_text(appeal) if appeal else _("赞成＿＿票，反对＿＿票，裁定：＿＿＿＿＿＿")),
        (_("裁定和理由"), (appeal.decision if appeal else "") or None),
        *(() if appeal else FEW_LINES),
        (_("裁定时间"), moment_text(appeal.decided_at) if appeal else None),
    )
    return Section(columns, rows, heading=_("仲裁委员会裁定"), roomy=True)


def _notes(event: Event) -> list[str]:
    """By which times, as the rules of the event say."""
    conduct, notes = conduct_of(event, None), []
    if conduct.appeal_minutes is not None:
        notes.append(
            _("申诉须在本局结束后 %(minutes)s 分钟内书面递交。") % {"minutes": conduct.appeal_minutes}
        )
    if conduct.appeal_answer_minutes is not None:
        words = _("仲裁委员会按简单多数裁定，%(minutes)s 分钟内答复。")
        notes.append(words % {"minutes": conduct.appeal_answer_minutes})
    return notes
