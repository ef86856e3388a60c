"""One page of a list, as the address asks."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest
from django_tables2 import RequestConfig, Table

PER_PAGE = 50  # rows


def turn_page(request: HttpRequest, table: Table, per_page: int = PER_PAGE) -> None:
    """Order `table` and turn to the page that the address names: the first for a page that is no number,
    the last for one that does not exist.

    How many rows a page has is the list's own affair: django-tables2 would take that from the address too,
    and fail over a number below one.
    """
    RequestConfig(request, paginate=False).configure(table)
    table.paginator = Paginator(table.rows, per_page)
    table.page = table.paginator.get_page(request.GET.get(table.prefixed_page_field))
