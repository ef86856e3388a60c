"""The entry list as it is searched, filtered and ordered on the page, as a file."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournament.exports.file_names import file_name
from tournament.lists.entries import PairTable
from tournament.lists.entry_filter import PairFilter
from tournament.lists.papers.entries import chosen_list
from tournament.lists.papers.wanted import Wanted
from tournament.models import Event
from tournament.permissions import director_required
from tournament.queries.pair_lists import pairs_of
from tournament.views.files import file_answer
from tournament.views.paging import turn_page
from tournament.views.papers import FILES


@director_required
@require_GET
def entries_file(request: HttpRequest, event: Event, form: str) -> HttpResponse:
    """The same pairs in the same order as the page of this address, with the own columns shown there."""
    found = PairFilter(request.GET, pairs_of(event), event=event)
    table = PairTable(found.qs, event=event, own=found.own)
    turn_page(request, table)
    pairs = [row.record for row in table.rows]
    made = chosen_list(Wanted(event, timezone.now()), pairs, found.own, by_pinyin=_is_by_pinyin(table))
    make, content_type = FILES[form]
    name = file_name(event.name, _("参赛名单"), form)
    return file_answer(make(made), content_type, name, attachment=form != "pdf")


def _is_by_pinyin(table: PairTable) -> bool:
    """Whether the list is ordered by names or units."""
    return any(column.lstrip("-") in ("players", "unit") for column in table.order_by)
