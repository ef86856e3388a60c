"""The second look (复核): all tables of a round in one grid, each row with its own version."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.errors import ScoringError
from scoring.scoresheet import parse_level
from tournament import wording
from tournament.actions.enter_result import enter_result
from tournament.actions.results import columns_of, says_the_same
from tournament.actions.signed_deals import DealsDiffer
from tournament.errors import ActionRefused, Conflict
from tournament.forms.base import WritingForm, new_key
from tournament.forms.numbers import number_of
from tournament.forms.scoresheet import ScoresheetForm
from tournament.models import Checking, Event, MatchKind, ResultKind
from tournament.permissions import actor_of, scorer_required
from tournament.queries.recorded_deals import beside_deals
from tournament.queries.round_desk import RoundDesk, rows_of
from tournament.queries.rounds import TableRow
from tournament.views.match import refuse_after_closing
from tournament.views.read_back import read_back
from tournament.views.round_parts import desk_or_404, round_url, url_of_match
from tournament.views.round_places import grid_url, key_of
from tournament.views.second_typing import second_typing
from tournament.views.stages import stage_or_404
from tournament.wording.figures import clock
from tournament.wording.scores import result_words, typed_level


@dataclass
class GridRow:
    """One table of the grid: what stands, what is typed, and what the comparison or saving said."""

    row: TableRow
    form: ScoresheetForm | None
    ns: str
    ew: str
    version: int
    drop_deals: bool = False
    state: str = ""  # "same", "differs", "saved", "wrong"
    errors: list[str] = field(default_factory=list)
    asks_deals: bool = False

    @property
    def key(self) -> str:
        """Names the row's fields; tables of two sessions may share a number."""
        return key_of(self.row)

    @property
    def words(self) -> str:
        """What stands now."""
        return result_words(self.row.result)

    @property
    def can_type(self) -> bool:
        """A forfeit, an awarded loss and a match of three games are changed on the table's own page."""
        if self.row.match.round.group.stage.best_of > 1:
            return False
        return self.row.result is None or self.row.result.kind == ResultKind.PLAYED

    @property
    def url(self) -> str:
        """The table's own page."""
        return url_of_match(self.row.match)

    def judge(self) -> None:
        """Compare what is typed with what stands."""
        if self.form is None:
            return
        if not self.form.is_valid() or self.form.sheet is None:
            self.state, self.errors = "wrong", row_errors(self.form)
        elif self.row.result and says_the_same(self.row.result, columns_of(self.sheet)):
            self.state = "same"
        else:
            self.state = "differs"

    @property
    def sheet(self) -> Any:
        """The typed sheet, with the time played that stands, which the grid does not ask for, and with the
        deals that were recorded where they agree."""
        if self.form is None or self.form.sheet is None:
            return None
        return beside_deals(self.row.match, self.form.sheet, self.row.result).record


def row_errors(form: ScoresheetForm) -> list[str]:
    """The sentences of one row; what must be asked beside the levels is asked on the table's page."""
    if form.questions:
        return [wording.sentence("grid_needs_more")]
    return [str(error) for errors in form.errors.values() for error in errors]


@scorer_required
@require_http_methods(["GET", "POST"])
def grid(request: HttpRequest, event: Event, ordinal: int, number: int) -> HttpResponse:
    """Show all tables with inputs; a POST compares (`do=compare`, no write) or saves what differs. Where the
    event checks slips by name, this page is where that is done."""
    stage = stage_or_404(event, ordinal)
    asked = request.POST if request.method == "POST" else request.GET
    desk = desk_or_404(stage, number, asked)
    was_open = "do" in request.POST  # a grid from before checking was switched on loses nothing that is typed
    if event.checking != Checking.NONE and not was_open:
        return (read_back if event.checking == Checking.READ_BACK else second_typing)(request, desk)
    blank = asked.get("blank") == "1"
    tables = [row for row in rows_of(desk) if row.match.kind == MatchKind.PLAY]
    if request.method != "POST":
        return draw(request, desk, [stored_row(row, blank=blank) for row in tables], blank=blank)
    prefetch_related_objects([row.match for row in tables], "running")
    rows = [typed_row(row, request) for row in tables]
    for one in rows:
        one.judge()
    if asked.get("do") != "save":
        return draw(request, desk, rows, blank=blank)
    return save(request, desk, rows, blank=blank)


def stored_row(row: TableRow, *, blank: bool) -> GridRow:
    """A row as it stands; `blank` leaves the inputs empty for whoever reads the slips a second time."""
    typed = ("", "") if blank else (typed_level(row.result, "ns"), typed_level(row.result, "ew"))
    return GridRow(row, None, *typed, row.match.version)


