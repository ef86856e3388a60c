"""Importing a round's results: upload or paste, preview of every row's fate, then all of them at once."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_GET, require_http_methods

from scoring.judging import tie_field
from scoring.options import Ended
from scoring.typed import TypedLevel, possible_endings
from tournament.actions.import_results import ResultChange, import_results
from tournament.errors import ActionRefused, Conflict
from tournament.exports.file_names import file_name
from tournament.forms.base import typed
from tournament.forms.result_import import ConfirmResultsForm, ResultUploadForm
from tournament.imports.messages import sentence
from tournament.imports.result_rows import JudgedResult, ResultFate, judge_results
from tournament.imports.result_template import TemplateRow, result_template
from tournament.imports.results import ResultList, read_results
from tournament.imports.sources import MOST_BYTES_OF_ONE, Source
from tournament.imports.uploads import Upload, find_upload, finish_upload, keep_upload
from tournament.models import Event, MatchKind, Person, ResultKind, Stage
from tournament.permissions import ENTERING, actor_of, rights_of, scorer_required
from tournament.queries.entries import was_answered
from tournament.queries.round_desk import RoundDesk, rows_of
from tournament.queries.rounds import TableRow
from tournament.views.files import XLSX, file_answer
from tournament.views.round_parts import desk_or_404, round_url
from tournament.views.stages import stage_or_404
from tournament.wording.figures import clock
from tournament.wording.general import side_name
from tournament.wording.knockout import round_name
from tournament.wording.rules import ended_name
from tournament.wording.scores import typed_level

KIND = "results"  # tells these uploads from entry lists


@scorer_required
@require_http_methods(["GET", "POST"])
def round_import(request: HttpRequest, event: Event, ordinal: int, number: int) -> HttpResponse:
    """Take a file or text; what can be read leads to its preview, another says here what is wrong with it."""
    desk = _desk(request, event, ordinal, number)
    form = ResultUploadForm(typed(request), request.FILES or None)
    problems: list[str] = []
    if form.is_valid():
        file, text = form.cleaned_data["file"], form.cleaned_data["text"]
        data = file.read(MOST_BYTES_OF_ONE + 1) if file else text.encode()
        read = read_results(data)
        if not read.problems:
            source = Source(file.name if file else _("粘贴的文字"), data)
            token = keep_upload([source], event=event, person=cast(Person, request.user))
            return redirect(_address("round-import-preview", desk, token))
        problems = [sentence(remark) for remark in read.problems]
    facts = _facts(event, desk) | {"form": form, "problems": problems}
    return render(
        request, "tournament/entering/import.html", facts, status=422 if form.errors or problems else 200
    )


def _desk(request: HttpRequest, event: Event, ordinal: int, number: int) -> RoundDesk:
    return desk_or_404(stage_or_404(event, ordinal), number, request.GET)


def _address(name: str, desk: RoundDesk, *more: str) -> str:
    """One of these pages for the same part of the round."""
    address = reverse(name, args=[desk.stage.event.slug, desk.stage.ordinal, desk.number, *more])
    return f"{address}?{urlencode(desk.narrowing)}" if desk.narrowing else address


def _facts(event: Event, desk: RoundDesk) -> dict[str, Any]:
    return {
        "event": event,
        "stage": desk.stage,
        "desk": desk,
        "tab": "rounds",
        "round_url": round_url(desk.stage, desk.number, **desk.narrowing),
        "import_url": _address("round-import", desk),
        "template_url": _address("round-import-template", desk),
        "is_draft": desk.state == "draft",
        "is_series": desk.stage.best_of > 1,
    }


@scorer_required
@require_GET
def round_import_template(request: HttpRequest, event: Event, ordinal: int, number: int) -> HttpResponse:
    """The round's tables as a workbook to fill in, with what is recorded already."""
    desk = _desk(request, event, ordinal, number)
    rows = [row for row in rows_of(desk) if row.match.kind == MatchKind.PLAY]
    notes = (
        _("级数写 2 到 10、J、Q、K、A；过A 写 A+，升几级写在后面，例如 A3 或 A+3。"),
        _("用时写分钟（41），或 分:秒（41:30）。结束方式看得出来的不用填。"),
        _("序号是核对用的：与本轮对阵不符的行不会导入。轮空不在表里，不用录。"),
        _("没有打完的桌留空。填好以后在本轮的“导入成绩”页上传，先预览再写入。"),
    )
    with override("zh-hans"):  # what is to be read back is in the words of its heads
        tables = [_template_row(row, len(desk.sessions) > 1) for row in rows]
        endings = [ended_name(one) for one in _endings(desk.stage)]
    data = result_template(tables, endings=endings, asks=_asks(desk.stage), notes=notes)
    named = {"stage": desk.stage.name, "round": round_name(number, desk.stage)}
    title = _("%(stage)s%(round)s成绩录入表") % named
    return file_answer(data, XLSX, file_name(event.name, title, "xlsx"), attachment=True)


def _endings(stage: Stage) -> list[Ended]:
    """How play can end under the stage's rules."""
    ace, low = TypedLevel(14, passed=True), TypedLevel(2)
    at_ace = TypedLevel(stage.scoring_rules.play.finish_level)
    rules = stage.scoring_rules
    return list(dict.fromkeys([*possible_endings(ace, low, rules), *possible_endings(at_ace, low, rules)]))


