"""两人各录一遍: another person types the slips without seeing what stands, and each row is compared."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, cast

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.scoresheet import Record
from tournament import wording
from tournament.actions.results import columns_of
from tournament.actions.type_again import type_again
from tournament.errors import ActionRefused, Conflict
from tournament.forms.base import WritingForm, new_key
from tournament.forms.numbers import number_of
from tournament.forms.second_reading import NOT_PLAYED, SecondReading
from tournament.models import Person, Result
from tournament.permissions import actor_of
from tournament.queries.checking import is_by_deals, is_only_scorer, typed_by
from tournament.queries.recorded_deals import beside_deals
from tournament.queries.round_desk import RoundDesk, rows_of
from tournament.queries.rounds import TableRow
from tournament.views.checking import LISTED
from tournament.views.match import refuse_after_closing
from tournament.views.round_parts import round_url, url_of_match
from tournament.views.round_places import grid_url, key_of
from tournament.wording.running import dealt_words
from tournament.wording.scores import result_words

OWN = ("version", "keep")  # of a row, but nothing that was read off a slip


@dataclass
class SecondRow:
    """One table: what is typed of it, and what the comparison said."""

    row: TableRow
    reading: SecondReading
    version: int
    keep: str = ""
    state: str = ""  # "checked", "differs", "wrong", "asks"
    errors: list[str] = field(default_factory=list)
    first: Result | None = None

    @property
    def key(self) -> str:
        """Names the row's fields."""
        return key_of(self.row)

    @property
    def first_words(self) -> str:
        """The first reading, once both differ."""
        return result_words(self.first)

    @property
    def first_by(self) -> str:
        """Who typed it, and when."""
        return wording.entered_by(self.first, timed=True) if self.first else ""

    @property
    def dropped(self) -> list[str]:
        """Recorded deals that the second reading would leave out, once both differ."""
        if self.first is None or self.reading.record is None:
            return []
        left = beside_deals(self.row.match, self.reading.record, self.first).left
        return [dealt_words(one.state, one.game, one.name) for one in left]

    @property
    def second_words(self) -> str:
        """The second, as it would be stored."""
        record = self.reading.record
        return _words_of(record, self.row) if record is not None else ""


def _words_of(record: Record, row: TableRow) -> str:
    columns = columns_of(record, row.match.round.group.stage.scoring_rules)
    return result_words(Result(match=row.match, **columns))


@dataclass
class Waiting:
    """The unchecked tables of a round: those to type, those that are one's own, how many come after."""

    rows: list[TableRow]
    own: list[TableRow]
    more: int
    is_alone: bool


def waiting_tables(request: HttpRequest, desk: RoundDesk) -> tuple[list[TableRow], Waiting]:
    """All tables of the round, and what waits for this person's reading."""
    rows = [row for row in rows_of(desk) if row.match.table is not None]
    person = request.user if isinstance(request.user, Person) else None
    alone = person is not None and is_only_scorer(person, desk.stage.event)
    unchecked = [row for row in rows if row.is_unchecked]
    own = [row for row in unchecked if row.result and typed_by(row.result, person) and not alone]
    others = [row for row in unchecked if row not in own]
    return rows, Waiting(others[:LISTED], own, len(others[LISTED:]), alone)


def second_typing(request: HttpRequest, desk: RoundDesk) -> HttpResponse:
    """The unchecked tables with empty fields; a POST compares each row that was typed by itself."""
    tables, waiting = waiting_tables(request, desk)
    if is_by_deals(desk.stage):
        return draw(request, desk, tables, waiting, [])
    rows = [row_of_form(row, request) for row in waiting.rows]
    rows += typed_besides(request, tables, waiting)
    if request.method != "POST":
        return draw(request, desk, tables, waiting, rows)
    form = WritingForm(request.POST)
    key = form.key if form.is_valid() else new_key()
    for one in rows:
        check(request, one, key)
    return answer(request, desk, tables, waiting, rows)


def typed_besides(request: HttpRequest, tables: list[TableRow], waiting: Waiting) -> list[SecondRow]:
    """Rows that are typed although they wait no more: somebody else has checked or cleared them since the
    page was opened. They are compared all the same, so that no difference is lost."""
    others = (row_of_form(row, request) for row in tables if row not in waiting.rows)
    return [one for one in others if not one.reading.is_blank]