def typed_row(row: TableRow, request: HttpRequest) -> GridRow:
    """A row as it was sent. What the levels need beside them comes from the standing result if they agree."""
    data, key, stage = request.POST, key_of(row), row.match.round.group.stage
    ns, ew = data.get(f"{key}-ns", ""), data.get(f"{key}-ew", "")
    version = number_of(data.get(f"{key}-version", "")) or 0
    if not (ns.strip() or ew.strip()):
        return GridRow(row, None, ns, ew, version)
    told = answers_that_stand(row, ns, ew)
    values = {"ns_level": ns, "ew_level": ew, "submission": new_key(), **told}
    form = ScoresheetForm(values, rules=stage.scoring_rules, knockout=stage.is_knockout)
    return GridRow(row, form, ns, ew, version, drop_deals=data.get(f"{key}-drop") == "1")


def answers_that_stand(row: TableRow, ns: str, ew: str) -> dict[str, Any]:
    """The further facts of a standing result whose levels were typed alike."""
    result = row.result
    if result is None or result.kind != ResultKind.PLAYED or not same_levels(row, ns, ew):
        return {}
    told = {"ended": result.ended, "winner": result.winner, "in_play": result.in_play}
    told["passed_gain"] = str(result.passed_gain or "")
    told["seconds"] = "" if result.seconds is None else clock(result.seconds)
    return told


def same_levels(row: TableRow, ns: str, ew: str) -> bool:
    """Whether both typed levels read as those that stand, in any way of writing them."""
    return all(fold(typed) == fold(typed_level(row.result, side)) for typed, side in ((ns, "ns"), (ew, "ew")))


def fold(text: str) -> str:
    """A typed level as the reader understands it; the text itself where it cannot."""
    try:
        read = parse_level(text)
    except ScoringError:
        return text
    return f"{read.level} {read.passed} {read.gain}"


def save(request: HttpRequest, desk: RoundDesk, rows: list[GridRow], *, blank: bool) -> HttpResponse:
    """Save the rows that differ, each by itself: one that somebody else changed stops no other."""
    reason = request.POST.get("reason", "")[:200]
    sheet = WritingForm(request.POST)
    key = sheet.key if sheet.is_valid() else new_key()
    for one in rows:
        if one.state == "differs":
            save_row(request, one, reason, f"{key[:40]}-{one.key}")
    done = sum(one.state == "saved" for one in rows)
    wrong = sum(one.state == "wrong" for one in rows)
    if done:
        messages.success(request, _("已保存 %(count)s 桌。") % {"count": done})
    if wrong:
        return draw(request, desk, rows, blank=blank, status=422)
    return redirect(grid_url(desk))


def save_row(request: HttpRequest, one: GridRow, reason: str, key: str) -> None:
    """Save one row, or say in it why not."""
    match = one.row.match
    who: dict[str, Any] = {"by": actor_of(request), "submission": key}
    try:
        refuse_after_closing(request, match)
        who |= {"based_on": one.version, "reason": reason, "drop_deals": one.drop_deals}
        enter_result(match=match, sheet=one.sheet, **who)
        one.state = "saved"
    except Conflict as error:
        one.state, one.errors = "wrong", [changed_words(one, error)]
    except (ActionRefused, ScoringError) as error:
        one.state, one.errors = "wrong", [wording.of_error(error)]
        one.asks_deals = isinstance(error, DealsDiffer)


def changed_words(one: GridRow, error: Conflict) -> str:
    """Who changed the row meanwhile, and to what; the newer version is taken over for the next try."""
    one.row.match.refresh_from_db(fields=["version"])
    one.version = one.row.match.version
    now: Any = error.current
    if now is None or not hasattr(now, "actor_name"):
        return wording.of_error(error)
    return wording.sentence("grid_row_changed", {"name": now.actor_name, "now": result_words(now)})


def draw(
    request: HttpRequest, desk: RoundDesk, rows: list[GridRow], *, blank: bool, status: int = 200
) -> HttpResponse:
    """The grid with whatever the comparison found."""
    states = [one.state for one in rows]
    context = {
        "event": desk.stage.event,
        "tab": "rounds",
        "page": _("复核"),
        "stage": desk.stage,
        "desk": desk,
        "rows": rows,
        "blank": blank,
        "is_compared": any(states),
        "counts": {state: states.count(state) for state in ("same", "differs", "wrong", "saved")},
        "unread": states.count(""),
        "is_closed": desk.state == "closed",
        "is_draft": desk.state == "draft",
        "reason": request.POST.get("reason", ""),
        "round_url": round_url(desk.stage, desk.number, **desk.narrowing),
        "other_url": grid_url(desk, blank="" if blank else "1"),
        "several_groups": len(desk.rounds) > 1,
        "new_key": new_key,
    }
    return render(request, "tournament/entering/grid.html", context, status=status)