def _asks(stage: Stage) -> list[str]:
    """Which columns equal levels need."""
    asked = {
        tie_field(stage.scoring_rules, knockout=stage.is_knockout, deals=False, untouched=untouched)
        for untouched in (True, False)
    }
    return [head for field, head in (("winner", "胜方"), ("in_play", "台上方")) if field in asked]


def _template_row(row: TableRow, sessions: bool) -> TemplateRow:
    match, result = row.match, row.result
    assert match.ew is not None
    assert match.table is not None
    played = result is not None and result.kind == ResultKind.PLAYED
    told: dict[str, str] = {}
    if result is not None and played:
        told = {"ns_level": typed_level(result, "ns"), "ew_level": typed_level(result, "ew")}
        told |= {"ended": ended_name(result.ended), "winner": side_name(result.winner)}
        told |= {"in_play": side_name(result.in_play)}
        told |= {"seconds": "" if result.seconds is None else clock(result.seconds)}
    return TemplateRow(
        session=match.round.group.session if sessions else "",
        table=match.table,
        ns=(match.ns.number, match.ns.names),
        ew=(match.ew.number, match.ew.names),
        **told,
    )


@scorer_required
@require_http_methods(["GET", "POST"])
def round_import_preview(
    request: HttpRequest, event: Event, ordinal: int, number: int, token: str
) -> HttpResponse:
    """What will become of every row; a POST enters the new ones and those that were ticked."""
    desk = _desk(request, event, ordinal, number)
    upload = find_upload(token, event=event, person=cast(Person, request.user))
    if upload is None or (upload.report is not None and upload.report.get("kind") != KIND):
        messages.info(request, _("这份预览已经过期，请重新选择文件。"))
        return redirect(_address("round-import", desk))
    if upload.report is not None:
        facts = _facts(event, desk) | {"upload": upload, "report": upload.report}
        return render(request, "tournament/entering/import_done.html", facts)
    read = read_results(upload.files[0].data)
    judged = _judge(request, desk, read)
    form, status = ConfirmResultsForm(typed(request), judged=judged), 200
    if request.method == "POST":
        answer = _import(request, desk, upload, form)
        if isinstance(answer, HttpResponse):
            return answer
        status, judged = answer, _judge(request, desk, read)
        form.stand_on_rows(judged)
    facts = _facts(event, desk) | _preview(judged, form) | {"upload": upload, "read": read}
    return render(request, "tournament/entering/import_preview.html", facts, status=status)


def _judge(request: HttpRequest, desk: RoundDesk, read: ResultList) -> list[JudgedResult]:
    may_correct = ENTERING.once_closed in rights_of(request.user, desk.stage.event)
    return judge_results(desk, read.lines, may_correct=may_correct)


def _import(
    request: HttpRequest, desk: RoundDesk, upload: Upload, form: ConfirmResultsForm
) -> HttpResponse | int:
    """Where to go when the results are in, else the status of the preview that is shown again."""
    if not form.is_valid():
        return 422
    here = _address("round-import-preview", desk, upload.token)
    if not form.shows_what_stands:
        if was_answered(form.key):
            return redirect(here)
        form.refuse(ActionRefused("results_changed"))
        return 409
    going = form.going
    try:
        count = import_results(
            stage=desk.stage,
            number=desk.number,
            changes=[
                ResultChange(
                    one.table.match, one.sheet, one.table.match.version, one.fate is ResultFate.DIFFERS
                )
                for one in going
                if one.table is not None and one.sheet is not None
            ],
            by=actor_of(request),
            reason=form.cleaned_data["reason"],
            submission=form.key,
        )
    except Conflict:
        form.refuse(ActionRefused("results_changed"))
        return 409
    except ActionRefused as error:
        form.refuse(error)
        return 422
    finish_upload(upload, _report(form, count), event=desk.stage.event, person=cast(Person, request.user))
    return redirect(here)


def _report(form: ConfirmResultsForm, count: int) -> dict[str, Any]:
    """What was done, row by row; read is always entered, the same, and passed over together."""
    going = {one.line.row for one in form.going}
    same = sum(one.fate is ResultFate.SAME for one in form.judged)
    left = [one for one in form.judged if one.line.row not in going and one.fate is not ResultFate.SAME]
    return {
        "kind": KIND,
        "read": len(form.judged),
        "entered": count,
        "same": same,
        "left": [{"row": one.line.row, "told": _why_left(one)} for one in left],
    }


def _why_left(one: JudgedResult) -> str:
    if one.fate is ResultFate.BLANK:
        return _("没有填级数。")
    if one.fate is ResultFate.DIFFERS:
        return _("与已录的不同，没有改写：%(now)s") % {"now": one.now}
    return " ".join(one.told)


def _preview(judged: list[JudgedResult], form: ConfirmResultsForm) -> dict[str, Any]:
    counts = Counter(one.fate for one in judged)
    rows = {f"{fate.value}_rows": [one for one in judged if one.fate is fate] for fate in ResultFate}
    return rows | {
        "form": form,
        "read_count": len(judged),
        "new_count": counts[ResultFate.NEW],
        "same_count": counts[ResultFate.SAME],
        "differs_count": counts[ResultFate.DIFFERS],
        "left_count": counts[ResultFate.BLANK] + counts[ResultFate.ERROR],
        "errors": form.non_field_errors() if form.is_bound else (),
    }