def row_of_form(row: TableRow, request: HttpRequest) -> SecondRow:
    """A row with what was typed, blank at first."""
    lead = f"{key_of(row)}-"
    sent = {name.removeprefix(lead): text for name, text in request.POST.items() if name.startswith(lead)}
    typed = {name: str(text)[:20] for name, text in sent.items() if name not in OWN}
    keep = sent.get("keep", "")
    version = number_of(str(sent.get("version", "")))
    return SecondRow(
        row,
        SecondReading(typed, row.match.round.group.stage),
        row.match.version if version is None else version,
        str(keep) if keep in ("first", "second") else "",
    )


def check(request: HttpRequest, one: SecondRow, key: str) -> None:
    """Compare one typed row with what stands, or say in it why not."""
    record = one.reading.record
    if record is None:
        if not one.reading.is_blank:
            one.errors = one.reading.errors
            one.state = "wrong" if one.errors else "asks"
        return
    match, keep = one.row.match, cast(Literal["", "first", "second"], one.keep)
    told: dict[str, Any] = {"reason": request.POST.get("reason", "")[:200]}
    told |= {"submission": f"{key[:40]}-{one.key}", "based_on": one.version}
    try:
        if keep == "second":
            refuse_after_closing(request, match)
        type_again(match=match, sheet=record, by=actor_of(request), keep=keep, **told)
        one.state = "checked"
    except Conflict as error:
        meet(one, error)
    except (ActionRefused, ScoringError) as error:
        one.state, one.errors = "wrong", [wording.of_error(error)]


def meet(one: SecondRow, error: Conflict) -> None:
    """Two readings differ: both are shown. Or the first has changed: it is asked again, still unseen."""
    if error.code == "second_differs" and isinstance(error.current, Result):
        one.state, one.first = "differs", error.current
        return
    one.state, one.errors = "wrong", [wording.of_error(error)]
    one.row.match.refresh_from_db(fields=["version"])
    one.version = one.row.match.version


def answer(
    request: HttpRequest, desk: RoundDesk, tables: list[TableRow], waiting: Waiting, rows: list[SecondRow]
) -> HttpResponse:
    """How many agreed; the rows that did not stay with what was typed."""
    checked = [one for one in rows if one.state == "checked"]
    if checked:
        messages.success(request, _("已复核 %(count)s 桌。") % {"count": len(checked)})
    states = {one.state for one in rows}
    if not states & {"differs", "wrong", "asks"}:
        return redirect(grid_url(desk))
    left = [one for one in rows if one.state != "checked"]
    prefetch_related_objects([one.row.match for one in left], "running")
    status = 422 if states & {"wrong", "asks"} else 409
    done = sum(one.row.is_unchecked for one in checked)  # was, when the rows were read
    return draw(request, desk, tables, waiting, left, done=done, status=status)


def draw(
    request: HttpRequest,
    desk: RoundDesk,
    tables: list[TableRow],
    waiting: Waiting,
    rows: list[SecondRow],
    *,
    done: int = 0,
    status: int = 200,
) -> HttpResponse:
    """The page of the second typing."""
    by_deals = waiting.rows if is_by_deals(desk.stage) else []
    entered = sum(row.result is not None for row in tables)
    context = {
        "event": desk.stage.event,
        "tab": "rounds",
        "page": _("第二遍录入"),
        "stage": desk.stage,
        "desk": desk,
        "rows": rows,
        "by_deals": [(row.match.table, url_of_match(row.match)) for row in by_deals],
        "own": [row.match.table for row in waiting.own],
        "more": waiting.more,
        "is_alone": waiting.is_alone,
        "waiting_count": len(waiting.rows) + len(waiting.own) + waiting.more - done,
        "checked_count": entered - len(waiting.rows) - len(waiting.own) - waiting.more + done,
        "missing": desk.missing,
        "differ_count": sum(one.state == "differs" for one in rows),
        "several_groups": len(desk.rounds) > 1,
        "not_played": NOT_PLAYED,
        "is_closed": desk.state == "closed",
        "is_draft": desk.state == "draft",
        "reason": request.POST.get("reason", ""),
        "round_url": round_url(desk.stage, desk.number, **desk.narrowing),
        "new_key": new_key,
    }
    return render(request, "tournament/entering/second.html", context, status=status)
